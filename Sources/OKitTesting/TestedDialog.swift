public import OKitEngine
public import Testing

/// The alert or the sheet that is open.
public struct TestedDialog {
  let application: TestedApplication
  let isAlert: Bool

  /// Its title; nil without one, and while it is not open.
  public var title: String? { isAlert ? application.screen.alert?.title : application.screen.sheet?.title }
  /// Its message; nil without one, and while it is not open.
  public var message: String? { isAlert ? application.screen.alert?.message : application.screen.sheet?.message }
  /// The titles of its actions; none while it is not open.
  public var actions: [String] {
    ((isAlert ? application.screen.alert?.actions : application.screen.sheet?.actions) ?? []).map(\.title)
  }

  /// Taps an action.
  public func tap(_ what: Locator, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try application.perform(sourceLocation) {
      if isAlert { try $0.driver.tapAlert(what) } else { try $0.driver.tapSheet(what) }
    }
  }

  /// Types a text into a field of the alert.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - field: Its name or its number; nil for the only one.
  ///   - sourceLocation: The line of an issue.
  public func type(
    _ text: String, field: AppDriver.AlertField? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try application.perform(sourceLocation) { try $0.driver.typeInAlert(text, field: field) }
  }
}
