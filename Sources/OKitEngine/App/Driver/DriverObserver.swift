/// Is told of the actions that drive an application, such as the recorder of a trace.
package protocol DriverObserver: AnyObject {
  /// Called before an action runs.
  ///
  /// - Parameter text: The action in words.
  func willPerform(_ action: DriverObservation, _ text: String, of driver: AppDriver)
}

/// Is also told of the functions of an application object that run, and of the steps of a test.
package protocol SessionObserver: DriverObserver {
  /// Called before a function of an application object runs, and before a command of a session.
  func enter()

  /// Called after it.
  ///
  /// - Parameters:
  ///   - error: What it has thrown.
  ///   - call: The function, for an error before any action has run.
  func leave(
    _ error: (any Error)?, _ driver: AppDriver, _ call: () -> (name: String, arguments: [JSONValue], line: String))

  /// Called at the beginning of a step of a test, with the line that begins it.
  func beginStep(_ name: String, _ place: Diagnostic.Place?)

  /// Called at the end of the step that has begun last.
  func endStep()

  /// Called before the process of an application ends.
  func processWillEnd(of driver: AppDriver)

  /// Called when an application has its next process.
  func processDidStart(of driver: AppDriver)
}

/// An action that is about to run.
package enum DriverObservation {
  /// - Parameter window: The rows of a long list that have the element.
  case action(ScreenAction, window: Range<Int>?)
  /// A function of the application object, such as `advance`.
  case call(String, [JSONValue])
}
