/// `okit-run [run] app.lua [-- arguments]`
struct RunCommand: LaunchCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs an application.",
    discussion: """
      On a terminal, shows the screen as text and reads commands interactively. Otherwise, reads the same commands \
      from standard input, one per line, and prints their output; without any command, prints the first screen. The \
      command "help" lists all commands. Stores the state at the end, also on SIGTERM and SIGHUP; after a refused \
      command of a pipe or of --exec, the others do not run, and the state is not stored. A script without controllers \
      is a program: it runs, and its models are stored.

      EXAMPLES:
        Opens the application on the terminal:
          okit-run app.lua
        Runs commands:
          okit-run app.lua --exec 'tap Add; json'
        Keeps the models in the folder demo:
          okit-run app.lua --documents demo
        Tries commands, and stores nothing:
          okit-run app.lua --no-store --exec 'delete 1; screen'
        Reloads the changed script, which gets an argument:
          okit-run app.lua --watch -- --verbose
      """)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var limits: ScriptLimits

  @OptionGroup var memory: MemoryLimits

  @OptionGroup var keys: KeyOptions

  @OptionGroup var endpoint: EndpointArguments

  @Option(
    help: ArgumentHelp(
      "Runs the commands, separated by \";\", then exits. May be repeated.", valueName: "commands"))
  var exec: [String] = []

  @Flag(help: "Keeps changes in memory, and stores nothing.")
  var noStore = false

  @Flag(help: "Runs the other commands after a refused one, and stores the state.")
  var keepGoing = false

  @Flag(help: "Reloads the script when one of its files changes; models and screens are kept.")
  var watch = false

  @Option(
    help: ArgumentHelp("Writes a trace of the session to this file; see \"okit-run help trace\".", valueName: "file"),
    completion: .file())
  var trace: String?

  @OptionGroup var redaction: RedactionOptions

  @ArgumentParser.Argument(help: "The path of the script.", completion: .file(extensions: ["lua"]))
  var script: String

  @ArgumentParser.Argument(parsing: .postTerminator, help: "Arguments for the script, available as okit.arguments.")
  var arguments: [String] = []

  var storesNothing: Bool { noStore }

  func run(_ output: Output, _ applications: inout [LuaApplication]) throws {
    if isInteractive, keepGoing {
      throw CommandFailure.usage(
        Diagnostic("cli.usage", "--keep-going is for commands of --exec or of a pipe; a terminal goes on after errors"))
    }
    let end = SessionEnd()
    defer { for application in applications { application.close() } }
    let application: LuaApplication
    switch try launch(output, end, &applications) {
    case .application(let launched): application = launched
    case .program(let program):
      if let option = optionForApplications { try program.requireApplication(for: option, end) }
      return try program.run(output, end)
    }
    let runner = CommandRunner(application, output, end, watch: try makeWatch())
    if let trace {
      try runner.record(to: trace, script: script, options: traceOptions, redacted: redaction.redact)
    }
    let session = ScriptedSession(runner, keepsGoing: keepGoing, storesNothing: noStore)
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
    // An error shown on a terminal does not fail the session: the user has seen it.
    let hasLostInput = runner.hasLostInput && !isInteractive
    if succeeded, let status = end.status, status != 0 || !hasLostInput { throw CommandFailure(status: status) }
    if !succeeded || hasLostInput || output.hasErrors && !isInteractive { throw CommandFailure.failed() }
  }

  /// The option that needs an application, because commands and reloading need a screen.
  private var optionForApplications: String? {
    if !exec.isEmpty { return "--exec" }
    return watch ? "--watch" : keepGoing ? "--keep-going" : trace == nil ? nil : "--trace"
  }

  /// The options as the trace has them.
  private var traceOptions: JSONValue {
    var members: [String: JSONValue] = [:]
    members["documents"] = options.documents.map(JSONValue.string)
    members["locale"] = options.locale.map(JSONValue.string)
    members["timeZone"] = options.timeZone.map(JSONValue.string)
    members["now"] = options.now.flatMap(ISO8601.text).map(JSONValue.string)
    members["seed"] = options.seed.map { .int(Int(truncatingIfNeeded: $0)) }
    members["arguments"] = arguments.isEmpty ? nil : .array(arguments.map(JSONValue.string))
    return .object(members)
  }

  private func makeWatch() throws -> FileWatch? {
    guard watch else { return nil }
    do { return try FileWatch() } catch { throw CommandFailure.failed(error) }
  }

  private enum Launched {
    case application(LuaApplication)
    case program(ProgramRun)
  }

  private func launch(_ output: Output, _ end: SessionEnd, _ applications: inout [LuaApplication]) throws -> Launched {
    try ScriptArgument.check(script)
    var program: ProgramRun?
    let input = InputLines(descriptor: 0)
    let application = try launch(script: script, output, end) {
      var options = $0
      options.readLine = input.next
      options.checksLater = true
      let application = try LuaApplication(options: options)
      applications.append(application)
      program = try application.start(
        script: script, isTimed: limits.limitTime != nil || optionForApplications != nil)
      return application
    }
    return program.map(Launched.program) ?? .application(application)
  }
}
