/// The functions of cells, and of labels, buttons, bar buttons and help views.
extension OverridableFunction {
  package static let cellUpdate = Self("update", "()", "Assigns fields of the row after the other functions.")
  package static let updateTextValue = Self(
    "updateTextValue", "(): string?", "Returns the text.", returns: .text, fills: .text)
  package static let updateDetailTextValue = Self(
    "updateDetailTextValue", "(): string?", "Returns the detail text.", returns: .text, fills: .detail)
  package static let updateImageValue = Self(
    "updateImageValue", "(): any", "Returns the image: a name, or a blob with bytes.", returns: .image, fills: .image)
  package static let updateRibbonColor = Self(
    "updateRibbonColor", "(): string?", "Returns the color of the ribbon.", returns: .color, fills: .ribbon)
  package static let updateAccessory = Self(
    "updateAccessory", "(): string|integer", "Returns the accessory: 0 to 4, or its name.", returns: .accessory)
  package static let cellUpdateEdit = Self(
    "updateEdit", "()", "Assigns fields of the row in edit mode, after `update`.")
  package static let updateControlInDisplay = Self(
    "updateControlInDisplay", "(): boolean",
    "Returns whether the control is shown outside of edit mode.", returns: .flag)
  package static let isReadOnly = Self(
    "isReadOnly", "(): boolean", "Returns whether the control is disabled.", returns: .flag)
  package static let getText = Self(
    "getText", "(): string?", "Returns the text in the field.", returns: .text, fills: .control)
  package static let setText = Self("setText", "(text: string)", "Writes the text that a user typed.", accepts: .text)
  package static let getPlaceholder = Self(
    "getPlaceholder", "(): string?", "Returns the text shown when the field is empty.", returns: .text)
  package static let getIsSecure = Self(
    "getIsSecure", "(): boolean", "Returns whether screens omit the text.", returns: .flag)
  package static let isOn = Self(
    "isOn", "(): boolean", "Returns the state of the switch.", returns: .flag, fills: .control)
  package static let setOn = Self("setOn", "(on: boolean)", "Writes the state of the switch.", accepts: .flag)
  package static let getValue = Self(
    "getValue", "(): number?", "Returns the number.", returns: .number, fills: .control)
  package static let getPicture = Self(
    "getValue", "(): any", "Returns the image: a blob, its name, its Base64 text or its bytes.", returns: .picture,
    fills: .control)
  package static let getPage = Self(
    "getValue", "(): string?", "Returns the URL or the HTML.", returns: .text, fills: .control)
  package static let setValue = Self("setValue", "(number: number)", "Writes the number.", accepts: .number)
  package static let getMinValue = Self("getMinValue", "(): number?", "Returns the minimum.", returns: .number)
  package static let getMaxValue = Self("getMaxValue", "(): number?", "Returns the maximum.", returns: .number)
  package static let getMinImage = Self(
    "getMinImage", "(): any", "Returns the image beside the minimum: a name, or a blob with bytes.", returns: .image)
  package static let getMaxImage = Self(
    "getMaxImage", "(): any", "Returns the image beside the maximum.", returns: .image)
  package static let getStepValue = Self(
    "getStepValue", "(): number?", "Returns the size of one step.", returns: .number)
  package static let getDate = Self("getDate", "(): okit.Date?", "Returns the date.", returns: .date, fills: .control)
  package static let setDate = Self("setDate", "(date: okit.Date)", "Writes the date.", accepts: .date)
  package static let getMinDate = Self("getMinDate", "(): okit.Date?", "Returns the earliest date.", returns: .date)
  package static let getMaxDate = Self("getMaxDate", "(): okit.Date?", "Returns the latest date.", returns: .date)
  package static let getPickerMode = Self(
    "getPickerMode", "(): string|integer", "Returns the mode of the picker: 0 to 3, or its name.", returns: .dateMode)
  package static let getSelectIndex = Self(
    "getSelectIndex", "(): integer?",
    "Returns the index of the selected option, from 0.", returns: .index, fills: .control)
  package static let setSelectIndex = Self(
    "setSelectIndex", "(index: integer)", "Selects an option by its index, from 0.", accepts: .index)

  // MARK: Views

  package static let viewUpdate = Self(
    "update", "()", "Assigns fields of the view after its bindings: `self.title = …`.")
  package static let show = Self("show", "()", "Shows the help.")
  package static let hide = Self("hide", "()", "Hides the help, because of a tap.")
}
