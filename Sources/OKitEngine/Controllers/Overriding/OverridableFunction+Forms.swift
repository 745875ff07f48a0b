/// The functions of forms.
extension OverridableFunction {
  static let setDataModel = Self(
    "setDataModel", "(entity: any)",
    "Shows another entity in the form, after the valid input of the fields is written.")
  static let getDataModel = Self("getDataModel", "(): any", "Returns the entity of the form.")
  static let refreshDisplay = Self(
    "refreshDisplay", "(keep?: boolean)",
    "Shows the values of the model again; drops unsaved input unless it is to be kept.")
  static let setErrors = Self(
    "setErrors", "(errors: table<string, string|string[]>): table<string, string>",
    """
    Shows the errors of a service at fields until the next input there, by the names of properties or of the service. \
    Returns those of other names.
    """)
  static let validate = Self(
    "validate",
    "(): boolean, okit.InvalidField[]",
    """
    Validates all fields and the entity, and marks what is invalid. Returns whether there is nothing, and a list \
    of it.
    """)
  static let submit = Self(
    "submit",
    "(): boolean",
    """
    Validates all fields and writes their input, of all or of none. Shows an alert and returns false if a value \
    is invalid.
    """)
}
