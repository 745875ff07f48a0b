/// A row that a person has found. It stays the same row wherever it moves to, as long as its screen shows it.
package struct RowDriver {
  let driver: AppDriver
  package let id: RowID
  /// The description of the row when it was found.
  package let name: String
  private let controller: RuntimeHandle?
  private let controllerName: String

  init(_ row: PlacedRow, name: String, driver: AppDriver) { self.init(row.row.id, name: name, driver: driver) }

  init(_ id: RowID, name: String, driver: AppDriver) {
    (self.driver, self.name, self.id) = (driver, name, id)
    controller = driver.top?.handle
    controllerName = driver.top?.name ?? ""
  }

  /// The row as it is now. O(rows of the screen).
  ///
  /// - Throws: `row.gone` when the row is no longer on the screen.
  package func row() throws -> Screen.Row { try placed().row }

  /// The screen with the row as it is now, of a long list the part in which it is.
  ///
  /// - Throws: `row.gone`.
  package func shownScreen() throws -> Screen {
    let window = try placed().window
    return window == nil ? driver.screen : driver.wholeScreen(window).topmost
  }

  /// The row as it is now, and the part of a long list in which it is found; nil for a row on the screen.
  func placed() throws -> (row: Screen.Row, window: Range<Int>?) {
    let screen = driver.screen
    guard driver.top?.handle == controller else {
      throw Diagnostic(
        "row.gone", "the \(thing) \"\(name)\" is on \"\(controllerName)\", but the screen is \"\(screen.name)\"",
        notes: [.screen(of: screen)])
    }
    if let row = screen.row(id) { return (row, nil) }
    (driver.top as? GridController)?.reveal(cell: id)
    if let position = driver.top?.position(of: id), case let window = position..<position + 1,
      let row = driver.wholeScreen(window).topmost.row(id)
    {
      return (row, window)
    }
    throw gone(from: screen)
  }

  var thing: String { id.isGridCell ? "cell" : "row" }

  func gone(from screen: Screen) -> Diagnostic {
    Diagnostic("row.gone", "the \(thing) \"\(name)\" is no longer on \"\(screen.name)\"", notes: [.screen(of: screen)])
  }
}

extension AppDriver {
  /// The row that is meant. - Throws: `locator.none`, `locator.ambiguous`.
  package func row(_ locator: Locator) throws -> RowDriver {
    let row = try explaining(locator) { try find(row: locator, on: screen) }
    return RowDriver(row, name: row.row.text ?? locator.description, driver: self)
  }

  func find(row locator: Locator, on screen: Screen) throws -> PlacedRow {
    if let kind = locator.kind, kind != .row {
      throw Diagnostic("locator.kind", "expected a locator for a row, got one for a \(kind.rawValue)")
    }
    if let number = locator.onlyIndex, let row = row(number: number, on: screen) { return row }
    return try LocatorFailure(locator, "row", screen, hint: self.hint(ofButton: locator, on: screen)).one(
      of: rows(fitting: locator, on: screen),
      all: screen.sections.flatMap(\.rows).compactMap(\.text) + rowTexts(like: locator, on: screen),
      describe: \.description)
  }

  /// Says that what was sought as a row is a button; nil if it is not.
  private func hint(ofButton locator: Locator, on screen: Screen) -> String? {
    let matches = TextMatches<Void>(locator.text ?? "")
    return names(.button, on: screen).contains(where: matches.fits) ? "it is a button: tap it" : nil
  }
}
