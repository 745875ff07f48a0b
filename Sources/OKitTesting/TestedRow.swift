public import OKitEngine
public import Testing

/// A row that a test has found. It stays the same row wherever it moves to, as long as its screen shows it.
public struct TestedRow {
  let application: TestedApplication
  let driver: RowDriver

  /// The row as it is now: its texts, its control, its actions.
  public func shown(sourceLocation: SourceLocation = #_sourceLocation) throws -> Screen.Row {
    try application.perform(sourceLocation) { _ in try driver.row() }
  }

  /// Taps the row.
  public func tap(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.tap() }
  }

  /// Taps the accessory, or the button in its place.
  public func accessory(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.accessory() }
  }

  /// Opens the More... sheet and taps an action; without an action, only opens it.
  public func more(_ action: Locator? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.more(action) }
  }

  /// Swipes the row and runs its quick action.
  public func quick(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.quick() }
  }

  /// Swipes the row and taps Delete, which opens the dialog that asks: `try app.alert.tap("Yes")` deletes it.
  public func delete(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.delete() }
  }

  /// Swipes the row fully, which runs the first action of that edge.
  public func swipe(_ edge: Action.Edge, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.swipe(edge) }
  }

  /// Selects the row in edit mode.
  public func select(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.select() }
  }

  /// Deselects the row in edit mode.
  public func deselect(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.deselect() }
  }

  /// Moves the row to a place in its section, from 1.
  public func move(to place: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.move(.number(place)) }
  }

  /// Moves the row to the place of another one.
  public func move(before other: Locator, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.move(.beside(.before, other)) }
  }
}
