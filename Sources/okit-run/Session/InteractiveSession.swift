import Glibc

/// A session on a terminal. It shows what each action has changed, and continues after errors.
struct InteractiveSession {
  private let runner: CommandRunner
  /// Whether the application goes on after the session.
  private let isPause: Bool

  init(_ runner: CommandRunner, isPause: Bool = false) { (self.runner, self.isPause) = (runner, isPause) }

  /// - Returns: whether the state was stored at the end.
  func run() throws -> Bool {
    let file = HistoryFile("history")
    var history = LineHistory()
    attempt { history = try file.read() }
    var reader = LineReader(history: history)
    reader.meanwhile = LineReader.Meanwhile(
      descriptor: runner.watch?.descriptor, seconds: secondsToNext, act: act)
    reader.hidesHistory = { [runner] in runner.runtime.isGuarded }
    runner.becomeInteractive()
    // While a line is read, Ctrl-C is a key.
    InterruptKey.stopsScripts()
    ResizeSignal.install()
    runner.output.note("Type help for the commands, Tab to complete, Ctrl-D to exit.")
    attempt { try runner.showFirstScreen() }
    runner.runtime.checkRemainingDefinitions()
    loop: while ShutdownSignal.number == nil {
      // A terminal that fails ends the session in order.
      var result = LineReader.Result.endOfInput
      attempt {
        result = try reader.readLine(prompt: "> ", complete: { [runner] in runner.completion(of: $0) })
      }
      switch result {
      case .interrupted:
        guard reader.hasInterruptedEmptyLine else { continue }
        runner.interruptRequests()
        attempt { try runner.redrawScreen(isBelow: false) }
      case .endOfInput: break loop
      case .line(let line):
        let secrets = LineSecrets(runner.runtime.store.secrets)
        let step = execute(line)
        secrets.filter(&reader.history, line: line, hasFailed: step == .failed)
        if step == .quit { break loop }
      }
    }
    attempt { try file.write(reader.history, without: runner.runtime.store.secrets) }
    return isPause || attempt { try runner.finish() }
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
      if went { attempt { try runner.showChanges(after: outcome) } }
      if !went { return .failed }
    }
    return .done
  }

  /// Runs due timers and reloads changed files while no key is pressed.
  private func act(isBelow: Bool) -> Bool {
    let isNew = runner.reloadIfChanged()
    attempt { try runner.runtime.turn {} }
    if !runner.hasEnded { attempt { try isNew ? runner.showScreen() : runner.redrawScreen(isBelow: isBelow) } }
    return !runner.hasEnded
  }

  /// The seconds until there is something to do.
  private func secondsToNext() -> Double? {
    [runner.secondsToNext, runner.terminal?.secondsToRedraw].compactMap(\.self).min()
  }

  @discardableResult
  private func attempt(_ body: () throws -> Void) -> Bool {
    runner.attempt(body) {
      var diagnostic = $0
      // The screen is already on the terminal.
      diagnostic.notes.removeAll { if case .screen = $0 { true } else { false } }
      return diagnostic
    }
  }
}
