/// The functions of all controllers.
extension OverridableFunction {
  static let setup = Self("setup", "()", "Prepares the controller; runs once, before its first screen.")
  static let update = Self(
    "update", "()", "Updates the screen: runs when it appears, and after a turn that changed what it shows.")
  static let updateData = Self(
    "updateData", "()", "Updates the data; a list evaluates `dataPath` or `fetchData` again.")
  static let updateUI = Self(
    "updateUI", "()", "Updates the screen; called by `update`. Calls `updateHeader` and `updateTable`.")
  static let updateHeader = Self(
    "updateHeader", "()", "Updates the header; called by `updateUI`. Calls `updatePrompt` and `updateBarButtonItems`.")
  static let updateTable = Self("updateTable", "()", "Updates the rows; called by `updateUI`.")
  static let updatePrompt = Self("updatePrompt", "()", "Updates the prompt; called by `updateHeader`.")
  static let updateBarButtonItems = Self(
    "updateBarButtonItems", "()", "Updates the bar buttons; called by `updateHeader`.")
  static let updateEdit = Self("updateEdit", "()", "Runs after edit mode was switched.")
  static let updateSelection = Self(
    "updateSelection", "()",
    "Runs after a tap on a row, which may have selected it; `update` of a selection calls it too.")
  static let clearSelection = Self(
    "clearSelection", "()", "Deselects the row, because it was tapped again or edit mode was switched.")
  static let setEditing = Self("setEditing", "(on: boolean)", "Switches edit mode.")
  static let handleEdit = Self("handleEdit", "()", "Shows the Edit button as `edit` says.", shows: "edit")
  static let handleEditAlways = Self(
    "handleEditAlways", "()", "Keeps the controller in edit mode as `editAlways` says.", shows: "editAlways")
  static let handleAdd = Self("handleAdd", "()", "Shows the Add button as `add` says.", shows: "add")
  static let handleSearch = Self("handleSearch", "()", "Shows the search bar as `search` says.", shows: "search")
  static let handleRefresh = Self(
    "handleRefresh", "()", "Supports pull to refresh as `refresh` says.", shows: "refresh")
  static let handleHelp = Self("handleHelp", "()", "Shows the `?` button as `help` says.", shows: "help")
  static let updateTitle = Self(
    "updateTitle", "(): string?, string?, string?", "Returns title, subtitle and prompt.", returns: .text)
  static let refresh = Self(
    "refresh", "(entity: any, key: string): boolean",
    "Runs after a property of an entity has changed. Returns whether the screen shows the entity.")
  static let invalidate = Self(
    "invalidate", "(entity?: any, key?: string)",
    "Tells all open screens that a property of an entity has changed; by default any of the context.")
  static let didSelect = Self(
    "didSelect", "(reference: any)",
    "Runs after an entity was selected, also in the controller that opened the selection.")
  static let didClearSelection = Self(
    "didClearSelection", "(reference: any)",
    "Runs after an entity was deselected, also in the controller that opened the selection.")
  static let titleValue = Self("titleValue", "(): string?", "Returns the title.", returns: .text)
  static let subtitleValue = Self("subtitleValue", "(): string?", "Returns the subtitle.", returns: .text)
  static let onEditTap = Self("onEditTap", "()", "Switches edit mode after a tap on the Edit button.")
  static let onHelpTap = Self("onHelpTap", "()", "Shows the help after a tap on the `?` button.")
  static let didTapBarButtonItem = Self(
    "didTapBarButtonItem", "(item: okit.TappedButton)", "Runs the action of a bar button of the script, and its segue.")
  static let didTapButton = Self(
    "didTapButton", "(button: okit.TappedButton)", "Runs the action of an `okit.ModelButton`, and opens its segue.")
  static let onCloseTap = Self(
    "onCloseTap", "()", "Handles a tap on the Close button: calls `close`, unless `willClose` returns false.")
  static let willClose = Self(
    "willClose", "(): boolean?",
    "Returns whether the user may leave the screen; runs before back, close, another tab or content. False keeps it.")
  static let navigate = Self("navigate", "(entity: any)", "Opens the screen of the segue for an entity.")
  static let prepare = Self(
    "prepare", "(segue: okit.PreparedSegue, entity: any): any",
    "Prepares the segue that opens a screen; may return another entity for it.")
  static let close = Self("close", "()", "Closes the screen and everything above it; the first screen stays.")
  static let returnToRoot = Self(
    "returnToRoot", "()", "Dismisses what is presented, and goes to the root of each stack of the content.")
  static let applyTheme = Self(
    "applyTheme",
    "(theme?: okit.ShownTheme|string)",
    """
    Chooses a theme, or that of a name, for all screens; nil for that of `themeName`. Called when the theme \
    changes, of a controller also when it appears.
    """)
}
