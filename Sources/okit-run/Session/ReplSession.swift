import Glibc

/// Runs Lua code from a terminal or another source. The session continues after an error.
final class ReplSession {
  private let runner: CommandRunner
  private let console: LuaConsole
  private var isInteractive = false
  private var hasExplainedLocals = false

  init(_ runner: CommandRunner) {
    self.runner = runner
    runner.helpIntroduction = Self.help
    console = runner.console
    console.onLate = { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let texts): show(texts)
      case .failure(let diagnostic): runner.output.report(diagnostic)
      }
    }
  }

  /// The result of a chunk.
  private enum Step { case done, failed, incomplete, quit }

  // MARK: Sources

  /// Runs the chunks of a source.
  ///
  /// - Parameter isWhole: Whether each text is a complete chunk, which does not continue in the next one.
  /// - Returns: whether all succeeded.
  func run(_ source: some CommandSource, isWhole: Bool = false) -> Bool {
    var source = source
    var (succeeded, text, first): (Bool, String, Diagnostic.Place?) = (true, "", nil)
    var rhythm = AttemptRhythm()
    reading: while ShutdownSignal.number == nil {
      if text.isEmpty { attempt(runner.waitForRequests) }
      var next: (line: String, place: Diagnostic.Place)?
      guard attempt({ next = try source.next() }) else { return finish() && false }
      guard let (line, place) = next else { break }
      text += text.isEmpty ? line : "\n" + line
      first = first ?? place
      guard isWhole || rhythm.isDue(after: line) else { continue }
      switch execute(text, at: first, isLast: isWhole) {
      case .incomplete: continue
      case .quit: break reading
      case .failed: succeeded = false
      case .done: break
      }
      (text, first, rhythm) = ("", nil, AttemptRhythm())
    }
    if !text.isEmpty, ShutdownSignal.number == nil, execute(text, at: first, isLast: true) == .failed {
      succeeded = false
    }
    attempt(runner.waitForRequests)
    return finish() && succeeded && !runner.hasLostInput
  }

  /// Runs the session on a terminal.
  ///
  /// - Returns: whether the state was stored at the end.
  func runInteractively(name: String) throws -> Bool {
    isInteractive = true
    runner.becomeInteractive()
    let file = HistoryFile("repl-history")
    var history = LineHistory()
    attempt { history = try file.read() }
    var reader = LineReader(history: history)
    reader.meanwhile = LineReader.Meanwhile(
      seconds: { [runner] in runner.secondsToNext }, act: { [self] _ in act() })
    reader.hidesHistory = { [runner] in runner.runtime.isGuarded }
    InterruptKey.stopsScripts()
    ResizeSignal.install()
    runner.output.note(
      "Lua 5.4 with \(PrintableText.line(name)). Type :help for help, Tab to complete, Ctrl-D to exit.")
    var (text, number, first) = ("", 0, 1)
    loop: while ShutdownSignal.number == nil {
      // A terminal that fails ends the session in order.
      var result = LineReader.Result.endOfInput
      attempt {
        result = try reader.readLine(prompt: text.isEmpty ? "> " : ">> ", complete: { [self] in complete($0) })
      }
      switch result {
      case .interrupted:
        if reader.hasInterruptedEmptyLine, text.isEmpty { runner.interruptRequests() }
        (text, first) = ("", number + 1)
      case .endOfInput: break loop
      case .line(let line):
        text += text.isEmpty ? line : "\n" + line
        number += 1
        let secrets = LineSecrets(runner.runtime.store.secrets)
        let step = execute(text, at: Diagnostic.Place(file: "input", line: first))
        for line in text.split(separator: "\n") {
          secrets.filter(&reader.history, line: String(line), hasFailed: step == .failed)
        }
        switch step {
        case .incomplete: continue loop
        case .quit: break loop
        case .done, .failed: (text, first) = ("", number + 1)
        }
      }
    }
    attempt { try file.write(reader.history, without: runner.runtime.store.secrets) }
    return finish()
  }

  /// Sends the application to the background, which stores its state.
  private func finish() -> Bool { attempt { try runner.finish() } }

  /// Runs what was typed elsewhere.
  ///
  /// - Returns: Whether it succeeded; nil for a text that ends too early.
  func run(typed text: String) -> Bool? {
    switch execute(text, at: nil) {
    case .done, .quit: true
    case .failed: false
    case .incomplete: nil
    }
  }

  // MARK: One chunk

  /// - Parameter isLast: Whether nothing can follow, so that an incomplete chunk is an error.
  private func execute(_ text: String, at place: Diagnostic.Place?, isLast: Bool = false) -> Step {
    let trimmed = CommandParser.trimmed(text[...])
    guard !trimmed.isEmpty else { return .done }
    // A label of Lua begins with two.
    if trimmed.hasPrefix(":"), !trimmed.hasPrefix("::") { return command(String(trimmed.dropFirst())) }
    var step = Step.failed
    let went = attempt {
      // Due timers run before the chunk, which may use their changes.
      try runner.runtime.turn {}
      try runner.runtime.checkUncovered()
      switch try console.run(text, chunk: "=" + (place?.file ?? "input"), line: place?.line ?? 1, isWhole: isLast) {
      case .incomplete: step = .incomplete
      case .waiting:
        if isInteractive { runner.output.note("waiting for the result") }
        step = .done
      case .values(["nil"]) where Self.exits.contains(trimmed): step = .quit
      case .values(let texts):
        show(texts)
        step = .done
      }
    }
    if runner.hasEnded { return .quit }
    if runner.application.state.isDead { reloadStopped() }
    if went, step == .done { explainLocals(trimmed) }
    return step
  }

  /// Runs due timers while no key is pressed, and draws the screen again on a terminal with another width.
  private func act() -> Bool {
    attempt { try runner.runtime.turn {} }
    if runner.hasEnded { return false }
    runner.terminal?.redrawAfterResize()
    if runner.application.state.isDead { reloadStopped() }
    return true
  }

  private func show(_ texts: [String]) {
    if !texts.isEmpty {
      runner.output.line(texts.joined(separator: texts.contains { $0.contains("\n") } ? "\n" : "\t"))
    }
  }

  /// Reloads the script after a limit: the models are intact, but the Lua state is dead.
  private func reloadStopped() {
    attempt {
      try runner.reload()
      runner.output.note(
        "a limit stopped the script, which was reloaded: the models are unchanged, definitions made here are lost")
    }
  }

  private func explainLocals(_ text: String) {
    guard isInteractive, !hasExplainedLocals, text.hasPrefix("local ") else { return }
    hasExplainedLocals = true
    runner.output.note("a local variable exists only in its line; omit \"local\" to keep it")
  }

  private func command(_ line: String) -> Step {
    var step = Step.failed
    attempt {
      try runner.runtime.turn {}
      guard let command = try CommandParser.parse(line) else {
        step = .done
        return
      }
      switch try runner.execute(command) {
      case .quit: step = .quit
      case .shown: step = .done
      case .acted:
        step = .done
        if isInteractive { try runner.showChanges(after: .acted) }
      }
    }
    return step
  }

  /// The words that end the session, as they end that of `run`, where no global variable has the name.
  private static let exits: Set = ["exit", "q", "quit"]

  static let help = """
    Lua code runs in the application: okit.Model.get() returns its model, okit.app drives it as a user would.
    The results of a line are printed; "_" is the first one. Each line is a turn, rolled back if it fails. Globals \
    persist;
    a local variable exists only in its line. An incomplete line continues on the next one. Ctrl-C stops a running line.
    A line that starts with ":" is a command:

    """

  @discardableResult
  private func attempt(_ body: () throws -> Void) -> Bool { runner.attempt(body, runner.fitting) }

  // MARK: Completion

  func complete(_ text: String) -> LineEditor.Completion {
    if text.hasPrefix(":"), !text.hasPrefix("::") {
      var completion = runner.completion(of: String(text.dropFirst()))
      completion.start += 1
      return completion
    }
    guard !runner.runtime.isGuarded else { return LineEditor.Completion(start: text.count, candidates: []) }
    let (start, candidates) = console.completion(of: text)
    return LineEditor.Completion(start: start, candidates: candidates, end: "")
  }
}
