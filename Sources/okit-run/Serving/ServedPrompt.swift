import OKitInspector

/// The prompt of the Inspector: a session of `repl` in the windows of pages.
final class ServedPrompt: InspectorPrompt {
  private let application: LuaApplication
  private let end: SessionEnd
  private let reload: () throws -> Void
  /// The session and its commands, for the script that runs.
  private var session: (repl: ReplSession, runner: CommandRunner)?
  private var output: [PromptAnswer.Part] = []
  private var isRunning = false
  /// Gets what is printed when no text runs, such as the result of a chunk that has waited.
  var onLate: (PromptAnswer.Part) -> Void = { _ in }

  /// - Parameter reload: Loads the script again.
  init(_ application: LuaApplication, _ end: SessionEnd, reload: @escaping () throws -> Void) {
    (self.application, self.end, self.reload) = (application, end, reload)
  }

  /// The session in a window. One begins when it is first used, and after a reload.
  private func session(inWindow number: Int) -> (repl: ReplSession, runner: CommandRunner) {
    let runtime = application.runtime
    let current = session.flatMap { $0.runner.runtime === runtime ? $0 : nil } ?? begin()
    session = current
    current.runner.driver.drive(runtime.window(numbered: number))
    return current
  }

  private func begin() -> (repl: ReplSession, runner: CommandRunner) {
    let output = Output { [weak self] stream, bytes in
      self?.write(.init(isError: stream == .error, text: String(decoding: bytes, as: UTF8.self)))
    }
    let runner = CommandRunner(application, output, end)
    runner.reloadApplication = reload
    return (ReplSession(runner), runner)
  }

  private func write(_ part: PromptAnswer.Part) {
    guard isRunning else { return onLate(part) }
    if let last = output.last, last.isError == part.isError {
      output[output.count - 1].text = last.text + part.text
    } else {
      output.append(part)
    }
  }

  func run(_ text: String, inWindow number: Int) -> PromptAnswer {
    output = []
    isRunning = true
    defer { isRunning = false }
    let outcome: PromptAnswer.Outcome =
      switch session(inWindow: number).repl.run(typed: text) {
      case true?: .done
      case false?: .failed
      case nil: .incomplete
      }
    return PromptAnswer(outcome, output)
  }

  func completion(of text: String, inWindow number: Int) -> (start: Int, candidates: [String]) {
    let completion = session(inWindow: number).repl.complete(text)
    return (completion.start, completion.candidates)
  }
}
