public import OKitEngine
public import Testing

/// A cell that a test has found, to change its value. Only what is enabled can be changed.
public struct TestedCell {
  let application: TestedApplication
  let driver: CellDriver

  /// The row of the cell as it is now, with its control.
  public func shown(sourceLocation: SourceLocation = #_sourceLocation) throws -> Screen.Row {
    try application.perform(sourceLocation) { _ in try driver.row() }
  }

  /// The message about the value of the control; nil for a valid one.
  public func error(sourceLocation: SourceLocation = #_sourceLocation) throws -> String? {
    try application.perform(sourceLocation) { _ in try driver.error() }
  }

  /// Taps the row of the cell.
  public func tap(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.target.tap() }
  }

  /// Taps the accessory of the cell.
  public func accessory(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.target.accessory() }
  }

  /// Replaces the text.
  public func type(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.type(text) }
  }

  /// Clears the text.
  public func clear(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.clear() }
  }

  /// Sets the value of a switch, slider, stepper, date or text field, or selects an option by title or by index from 0.
  public func set(_ value: some ValueConvertible, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.set(value.toValue()) }
  }

  /// Selects an option, by title or by number from 1.
  public func choose(_ option: Locator, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.choose(option) }
  }

  /// Moves the slider.
  public func slide(_ number: Double, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.slide(number) }
  }

  /// Taps the stepper; a negative count steps down.
  public func step(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.step(count) }
  }

  /// Selects a date, a day, or a date as a person types it.
  public func pick(_ date: some ValueConvertible, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.pick(date.toValue()) }
  }
}
