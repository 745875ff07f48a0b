import Glibc
import OKitEngine
import OKitLua

/// A session with a person at a terminal: the screen is shown after each action, and mistakes are only told.
struct InteractiveSession {
  private let runner: CommandRunner

  init(_ runner: CommandRunner) { self.runner = runner }

  /// - Returns: whether the state was stored at the end.
  func run() throws -> Bool {
    let file = HistoryFile("history")
    var history = LineHistory()
    attempt { history = try file.read() }
    var reader = LineReader(history: history)
    reader.meanwhile = LineReader.Meanwhile(
      descriptor: runner.watch?.descriptor, seconds: { [runner] in runner.runtime.timers.secondsToNext }, act: act)
    runner.isPretty = true
    // While a line is read, Ctrl-C is a key.
    InterruptKey.stopsScripts()
    show()
    runner.output.note("\"help\" lists the commands, Tab completes, Ctrl-D ends.")
    loop: while true {
      switch try reader.readLine(
        prompt: "> ",
        complete: { [runner] in
          CommandCompletion.completion(of: $0, names: runner.names)
        })
      {
      case .interrupted: continue
      case .endOfInput: break loop
      case .line(let line): if execute(line) { break loop }
      }
    }
    attempt { try file.write(reader.history) }
    return attempt { try runner.finish() }
  }

  /// Runs the commands of a line up to one that fails. - Returns: whether the session ends.
  private func execute(_ line: String) -> Bool {
    _ = runner.reloadIfChanged()
    for statement in CommandParser.statements(in: line) {
      var outcome = CommandRunner.Outcome.shown
      let went = attempt {
        // Timers that are due run before the person acts on what they change.
        try runner.runtime.turn {}
        if let command = try CommandParser.parse(statement) { outcome = try runner.execute(command) }
      }
      if case .quit = outcome { return true }
      if case .acted = outcome, went { show() }
      if !went { return false }
    }
    return false
  }

  /// What happens while the person does nothing: time passes, and the script's files may change.
  private func act() -> Bool {
    let isNew = runner.reloadIfChanged()
    attempt { try runner.runtime.turn {} }
    if !runner.hasEnded { show(ifChanged: !isNew) }
    return !runner.hasEnded
  }

  private func show(ifChanged: Bool = false) {
    runner.width = min(TerminalMode.columns(of: Output.Stream.standard.rawValue), 100)
    attempt { try ifChanged ? runner.showChangedScreen() : runner.showScreen() }
  }

  @discardableResult
  private func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      var diagnostic = error as? Diagnostic ?? Diagnostic("command.failed", "\(error)")
      // The person has the screen in front of them.
      diagnostic.notes.removeAll { if case .screen = $0 { true } else { false } }
      runner.output.report(diagnostic)
      return false
    }
  }
}
