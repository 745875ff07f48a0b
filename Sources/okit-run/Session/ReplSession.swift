import Glibc
import OKitEngine
import OKitLua

/// Runs Lua that a person types, or that comes from elsewhere. A mistake ends nothing: the next line may mend it.
final class ReplSession {
  private let runner: CommandRunner
  private let console: LuaConsole
  private var isInteractive = false
  private var hasToldOfLocals = false

  init(_ runner: CommandRunner) {
    self.runner = runner
    console = LuaConsole(runner.application)
    console.onLate = { [unowned self] result in
      switch result {
      case .success(let texts): show(texts)
      case .failure(let diagnostic): runner.output.report(diagnostic)
      }
    }
  }

  /// What came of a text.
  private enum Step { case done, failed, incomplete, quit }

  // MARK: Sources

  /// Runs all that a source has.
  ///
  /// - Parameter isWhole: Whether each text stands for itself, so that nothing goes on in the next one.
  /// - Returns: whether all went well.
  func run(_ source: some CommandSource, isWhole: Bool = false) -> Bool {
    var source = source
    var (succeeded, text, first): (Bool, String, Diagnostic.Place?) = (true, "", nil)
    reading: while true {
      var next: (line: String, place: Diagnostic.Place)?
      guard attempt({ next = try source.next() }) else { return finish() && false }
      guard let (line, place) = next else { break }
      text += text.isEmpty ? line : "\n" + line
      first = first ?? place
      switch execute(text, at: first, isLast: isWhole) {
      case .incomplete: continue
      case .quit: break reading
      case .failed: succeeded = false
      case .done: break
      }
      (text, first) = ("", nil)
    }
    if !text.isEmpty, execute(text, at: first, isLast: true) == .failed { succeeded = false }
    return finish() && succeeded
  }

  /// Talks with a person at a terminal. - Returns: whether the state was stored at the end.
  func runInteractively(name: String) throws -> Bool {
    isInteractive = true
    runner.isPretty = true
    let file = HistoryFile("repl-history")
    var history = LineHistory()
    attempt { history = try file.read() }
    var reader = LineReader(history: history)
    reader.meanwhile = LineReader.Meanwhile(
      seconds: { [runner] in runner.runtime.timers.secondsToNext }, act: { [self] in act() })
    InterruptKey.stopsScripts()
    runner.output.note("Lua 5.4 with \(name). \":help\" explains, Tab completes, Ctrl-D ends.")
    var (text, number, first) = ("", 0, 1)
    loop: while true {
      switch try reader.readLine(prompt: text.isEmpty ? "> " : ">> ", complete: { [self] in complete($0) }) {
      case .interrupted: (text, first) = ("", number + 1)
      case .endOfInput: break loop
      case .line(let line):
        text += text.isEmpty ? line : "\n" + line
        number += 1
        switch execute(text, at: Diagnostic.Place(file: "input", line: first)) {
        case .incomplete: continue loop
        case .quit: break loop
        case .done, .failed: (text, first) = ("", number + 1)
        }
      }
    }
    attempt { try file.write(reader.history) }
    return finish()
  }

  /// The application goes to the background.
  private func finish() -> Bool { attempt { try runner.finish() } }

  // MARK: One text

  /// - Parameter isLast: Whether nothing can follow, so that what is incomplete is wrong.
  private func execute(_ text: String, at place: Diagnostic.Place?, isLast: Bool = false) -> Step {
    let trimmed = CommandParser.trimmed(text[...])
    guard !trimmed.isEmpty else { return .done }
    // A label of Lua begins with two.
    if trimmed.hasPrefix(":"), !trimmed.hasPrefix("::") { return command(String(trimmed.dropFirst())) }
    var step = Step.failed
    let went = attempt {
      // Timers that are due run before the person acts on what they change.
      try runner.runtime.turn {}
      switch try console.run(text, chunk: "=" + (place?.file ?? "input"), line: place?.line ?? 1, isWhole: isLast) {
      case .incomplete: step = .incomplete
      case .waiting:
        if isInteractive { runner.output.note("it waits") }
        step = .done
      case .values(let texts):
        show(texts)
        step = .done
      }
    }
    if runner.hasEnded { return .quit }
    if runner.application.state.isDead { loadAnew() }
    if went, step == .done { tellOfLocals(trimmed) }
    return step
  }

  /// Lets time pass while the person does nothing.
  private func act() -> Bool {
    attempt { try runner.runtime.turn {} }
    if runner.hasEnded { return false }
    if runner.application.state.isDead { loadAnew() }
    return true
  }

  private func show(_ texts: [String]) {
    if !texts.isEmpty {
      runner.output.line(texts.joined(separator: texts.contains { $0.contains("\n") } ? "\n" : "\t"))
    }
  }

  /// After a limit: the models are whole, but nothing runs in the state any more.
  private func loadAnew() {
    attempt {
      try runner.reload()
      runner.output.note(
        "the script was stopped for good and loaded again: the models are as they were, what was defined here is gone")
    }
  }

  private func tellOfLocals(_ text: String) {
    guard isInteractive, !hasToldOfLocals, text.hasPrefix("local ") else { return }
    hasToldOfLocals = true
    runner.output.note("a local goes with its line; without \"local\" it stays")
  }

  private func command(_ line: String) -> Step {
    var step = Step.failed
    attempt {
      try runner.runtime.turn {}
      guard let command = try CommandParser.parse(line) else {
        step = .done
        return
      }
      if case .help(nil) = command { runner.output.line(Self.help) }
      switch try runner.execute(command) {
      case .quit: step = .quit
      case .shown: step = .done
      case .acted:
        step = .done
        if isInteractive { try runner.showScreen() }
      }
    }
    return step
  }

  static let help = """
    Lua runs with the application at hand: okit.Model.get() is its model, okit.app the application as its user has it.
    What a line gives is printed, and its first result is "_". Each line is a turn, taken back when it fails. Globals stay,
    a local goes with its line. A line that ends in the middle goes on in the next one. Ctrl-C stops a line that runs.
    With ":" in front these are commands:

    """

  @discardableResult
  private func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      runner.output.report(error as? Diagnostic ?? Diagnostic("command.failed", "\(error)"))
      return false
    }
  }

  // MARK: Completion

  private func complete(_ text: String) -> LineEditor.Completion {
    if text.hasPrefix(":"), !text.hasPrefix("::") {
      var completion = CommandCompletion.completion(of: String(text.dropFirst()), names: runner.names)
      completion.start += 1
      return completion
    }
    let (start, candidates) = console.completion(of: text)
    return LineEditor.Completion(start: start, candidates: candidates, end: "")
  }
}
