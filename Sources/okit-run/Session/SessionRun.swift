import OKitTrace

/// A subcommand that opens an application for the commands of a person, a pipe or `--exec`.
protocol SessionRun: LaunchCommand {
  var script: String { get }
  /// Whether the other commands run after a refused one, and the state is stored.
  var keepGoing: Bool { get }
  /// Whether the script is loaded again when one of its files changes.
  var watch: Bool { get }
  /// The file for the trace of the session; nil for none.
  var trace: String? { get }
  var redaction: RedactionOptions { get }
  /// The option, or subcommand, for which the script has to define screens; nil if it may be a program.
  var optionForApplications: String? { get }
  /// What the trace says of the command.
  var tracedCommand: TraceHeader.Command { get }
  /// Whether the main chunk of a program has the time limit of a turn.
  var isTimed: Bool { get }
}

/// A script that has started.
enum StartedScript {
  /// The session with its application, whose first screen is shown.
  case session(CommandRunner)
  case program(ProgramRun)
}

extension SessionRun {
  /// Starts the script.
  ///
  /// - Throws: `CommandFailure`.
  func start(_ output: Output, _ end: SessionEnd, _ applications: inout [LuaApplication]) throws -> StartedScript {
    try ScriptArgument.check(script)
    var program: ProgramRun?
    let input = InputLines(descriptor: 0)
    let requests = TracedRequests(limit: trace == nil ? SessionRecording.maximumAnswers : .max)
    var hadStored = false
    let application = try launch(script: script, output, end) {
      var options = $0
      options.readLine = input.next
      options.checksLater = true
      options.onAnswer = { requests.add($0, $1) }
      hadStored = RecordedModels.areStored(in: options.documents)
      let application = try LuaApplication(options: options)
      applications.append(application)
      program = try application.start(script: script, isTimed: isTimed)
      return application
    }
    if let program { return .program(program) }
    let runner = CommandRunner(application, output, end, watch: try makeWatch())
    let options = launchOptions(of: application)
    runner.recording = SessionRecording(
      application, runner.driver, script: script, options: options, requests: requests, hadStored: hadStored,
      redacted: redaction.redact)
    runner.testOptions = try testOptions(output)
    if let trace {
      var options = options
      // A test can begin with a copy of it.
      if hadStored { options["documents"] = self.options.documents.map(JSONValue.string) }
      try runner.record(
        to: trace, as: tracedCommand, script: script, options: .object(options), redacted: redaction.redact, requests)
    }
    return .session(runner)
  }

  /// Performs the commands.
  ///
  /// - Returns: Whether all succeeded.
  func perform(_ runner: CommandRunner, _ end: SessionEnd) throws -> Bool {
    let session = ScriptedSession(runner, keepsGoing: keepGoing, storesNothing: storesNothing)
    let succeeded =
      if end.status != nil {
        // The script called os.exit before its first screen was complete.
        session.finish()
      } else if !exec.isEmpty {
        session.run(StatementSource(exec.joined(separator: "\n")))
      } else if isInteractive {
        try InteractiveSession(runner).run()
      } else {
        session.run(LineSource(descriptor: 0) { runner.continueRequests() })
      }
    try runner.endTrace(succeeded: succeeded)
    return succeeded
  }

  /// The options of a test that the session becomes.
  private func testOptions(_ output: Output) throws -> TestFileRunner.Options {
    var tests = TestFileRunner.Options()
    tests.luaPath = options.luaPath
    tests.hint = OptionHint.textWithoutLimits
    tests.permissions = try OptionValue.permissions(options.allow)
    let (memory, keys, endpoint) = (resources.memory, resources.keys, try resources.endpoint.options())
    tests.configure = {
      $0.parts = .all(keys: keys, endpoint: endpoint)
      memory.apply(to: &$0)
    }
    tests.print = { output.note($0) }
    return tests
  }

  private func makeWatch() throws -> FileWatch? {
    guard watch else { return nil }
    do { return try FileWatch() } catch { throw CommandFailure.failed(error) }
  }
}
