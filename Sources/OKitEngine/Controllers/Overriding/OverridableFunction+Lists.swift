/// The functions of lists, selections and details.
extension OverridableFunction {
  static let handleActivity = Self(
    "handleActivity", "()", "Shows the activity indicator as `activity` says.", shows: "activity")
  static let handleClear = Self("handleClear", "()", "Shows the Clear button as `clear` says.", shows: "clear")
  static let handleClose = Self("handleClose", "()", "Shows the Close button as `close` says.", shows: "close")
  static let onAddTap = Self(
    "onAddTap", "()", "Adds an entity after a tap on the Add button; with `addName`, asks for its name first.")
  static let onDelete = Self("onDelete", "(entity: any)", "Removes the entity of a row, after confirmation.")
  static let onMoreTap = Self("onMoreTap", "(entity: any)", "Shows the More... sheet of a row.")
  static let onMoreAction = Self(
    "onMoreAction", "(entity: any, name: string, number: integer)", "Performs the chosen action of a More... sheet.")
  static let onQuickTap = Self("onQuickTap", "(entity: any)", "Performs the quick action of a row.")
  static let onRowTap = Self(
    "onRowTap", "(entity: any, number?: integer 'the number of the cell in a detail, from 1, including hidden cells')",
    "Handles a tap on a row.")
  static let onFilter = Self(
    "onFilter", "(scope: any 'the value in `searchScopePath`; without that, the index of the scope')",
    "Runs the action `onFilter`, because the user has selected another scope.")
  static let onRefresh = Self("onRefresh", "()", "Refreshes the list after a pull.")
  static let fetchData = Self(
    "fetchData", "(): any", "Returns the entities: a collection, or a table. In a list, may wait.",
    returns: .entities)
  static let filterData = Self(
    "filterData", "(entity: any): boolean",
    "Returns whether the list shows an entity, besides search and scopes.", returns: .flag)
  static let sortData = Self(
    "sortData", "(a: any, b: any): boolean", "Returns whether an entity stands before another one.", returns: .flag)
  static let filterContentForSearchText = Self(
    "filterContentForSearchText", "(entity: any, text: string): boolean",
    "Returns whether an entity matches the search text.", returns: .flag)
  static let getEntity = Self(
    "getEntity", "(row: integer 'the number of the row, from 1'): any",
    "Returns the entity that a row shows.", returns: .entity)
  static let addEntity = Self(
    "addEntity", "(text?: string 'the text for `addName`', property?: string 'that of `addField`, for the text')",
    "Adds an entity.")
  static let deleteEntity = Self("deleteEntity", "(entity: any)", "Removes an entity from its place in the model.")
  static let setData = Self("setData", "()", "Runs after a row was added, removed or moved.")
  static let didTapAccessoryButton = Self(
    "didTapAccessoryButton", "(entity: any)", "Handles a tap on a row's button: calls `onAccessoryTap`.")
  static let heightForCell = Self(
    "heightForCell", "(cell: okit.Cell, entity: any): number?",
    "Returns the height of a row in points, 0 to hide it; nil for that of the cell.", returns: .number)
  static let onTap = Self(
    "onTap", "(target: any 'the entity of the row; in a detail the cell')", "Runs the action of a tapped row.")
  static let onAccessoryTap = Self(
    "onAccessoryTap", "(target: any 'the entity of the row; in a detail the cell')",
    "Runs the action of a tapped accessory.")
  static let onQuickAction = Self("onQuickAction", "(entity: any)", "Runs `quickTap`.")
  static let navigateTo = Self("navigateTo", "(entity: any, isNew?: boolean)", "Opens a new entity, with `addNav`.")
  static let onSearch = Self(
    "onSearch", "(text: string)",
    "Searches elsewhere, when the user has typed nothing for `searchDelay` seconds. May wait. The list filters nothing."
  )
  static let onEnd = Self(
    "onEnd", "()", "Runs when the last row is shown, once for each number of rows, to add more. May wait.")
  static let refreshTriggered = Self("refreshTriggered", "()", "Evaluates everything again.")
  static let startActivity = Self("startActivity", "()", "Shows the activity indicator, with `activity`.")
  static let stopActivity = Self("stopActivity", "()", "Hides the activity indicator.")
  static let configure = Self(
    "configure", "(cell: okit.Cell, entity: any)", "Assigns fields of a row: `cell.text = …`.")
  static let selectSingle = Self("selectSingle", "(entity: any)", "Selects an entity, as the only one.")
  static let unselectSingle = Self("unselectSingle", "()", "Clears a selection of one entity.")
  static let selectMultiple = Self("selectMultiple", "(entity: any)", "Adds an entity to the selection.")
  static let unselectMultiple = Self(
    "unselectMultiple", "(entity?: any)", "Removes an entity from the selection; without one, all.")
  static let rowFor = Self(
    "rowFor", "(entity: any): okit.RowValues?",
    "Returns the values that differ in the row of an entity.", returns: .rowFields)
  static let setSelectionData = Self("setSelectionData", "()", "Runs after a selection was written.")
  static let refreshState = Self("refreshState", "()", "Closes the selection as `autoClose` says, or calls `update`.")
  static let onClearTap = Self("onClearTap", "()", "Handles a tap on the Clear button.")
}
