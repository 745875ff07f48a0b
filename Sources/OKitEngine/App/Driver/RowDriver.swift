/// A row that a person has found. It stays the same row wherever it moves to, as long as its screen shows it.
package struct RowDriver {
  let driver: AppDriver
  package let id: RowID
  /// The description of the row when it was found.
  package let name: String
  private let controller: RuntimeHandle?
  private let controllerName: String

  init(_ row: PlacedRow, name: String, driver: AppDriver) {
    (self.driver, self.name) = (driver, name)
    id = row.row.id
    controller = driver.runtime.top?.handle
    controllerName = driver.runtime.top?.name ?? ""
  }

  /// The row as it is now. O(rows of the screen).
  ///
  /// - Throws: `row.gone` when the row is no longer on the screen.
  package func row() throws -> Screen.Row { try placed().row }

  /// The row as it is now, and the part of a long list in which it is found; nil for a row on the screen.
  func placed() throws -> (row: Screen.Row, window: Range<Int>?) {
    let screen = driver.screen
    guard driver.runtime.top?.handle == controller else {
      throw Diagnostic(
        "row.gone", "the row \"\(name)\" is on \"\(controllerName)\", but the screen is \"\(screen.name)\"",
        notes: [.screen(of: screen)])
    }
    if let path = screen.path(of: id), let row = screen[path] {
      return (row, nil)
    }
    if let position = driver.runtime.top?.position(of: id), case let window = position..<position + 1,
      let row = driver.runtime.screen(window: window).topmost.sections.first?.rows.first
    {
      return (row, window)
    }
    throw gone(from: screen)
  }

  private func gone(from screen: Screen) -> Diagnostic {
    Diagnostic("row.gone", "the row \"\(name)\" is no longer on \"\(screen.name)\"", notes: [.screen(of: screen)])
  }

  // MARK: Actions

  package func tap() throws { try perform("tap row \"\(name)\"") { .tapRow($0) } }

  /// Taps the accessory, or the button in its place.
  package func accessory() throws { try perform("accessory of \"\(name)\"") { .tapAccessory($0) } }

  package func quick() throws { try perform("quick \"\(name)\"") { .quick($0) } }

  package func delete() throws { try perform("delete \"\(name)\"") { .delete($0) } }

  package func swipe(_ edge: Action.Edge) throws {
    try perform("swipe \"\(name)\" \(edge.rawValue)") { .swipe($0, edge) }
  }

  /// Marks the row in a multiple selection.
  package func select() throws { try perform("select \"\(name)\"") { .select($0, true) } }
  package func deselect() throws { try perform("deselect \"\(name)\"") { .select($0, false) } }

  /// Opens the row's More... sheet and, when an action is given, taps it.
  ///
  /// - Throws: `locator.none` when the sheet has no such action; it is cancelled then, so that the step does nothing.
  package func more(_ action: Locator? = nil) throws {
    try perform("more \"\(name)\"" + (action.map { " > \($0)" } ?? "")) { .more($0) }
    guard let action else { return }
    let screen = driver.screen
    guard let sheet = screen.sheet else {
      throw Diagnostic(
        "action.impossible", "More... of \"\(name)\" opened no sheet with \(action)", notes: [.screen(of: screen)])
    }
    do { try driver.answer(action, "tap \(action) of the sheet", in: screen) } catch {
      if let cancel = sheet.actions.firstIndex(where: { $0.style == .cancel }) {
        try driver.runtime.perform(.answer(sheet.id, cancel))
      }
      throw error
    }
  }

  /// The names of the actions in the row's More... sheet; empty where it has none, and where a script shows it.
  package var moreNames: [String] { (driver.runtime.top as? ListController)?.moreNames(of: id) ?? [] }

  /// Drags the row to a place within its section, from 1.
  package func move(to place: Int) throws {
    guard place > 0 else { throw Diagnostic("locator.form", "positions count from 1, got \(place)") }
    try move(place - 1, "move \"\(name)\" to \(place)")
  }

  /// Drags the row before another one of its section.
  package func move(before other: Locator) throws { try move("before", other) }

  /// Drags the row after another one of its section.
  package func move(after other: Locator) throws { try move("after", other) }

  private func move(_ side: String, _ other: Locator) throws {
    let screen = driver.screen
    guard let own = driver.path(of: id, on: screen) else { throw gone(from: screen) }
    let found = try driver.find(row: other, on: screen)
    guard let target = driver.path(of: found.row.id, on: screen), own.section == target.section else {
      throw Diagnostic(
        "action.impossible", "\"\(name)\" and \(other) are in different sections", notes: [.screen(of: screen)])
    }
    guard found.row.id != id else {
      throw Diagnostic("action.impossible", "\"\(name)\" cannot be moved \(side) itself")
    }
    let place = (own.row < target.row ? target.row - 1 : target.row) + (side == "after" ? 1 : 0)
    try move(place, "move \"\(name)\" \(side) \(other)")
  }

  private func move(_ place: Int, _ text: String) throws { try driver.perform(.move(.id(id), to: place), text) }

  func perform(_ text: String, _ action: (Action.RowTarget) -> Action) throws {
    try driver.perform(action(.id(id)), text, window: try placed().window)
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
    let fitting = rows(fitting: locator, on: screen)
    let matches = TextMatches<Void>(locator.text ?? "")
    let isButton = names(.button, on: screen).contains(where: matches.fits)
    return try LocatorFailure(locator, "row", screen, hint: isButton ? "it is a button: tap it" : nil).one(
      of: fitting, all: screen.sections.flatMap(\.rows).compactMap(\.text) + rowTexts(like: locator, on: screen),
      describe: \.description)
  }
}
