import Glibc
import OKitEngine

/// The output of a command: results on standard output, everything else on standard error.
final class Output {
  enum Stream: Int32 {
    case standard = 1
    case error = 2
  }

  let format: OutputFormat
  private let isColored: Bool
  /// Whether an error was reported.
  private(set) var hasErrors = false

  init(color: ColorChoice = .auto, format: OutputFormat = .text) {
    self.format = format
    isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto: Environment()["NO_COLOR"] == nil && TerminalMode.isTerminal(Stream.error.rawValue)
      }
  }

  /// Writes a text. A closed pipe is ignored; any other failure to write a result is reported once.
  func write(_ text: String, to stream: Stream) { write(Array(text.utf8), to: stream) }

  func write(_ bytes: [UInt8], to stream: Stream) {
    guard !SystemFile.write(bytes, to: stream.rawValue), stream == .standard else { return }
    let reason = errno
    guard reason != EPIPE, !isBroken else { return }
    isBroken = true
    report(Diagnostic("cli.output", "cannot write to standard output: \(String(cString: strerror(reason)))"))
  }
  private var isBroken = false

  /// Prints a result.
  func line(_ text: String) { write(text + "\n", to: .standard) }

  /// Prints a result as JSON, on one line unless `pretty`.
  func json(_ jsonValue: JSONValue, pretty: Bool = false) throws { line(try jsonValue.json(pretty: pretty)) }

  /// Prints a note for the user, which is not a result.
  func note(_ text: String) {
    if format == .json { return object(Diagnostic("cli.note", text, severity: .note).jsonValue) }
    write(text + "\n", to: .error)
  }

  /// Prints a message as JSON on one line.
  private func object(_ jsonValue: JSONValue) {
    do { write(try jsonValue.json(pretty: false) + "\n", to: .error) } catch { write("\(error)\n", to: .error) }
  }

  func report(_ diagnostic: Diagnostic) {
    if SessionEnd.isRequest(diagnostic) { return }
    if diagnostic.severity == .error { hasErrors = true }
    if format == .json { return object(diagnostic.jsonValue) }
    var lines = DiagnosticRenderer.lines(diagnostic)
    let color = diagnostic.severity == .error ? "31" : diagnostic.severity == .warning ? "33" : "36"
    lines[0] = colored(lines[0], color)
    note(lines.joined(separator: "\n"))
  }

  /// Runs a command and reports its error.
  func reporting(_ body: () throws -> Void) throws {
    do { try body() } catch let failure as CommandFailure {
      if let diagnostic = failure.diagnostic { report(diagnostic) }
      throw CommandFailure(status: failure.status)
    } catch let diagnostic as Diagnostic {
      report(diagnostic)
      throw CommandFailure.failed()
    }
  }

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
        + entry.message)
  }

  private func colored(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
