/// Cells of a grid, by row and column.
extension AppDriver {
  /// The cell in a row and a column, each by its text or number from 1. A row without a text is named by the text
  /// of its first cell.
  ///
  /// - Throws: `locator.kind` if the screen is not a grid, `locator.none` with the nearest name, `locator.ambiguous`.
  package func cell(row: Locator, column: Locator) throws -> CellDriver {
    let screen = screen
    try checkUncovered(screen)
    guard let grid = top as? GridController, screen.kind == .grid else {
      throw Diagnostic(
        "locator.kind", "\"\(screen.name)\" has no columns", hint: "only grids have; name the cell by its text or path",
        notes: [.screen(of: screen)])
    }
    let found = try self.column(column, of: grid, screen)
    let placed = try find(row: row, on: screen)
    guard case .entity(let element) = placed.row.id else {
      throw Diagnostic("locator.none", "\(row) is not a row of \"\(screen.name)\"", notes: [.screen(of: screen)])
    }
    let rowName = placed.row.text ?? String(placed.position + 1)
    return CellDriver(
      target: RowDriver(
        .gridCell(element, column: found.key), name: "\(rowName), \(found.title)", driver: self))
  }

  private func column(_ locator: Locator, of grid: GridController, _ screen: Screen) throws -> ColumnSource {
    let columns = grid.columns
    if let number = locator.onlyIndex ?? locator.rowNumber, columns.indices.contains(number - 1) {
      return columns[number - 1]
    }
    var matches = TextMatches<ColumnSource>(locator.text)
    for column in columns { matches.add(column, named: column.title) }
    let fitting = locator.onlyIndex == nil ? matches.best : columns
    var failure = LocatorFailure(locator, "column", screen)
    failure.hintForSeveral = "use the number of the column, from 1"
    return try failure.one(of: fitting, all: columns.map(\.title)) {
      "column \($0.index + 1) \(PrintableText.quoted($0.title))"
    }
  }
}

extension GridController {
  /// Scrolls to the column of a cell, so that the screen holds it.
  func reveal(cell id: RowID) {
    guard case .gridCell(_, let key) = id, let column = columns.first(where: { $0.key == key }) else { return }
    reveal(column: column.index)
  }
}
