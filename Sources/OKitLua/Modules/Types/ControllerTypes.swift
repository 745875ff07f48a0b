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

  /// The functions of all controllers that scripts can override; `ComponentDescriptor.functions` says which class has
  /// which.
  static let functions: [Declaration] =
    [
      Declaration("setup", "()", "Prepares the controller; runs once, before its first screen."),
      Declaration(
        "update", "()", "Updates the screen: runs when it appears, and after a turn that changed what it shows."),
      Declaration("updateData", "()", "Updates the data; a list evaluates `dataPath` or `fetchData` again."),
      Declaration("updateUI", "()", "Updates the screen; called by `update`. Calls `updateHeader` and `updateTable`."),
      Declaration(
        "updateHeader", "()",
        "Updates the header; called by `updateUI`. Calls `updatePrompt` and `updateBarButtonItems`."
      ),
      Declaration("updateTable", "()", "Updates the rows; called by `updateUI`."),
      Declaration("updatePrompt", "()", "Updates the prompt; called by `updateHeader`."),
      Declaration("updateBarButtonItems", "()", "Updates the bar buttons; called by `updateHeader`."),
      Declaration("updateEdit", "()", "Runs after edit mode was switched."),
      Declaration(
        "updateSelection", "()",
        "Runs after a tap on a row, which may have selected it; `update` of a selection calls it too."),
      Declaration("clearSelection", "()", "Deselects the row, because it was tapped again or edit mode was switched."),
      Declaration("setEditing", "(on: boolean)", "Switches edit mode."),
      Declaration("handleEdit", "()", "Shows the Edit button as `edit` says."),
      Declaration("handleEditAlways", "()", "Keeps the controller in edit mode as `editAlways` says."),
      Declaration("handleAdd", "()", "Shows the Add button as `add` says."),
      Declaration("handleSearch", "()", "Shows the search bar as `search` says."),
      Declaration("handleRefresh", "()", "Supports pull to refresh as `refresh` says."),
      Declaration("handleActivity", "()", "Shows the activity indicator as `activity` says."),
      Declaration("handleHelp", "()", "Shows the `?` button as `help` says."),
      Declaration("handleClear", "()", "Shows the Clear button as `clear` says."),
      Declaration("handleClose", "()", "Shows the Close button as `close` says."),
      Declaration("updateTitle", "(): string?, string?, string?", "Returns title, subtitle and prompt."),
      Declaration(
        "refresh", "(entity: any, key: string): boolean",
        "Runs after a property of an entity has changed. Returns whether the screen shows the entity."),
      Declaration(
        "invalidate", "(entity?: any, key?: string)",
        "Tells all open screens that a property of an entity has changed; by default any of the context."),
      Declaration(
        "didSelect", "(reference: any)",
        "Runs after an entity was selected, also in the controller that opened the selection."),
      Declaration(
        "didClearSelection", "(reference: any)",
        "Runs after an entity was deselected, also in the controller that opened the selection."),
      Declaration("titleValue", "(): string?", "Returns the title."),
      Declaration("subtitleValue", "(): string?", "Returns the subtitle."),
      Declaration("onEditTap", "()", "Switches edit mode after a tap on the Edit button."),
      Declaration("onHelpTap", "()", "Shows the help after a tap on the `?` button."),
      Declaration(
        "didTapBarButtonItem", "(item: okit.TappedButton)",
        "Runs the action of a bar button of the script, and its segue."),
      Declaration(
        "didTapButton", "(button: okit.TappedButton)",
        "Runs the action of an `okit.ModelButton`, and opens its segue."),
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
      Declaration("fetchData", "(): any", "Returns the entities: a collection, or a table."),
      Declaration(
        "filterData", "(entity: any): boolean", "Returns whether the list shows an entity, besides search and scopes."),
      Declaration("sortData", "(a: any, b: any): boolean", "Returns whether an entity stands before another one."),
      Declaration(
        "filterContentForSearchText", "(entity: any, text: string): boolean",
        "Returns whether an entity matches the search text."),
      Declaration(
        "getEntity", "(row: integer 'the number of the row, from 1'): any", "Returns the entity that a row shows."),
      Declaration("addEntity", "(text?: string 'the text for `addName`')", "Adds an entity."),
      Declaration("deleteEntity", "(entity: any)", "Removes an entity from its place in the model."),
      Declaration("setData", "()", "Runs after a row was added, removed or moved."),
      Declaration(
        "didTapAccessoryButton", "(entity: any)", "Handles a tap on a row's button: calls `onAccessoryTap`."),
      Declaration(
        "heightForCell", "(cell: okit.Cell, entity: any): number?",
        "Returns the height of a row in points, 0 to hide it; nil for that of the cell."),
      Declaration(
        "onTap", "(target: any 'the entity of the row; in a detail the cell')", "Runs the action of a tapped row."),
      Declaration(
        "onAccessoryTap", "(target: any 'the entity of the row; in a detail the cell')",
        "Runs the action of a tapped accessory."),
      Declaration("onQuickAction", "(entity: any)", "Runs `quickTap`."),
      Declaration("navigateTo", "(entity: any, isNew?: boolean)", "Opens a new entity, with `addNav`."),
      Declaration("refreshTriggered", "()", "Evaluates everything again."),
      Declaration("startActivity", "()", "Shows the activity indicator, with `activity`."),
      Declaration("stopActivity", "()", "Hides the activity indicator."),
      Declaration("configure", "(cell: okit.Cell, entity: any)", "Assigns fields of a row: `cell.text = …`."),
      Declaration("selectSingle", "(entity: any)", "Selects an entity, as the only one."),
      Declaration("unselectSingle", "()", "Clears a selection of one entity."),
      Declaration("selectMultiple", "(entity: any)", "Adds an entity to the selection."),
      Declaration("unselectMultiple", "(entity?: any)", "Removes an entity from the selection; without one, all."),
      Declaration(
        "rowFor", "(entity: any): okit.RowValues?", "Returns the values that differ in the row of an entity."),
      Declaration("setSelectionData", "()", "Runs after a selection was written."),
      Declaration("refreshState", "()", "Closes the selection as `autoClose` says, or calls `update`."),
      Declaration("onClearTap", "()", "Handles a tap on the Clear button."),
      Declaration("onCloseTap", "()", "Handles a tap on the Close button: calls `close`."),
      Declaration("loadData", "()", "Reads the backups again; called by `updateData`."),
      Declaration("addBackupDialog", "()", "Shows the dialog for a new backup."),
      Declaration(
        "restoreBackupDialog", "(backup: okit.StoredBackup|string)", "Shows the dialog before a backup is restored."),
      Declaration("restoredWith", "(success: boolean)", "Shows whether a backup was restored."),
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
      Declaration(
        "setDataModel", "(entity: any)",
        "Shows another entity in the form, after the valid input of the fields is written."),
      Declaration("getDataModel", "(): any", "Returns the entity of the form."),
      Declaration(
        "refreshDisplay", "(keep?: boolean)",
        "Shows the values of the model again; drops unsaved input unless it is to be kept."),
      Declaration(
        "validate", "(): boolean, okit.InvalidField[]",
        """
        Validates all fields and the entity, and marks what is invalid. Returns whether there is nothing, and a list \
        of it.
        """
      ),
      Declaration(
        "submit", "(): boolean",
        """
        Validates all fields and writes their input, of all or of none. Shows an alert and returns false if a value \
        is invalid.
        """
      ),
      Declaration("navigate", "(entity: any)", "Opens the screen of the segue for an entity."),
      Declaration(
        "prepare", "(segue: okit.PreparedSegue, entity: any): any",
        "Prepares the segue that opens a screen; may return another entity for it."),
      Declaration("close", "()", "Closes the screen and everything above it; the first screen stays."),
      Declaration(
        "returnToRoot", "()", "Dismisses what is presented, and goes to the root of each stack of the content."),
      Declaration(
        "navigateToHome", "()",
        "Shows the home of the application with the default context; that of a menu closes the menu, too."),
      Declaration(
        "navigateToTarget", "(entity?: any, identifier?: string)",
        "Shows a content for an entity, and closes the menu; without arguments, that of `identifier`."),
      Declaration(
        "applyTheme", "(theme?: okit.ShownTheme|string)",
        """
        Chooses a theme, or that of a name, for all screens; nil for that of `themeName`. Called when the theme \
        changes, of a controller also when it appears.
        """
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
    Declaration(
      "resetContent", "()",
      "Forgets all contents, and shows the home again, below what is presented; runs when the theme has changed."),
    Declaration(
      "resetAll", "()",
      "Forgets the menu and what is presented, and calls `resetContent`; runs after a backup was restored."),
    Declaration("slideMenu", "()", "Opens or closes the menu: calls `slideMenuIn` or `slideMenuOut`."),
    Declaration("slideMenuIn", "()", "Opens the menu."),
    Declaration("slideMenuOut", "()", "Closes the menu."),
    Declaration("hideProtectionCover", "()", "Removes the cover, unless the authenticator has to answer first."),
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
      [extend] + functions.filter { descriptor.functions.contains($0.name) })
  }
}
