/// A person's choices on a grid, in a form that outlives it.
package struct GridState: Sendable, Hashable {
  /// A cell: the entity of its row, and the key of its column.
  struct Place: Sendable, Hashable {
    let row: EntityAddress
    let column: Int
  }

  /// The input of a field that is not written.
  struct Input: Sendable, Hashable {
    let place: Place
    /// What a person calls the field.
    let label: String
    let input: FieldInput
  }

  var sorting: GridController.Sorting?
  var scrolledColumns: Range<Int>?
  var focus, selected: Place?
  var inputs: [Input] = []
}

extension GridController {
  var gridState: GridState {
    GridState(
      sorting: sorting, scrolledColumns: scrolledColumns,
      focus: editor.active.flatMap { registered[$0].flatMap(statePlace) },
      selected: selectedCell.flatMap(statePlace),
      inputs: editor.inputs.compactMap { _, cell, input in
        statePlace(cell.id).map { GridState.Input(place: $0, label: cell.fieldLabel, input: input) }
      })
  }

  func restore(_ state: GridState) {
    let rows = scrolledRows
    (sorting, scrolledColumns) = (state.sorting, state.scrolledColumns)
    reorderContent()
    scrolledRows = rows
    selectedCell = state.selected.flatMap(cellID)
    var lost: [String] = []
    for restored in state.inputs {
      if let id = cellID(restored.place), let cell = editor.cell(registered.number(of: id)) {
        cell.setInput(restored.input)
      } else if restored.input.entered != nil {
        lost.append(restored.label)
      }
    }
    FieldEditor.reportLost(lost, in: name, place: definition.place, services)
    editor.activate(state.focus.flatMap(cellID).map { registered.number(of: $0) })
  }

  private func statePlace(_ id: RowID) -> GridState.Place? {
    guard case .gridCell(let element, let column) = id, let row = store.address(of: element) else { return nil }
    return GridState.Place(row: row, column: column)
  }

  private func cellID(_ place: GridState.Place) -> RowID? {
    let id = store.entity(at: place.row).map { RowID.gridCell($0, column: place.column) }
    return id.flatMap { found($0) == nil ? nil : $0 }
  }
}
