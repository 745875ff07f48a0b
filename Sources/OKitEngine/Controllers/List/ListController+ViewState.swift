/// A person's choices on a list, in a form that outlives it.
extension ListController {
  var listState: ViewState {
    ViewState(
      isEditing: isEditingChosen, searchText: searchText, scope: scope, scrolledRows: scrolledRows,
      selected: selected.flatMap(store.id(of:)),
      marked: Set(marked.compactMap(store.id(of:))))
  }

  func restore(_ state: ViewState) {
    setEditing(state.isEditing)
    (searchText, scope) = (state.searchText, state.scope)
    scrolledRows = state.scrolledRows
    guard state.selected != nil || !state.marked.isEmpty else { return }
    // Making the content forgets what was selected on the one before.
    _ = content
    selected = state.selected.flatMap { store.find($0) }
    marked = Set(state.marked.compactMap { store.find($0) })
  }
}
