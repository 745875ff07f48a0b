/// What a full-screen session needs of its application.
package protocol TerminalClient: AnyObject {
  /// What the window shows now.
  var screen: LiveScreen { get throws }

  /// Performs a `LiveAction`, as JSON data, as one turn.
  ///
  /// - Parameter instance: The instance of the screen that the action is meant for; nil for any.
  /// - Returns: Why it was not performed, or what it has failed with.
  func perform(_ action: JSONValue, instance: Int?) -> Diagnostic?

  /// Shows these rows of a long list.
  func scroll(to rows: Range<Int>)

  /// Shows the columns of a wide grid from this one on.
  func scroll(toColumn first: Int)

  /// Runs a command of a session.
  func run(_ command: String) -> TerminalCommandResult

  /// Completes a command: where the completed word begins, and what it may be.
  func completion(of text: String) -> (start: Int, candidates: [String])
}

/// What a command of a session has led to.
package struct TerminalCommandResult: Sendable {
  /// The lines that it has printed.
  package var lines: [String]
  package var hasFailed: Bool
  /// Whether the session ends.
  package var isEnd: Bool

  package init(lines: [String] = [], hasFailed: Bool = false, isEnd: Bool = false) {
    (self.lines, self.hasFailed, self.isEnd) = (lines, hasFailed, isEnd)
  }
}
