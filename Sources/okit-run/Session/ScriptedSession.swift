import OKitEngine

/// Runs commands without a terminal, up to the first failure.
struct ScriptedSession {
  private let runner: CommandRunner

  init(_ runner: CommandRunner) { self.runner = runner }

  /// Executes the commands of a source, then stores the state. Without commands, prints the screen.
  ///
  /// - Returns: whether all succeeded.
  func run(_ source: some CommandSource) -> Bool {
    var source = source
    let hasRun = attempt(at: nil) {
      var isEmpty = true
      while ShutdownSignal.number == nil, let (line, place) = try source.next() {
        var isLast = false
        let went = attempt(at: place) {
          guard let command = try CommandParser.parse(line) else { return }
          isEmpty = false
          _ = runner.reloadIfChanged()
          try runner.runDueTimers()
          if runner.hasEnded {
            isLast = true
            return
          }
          if case .quit = try runner.execute(command) { isLast = true }
        }
        if isLast { return }
        guard went else { throw CommandFailure.failed() }
      }
      guard ShutdownSignal.number == nil else { return }
      // Mistakes of the last screen are reported, also if no command shows it.
      if isEmpty { try runner.showScreen() } else { _ = runner.screen }
    }
    // Keep the changes made before a failure, as when a user quits in the middle.
    return finish() && hasRun
  }

  /// Stores the state.
  ///
  /// - Returns: whether it succeeded.
  func finish() -> Bool { attempt(at: nil) { try runner.finish() } }

  private func attempt(at place: Diagnostic.Place?, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch let failure as Diagnostic {
      let diagnostic = runner.fitting(failure)
      let other = diagnostic.place != nil ? place : nil
      runner.output.report(other.map { diagnostic.appending(.command($0)) } ?? diagnostic.at(place))
    } catch let failure as CommandFailure {
      if let diagnostic = failure.diagnostic { runner.output.report(diagnostic) }
    } catch {
      runner.output.report(Diagnostic("command.failed", "\(error)").at(place))
    }
    return false
  }
}

/// A source of commands.
protocol CommandSource {
  /// Returns the text of the next command and its place; nil at the end.
  mutating func next() throws -> (line: String, place: Diagnostic.Place)?
}

/// The commands of `--exec`, separated by `;` and line ends; a place counts commands.
struct StatementSource: CommandSource {
  private var statements: ArraySlice<String>
  private var number = 0

  init(_ text: String) { statements = CommandParser.statements(in: text)[...] }

  mutating func next() -> (line: String, place: Diagnostic.Place)? {
    guard let statement = statements.popFirst() else { return nil }
    number += 1
    return (statement, Diagnostic.Place(file: "--exec", line: number))
  }
}
