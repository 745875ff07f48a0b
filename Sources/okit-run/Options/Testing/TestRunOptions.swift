/// Options of `test` that decide which tests run, how often and where.
struct TestRunOptions: ParsableArguments {
  @Flag(help: "Lists the tests as FILE:LINE without running them.")
  var list = false

  @Flag(help: "Runs only the tests that failed last in this folder.")
  var lastFailed = false

  @Option(
    help: ArgumentHelp("Runs only one of N parts of the tests, such as 2/5.", valueName: "i/n"),
    transform: OptionValue.shard)
  var shard: TestShard?

  @Option(help: ArgumentHelp("Runs this many test files at a time, each in a process.", valueName: "processes"))
  var jobs = 1

  @Option(help: ArgumentHelp("Runs a failed test again, up to this many times.", valueName: "times"))
  var retries = 0

  @Flag(help: "For CI: no colors; it.only and missing snapshots fail, and no snapshot is written.")
  var ci = false

  @Flag(help: "Runs tests again when a file that they depend on changes. Keys: a all, f failed, q quit.")
  var watch = false

  @Flag(help: "Opens a session with the application of a failed test at the step that failed, on a terminal.")
  var pause = false

  /// A process that `test` starts; not for users.
  @Flag(help: .private)
  var worker = false

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs must be at least 1.") }
    guard retries >= 0 else { throw ValidationError("--retries must be at least 0.") }
    if watch, list { throw ValidationError("--watch and --list exclude each other.") }
    if pause, jobs > 1 || ci || list || watch {
      throw ValidationError("--pause excludes --jobs, --ci, --list and --watch.")
    }
    if pause, !TerminalMode.isTerminal(0) || !TerminalMode.isTerminal(1) {
      throw ValidationError("--pause needs a terminal for its session.")
    }
    if watch, ci { throw ValidationError("--watch and --ci exclude each other.") }
  }
}
