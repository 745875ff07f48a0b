import OKitEngine

/// Cells as scripts see them: their fields, and the functions that a class can override.
enum CellTypes {
  static let fields: [HostMember<@Sendable (AppBridge, Cell) -> LuaValue>] = [
    .init("name", "string", "the name of its class") { .string($1.componentClass.name) },
    .init("context", "any", "the entity at `contextPath`, from that of the row") { bridge, cell in
      cell.effectiveContext.map(bridge.lua) ?? .null
    },
    .init("entity", "any", "the entity of the row") { bridge, cell in cell.context.map(bridge.lua) ?? .null },
    .init("controller", "okit.Controller", "the controller of the row") { bridge, cell in
      bridge.lua(.handle(cell.controller.handle))
    },
    .init("editing", "boolean", "whether the row is in edit mode") { .bool($1.isRowEditing) },
  ]

  /// The functions of all cells that scripts can override; `ComponentDescriptor.functions` says which class has which.
  static let functions: [Declaration] = [
    Declaration("update", "()", "Assigns fields of the row after the other functions."),
    Declaration("updateTextValue", "(): string?", "Returns the text."),
    Declaration("updateDetailTextValue", "(): string?", "Returns the detail text."),
    Declaration("updateImageValue", "(): any", "Returns the image: a name, or a blob with bytes."),
    Declaration("updateRibbonColor", "(): string?", "Returns the color of the ribbon."),
    Declaration("updateAccessory", "(): string|integer", "Returns the accessory: 0 to 4, or its name."),
    Declaration("updateEdit", "()", "Assigns fields of the row in edit mode, after `update`."),
    Declaration(
      "updateControlInDisplay", "(): boolean", "Returns whether the control is shown outside of edit mode."),
    Declaration("isReadOnly", "(): boolean", "Returns whether the control is disabled."),
    Declaration("getText", "(): string?", "Returns the text in the field."),
    Declaration("setText", "(text: string)", "Writes the text that a user typed."),
    Declaration("getPlaceholder", "(): string?", "Returns the text shown when the field is empty."),
    Declaration("getIsSecure", "(): boolean", "Returns whether screens omit the text."),
    Declaration("isOn", "(): boolean", "Returns the state of the switch."),
    Declaration("setOn", "(on: boolean)", "Writes the state of the switch."),
    Declaration("getValue", "(): number?", "Returns the number."),
    Declaration("setValue", "(number: number)", "Writes the number."),
    Declaration("getMinValue", "(): number?", "Returns the minimum."),
    Declaration("getMaxValue", "(): number?", "Returns the maximum."),
    Declaration("getMinImage", "(): any", "Returns the image beside the minimum: a name, or a blob with bytes."),
    Declaration("getMaxImage", "(): any", "Returns the image beside the maximum."),
    Declaration("getStepValue", "(): number?", "Returns the size of one step."),
    Declaration("getDate", "(): okit.Date?", "Returns the date."),
    Declaration("setDate", "(date: okit.Date)", "Writes the date."),
    Declaration("getMinDate", "(): okit.Date?", "Returns the earliest date."),
    Declaration("getMaxDate", "(): okit.Date?", "Returns the latest date."),
    Declaration("getPickerMode", "(): string|integer", "Returns the mode of the picker: 0 to 3, or its name."),
    Declaration("getSelectIndex", "(): integer?", "Returns the index of the selected option, from 0."),
    Declaration("setSelectIndex", "(index: integer)", "Selects an option by its index, from 0."),
  ]

  static let cell = DeclaredClass(
    "okit.Cell", "A cell on the screen.",
    fields.map(\.declaration) + ControllerTypes.rowFields + [
      Declaration("super", "any", "the overridden functions of the superclass: `self.super.getText(self)`")
    ])
}
