/// Is told of the actions that drive an application, such as the recorder of a trace.
package protocol DriverObserver: AnyObject {
  /// Called before an action runs.
  func willPerform(_ action: DriverObservation, of driver: AppDriver)
}

/// An action that is about to run.
package enum DriverObservation {
  /// - Parameter window: The rows of a long list that have the element.
  case action(Action, window: Range<Int>?)
  /// A function of the application object, such as `advance`.
  case call(String, [JSONValue])
}

/// Lines of actions under the names of their steps.
enum StepLines {
  static func grouped(_ actions: [(steps: [String], text: String)]) -> [String] {
    var (lines, last) = ([String](), [String]())
    for (steps, text) in actions {
      let common = zip(last, steps).prefix { $0 == $1 }.count
      for (depth, name) in steps.enumerated().dropFirst(common) {
        lines.append(indentation(depth) + "step \(PrintableText.quoted(name))")
      }
      lines.append(indentation(steps.count) + text)
      last = steps
    }
    return lines
  }

  private static func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}
