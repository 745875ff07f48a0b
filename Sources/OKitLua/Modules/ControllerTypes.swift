import OKitEngine

/// Controllers on the screen as scripts see them: their fields, and the functions that a class can override.
enum ControllerTypes {
  static let fields: [HostMember<@Sendable (AppBridge, Controller) -> LuaValue>] = [
    .init("name", "string", "what the script calls it") { .string($1.name) },
    .init("modelContext", "any", "the entity that it was given") { $1.modelContext.map($0.lua) ?? .null },
    .init("context", "any", "the entity that it works in: `modelContext` through `contextPath`") {
      $1.effectiveContext.map($0.lua) ?? .null
    },
    .init("effectiveContext", "any", "the same as `context`") { $1.effectiveContext.map($0.lua) ?? .null },
    .init("editing", "boolean", "whether it is in edit mode; can be written") { .bool($1.isEditing) },
  ]

  /// The functions of all controllers that scripts can override; `ComponentDescriptor.functions` says which class has which.
  static let functions: [Declaration] = [
    Declaration("titleValue", "(): string?", "The title."),
    Declaration("subtitleValue", "(): string?", "The subtitle."),
    Declaration("onEditTap", "()", "The Edit button was tapped."),
    Declaration("onAddTap", "()", "The Add button was tapped."),
    Declaration("onDelete", "(entity: any)", "A row is to be deleted."),
    Declaration("onMoreTap", "(entity: any)", "More... of a row was tapped."),
    Declaration("onMoreAction", "(entity: any, name: string, number: integer)", "An action of More... was chosen."),
    Declaration("onQuickTap", "(entity: any)", "The quick action of a row was tapped."),
    Declaration(
      "onRowTap", "(entity: any, number?: integer 'of the cell of a detail, from 1, hidden ones included')",
      "A row was tapped."),
    Declaration("onRefresh", "()", "The list was pulled."),
    Declaration("updateData", "()", "Reads the data once more."),
    Declaration("rowFor", "(entity: any): okit.RowValues?", "What the row of an entity shows."),
    Declaration("onClearTap", "()", "The Clear button was tapped."),
    Declaration("onCloseTap", "()", "The Close button was tapped."),
  ]

  static let all = [controller, rowValues] + ComponentDescriptor.all.filter(\.isController).map(controllerClass)

  static let controller = DeclaredClass(
    "okit.Controller", "A controller on the screen.",
    fields.map(\.declaration) + [
      Declaration("super", "any", "the functions above the one that runs: `self.super.onAddTap(self)`")
    ])

  static let rowValues = DeclaredClass(
    "okit.RowValues", "What a row shows, as `rowFor` gives it.",
    [
      Declaration("text?", "string", "the text"),
      Declaration("detail?", "string", "the text at its end"),
      Declaration("image?", "string", "the name of an image"),
      Declaration("ribbon?", "string", "the color of the ribbon"),
      Declaration("height?", "number", "the row's height"),
      Declaration("accessory?", "string|integer", "what stands at the end of the row"),
    ])

  /// The class of a kind of controller: what its functions find in `self`, and `extend`.
  static func controllerClass(_ descriptor: ComponentDescriptor) -> DeclaredClass {
    let extend = Declaration(
      "extend", "<S>(self: S, name: string, properties?: \(ComponentTypes.propertiesName(descriptor))): S|table",
      "Defines a controller under a name. It has the properties and functions of this one.")
    return DeclaredClass(
      "okit.\(descriptor.name)", descriptor.meaning, extends: "okit.Controller", at: "okit.\(descriptor.name)",
      [extend] + functions.filter { descriptor.functions.contains($0.name) })
  }
}
