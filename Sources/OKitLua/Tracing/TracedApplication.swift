/// An application whose actions a trace records.
package final class TracedApplication {
  let driver: AppDriver
  let script: String
  /// Those of `okit.launch`, or of the command.
  let options: JSONValue
  /// The files of the application.
  package var files: () -> Set<String> = { [] }
  package var isRunning: () -> Bool = { true }
  /// The functions that led to the action, innermost first.
  package var stack: () -> [Diagnostic.Note] = { [] }
  /// The requests of the process so far, with their answers.
  package var requests: [JSONValue] = []

  // MARK: The state of the recorder

  /// The position among the applications that were added.
  var order = 0
  /// The number of the process in the trace that is written; 0 before its launch is.
  var number = 0
  /// The last screens by the name of their controllers: later ones are patches of these.
  var screens: [String: (id: Int, screen: Screen)] = [:]
  /// The number of lines, problems and requests that the trace has.
  var counts = (log: 0, diagnostics: 0, requests: 0)

  package init(driver: AppDriver, script: String, options: JSONValue) {
    (self.driver, self.script, self.options) = (driver, script, options)
  }

  var runtime: AppRuntime { driver.runtime }

  /// The screen, as the session command `json` prints it; nil for an application that does not run, and inside a turn.
  var screen: Screen? { isRunning() && !runtime.turns.isInTurn ? driver.visibleScreen : nil }

  var clock: String { ISO8601.text(of: runtime.clock.now) ?? "" }

  /// Begins with what a new process, or a new trace, has.
  func reset() {
    (number, screens) = (0, [:])
    counts = (runtime.log.count, runtime.diagnostics.count, requests.count)
  }
}
