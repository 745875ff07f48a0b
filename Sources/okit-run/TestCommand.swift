import ArgumentParser
import OKitEngine
import OKitTesting

/// `okit-run test [files or folders]`
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Runs tests.",
    discussion: """
      Test files are called …_test.lua or …_spec.lua; folders are searched with all below them. The exit code is 0, 1 \
      when a test failed, and 2 when nothing could be run.
      """)

  @Option(help: ArgumentHelp("Runs the tests whose full name contains a text, or matches it as a Lua pattern."))
  var filter: String?

  @Option(help: ArgumentHelp("Runs the tests with one of these tags.", valueName: "a,b"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Leaves out the tests with one of these tags.", valueName: "a,b"))
  var excludeTags: [String] = []

  @Flag(help: "Runs files and tests in another order each time, and tells the seed of it.")
  var shuffle = false

  @Option(help: "Shuffles by this seed, for the same order again.")
  var seed: Int?

  @Flag(help: "Stops after the first test that fails.")
  var bail = false

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Runs everything so many times.", valueName: "times"))
  var repeats = 1

  @Flag(help: "Writes the snapshots anew instead of comparing with them.")
  var updateSnapshots = false

  @Option(
    help: ArgumentHelp("How long one test may take, such as 10s.", valueName: "span"),
    transform: OptionValue.timeSpan)
  var timeout = 60.0

  @Option(
    help: ArgumentHelp(
      "A folder where require looks for Lua files, besides the test's, or a template such as 'dir/?.lua'.",
      valueName: "dir"),
    transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(
    help: ArgumentHelp(
      "Permits tests and their applications more than the sandbox does: see run.", valueName: "permissions"))
  var allow: [String] = []

  @Option(help: "What is printed.")
  var format: ReportFormat = .pretty

  @Option(help: ArgumentHelp("Writes the report to a file.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Colours.", valueName: "when"))
  var color: ColorChoice = .auto

  @ArgumentParser.Argument(help: "Test files, and folders with such.")
  var paths: [String] = ["."]

  func validate() throws {
    guard repeats > 0 else { throw ValidationError("--repeat needs a number from 1 on.") }
    if let output, output.isEmpty { throw ValidationError("--output needs the name of a file.") }
    _ = try OptionValue.permissions(allow)
  }

  func run() throws {
    let messages = Output(color: color, format: format == .json ? .json : .text)
    try messages.reporting { try run(messages) }
  }

  private func run(_ messages: Output) throws {
    var report = ""
    let isPrinted = output == nil
    let reporter = format.testFormat.reporter(style: style) { text in
      if isPrinted { messages.write(text, to: .standard) } else { report += text }
    }
    let summary: TestSummary
    do {
      summary = try TestRunner(try options(messages), reporter: reporter).run()
      if let output { try LocalFile.write(report, to: LocalFile.absolutePath(of: output)) }
    } catch let diagnostic as Diagnostic {
      throw CommandFailure.usage(diagnostic)
    }
    if !isPrinted { messages.note(summary.line) }
    if summary.failed > 0 || messages.hasErrors { throw CommandFailure.failed() }
  }

  private func options(_ messages: Output) throws -> TestRunner.Options {
    var options = TestRunner.Options()
    options.paths = paths
    options.repeats = repeats
    options.selection.filter = filter
    options.selection.tags = tags
    options.selection.excludeTags = excludeTags
    options.selection.bail = bail
    options.selection.updateSnapshots = updateSnapshots
    // Short enough to be typed again.
    options.selection.shuffle = seed ?? (shuffle ? Int.random(in: 1...999_999) : nil)
    options.host.luaPath = luaPath
    options.host.permissions = try OptionValue.permissions(allow)
    options.host.timeout = .seconds(timeout)
    options.host.print = { messages.note($0) }
    return options
  }

  private var style: PrettyReporter.Style {
    let isTerminal = output == nil && TerminalMode.isTerminal(Output.Stream.standard.rawValue)
    let isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto: isTerminal && Environment()["NO_COLOR"] == nil
      }
    return PrettyReporter.Style(isColored: isColored, isLive: isTerminal)
  }
}

/// The formats as an option names them.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case pretty, tap, junit, json

  var testFormat: TestFormat {
    switch self {
    case .pretty: .pretty
    case .tap: .tap
    case .junit: .junit
    case .json: .json
    }
  }
}
