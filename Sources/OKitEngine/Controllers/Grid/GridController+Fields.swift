/// The fields of a grid: a cell gets a number when it is edited for the first time.
extension GridController: FieldController {
  var isRowEditing: Bool { isEditing }

  func isEditing(_ cell: Cell) -> Bool { found(cell.id)?.row.isEditing(mode) ?? false }

  func number(of id: RowID) -> Int? { registered[id] }

  func place(of number: Int) -> DetailController.Place? {
    guard let cell = registered[number].flatMap(found)?.cell else { return nil }
    return place(of: cell, number)
  }

  private func place(of cell: Cell, _ number: Int) -> DetailController.Place {
    DetailController.Place(cell: cell, number: number, section: Self.section([cell]))
  }

  private static func section(_ cells: [Cell]) -> DetailSection {
    DetailSection(index: 0, values: PropertyValues(SectionDefinition.fields), firstCell: 0, cells: cells)
  }

  func position(ofCell number: Int) -> (row: Int, column: Int)? {
    guard case .gridCell(let element, let key)? = registered[number],
      let row = content.location(of: element)?.position, let column = columns.firstIndex(where: { $0.key == key })
    else { return nil }
    return (row, column)
  }

  /// Along the row, then on to the next ones, of which as many are looked at as a screen of a list holds. Only cells of
  /// the kind get a number.
  func cellNumber(
    _ number: Int?, plus step: Int, of isCandidate: (Component) -> Bool,
    where isWanted: (DetailController.Place) -> Bool
  ) -> Int? {
    var columns = columns.filter { isCandidate($0.cell) }
    if step < 0 { columns.reverse() }
    var (row, passed) = (step < 0 ? content.count - 1 : scrolledRows?.lowerBound ?? 0, Int?.none)
    if let number {
      guard let position = position(ofCell: number) else { return nil }
      (row, passed) = (position.row, position.column)
    }
    for _ in 0...Self.windowSize {
      guard !columns.isEmpty, row >= 0, let element = content.element(at: row) else { return nil }
      for column in columns where passed.map({ step < 0 ? column.index < $0 : column.index > $0 }) ?? true {
        if store.isBudgetExhausted() { return nil }
        let id = RowID.gridCell(element, column: column.key)
        if let cell = found(id)?.cell, isWanted(place(of: cell, 0)) { return registered.number(of: id) }
      }
      (row, passed) = (row + step, nil)
    }
    return nil
  }

  func isSelected(_ place: DetailController.Place) -> Bool { selectedCell == place.cell.id }

  func isShown(_ section: DetailSection) -> Bool { true }

  var fieldSections: [DetailSection] { [Self.section(fields?.changedCells ?? [])] }

  var validatedEntity: EntityID? { nil }

  var closesOnEnd: Bool { false }

  func face(of key: Keyboard.Key) -> (title: String, image: String?) { (localized(key.standardTitle), nil) }
}
