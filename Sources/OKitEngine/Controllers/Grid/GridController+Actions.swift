/// The actions of a person on the cells and the titles of a grid.
extension GridController {
  func sort(by index: Int) throws {
    guard columns.indices.contains(index) else {
      throw impossible("\(name) has \(columns.count) columns, and none with the index \(index)")
    }
    let column = columns[index]
    guard column.sort != nil else {
      throw impossible(
        "the column \(PrintableText.quoted(column.title)) of \(name) cannot be sorted", hint: "give it \"sort\"")
    }
    guard try endsEditing() else { return }
    let isSame = sorting?.column == column.key
    sorting = Sorting(column: column.key, isAscending: isSame ? sorting?.isAscending != true : true)
    reorderContent()
    store.graph.noteChange()
  }

  /// Ends the editing of a field. - Returns: False if a function of it has left the screen.
  func endsEditing() throws -> Bool {
    let wasOpen = services.isOpen(self)
    try fields?.endEditing()
    return services.isOpen(self) || !wasOpen
  }

  private func shownCell(_ id: RowID) throws -> (cell: Cell, row: ListRow) {
    guard let found = found(id) else { throw impossible("\(name) does not show that cell") }
    return found
  }

  func edit(_ id: RowID, _ edit: ScreenAction.Edit) throws {
    let before = try shownCell(id)
    if before.row.isEditing(mode) { try editor.begin(registered.number(of: id)) }
    // The function of the field that was edited before has removed the row.
    guard let (cell, row) = found(id) else { return }
    try cell.edit(edit, editing: row.isEditing(mode), isSelected: selectedCell == id)
  }

  func tap(_ id: RowID) throws {
    try shownCell(id).cell.checkEnabled()
    let wasOpen = services.isOpen(self)
    if let place = place(of: registered.number(of: id)) { try fields?.tap(place) }
    guard services.isOpen(self) || !wasOpen, let (cell, row) = found(id) else { return }
    if cell.hasSegue, cell.context == nil { throw cell.impossible("has no target: its context gives no entity") }
    try perform(submitting: cell.properties[Cell.keys.submit]) { [self] in
      tappedCell = id
      try runOnRow(.onRowTap, row)
    }
  }

  func tapAccessory(_ id: RowID) throws {
    _ = try shownCell(id)
    guard try endsEditing(), let (cell, row) = found(id) else { return }
    let editing = row.isEditing(mode)
    guard cell.button(editing: editing) != nil || cell.accessory(editing: editing) != .none else {
      throw cell.impossible("has no accessory")
    }
    try cell.checkAccessory(editing: editing)
    if try cell.tapOwnButton(editing: editing) { return }
    tappedCell = id
    try runOnRow(cell.button(editing: editing) == nil ? .onAccessoryTap : .didTapAccessoryButton, row)
  }

  /// The tapped cell of a row if a tap runs its own action, and not that of the row.
  func tappedCell(of row: ListRow) -> Cell? {
    guard let tappedCell, case .gridCell(row.element, _) = tappedCell, let cell = found(tappedCell)?.cell else {
      return nil
    }
    let editing = row.isEditing(mode)
    return cell.tapAction(editing: editing) != nil || cell.hasSegue || editing && cell is EditCell ? cell : nil
  }
}
