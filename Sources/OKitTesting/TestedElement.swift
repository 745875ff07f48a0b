internal import OKitEngine
public import Testing

/// An element that a test has found by its role, label or identifier.
public struct TestedElement {
  let application: TestedApplication
  let driver: ElementDriver

  /// What assistive technologies call the element now.
  public func label(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try application.perform(sourceLocation) { _ in try driver.element().accessibility.label }
  }

  /// Taps the element. A tap on a switch changes it; one on any other control taps its row.
  public func tap(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.tap() }
  }

  /// Types a text: into a control, a field of a dialog, or the search field.
  public func type(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) { _ in try driver.type(text) }
  }
}
