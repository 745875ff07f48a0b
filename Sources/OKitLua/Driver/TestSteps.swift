/// The steps of a test: groups of actions with names (`app:step`). The applications of a test share them.
package final class TestSteps {
  /// The names of those that run, outermost first.
  package private(set) var running: [String] = []
  /// The names of all that have begun, each with those around it.
  package private(set) var all: [[String]] = []
  /// Those in which the last error was raised, until they are taken.
  private var failed: [String] = []

  package init() {}

  package func reset() { (running, all, failed) = ([], [], []) }

  package func begin(_ name: String) {
    running.append(name)
    all.append(running)
    failed = []
  }

  package func end(hasFailed: Bool) {
    // The innermost step ends first.
    if hasFailed, failed.isEmpty { failed = running }
    _ = running.popLast()
  }

  /// Returns the names of the steps in which a failure happened that is reported now.
  package func takeFailed() -> [String] {
    defer { failed = [] }
    return running.isEmpty ? failed : running
  }
}
