import Glibc

/// The output of a command: results on standard output, everything else on standard error.
final class Output {
  enum Stream: Int32 {
    case standard = 1
    case error = 2
  }

  let format: OutputFormat
  /// Nil for what is captured.
  private let color: ColorChoice?
  /// Found out when something is printed that may have colors.
  private lazy var hasColors = colors(color)
  /// Results are escaped only there; a file or another program gets them unchanged.
  let isTerminal: Bool
  /// Gets what would be written to the streams of the process, such as while a full screen has the terminal.
  var capture: ((Stream, [UInt8]) -> Void)?
  /// The colors of screens on standard output; nil for none. What is captured has none.
  var colors: ColorDepth? { capture == nil ? hasColors.screens : nil }
  /// The number of texts that were written to either stream.
  private(set) var writes = 0
  /// Whether an error was reported.
  private(set) var hasErrors = false
  /// Whether a result could not be written, so that the command fails.
  private(set) var isBroken = false

  /// What output must not show: the secrets of the application that runs.
  var secrets: Secrets?

  /// The stream of results: standard error for a command whose own result is something else.
  private let results: Stream

  init(color: ColorChoice = .auto, format: OutputFormat = .text, results: Stream = .standard) {
    (self.format, self.results, self.color) = (format, results, color)
    isTerminal = TerminalMode.isTerminal(Stream.standard.rawValue)
  }

  private func colors(_ color: ColorChoice?) -> (screens: ColorDepth?, messages: Bool) {
    guard let color else { return (nil, false) }
    let environment = Environment()
    let areMessagesColored =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        environment[.noColor] == nil && environment[.term] != "dumb"
          && TerminalMode.isTerminal(Stream.error.rawValue)
      }
    return (ColorDepth.of(color, environment, isTerminal: isTerminal), areMessagesColored)
  }

  /// An output without colors that passes on what is written.
  init(capturing capture: @escaping (Stream, [UInt8]) -> Void) {
    (format, results, isTerminal, color) = (.text, .standard, false, nil)
    self.capture = capture
  }

  /// Writes a text, which is unchanged but for secrets. The first failure to write a result is reported, unless its
  /// reader has closed the pipe.
  func write(_ text: String, to stream: Stream) {
    write(Array((secrets?.shown(text) ?? text).utf8), to: stream)
  }

  func write(_ bytes: [UInt8], to stream: Stream) {
    writes += 1
    if let capture { return capture(stream, bytes) }
    let stream = stream == .standard ? results : stream
    guard !SystemFile.write(bytes, to: stream.rawValue), stream == .standard else { return }
    let error = FileError.last()
    defer { isBroken = true }
    guard error.code != EPIPE, !isBroken else { return }
    report(Diagnostic("cli.output", "cannot write to standard output: \(error.reason)", hint: error.hint))
  }

  /// The present width of the terminal; nil when results go elsewhere.
  var columns: Int? { isTerminal ? TerminalMode.columns(of: Stream.standard.rawValue) : nil }

  /// The present height of the terminal; nil when results go elsewhere.
  var rows: Int? { isTerminal ? TerminalMode.rows(of: Stream.standard.rawValue) : nil }

  /// Prints a result of one or several lines. On a terminal, control characters are escaped.
  func line(_ text: String) { write((isTerminal ? PrintableText.escaped(text) : text) + "\n", to: .standard) }

  /// Prints a result with colors. The caller has escaped the texts of models.
  func painted(_ text: String) { write(text + "\n", to: .standard) }

  /// Prints a result that may hold texts of a model. On a terminal, it stays on one line.
  func value(_ text: String) { write((isTerminal ? PrintableText.line(text) : text) + "\n", to: .standard) }

  /// Prints a result as JSON, on one line unless `pretty`.
  func json(_ jsonValue: JSONValue, pretty: Bool = false) throws {
    let text = try jsonValue.json(pretty: pretty)
    write((isTerminal ? PrintableText.json(text) : text) + "\n", to: .standard)
  }

  /// Prints a note for the user, which is not a result.
  func note(_ text: String) {
    if format == .json { return object(Diagnostic("cli.note", text, severity: .note).jsonValue) }
    write(text + "\n", to: .error)
  }

  /// Prints a message as JSON on one line.
  private func object(_ jsonValue: JSONValue) {
    do { write(PrintableText.json(try jsonValue.json(pretty: false)) + "\n", to: .error) } catch {
      write("\(error.asDiagnostic)\n", to: .error)
    }
  }

  func report(_ diagnostic: Diagnostic) {
    if SessionEnd.isRequest(diagnostic) { return }
    let diagnostic = secrets?.masked(diagnostic.withOptions) ?? diagnostic.withOptions
    if diagnostic.severity == .error { hasErrors = true }
    if format == .json { return object(diagnostic.jsonValue) }
    var lines = DiagnosticRenderer.lines(diagnostic)
    let color = diagnostic.severity == .error ? "31" : diagnostic.severity == .warning ? "33" : "36"
    lines[0] = colored(lines[0], color)
    note(lines.joined(separator: "\n"))
  }

  /// Runs a command and reports its error. A command whose output could not be written fails.
  ///
  /// - Parameter hints: The options that help against errors without a hint, by their codes.
  func reporting(hints: [Diagnostic.Code: String] = [:], _ body: () throws -> Void) throws {
    do { try body() } catch let failure as CommandFailure {
      if let diagnostic = failure.diagnostic { report(diagnostic) }
      throw CommandFailure(status: failure.status == 0 && isBroken ? 1 : failure.status)
    } catch var diagnostic as Diagnostic {
      diagnostic.hint = diagnostic.hint ?? hints[diagnostic.code]
      report(diagnostic)
      throw CommandFailure.failed()
    } catch let error as any DescribedError {
      report(error.diagnostic)
      throw CommandFailure.failed()
    }
    if isBroken { throw CommandFailure.failed() }
  }

  /// Runs a command with an output of its own, and reports its error. A command that has reported an error fails.
  static func reporting(
    _ format: OutputFormat = .text, hints: [Diagnostic.Code: String] = [:], _ body: (Output) throws -> Void
  ) throws {
    let output = Output(format: format)
    try output.reporting(hints: hints) { try body(output) }
    if output.hasErrors { throw CommandFailure.failed() }
  }

  /// Prints a record of the log on one line.
  func log(_ entry: LogEntry) {
    if format == .json {
      let severity = entry.level == .error ? "error" : entry.level == .warn ? "warning" : "note"
      return object([
        "code": "log", "severity": .string(severity), "level": .string(entry.level.rawValue),
        "message": .string(entry.message),
      ])
    }
    note(
      colored("\(entry.level.rawValue): ", entry.level == .error ? "31" : entry.level == .warn ? "33" : "2")
        + PrintableText.line(entry.message))
  }

  /// The severity of a finding in its color; on standard output, which has the colors of screens.
  func painted(_ text: String, _ severity: Diagnostic.Severity) -> String {
    guard colors != nil else { return text }
    let code = severity == .error ? "31" : severity == .warning ? "33" : "36"
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private func colored(_ text: String, _ code: String) -> String {
    hasColors.messages && capture == nil ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
