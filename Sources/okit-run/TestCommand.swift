import ArgumentParser
import OKitEngine
import OKitTesting

/// `okit-run test [files or folders]`
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Runs tests.",
    discussion: """
      Test files are named …_test.lua or …_spec.lua; folders are searched recursively. The exit code is 0 if all tests \
      passed, 1 if a test failed, and 2 if no test could be run.
      """)

  @Option(
    help: ArgumentHelp(
      "Runs only tests whose full name contains the text or matches it as a Lua pattern.", valueName: "text"))
  var filter: String?

  @Option(help: ArgumentHelp("Runs only tests with at least one of these tags.", valueName: "a,b"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Excludes tests with any of these tags.", valueName: "a,b"))
  var excludeTags: [String] = []

  @Flag(help: "Runs files and tests in random order and prints the seed.")
  var shuffle = false

  @Option(help: "Seed for the shuffle; use it to reproduce an order.")
  var seed: Int?

  @Flag(help: "Stops after the first failed test.")
  var bail = false

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Runs everything this many times.", valueName: "times"))
  var repeats = 1

  @Flag(help: "Overwrites the stored snapshots instead of comparing with them.")
  var updateSnapshots = false

  @Option(
    help: ArgumentHelp("The time limit of one test, such as 10s.", valueName: "span"),
    transform: OptionValue.timeSpan)
  var timeout = 60.0

  @Option(
    help: ArgumentHelp(
      "A folder that require searches after the test file's own, or a template such as 'dir/?.lua'.",
      valueName: "dir"),
    transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(
    help: ArgumentHelp(
      "Grants tests and their applications permissions beyond the sandbox; see \"okit-run help run\".",
      valueName: "permissions"))
  var allow: [String] = []

  @OptionGroup var memory: MemoryLimits

  @Option(help: "The format of the report.")
  var format: ReportFormat = .pretty

  @Option(help: ArgumentHelp("Writes the report to this file.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("When to use colors.", valueName: "when"))
  var color: ColorChoice = .auto

  @ArgumentParser.Argument(help: "Test files and folders.")
  var paths: [String] = ["."]

  func validate() throws {
    guard repeats > 0 else { throw ValidationError("--repeat must be at least 1.") }
    if let output, output.isEmpty { throw ValidationError("--output needs a file name.") }
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
    // Short enough to type.
    options.selection.shuffle = seed ?? (shuffle ? Int.random(in: 1...999_999) : nil)
    options.host.luaPath = luaPath
    options.host.permissions = try OptionValue.permissions(allow)
    options.host.configure = memory.apply
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
