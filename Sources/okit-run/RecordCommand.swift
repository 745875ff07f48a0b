import OKitTrace

/// `okit-run record app.lua --output app_test.lua`
struct RecordCommand: SessionRun {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a session as a test.",
    discussion: """
      Opens the application as run does, and writes the commands as a test in Lua. The clock stands still until \
      "advance" moves it, as in the test. "step NAME" begins a step; "expect" asserts the present title and rows, and \
      "expect X > FIELD" the present value of a row, a cell or, without X, the screen. A command that is refused is \
      reported and not recorded. At the end, the test runs: the exit code is 0 if it passes, and 1 otherwise.

      The models at the start become the fixture of the test, or a folder beside it; answers of servers become its \
      endpoint. In a session of run, "record FILE" does the same.

      EXAMPLES:
        Records the commands that are typed at the terminal:
          okit-run record shop.lua --output shop_test.lua
        Records commands, and claims all changes of the models:
          okit-run record shop.lua --output shop_test.lua --assert changes --exec 'tap Add; expect'
      """)

  @Option(help: ArgumentHelp("The test file.", valueName: "file"), completion: .file(extensions: ["lua"]))
  var output: String

  @Option(
    name: .customLong("assert"),
    help: ArgumentHelp("Claims the changes of the models by each action, so that any other one fails the test."))
  var assertion: RecordedAssertion?

  @OptionGroup var options: GlobalOptions

  @OptionGroup var resources: ApplicationResources

  @Option(
    help: ArgumentHelp("Records the commands, separated by \";\". May be repeated.", valueName: "commands"))
  var exec: [String] = []

  @Flag(help: "Keeps changes in memory, and stores nothing.")
  var noStore = false

  @Option(
    help: ArgumentHelp("Writes a trace of the session to this file; see \"okit-run help trace\".", valueName: "file"),
    completion: .file())
  var trace: String?

  @OptionGroup var redaction: RedactionOptions

  @ArgumentParser.Argument(help: "The path of the script.", completion: .file(extensions: ["lua"]))
  var script: String

  @ArgumentParser.Argument(parsing: .postTerminator, help: "Arguments for the script, available as okit.arguments.")
  var arguments: [String] = []

  func validate() throws {
    if assertion != nil, !redaction.redact.isEmpty {
      throw ValidationError("--redact and --assert exclude each other: claims have the values of the models.")
    }
  }

  var storesNothing: Bool { noStore }
  var keepGoing: Bool { true }
  var watch: Bool { false }
  var optionForApplications: String? { "record" }
  var tracedCommand: TraceHeader.Command { .record }
  var isTimed: Bool { true }

  func run(_ messages: Output, _ applications: inout [LuaApplication]) throws {
    var command = self
    // As in a test.
    command.options.now = options.now ?? RuntimeClock.system.now
    command.options.seed = options.seed ?? 1
    try command.record(messages, &applications)
  }

  private func record(_ messages: Output, _ applications: inout [LuaApplication]) throws {
    let end = SessionEnd()
    defer { for application in applications { application.close() } }
    do {
      try RecordedTestFile.check(output)
      let runner: CommandRunner
      switch try start(messages, end, &applications) {
      case .session(let started): runner = started
      case .program(let program):
        try program.requireApplication(for: "record", end)
        return try program.run(messages, end)
      }
      guard let recording = runner.recording else { return }
      try recording.models.keepStored()
      recording.claimsChanges = assertion == .changes
      let file = RecordedTestFile(recording, path: output, options: runner.testOptions)
      _ = try perform(runner, end)
      let count = try file.write { messages.note($0) }
      // The test is complete, and the process is to end.
      guard ShutdownSignal.number == nil else { return }
      messages.line(try file.run(count))
    } catch let diagnostic as Diagnostic { throw CommandFailure.failed(diagnostic) }
  }
}

enum RecordedAssertion: String, ExpressibleByArgument, CaseIterable { case changes }
