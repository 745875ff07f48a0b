import Glibc
import OKitEngine
import OKitLua

/// A session on a terminal. It shows the screen after each action, and continues after errors.
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
      descriptor: runner.watch?.descriptor, seconds: { [runner] in runner.runtime.secondsToNext }, act: act)
    reader.hidesHistory = { [runner] in runner.runtime.isGuarded }
    runner.isPretty = true
    // While a line is read, Ctrl-C is a key.
    InterruptKey.stopsScripts()
    ResizeSignal.install()
    show()
    runner.output.note("Type help for the commands, Tab to complete, Ctrl-D to exit.")
    loop: while ShutdownSignal.number == nil {
      // A terminal that fails ends the session in order.
      var result = LineReader.Result.endOfInput
      attempt {
        result = try reader.readLine(prompt: "> ", complete: { [runner] in runner.completion(of: $0) })
      }
      switch result {
      case .interrupted: continue
      case .endOfInput: break loop
      case .line(let line):
        let secrets = LineSecrets(runner.runtime.store.secrets)
        let step = execute(line)
        secrets.filter(&reader.history, line: line, hasFailed: step == .failed)
        if step == .quit { break loop }
      }
    }
    attempt { try file.write(reader.history, without: runner.runtime.store.secrets) }
    return attempt { try runner.finish() }
  }

  /// What a line has led to.
  private enum Step { case done, failed, quit }

  /// Runs the commands of a line up to the first failure.
  private func execute(_ line: String) -> Step {
    _ = runner.reloadIfChanged()
    for statement in CommandParser.statements(in: line) {
      var outcome = CommandRunner.Outcome.shown
      let went = attempt {
        // Due timers run before the command, which may act on their changes.
        try runner.runtime.turn {}
        if let command = try CommandParser.parse(statement) { outcome = try runner.execute(command) }
      }
      if case .quit = outcome { return .quit }
      if case .acted = outcome, went { show() }
      if !went { return .failed }
    }
    return .done
  }

  /// Runs due timers and reloads changed files while no key is pressed.
  private func act() -> Bool {
    let isNew = runner.reloadIfChanged()
    attempt { try runner.runtime.turn {} }
    if !runner.hasEnded { show(ifChanged: !isNew) }
    return !runner.hasEnded
  }

  private func show(ifChanged: Bool = false) {
    attempt { try ifChanged ? runner.showChangedScreen() : runner.showScreen() }
  }

  @discardableResult
  private func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      var diagnostic = error as? Diagnostic ?? Diagnostic("command.failed", "\(error)")
      // The screen is already on the terminal.
      diagnostic.notes.removeAll { if case .screen = $0 { true } else { false } }
      runner.output.report(diagnostic)
      return false
    }
  }
}
