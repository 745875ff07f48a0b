/// The functions of cells, and of labels, buttons, bar buttons and help views.
extension OverridableFunction {
  static let cellUpdate = Self("update", "()", "Assigns fields of the row after the other functions.")
  static let updateTextValue = Self("updateTextValue", "(): string?", "Returns the text.", returns: .text, fills: .text)
  static let updateDetailTextValue = Self(
    "updateDetailTextValue", "(): string?", "Returns the detail text.", returns: .text, fills: .detail)
  static let updateImageValue = Self(
    "updateImageValue", "(): any", "Returns the image: a name, or a blob with bytes.", returns: .image, fills: .image)
  static let updateRibbonColor = Self(
    "updateRibbonColor", "(): string?", "Returns the color of the ribbon.", returns: .color, fills: .ribbon)
  static let updateAccessory = Self(
    "updateAccessory", "(): string|integer", "Returns the accessory: 0 to 4, or its name.", returns: .accessory)
  static let cellUpdateEdit = Self("updateEdit", "()", "Assigns fields of the row in edit mode, after `update`.")
  static let updateControlInDisplay = Self(
    "updateControlInDisplay", "(): boolean",
    "Returns whether the control is shown outside of edit mode.", returns: .flag)
  static let isReadOnly = Self("isReadOnly", "(): boolean", "Returns whether the control is disabled.", returns: .flag)
  static let getText = Self("getText", "(): string?", "Returns the text in the field.", returns: .text, fills: .control)
  static let setText = Self("setText", "(text: string)", "Writes the text that a user typed.", accepts: .text)
  static let getPlaceholder = Self(
    "getPlaceholder", "(): string?", "Returns the text shown when the field is empty.", returns: .text)
  static let getIsSecure = Self("getIsSecure", "(): boolean", "Returns whether screens omit the text.", returns: .flag)
  static let isOn = Self("isOn", "(): boolean", "Returns the state of the switch.", returns: .flag, fills: .control)
  static let setOn = Self("setOn", "(on: boolean)", "Writes the state of the switch.", accepts: .flag)
  static let getValue = Self("getValue", "(): number?", "Returns the number.", returns: .number, fills: .control)
  static let getPicture = Self(
    "getValue", "(): any", "Returns the image: a blob, its name, its Base64 text or its bytes.", returns: .picture,
    fills: .control)
  static let getPage = Self("getValue", "(): string?", "Returns the URL or the HTML.", returns: .text, fills: .control)
  static let setValue = Self("setValue", "(number: number)", "Writes the number.", accepts: .number)
  static let getMinValue = Self("getMinValue", "(): number?", "Returns the minimum.", returns: .number)
  static let getMaxValue = Self("getMaxValue", "(): number?", "Returns the maximum.", returns: .number)
  static let getMinImage = Self(
    "getMinImage", "(): any", "Returns the image beside the minimum: a name, or a blob with bytes.", returns: .image)
  static let getMaxImage = Self("getMaxImage", "(): any", "Returns the image beside the maximum.", returns: .image)
  static let getStepValue = Self("getStepValue", "(): number?", "Returns the size of one step.", returns: .number)
  static let getDate = Self("getDate", "(): okit.Date?", "Returns the date.", returns: .date, fills: .control)
  static let setDate = Self("setDate", "(date: okit.Date)", "Writes the date.", accepts: .date)
  static let getMinDate = Self("getMinDate", "(): okit.Date?", "Returns the earliest date.", returns: .date)
  static let getMaxDate = Self("getMaxDate", "(): okit.Date?", "Returns the latest date.", returns: .date)
  static let getPickerMode = Self(
    "getPickerMode", "(): string|integer", "Returns the mode of the picker: 0 to 3, or its name.", returns: .dateMode)
  static let getSelectIndex = Self(
    "getSelectIndex", "(): integer?",
    "Returns the index of the selected option, from 0.", returns: .index, fills: .control)
  static let setSelectIndex = Self(
    "setSelectIndex", "(index: integer)", "Selects an option by its index, from 0.", accepts: .index)

  // MARK: Views

  static let viewUpdate = Self("update", "()", "Assigns fields of the view after its bindings: `self.title = …`.")
  static let show = Self("show", "()", "Shows the help.")
  static let hide = Self("hide", "()", "Hides the help, because of a tap.")
}
