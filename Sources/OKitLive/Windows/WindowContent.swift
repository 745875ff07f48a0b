/// A window of an application, as renderers need it.
package protocol WindowContent: AnyObject {
  /// What the window shows now.
  ///
  /// - Throws: `window.closed`, `application.closed`.
  var screen: LiveScreen { get throws }

  /// Performs an action as one turn.
  ///
  /// - Parameters:
  ///   - action: A `LiveAction` as JSON data, which a covered window does not read.
  ///   - instance: The instance of the screen that the action is meant for; nil for any.
  /// - Throws: Why it was not performed, such as `app.covered` or `action.stale`, or what it failed with.
  func perform(_ action: JSONValue, instance: Int?) throws

  /// Shows these rows of a long list.
  func scroll(to rows: Range<Int>) throws

  /// Shows the columns of a wide grid from this one on.
  func scroll(toColumn first: Int) throws

  /// Closes the screens of the window.
  func close() throws
}
