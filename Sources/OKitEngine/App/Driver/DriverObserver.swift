/// Is told of the actions that drive an application, such as the recorder of a trace.
package protocol DriverObserver: AnyObject {
  /// Called before an action runs.
  ///
  /// - Parameter text: The action in words.
  func willPerform(_ action: DriverObservation, _ text: String, of driver: AppDriver)
}

/// An action that is about to run.
package enum DriverObservation {
  /// - Parameter window: The rows of a long list that have the element.
  case action(ScreenAction, window: Range<Int>?)
  /// A function of the application object, such as `advance`.
  case call(String, [JSONValue])
}
