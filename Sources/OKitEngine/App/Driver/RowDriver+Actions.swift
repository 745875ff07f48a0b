/// The actions of a person on a row.
extension RowDriver {
  package static let actions: [DriverAction<RowDriver>] = [
    .init("tap", "Taps the row.", .init("row", "X", "taps a row, by its text or number", example: "row 2")) {
      try $0.tap()
    },
    .init(
      "more", "action?: okit.Locator",
      "Opens the More... sheet and taps an action; without an action, only opens it.",
      .init(
        "more", "X > Action", "swipes a row and chooses an action from its More... sheet", example: "more Dune > Seen"
      ) { driver, row, _ in row.map(driver.moreNames) ?? [] }, .optionalLocator { try $0.more($1) }),
    .init(
      "quick", "Swipes the row and runs its quick action.",
      .init("quick", "X", "swipes a row from the left and runs its quick action", example: "quick Dune")
    ) { try $0.quick() },
    .init(
      "delete", "Swipes the row and deletes it.",
      .init("delete", "X", "swipes a row and deletes it", example: "delete Dune")
    ) { try $0.delete() },
    .init(
      "accessory", "Taps the accessory.",
      .init("accessory", "X", "taps the accessory or the button of a row", example: "accessory Dune", takesCells: true)
    ) { try $0.accessory() },
    .init(
      "move", "place: okit.Locator 'a place in the section, or the row that is there'",
      "Moves the row to a position in its section, or to the position of another row.",
      .init(
        "move", "X > before Y", "drags a row before or after another one", example: "move Dune > after Emma"
      ) { driver, _, beginning in driver.placeNames(beginning) }, .place { try $0.move($1) }),
    .init("select", "Selects the row in edit mode.") { try $0.select() },
    .init("deselect", "Deselects the row in edit mode.") { try $0.deselect() },
    .init(
      "swipe", "edge: okit.Edge", "Swipes the row fully, which runs the first action of that edge.", nil,
      .edge { try $0.swipe($1) }),
  ]

  package func tap() throws { try perform("tap \(thing) \"\(name)\"") { .tapRow($0) } }

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
        try driver.runtime.perform(.answer(sheet.id, cancel), in: driver.window)
      }
      throw error
    }
  }

  /// The place to which a row is dragged.
  package enum Place: Sendable, Hashable {
    /// Within its section, from 1.
    case number(Int)
    case beside(Side, Locator)
  }

  package enum Side: String, CaseIterable, Sendable { case before, after }

  /// Drags the row to a place within its section.
  package func move(_ place: Place) throws {
    switch place {
    case .number(let number):
      guard number > 0 else { throw Diagnostic("locator.form", "positions count from 1, got \(number)") }
      try move(number - 1, "move \"\(name)\" to \(number)")
    case .beside(let side, let other): try move(side, other)
    }
  }

  private func move(_ side: Side, _ other: Locator) throws {
    let screen = driver.screen
    guard let own = driver.path(of: id, on: screen) else { throw gone(from: screen) }
    let found = try driver.find(row: other, on: screen)
    guard let target = driver.path(of: found.row.id, on: screen), own.section == target.section else {
      throw Diagnostic(
        "action.impossible", "\"\(name)\" and \(other) are in different sections", notes: [.screen(of: screen)])
    }
    guard found.row.id != id else {
      throw Diagnostic("action.impossible", "\"\(name)\" cannot be moved \(side.rawValue) itself")
    }
    let place = (own.row < target.row ? target.row - 1 : target.row) + (side == .after ? 1 : 0)
    try move(place, "move \"\(name)\" \(side.rawValue) \(other)")
  }

  private func move(_ place: Int, _ text: String) throws { try driver.perform(.move(.id(id), to: place), text) }

  func perform(_ text: String, _ action: (ScreenAction.RowTarget) -> ScreenAction) throws {
    try driver.perform(action(.id(id)), text, window: try placed().window)
  }
}
