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
  static let functions: [Declaration] = [
    Declaration("titleValue", "(): string?", "Returns the title."),
    Declaration("subtitleValue", "(): string?", "Returns the subtitle."),
    Declaration("onEditTap", "()", "Switches edit mode after a tap on the Edit button."),
    Declaration(
      "onAddTap", "()", "Adds an entity after a tap on the Add button; with `addName`, asks for its name first."),
    Declaration("onDelete", "(entity: any)", "Removes the entity of a row, after confirmation."),
    Declaration("onMoreTap", "(entity: any)", "Shows the More... sheet of a row."),
    Declaration(
      "onMoreAction", "(entity: any, name: string, number: integer)", "Performs the chosen action of a More... sheet."),
    Declaration("onQuickTap", "(entity: any)", "Performs the quick action of a row."),
    Declaration(
      "onRowTap",
      "(entity: any, number?: integer 'the number of the cell in a detail, from 1, including hidden cells')",
      "Handles a tap on a row."),
    Declaration("onRefresh", "()", "Refreshes the list after a pull."),
    Declaration("updateData", "()", "Evaluates `dataPath` again."),
    Declaration("rowFor", "(entity: any): okit.RowValues?", "Returns the values that differ in the row of an entity."),
    Declaration("onClearTap", "()", "Handles a tap on the Clear button."),
    Declaration("onCloseTap", "()", "Handles a tap on the Close button: calls `close`."),
    Declaration(
      "createBackup", "(name: string, password?: string): boolean", "Creates a backup of the state."),
    Declaration(
      "restoreBackup", "(backup: okit.StoredBackup|string, password?: string): boolean",
      "Checks a backup, and replaces the models by it after the turn; false for a wrong password."),
    Declaration("deleteBackup", "(backup: okit.StoredBackup|string): boolean", "Deletes a backup."),
    Declaration(
      "dataToBackup", "(source: string, target: string, name: string, password: string): boolean",
      "Makes a backup; an overriding function finds the exported state in `source`, below the documents directory."),
    Declaration(
      "backupToData", "(source: string, target: string, name: string, password: string): boolean",
      "Opens a backup; an overriding function puts the state into `target`. Returns false for a wrong password."),
    Declaration("navigate", "(entity: any)", "Opens the screen of the segue for an entity."),
    Declaration("close", "()", "Closes the screen and everything above it; the first screen stays."),
    Declaration(
      "returnToRoot", "()", "Dismisses what is presented, and goes to the root of each stack of the content."),
    Declaration(
      "navigateToHome", "()", "Shows the home of the application with the default context, and closes the menu."),
    Declaration(
      "navigateToTarget", "(entity?: any, identifier?: string)",
      "Shows a content for an entity, and closes the menu; without arguments, that of `identifier`."),
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
