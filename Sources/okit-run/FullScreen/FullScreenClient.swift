/// The application of a full-screen session, and the commands that run on it.
final class FullScreenClient: TerminalClient {
  let live: LiveApplication
  private let output: Output
  private let end: SessionEnd
  private let runner: CommandRunner
  private let passphrase: FullScreenPassphrase?
  weak var session: TerminalSession?
  /// What an action or a command has reported and printed so far; nil while none runs.
  private var collected: (reports: [Diagnostic], text: String)?

  init(
    _ live: LiveApplication, _ output: Output, _ end: SessionEnd, watch: FileWatch?, passphrase: FullScreenPassphrase?
  ) {
    (self.live, self.output, self.end, self.passphrase) = (live, output, end, passphrase)
    runner = CommandRunner(live.application, output, end, watch: watch)
    // The windows keep their rows.
    runner.reloadApplication = { try live.reload() }
  }

  /// Whether the script, or a signal, ends the session.
  var hasEnded: Bool { end.status != nil || ShutdownSignal.number != nil }

  var screen: LiveScreen {
    get throws {
      guard let shown = try live.screen() else { throw Diagnostic.closedWindow(1) }
      return shown.screen
    }
  }

  func perform(_ action: JSONValue, instance: Int?) -> Diagnostic? {
    var (answer, collected) = collecting { live.perform(action, instance: instance) }
    do {
      try passphrase?.answer {
        (answer, collected) = collecting { live.perform(["tap": "cover"], instance: nil) }
        return !live.application.runtime.isCovered
      }
    } catch { return shown(error.asDiagnostic) }
    var failure: Diagnostic?
    if case .done(_, let error)? = answer { failure = error }
    for report in collected.reports where report != failure { show(report) }
    if !collected.text.isEmpty { session?.log(collected.text) }
    return failure.flatMap { SessionEnd.isRequest($0) ? nil : shown($0) }
  }

  func scroll(to rows: Range<Int>) { live.scroll(to: rows) }

  func scroll(toColumn first: Int) { live.scroll(toColumn: first) }

  // MARK: Commands

  func run(_ command: String) -> TerminalCommandResult {
    var result = TerminalCommandResult()
    let (outcome, collected) = collecting { () -> Result<CommandRunner.Outcome, any Error> in
      Result {
        var outcome = CommandRunner.Outcome.shown
        for statement in CommandParser.statements(in: command) {
          try runner.runtime.turn {}
          if let command = try CommandParser.parse(statement) { outcome = try runner.execute(command) }
          if case .quit = outcome { break }
        }
        return outcome
      }
    }
    live.settle()
    result.lines = collected.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if result.lines.last == "" { result.lines.removeLast() }
    var failures = collected.reports
    switch outcome {
    case .success(.quit): result.isEnd = true
    case .success: break
    case .failure(let error):
      let failure = error.asDiagnostic
      failures = failures.filter { $0 != failure } + [failure]
      result.hasFailed = true
    }
    for failure in failures {
      var failure = shown(failure)
      // The screen is on the terminal.
      failure.notes.removeAll { if case .screen = $0 { true } else { false } }
      result.lines += DiagnosticRenderer.lines(failure)
    }
    return result
  }

  func completion(of text: String) -> (start: Int, candidates: [String]) {
    let completion = runner.completion(of: text)
    return (completion.start, completion.candidates)
  }

  // MARK: Reports

  /// Shows a problem that the application reports.
  func report(_ diagnostic: Diagnostic) {
    if collected != nil { collected?.reports.append(diagnostic) } else { show(diagnostic) }
  }

  /// Shows what the application prints.
  func write(_ text: String) {
    if collected != nil { collected?.text += text } else { session?.log(text) }
  }

  private func show(_ diagnostic: Diagnostic) {
    if !SessionEnd.isRequest(diagnostic) { session?.show(shown(diagnostic)) }
  }

  private func shown(_ diagnostic: Diagnostic) -> Diagnostic {
    live.application.runtime.store.secrets.masked(diagnostic.withOptions)
  }

  private func collecting<Result>(_ body: () -> Result) -> (Result, (reports: [Diagnostic], text: String)) {
    let outer = collected
    collected = ([], "")
    let result = body()
    defer { collected = outer }
    return (result, collected ?? ([], ""))
  }

  // MARK: Reloading

  func reload() {
    let (failure, _) = collecting { () -> Diagnostic? in
      do { try runner.reload() } catch { return error.asDiagnostic }
      return nil
    }
    session?.update()
    if let failure {
      session?.showFailure("Reload failed; the previous version keeps running", shown(failure))
    } else {
      session?.didReload()
    }
  }
}
