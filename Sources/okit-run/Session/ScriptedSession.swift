/// Runs commands without a terminal, up to the first one that is refused.
struct ScriptedSession {
  private let runner: CommandRunner
  /// Whether a refused command ends nothing.
  private let keepsGoing: Bool
  /// Whether the session stores nothing anyway.
  private let storesNothing: Bool

  init(_ runner: CommandRunner, keepsGoing: Bool, storesNothing: Bool) {
    (self.runner, self.keepsGoing, self.storesNothing) = (runner, keepsGoing, storesNothing)
  }

  private enum Step { case done, refused, failed, last }

  /// Executes the commands of a source, then stores the state. Without commands, prints the screen.
  ///
  /// After a refused command, the others do not run and the state is not stored, unless the session keeps going. A
  /// failed function of the script, also one that the command itself has called, refuses no command.
  ///
  /// - Returns: whether all succeeded.
  func run(_ source: some CommandSource) -> Bool {
    var source = source
    var (isEmpty, hasFailed, isLast) = (true, false, false)
    let pending = Set(runner.runtime.registry.pending)
    while !isLast, ShutdownSignal.number == nil {
      var next: (line: String, place: Diagnostic.Place)?
      guard attempt(at: nil, { next = try source.next() }) == .done else {
        // Where nothing more can be read, no commands follow.
        guard keepsGoing, source.hasMore else { return finishRefused(pending) }
        hasFailed = true
        continue
      }
      guard let (line, place) = next else { break }
      switch perform(line, at: place, &isEmpty) {
      case .done: break
      case .last: isLast = true
      case .failed: hasFailed = true
      case .refused:
        // A signal ends the session in order, also where it has interrupted a command.
        guard keepsGoing || ShutdownSignal.number != nil else { return finishRefused(pending) }
        hasFailed = true
      }
    }
    if !isLast, ShutdownSignal.number == nil {
      // Mistakes of the last screen are reported, also if no command shows it.
      let step = attempt(at: nil) {
        try runner.waitForRequests()
        if isEmpty, !hasFailed { try runner.showScreen() } else { _ = runner.screen }
      }
      if step != .done { hasFailed = true }
    }
    return finish() && !hasFailed
  }

  private func perform(_ line: String, at place: Diagnostic.Place, _ isEmpty: inout Bool) -> Step {
    var isLast = false
    runner.place = place
    let step = attempt(at: place) {
      guard let command = try CommandParser.parse(line) else { return }
      isEmpty = false
      try runner.waitForRequests()
      _ = runner.reloadIfChanged()
      try runner.runDueTimers()
      isLast = runner.hasEnded
      if !isLast, case .quit = try runner.execute(command) { isLast = true }
    }
    return isLast && step == .done ? .last : step
  }

  /// Ends the session after a refused command: what is not stored is dropped.
  ///
  /// - Parameter first: The models that were to be stored before the first command.
  private func finishRefused(_ first: Set<String>) -> Bool {
    let pending = runner.runtime.registry.pending
    if !storesNothing, !pending.isEmpty, !runner.recorder.isEmpty || !first.isSuperset(of: pending) {
      runner.output.note(
        "the changes since the last store are not stored (--keep-going runs the other commands and stores them)")
    }
    return false
  }

  /// Stores the state.
  ///
  /// - Returns: whether it succeeded.
  func finish() -> Bool { attempt(at: nil) { try runner.finish() } == .done }

  private func attempt(at place: Diagnostic.Place?, _ body: () throws -> Void) -> Step {
    do {
      try body()
      return .done
    } catch let failure as Diagnostic {
      let diagnostic = runner.fitting(failure)
      let other = diagnostic.place != nil ? place : nil
      runner.output.report(other.map { diagnostic.appending(.command($0)) } ?? diagnostic.at(place))
      if failure.isOfScript { return .failed }
    } catch let failure as CommandFailure {
      if let diagnostic = failure.diagnostic { runner.output.report(diagnostic) }
    } catch {
      runner.output.report(error.diagnostic("command.failed").at(place))
    }
    return .refused
  }
}

extension Diagnostic {
  /// Whether a function of the script was running.
  var isOfScript: Bool { notes.contains { if case .frame = $0 { true } else { false } } }
}

/// A source of commands.
protocol CommandSource {
  /// Returns the text of the next command and its place; nil at the end.
  mutating func next() throws -> (line: String, place: Diagnostic.Place)?

  /// Whether commands may follow the one that could not be read.
  var hasMore: Bool { get }
}

extension CommandSource {
  var hasMore: Bool { false }
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
