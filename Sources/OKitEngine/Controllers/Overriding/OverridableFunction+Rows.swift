/// The functions of lists, selections and details.
extension OverridableFunction {
  package static let handleActivity = Self(
    "handleActivity", "()", "Shows the activity indicator as `activity` says.", shows: "activity")
  package static let handleClear = Self("handleClear", "()", "Shows the Clear button as `clear` says.", shows: "clear")
  package static let handleClose = Self("handleClose", "()", "Shows the Close button as `close` says.", shows: "close")
  package static let onAddTap = Self(
    "onAddTap", "()", "Adds an entity after a tap on the Add button; with `addName`, asks for its name first.")
  package static let onDelete = Self("onDelete", "(entity: any)", "Removes the entity of a row, after confirmation.")
  package static let onMoreTap = Self("onMoreTap", "(entity: any)", "Shows the More... sheet of a row.")
  package static let onMoreAction = Self(
    "onMoreAction", "(entity: any, name: string, number: integer)", "Performs the chosen action of a More... sheet.")
  package static let onQuickTap = Self("onQuickTap", "(entity: any)", "Performs the quick action of a row.")
  package static let onRowTap = Self(
    "onRowTap", "(entity: any, number?: integer 'the number of the cell in a detail, from 1, including hidden cells')",
    "Handles a tap on a row.")
  package static let onRefresh = Self("onRefresh", "()", "Refreshes the list after a pull.")
  package static let fetchData = Self(
    "fetchData", "(): any", "Returns the entities: a collection, or a table.", returns: .entities)
  package static let filterData = Self(
    "filterData", "(entity: any): boolean",
    "Returns whether the list shows an entity, besides search and scopes.", returns: .flag)
  package static let sortData = Self(
    "sortData", "(a: any, b: any): boolean", "Returns whether an entity stands before another one.", returns: .flag)
  package static let filterContentForSearchText = Self(
    "filterContentForSearchText", "(entity: any, text: string): boolean",
    "Returns whether an entity matches the search text.", returns: .flag)
  package static let getEntity = Self(
    "getEntity", "(row: integer 'the number of the row, from 1'): any",
    "Returns the entity that a row shows.", returns: .entity)
  package static let addEntity = Self("addEntity", "(text?: string 'the text for `addName`')", "Adds an entity.")
  package static let deleteEntity = Self(
    "deleteEntity", "(entity: any)", "Removes an entity from its place in the model.")
  package static let setData = Self("setData", "()", "Runs after a row was added, removed or moved.")
  package static let didTapAccessoryButton = Self(
    "didTapAccessoryButton", "(entity: any)", "Handles a tap on a row's button: calls `onAccessoryTap`.")
  package static let heightForCell = Self(
    "heightForCell", "(cell: okit.Cell, entity: any): number?",
    "Returns the height of a row in points, 0 to hide it; nil for that of the cell.", returns: .number)
  package static let onTap = Self(
    "onTap", "(target: any 'the entity of the row; in a detail the cell')", "Runs the action of a tapped row.")
  package static let onAccessoryTap = Self(
    "onAccessoryTap", "(target: any 'the entity of the row; in a detail the cell')",
    "Runs the action of a tapped accessory.")
  package static let onQuickAction = Self("onQuickAction", "(entity: any)", "Runs `quickTap`.")
  package static let navigateTo = Self(
    "navigateTo", "(entity: any, isNew?: boolean)", "Opens a new entity, with `addNav`.")
  package static let refreshTriggered = Self("refreshTriggered", "()", "Evaluates everything again.")
  package static let startActivity = Self("startActivity", "()", "Shows the activity indicator, with `activity`.")
  package static let stopActivity = Self("stopActivity", "()", "Hides the activity indicator.")
  package static let configure = Self(
    "configure", "(cell: okit.Cell, entity: any)", "Assigns fields of a row: `cell.text = …`.")
  package static let selectSingle = Self("selectSingle", "(entity: any)", "Selects an entity, as the only one.")
  package static let unselectSingle = Self("unselectSingle", "()", "Clears a selection of one entity.")
  package static let selectMultiple = Self("selectMultiple", "(entity: any)", "Adds an entity to the selection.")
  package static let unselectMultiple = Self(
    "unselectMultiple", "(entity?: any)", "Removes an entity from the selection; without one, all.")
  package static let rowFor = Self(
    "rowFor", "(entity: any): okit.RowValues?",
    "Returns the values that differ in the row of an entity.", returns: .rowFields)
  package static let setSelectionData = Self("setSelectionData", "()", "Runs after a selection was written.")
  package static let refreshState = Self(
    "refreshState", "()", "Closes the selection as `autoClose` says, or calls `update`.")
  package static let onClearTap = Self("onClearTap", "()", "Handles a tap on the Clear button.")
}
