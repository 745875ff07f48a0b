import OKitTrace

/// `okit-run [run] app.lua [-- arguments]`
struct RunCommand: SessionRun {
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

  @OptionGroup var resources: ApplicationResources

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
    let runner: CommandRunner
    switch try start(output, end, &applications) {
    case .session(let started): runner = started
    case .program(let program):
      if let option = optionForApplications { try program.requireApplication(for: option, end) }
      return try program.run(output, end)
    }
    let succeeded = try perform(runner, end)
    // An error shown on a terminal does not fail the session: the user has seen it.
    let hasLostInput = runner.hasLostInput && !isInteractive
    if succeeded, let status = end.status, status != 0 || !hasLostInput { throw CommandFailure(status: status) }
    if !succeeded || hasLostInput || output.hasErrors && !isInteractive { throw CommandFailure.failed() }
  }

  /// Commands and reloading need a screen.
  var optionForApplications: String? {
    if !exec.isEmpty { return "--exec" }
    return watch ? "--watch" : keepGoing ? "--keep-going" : trace == nil ? nil : "--trace"
  }

  var tracedCommand: TraceHeader.Command { .run }
  var isTimed: Bool { resources.limits.limitTime != nil || optionForApplications != nil }
}
