/// Options of `test` for its report.
struct TestReportOptions: ParsableArguments {
  @Option(help: "The format of the report; sarif is for --mutate.")
  var format: TestReportFormat = .pretty

  @Option(
    help: ArgumentHelp(
      "Writes the report to this file; for --mutate, into this folder (default: mutation).", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Prints failures and totals only.")
  var quiet = false

  @Flag(help: "Prints the place, the tags and the duration of each test.")
  var verbose = false

  @Option(help: ArgumentHelp("Lists this many of the slowest tests at the end.", valueName: "number"))
  var slowest = 0

  @Option(help: ArgumentHelp("When to use colors.", valueName: "when"))
  var color: ColorChoice = .auto

  func validate() throws {
    guard slowest >= 0 else { throw ValidationError("--slowest must be at least 0.") }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    guard format == .pretty || (!quiet && !verbose && slowest == 0) else {
      throw ValidationError("--quiet, --verbose and --slowest are for --format pretty.")
    }
  }

  /// Returns what prints a line after the report: to standard output where the report is for people.
  func printer(_ messages: Output) -> (String) -> Void {
    format == .pretty && output == nil ? { messages.line($0) } : { messages.note($0) }
  }

  /// - Parameter isPlain: Whether neither colors nor progress are wanted.
  func style(isPlain: Bool) -> PrettyReporter.Style {
    let output = Output.Stream.standard.rawValue
    let isTerminal = self.output == nil && TerminalMode.isTerminal(output)
    let isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto: isTerminal && Environment()[.noColor] == nil
      }
    var style = PrettyReporter.Style(isColored: isColored && !isPlain, isLive: isTerminal && !isPlain)
    style.columns = TerminalMode.columns(of: output)
    style.detail = quiet ? .quiet : verbose ? .verbose : .normal
    style.slowest = slowest
    return style
  }
}

/// The formats of the reports of `test`.
enum TestReportFormat: String, ExpressibleByArgument, CaseIterable {
  case pretty, tap, junit, json, sarif

  /// The format of a run of tests, which cannot be SARIF.
  var ofTests: TestFormat { TestFormat(rawValue: rawValue) ?? .pretty }
}
