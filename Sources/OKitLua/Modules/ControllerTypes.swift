import OKitEngine

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

  /// The functions of all controllers that scripts can override; `ComponentDescriptor.functions` says which class has which.
  static let functions: [Declaration] =
    [
      Declaration("titleValue", "(): string?", "Returns the title."),
      Declaration("subtitleValue", "(): string?", "Returns the subtitle."),
      Declaration("onEditTap", "()", "Switches edit mode after a tap on the Edit button."),
      Declaration(
        "onAddTap", "()", "Adds an entity after a tap on the Add button; with `addName`, asks for its name first."),
      Declaration("onDelete", "(entity: any)", "Removes the entity of a row, after confirmation."),
      Declaration("onMoreTap", "(entity: any)", "Shows the More... sheet of a row."),
      Declaration(
        "onMoreAction", "(entity: any, name: string, number: integer)", "Performs the chosen action of a More... sheet."
      ),
      Declaration("onQuickTap", "(entity: any)", "Performs the quick action of a row."),
      Declaration(
        "onRowTap",
        "(entity: any, number?: integer 'the number of the cell in a detail, from 1, including hidden cells')",
        "Handles a tap on a row."),
      Declaration("onRefresh", "()", "Refreshes the list after a pull."),
      Declaration("updateData", "()", "Evaluates `dataPath` again."),
      Declaration(
        "rowFor", "(entity: any): okit.RowValues?", "Returns the values that differ in the row of an entity."),
      Declaration("onClearTap", "()", "Handles a tap on the Clear button."),
      Declaration("onCloseTap", "()", "Handles a tap on the Close button."),
      Declaration(
        "applyTheme", "(theme: okit.ShownTheme)",
        "Applies a theme: of the application, to all screens; of a controller, when it appears and when the theme changes."
      ),
    ] + applicationFunctions

  /// The functions of the application's controller.
  private static let applicationFunctions: [Declaration] = [
    Declaration("applyEncryption", "()", "Stores the encrypted models as `encryption` says."),
    Declaration("applyProtection", "()", "Called when `protection` has changed."),
    Declaration(
      "protect", "()", "Covers a protected application, and starts the time-out, because it enters the background."),
    Declaration(
      "unprotect", "()", "Removes the cover, or asks the authenticator, because the application is in the foreground."),
    Declaration("showProtectionCover", "()", "Shows the cover."),
    Declaration("hideProtectionCover", "()", "Removes the cover, unless the authenticator has to answer first."),
  ]

  static let all = [controller, rowValues] + ComponentDescriptor.all.filter(\.isController).map(controllerClass)

  static let controller = DeclaredClass(
    "okit.Controller", "A controller on the screen.",
    fields.map(\.declaration) + [
      Declaration("super", "any", "the overridden functions of the superclass: `self.super.onAddTap(self)`")
    ])

  static let rowValues = DeclaredClass(
    "okit.RowValues", "The values of a row, as `rowFor` returns them.",
    [
      Declaration("text?", "string", "the text"),
      Declaration("detail?", "string", "the detail text"),
      Declaration("image?", "string", "the name of an image"),
      Declaration("ribbon?", "string", "the color of the ribbon"),
      Declaration("height?", "number", "the row's height"),
      Declaration("accessory?", "string|integer", "the accessory"),
    ])

  /// The class of a kind of controller: what its functions find in `self`, and `extend`.
  static func controllerClass(_ descriptor: ComponentDescriptor) -> DeclaredClass {
    let extend = Declaration(
      "extend", "<S>(self: S, name: string, properties?: \(ComponentTypes.propertiesName(descriptor))): S|table",
      "Defines a controller with a name, which inherits the properties and functions of this one.")
    return DeclaredClass(
      "okit.\(descriptor.name)", descriptor.meaning, extends: "okit.Controller", at: "okit.\(descriptor.name)",
      [extend] + functions.filter { descriptor.functions.contains($0.name) })
  }
}
