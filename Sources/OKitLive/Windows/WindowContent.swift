/// A window of an application, as renderers need it.
package protocol WindowContent: AnyObject {
  /// What the window shows now.
  var screen: LiveScreen { get }

  /// The instance of the controller that gets the actions; nil while a cover hides everything.
  var instance: Int? { get }

  /// Performs an action as one turn.
  ///
  /// - Throws: Why it was not performed, or what it failed with.
  func perform(_ action: LiveAction) throws

  /// Shows these rows of a long list.
  func scroll(to rows: Range<Int>)

  /// Closes the screens of the window.
  func close()
}
