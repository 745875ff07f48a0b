import Glibc

/// `okit-run test [files or folders]`
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Runs tests.",
    discussion: """
      Test files are named …_test.lua or …_spec.lua; folders are searched recursively. FILE:LINE runs the test that \
      contains that line. The exit code is 0 if all tests passed, 1 if a test failed, and 2 if no test could be run.

      EXAMPLES:
        Runs all tests of the folder, and of the folders below it:
          okit-run test
        Runs the test at a line:
          okit-run test shop_test.lua:12
        Runs the tests that failed last, as soon as a file changes:
          okit-run test --last-failed --watch
        Writes what failed tests have done into the folder t:
          okit-run test --trace t
        Reports the changes of a script that no test notices:
          okit-run test --mutate app.lua
        Runs four files at a time, and writes a report for CI:
          okit-run test --jobs 4 --ci --format junit --output report.xml
        Writes what the tests reach in the applications into the folder c:
          okit-run test --coverage c
      """,
    subcommands: [Merge.self])

  @Option(
    help: ArgumentHelp(
      "Runs only tests whose full name contains the text or matches it as a Lua pattern; of several, one must match.",
      valueName: "text"))
  var filter: [String] = []

  @Option(help: ArgumentHelp("Runs only tests with at least one of these tags.", valueName: "a,b"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Excludes tests with any of these tags.", valueName: "a,b"))
  var excludeTags: [String] = []

  @Flag(help: "Runs files and tests in random order and prints the seed.")
  var shuffle = false

  @Option(help: "Seed for the shuffle; use it to reproduce an order.", transform: OptionValue.shuffleSeed)
  var seed: Int?

  @Flag(help: "Stops after the first failed test.")
  var bail = false

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Runs everything this many times.", valueName: "times"))
  var repeats = 1

  @Flag(help: "Overwrites the stored snapshots instead of comparing with them.")
  var updateSnapshots = false

  @Flag(help: "Removes the stored snapshots that no test of a file asks for.")
  var pruneSnapshots = false

  @Flag(help: "Writes the claims that tests with exhaustive lack after their steps.")
  var writeClaims = false

  @Option(
    help: ArgumentHelp("The time limit of one test, such as 10s.", valueName: "span"),
    transform: OptionValue.timeSpan)
  var timeout = 60.0

  @Option(
    help: ArgumentHelp(
      "A folder that require searches after the test file's own, or a template such as 'dir/?.lua'.",
      valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(
    help: ArgumentHelp(
      "Grants tests and their applications permissions beyond the sandbox; see \"okit-run help run\".",
      valueName: "permissions"))
  var allow: [String] = []

  @OptionGroup var endpoint: EndpointArguments

  @OptionGroup var memory: MemoryLimits

  @OptionGroup var runner: TestRunOptions

  @OptionGroup var report: TestReportOptions

  @OptionGroup var traces: TestTraceOptions

  @OptionGroup var coverage: CoverageOptions

  @OptionGroup var mutation: MutationOptions

  @ArgumentParser.Argument(help: "Test files, folders and FILE:LINE.", completion: .file(extensions: ["lua"]))
  var paths: [String] = ["."]

  func validate() throws {
    guard repeats > 0 else { throw ValidationError("--repeat must be at least 1.") }
    if runner.ci, updateSnapshots { throw ValidationError("--ci and --update-snapshots exclude each other.") }
    if runner.ci, pruneSnapshots { throw ValidationError("--ci and --prune-snapshots exclude each other.") }
    if runner.ci, writeClaims { throw ValidationError("--ci and --write-claims exclude each other.") }
    if runner.list, pruneSnapshots { throw ValidationError("--list and --prune-snapshots exclude each other.") }
    if runner.list, report.format == .tap || report.format == .junit {
      throw ValidationError("--list is for --format pretty and json.")
    }
    if coverage.coverage != nil, runner.list || runner.watch {
      throw ValidationError("--coverage excludes --list and --watch.")
    }
    _ = try OptionValue.permissions(allow)
    if report.format == .sarif, !mutation.isChosen { throw ValidationError("--format sarif is for --mutate.") }
    if mutation.isChosen, !runner.worker { try validateMutation() }
  }

  /// Mutants are tested by all tests that cover them, in their order, each once.
  private func validateMutation() throws {
    let others: [(String, Bool)] = [
      ("--shuffle", shuffle), ("--bail", bail), ("--repeat", repeats > 1), ("--update-snapshots", updateSnapshots),
      ("--prune-snapshots", pruneSnapshots), ("--write-claims", writeClaims), ("--list", runner.list),
      ("--last-failed", runner.lastFailed), ("--shard", runner.shard != nil), ("--retries", runner.retries > 0),
      ("--watch", runner.watch), ("--pause", runner.pause), ("--trace", traces.trace != nil),
      ("--coverage", coverage.coverage != nil),
      ("--verbose", report.verbose), ("--slowest", report.slowest > 0),
    ]
    if let other = others.first(where: \.1) { throw ValidationError("--mutate and \(other.0) exclude each other.") }
    if report.format == .tap || report.format == .junit {
      throw ValidationError("--mutate is for --format pretty, json and sarif.")
    }
  }

  func run() throws {
    SignalMask.unblock(SIGTERM, SIGHUP, SIGINT)
    let messages = Output(color: runner.ci ? .never : report.color, format: report.format == .json ? .json : .text)
    try messages.reporting {
      // A worker ends at once, and the keys of --watch are its own.
      if runner.worker || runner.watch { return try run(messages) }
      try ShutdownSignal.handling { try run(messages) }
    }
  }

  private func run(_ messages: Output) throws {
    // The applications of the tests need about the same memory, one after the other.
    LuaState.keepFreedMemory(bytes: 32 << 20)
    let style = report.style(isPlain: runner.ci || runner.list)
    var options = try options(messages, isLive: style.isLive)
    if runner.worker { return try TestWorker.run(options) }
    if mutation.isChosen { return try mutate(options, messages) }
    let coverage: CoverageResult?
    do { coverage = try self.coverage.result() } catch let diagnostic as Diagnostic {
      throw CommandFailure.usage(diagnostic)
    }
    var isCovered = true
    if let coverage {
      options.willMeasure = { try coverage.makeFolder() }
      options.didMeasure = { report, uncounted in
        CoverageResult.warn(of: uncounted, messages)
        isCovered = try coverage.write(report, messages, line: self.report.printer(messages))
      }
    }
    if !runner.list, let warning = try LuaState.seedWarning() { messages.report(warning) }
    let file = FailedTestsFile()
    let session = TestSession(
      options,
      TestReport(format: report.format.ofTests, style: style, isListing: runner.list, file: report.output), messages,
      file: runner.ci || runner.list ? nil : file)
    var choice: TestSession.Choice = { _ in [] }
    if runner.lastFailed {
      let failed = try file.read()
      if failed.isEmpty { return messages.note("no test has failed; run without --last-failed to run all tests") }
      choice = failed.selection
    }
    do {
      if runner.watch {
        var watch = try TestWatch(session, messages)
        guard try watch.run(first: choice) else { throw CommandFailure.failed() }
      } else if try session.run(choice).failed > 0 || messages.hasErrors || !isCovered {
        throw CommandFailure.failed()
      }
    } catch let diagnostic as Diagnostic {
      throw diagnostic.code == "file.write" ? CommandFailure.failed(diagnostic) : CommandFailure.usage(diagnostic)
    }
  }

  private func mutate(_ options: TestRunner.Options, _ messages: Output) throws {
    do {
      try MutationSession(options, mutation, report, seed: seed ?? 1, jobs: runner.jobs, messages).run()
    } catch let diagnostic as Diagnostic {
      throw diagnostic.code == "file.write" ? CommandFailure.failed(diagnostic) : CommandFailure.usage(diagnostic)
    }
  }

  private func options(_ messages: Output, isLive: Bool) throws -> TestRunner.Options {
    var options = TestRunner.Options()
    options.paths = paths
    options.repeats = repeats
    options.selection.filters = filter
    options.selection.tags = tags
    options.selection.excludeTags = excludeTags
    options.selection.shard = runner.shard
    options.selection.bail = bail
    options.selection.retries = runner.retries
    options.selection.updateSnapshots = updateSnapshots
    options.selection.pruneSnapshots = pruneSnapshots
    options.selection.writeClaims = writeClaims
    options.selection.isCI = runner.ci
    options.selection.isListing = runner.list
    // Short enough to type. That of --mutate chooses a sample.
    options.selection.shuffle = mutation.isChosen ? nil : seed ?? (shuffle ? Int.random(in: 1...999_999) : nil)
    options.host.luaPath = luaPath
    options.host.tracing = traces.tracing
    if let tracing = traces.tracing { options.didTrace = { try TracePages.write($0, tracing) } }
    if coverage.coverage != nil {
      // Comments about coverage say nothing about mutants.
      options.host.coverage = CoverageCollector(obeysComments: !mutation.isChosen)
    }
    options.host.permissions = try OptionValue.permissions(allow)
    let (memory, endpoint) = (memory, try endpoint.options())
    options.host.configure = {
      $0.parts = .all(endpoint: endpoint)
      memory.apply(to: &$0)
    }
    options.host.timeout = .seconds(timeout)
    memory.apply(to: &options.host.limits)
    if mutation.isChosen { MutationSession.countSteps(&options) }
    options.host.hint = {
      switch Diagnostic.Limit(hint: $0) {
      case .time: "raise it with --timeout"
      // Tests have no option for these.
      case .instructions, .depth: nil
      case .memory, .growth, .document, nil: OptionHint.text($0)
      }
    }
    options.host.print = { text in
      if isLive { messages.write(PrettyReporter.clearLine, to: .standard) }
      messages.note(text)
    }
    options.mustEnd = { ShutdownSignal.number != nil }
    if runner.pause { pauseAtFailures(&options, messages, isLive: isLive) }
    // The processes read the same options; the jobs say which files they run.
    let arguments = ["test", "--worker"] + CommandLine.arguments.dropFirst(2)
    if runner.jobs > 1 {
      options.executor = ProcessExecutor(limit: runner.jobs, arguments: arguments)
    } else if !runner.worker, !runner.list, !runner.pause, SupervisedExecutor.isAvailable {
      options.executor = SupervisedExecutor(arguments: arguments)
    }
    return options
  }

  /// Opens a session where a test fails. The tests run in this process, which has the terminal, and without a time
  /// limit.
  private func pauseAtFailures(_ options: inout TestRunner.Options, _ messages: Output, isLive: Bool) {
    options.host.timeout = .seconds(Self.longestPause)
    options.host.pause = { application, failure in
      let place = failure.place.map { " at \($0)" } ?? ""
      if isLive { messages.write(PrettyReporter.clearLine, to: .standard) }
      messages.note("\(failure.message)\nThe test has failed\(place). Ctrl-D or quit goes on.")
      let runner = CommandRunner(application, Output(color: report.color, format: .text), SessionEnd())
      do {
        try ShutdownSignal.handling { _ = try InteractiveSession(runner, isPause: true).run() }
      } catch { messages.report(error.diagnostic("test.pause")) }
    }
  }

  /// In seconds.
  private static let longestPause = 30.0 * 86400
}
