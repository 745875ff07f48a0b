/// Controllers on the screen as scripts see them: their fields, and the functions that a class can override.
enum ControllerTypes {
  static let fields: [HostMember<@Sendable (AppBridge, Controller) -> LuaValue>] = [
    .init("name", "string", "its name in the script") { .string($1.name) },
    .init("modelContext", "any", "the entity passed to it") { $1.modelContext.map($0.lua) ?? .null },
    .init("context", "any", "the effective context: the entity at `contextPath`, from `modelContext`") {
      $1.effectiveContext.map($0.lua) ?? .null
    },
    .init("effectiveContext", "any", "the same as `context`") { $1.effectiveContext.map($0.lua) ?? .null },
    .init("editing", "boolean", "whether it is in edit mode; writable") { .bool($1.isEditing) },
  ]

  static let all =
    [controller, CellTypes.cell, ViewTypes.view, tappedButton, preparedSegue, rowValues, invalidField]
    + ComponentDescriptor.all.filter(\.isController).map(controllerClass)

  static let controller = DeclaredClass(
    "okit.Controller", "A controller on the screen.",
    fields.map(\.declaration) + [
      Declaration("super", "any", "the overridden functions of the superclass: `self.super.onAddTap(self)`")
    ])

  static let tappedButton = DeclaredClass(
    "okit.TappedButton", "The button that was tapped.",
    [
      Declaration("id", "string", "its identifier on the screen"), Declaration("title", "string", "its title"),
      Declaration("label", "string", "its accessibility label"),
      Declaration("identifier?", "string", "its accessibility identifier"),
    ])

  static let preparedSegue = DeclaredClass(
    "okit.PreparedSegue", "The segue that opens a screen.",
    [
      Declaration("to", "string", "the name of the controller"),
      Declaration("kind", "okit.SegueKind", "how it is opened"),
      Declaration("editing", "boolean", "whether it begins in edit mode"),
    ])

  static let invalidField = DeclaredClass(
    "okit.InvalidField", "An invalid value of a form.",
    [
      Declaration("label", "string", "what the user calls the field; without a field, the name of the property"),
      Declaration("property?", "string", "the property of the entity of the form"),
      Declaration("message", "string", "the message about it"),
    ])

  static let rowValues = DeclaredClass(
    "okit.RowValues", "The values of a row, as `rowFor` returns them.", rowFields)

  static let rowFields = [
    Declaration("text?", "string|okit.TextRun[]", "the text"),
    Declaration("detail?", "string|okit.TextRun[]", "the detail text"),
    Declaration("image?", "string", "the name of an image"),
    Declaration("ribbon?", "string", "the color of the ribbon"),
    Declaration("height?", "number", "the row's height"),
    Declaration("accessory?", "string|integer", "the accessory"),
  ]

  /// The class of a kind of controller: what its functions find in `self`, and `extend`.
  static func controllerClass(_ descriptor: ComponentDescriptor) -> DeclaredClass {
    let extend = Declaration(
      "extend",
      "<S, T>(self: S, name: controllers.`T`, properties?: \(ComponentTypes.propertiesName(descriptor))): S|T|any",
      "Defines a controller with a name, which inherits the properties and functions of this one.")
    return DeclaredClass(
      "okit.\(descriptor.name)", descriptor.meaning, extends: "okit.Controller", at: "okit.\(descriptor.name)",
      [extend] + descriptor.functions.map(Declaration.init))
  }
}

extension Declaration {
  init(_ function: OverridableFunction) { self.init(function.name, function.type, function.meaning) }
}
