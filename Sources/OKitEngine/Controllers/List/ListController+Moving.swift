/// Moving rows in edit mode.
extension ListController {
  /// The reason why rows cannot be moved now; nil when they can.
  var reorderObstacle: String? {
    if !properties[Self.listKeys.reorder] { return "\(name) does not let its rows be moved" }
    if properties.has(Self.listKeys.group) { return "rows of a grouped list cannot be moved" }
    // An empty sort key does not sort.
    if properties.given(Self.listKeys.rowSort)?.isEmptyText == false || overrides(.sortData) {
      return "\(name) is sorted; its rows cannot be moved"
    }
    if content.isSearched { return "rows cannot be moved while the list is filtered" }
    return nil
  }

  /// - Parameter place: Among the rows of the list's only section, also those outside of a screen's window.
  func move(_ row: ListRow, to place: Int) throws {
    if let reorderObstacle { throw impossible(reorderObstacle) }
    guard isEditing else { throw row.cell.impossible("can only be moved in edit mode", hint: editHint) }
    guard row.isMovable(mode) else { throw row.cell.impossible("cannot be moved") }
    let shown = canHideRows ? shownRows : nil
    let count = shown?.count ?? content.count
    guard (0..<count).contains(place), let other = shown?[place] ?? content.element(at: place).map(row(ofElement:))
    else {
      throw row.cell.impossible("cannot be moved to place \(place); its section has \(count) rows")
    }
    guard case .collection(let collection) = dataValue, !store.isMap(collection),
      let from = store.index(of: .entity(row.entity), in: collection),
      let to = store.index(of: .entity(other.entity), in: collection)
    else { throw impossible("\(name): dataPath holds no list whose order could be changed") }
    try store.transaction { try store.move(collection, from: from, to: to) }
    try runFunction(.setData)
  }

  /// Whether a row can be hidden by its cell.
  var cellsCanHide: Bool {
    let (values, keys) = (cellComponent.values, Cell.keys)
    let shows = [keys.showDisplay, keys.showEdit].map { values[$0] }
    let heights = [keys.heightDisplay, keys.heightEdit, keys.heightSelect].map { values[$0] }
    return overrides(.heightForCell) || values[keys.hiddenPath].map { $0.constant?.flag != false } ?? false
      || shows.contains { $0 != nil && $0?.constant?.flag != true }
      || heights.contains { $0 != nil && ($0?.constant?.double ?? 0) == 0 }
  }

  /// The rows that are not hidden. O(rows).
  private var shownRows: [ListRow] {
    let mode = mode
    return content.parts(0..<content.count).flatMap(\.elements).map(row(ofElement:)).filter {
      shownRow($0, mode) != nil
    }
  }
}
