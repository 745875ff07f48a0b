/// A person's choices on a list, in a form that outlives it.
extension ListController {
  func addChoices(to state: inout ViewState) {
    (state.searchText, state.scope, state.addField) = (searchText, chosenScope, addField)
    if let selected, let element = store.address(of: selected.element), let entity = store.address(of: selected.entity)
    {
      state.selectedRow = ViewState.Row(element: element, entity: entity)
    }
    state.markedRows = Set(marked.compactMap(store.address))
  }

  func restoreChoices(_ state: ViewState) {
    (searchText, chosenScope, addField) = (state.searchText, state.scope, state.addField)
    scrolledRows = state.scrolledRows
    guard state.selectedRow != nil || !state.markedRows.isEmpty else { return }
    // Making the content forgets what was selected on the one before.
    _ = content
    if let row = state.selectedRow, let element = store.entity(at: row.element),
      let entity = store.entity(at: row.entity)
    {
      selected = SelectedRow(element: element, entity: entity)
    }
    marked = Set(state.markedRows.compactMap(store.entity))
  }
}
