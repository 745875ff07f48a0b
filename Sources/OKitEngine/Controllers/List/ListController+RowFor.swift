/// The functions `rowFor` and `configure`, in which a script replaces fields of rows.
extension ListController {
  /// Lets a script replace fields of a row. A value that a field cannot have is reported and changes nothing.
  func override(_ row: inout Screen.Row, _ listRow: ListRow) {
    let entity = Value.entity(listRow.entity)
    if let fields = listRow.functions.value(.rowFor, [entity]) {
      RowFields(fields).apply(to: &row, evaluator) { listRow.functions.refuse(.rowFor, $0, hint: $1) }
    }
    guard overrides(.configure) else { return }
    let cell = listRow.cell
    let fields = listRow.functions.value(.configure, [.handle(cell.handle), entity]) { [weak cell] run in
      cell?.collectingFields(run) ?? nil
    }
    guard let fields else { return }
    RowFields(fields).apply(to: &row, evaluator) { listRow.functions.refuse(.configure, $0, hint: $1) }
  }

  /// The fields that `rowFor` can replace, as the list itself makes them.
  func fields(of entity: EntityID) -> Value {
    guard let row = row(showing: entity).row(mode, isSelected: false) else { return .null }
    return .map(RowFields.values(of: row).filter { !$0.value.isNull })
  }
}
