import Glibc

/// The command `okit-run`; each subcommand has a file of its own.
///
/// Each states its `commandName`. The library would derive it from the type, which looks for conformances among those
/// of the whole binary and took a twelfth of the time of a hello world.
@main
struct OKitRun: ParsableCommand {
  static let version = EngineVersion.text
  /// The date of the version, as man pages write it.
  static let releaseDate = "November 23, 2026"

  static let configuration = CommandConfiguration(
    commandName: "okit-run",
    abstract: "Runs, drives and tests applications written in Lua.",
    discussion: """
      EXAMPLES:
        Opens an application on the terminal:
          okit-run app.lua
        Runs commands, then stores the models:
          okit-run app.lua --exec 'tap Add; screen'
        Reads the commands from a file:
          okit-run app.lua < commands.txt
        Opens an application on the whole terminal:
          okit-run tui app.lua
        Opens an application in the browser:
          okit-run serve app.lua --open
        Runs Lua with the application at hand:
          okit-run repl app.lua
        Runs the tests in this folder:
          okit-run test
        Checks an application before it runs:
          okit-run check app.lua
        Lists the stored models:
          okit-run models list --documents DIR
      """,
    version: version,
    subcommands: [
      RunCommand.self, TuiCommand.self, ServeCommand.self, RenderCommand.self, NewCommand.self, ReplCommand.self,
      TestCommand.self, ExploreCommand.self, RecordCommand.self, TraceCommand.self, CheckCommand.self,
      LanguageServerCommand.self, ModelsCommand.self,
      APICommand.self, StoryboardCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    SystemFile.reserveStandardDescriptors()
    // A closed pipe, as in `okit-run … | head`, must not end the process before it has stored the state.
    signal(SIGPIPE, SIG_IGN)
    // Nor must the size limit of files: writing fails instead.
    signal(SIGXFSZ, SIG_IGN)
    var applications: [LuaApplication] = []
    let status = status(of: arguments, keeping: &applications)
    for application in applications { application.modelFiles.closeJournal() }
    withExtendedLifetime(applications) { Glibc.exit(status) }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    guard arguments.contains("--"),
      let command = SubcommandNames.command(in: arguments) as? any ScriptRunCommand.Type
    else { return try parse(arguments) }
    return try command.parse(withScriptArguments: arguments)
  }

  /// Parses a command line that names a subcommand with the options of that alone: most of the time of a hello world
  /// would go into those of the others. What is wrong with a command line, and help, is known to the whole parser.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    if let (command, own) = SubcommandNames.leaf(in: arguments) {
      if let parsed = try? command.parseAsRoot(own), type(of: parsed) == command { return parsed }
      // `test` would take the name of its subcommand for a file.
      if command == TestCommand.Merge.self { return try command.parseAsRoot(own) }
    }
    return try parseAsRoot(arguments)
  }

  /// Returns whether the argument parser accepts a command line, or answers it itself.
  static func accepts(_ arguments: [String]) -> Bool {
    do {
      _ = try parsed(arguments)
      return true
    } catch { return exitCode(for: error).isSuccess }
  }

  /// Returns whether the argument parser has thrown an error, which it describes itself.
  private static func isOfArgumentParser(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)).hasPrefix("ArgumentParser.")
  }

  /// Returns what the argument parser says of an error.
  private static func message(for error: any Error, _ arguments: [String]) -> String {
    // It is parsed as if it was the whole program.
    guard SubcommandNames.command(in: arguments) == TestCommand.Merge.self else { return fullMessage(for: error) }
    return TestCommand.Merge.fullMessage(for: error).replacing("'merge --help'", with: "'okit-run test merge --help'")
  }

  /// Runs a command line.
  ///
  /// - Returns: 0, 1 when something failed, 2 for wrong usage.
  static func status(of arguments: [String], keeping applications: inout [LuaApplication]) -> Int32 {
    let output = Output()
    do {
      // Build scripts ask for the version often: answer before any setup.
      if arguments == ["--version"] {
        output.line(version)
        return output.isBroken ? 1 : 0
      }
      if let command = PlainCommandLine.command(arguments) {
        try command.run(keeping: &applications)
        return 0
      }
      if let command = PlainTestCommandLine.command(arguments) {
        try command.run()
        return 0
      }
      let arguments = MutationOptions.withValue(SubcommandNames.withHelpFirst(arguments))
      try SubcommandNames.checkHelp(arguments)
      try OptionNames.checkFiles(arguments)
      var command = try parsed(arguments)
      if let command = command as? any ApplicationCommand {
        try command.run(keeping: &applications)
      } else {
        try command.run()
      }
      return 0
    } catch let failure as CommandFailure {
      if let diagnostic = failure.diagnostic { output.report(diagnostic) }
      return failure.status
    } catch  where !isOfArgumentParser(error) {
      output.report(error.asDiagnostic)
      return 1
    } catch {
      let code = exitCode(for: error)
      var message = message(for: error, arguments)
      if code == .validationFailure, !message.contains("Did you mean") || message.contains("Unknown option"),
        let misspelling = SubcommandNames.misspelling(in: arguments)
          ?? OptionNames.misspelling(in: arguments)
      {
        output.report(misspelling)
        return 2
      }
      if arguments.contains("--generate-completion-script") { message = CompletionScript.completed(message) }
      // A message of the argument parser quotes the arguments.
      let text = code.isSuccess ? message : PrintableText.escaped(message)
      if !text.isEmpty { output.write(text + "\n", to: code.isSuccess ? .standard : .error) }
      return code == .validationFailure ? 2 : code.isSuccess && !output.isBroken ? 0 : 1
    }
  }
}

/// The failure of a command.
struct CommandFailure: Error {
  /// The exit code.
  var status: Int32
  /// The diagnostic to print; nil when it was printed already.
  var diagnostic: Diagnostic?
  /// Whether the exit code is that of the failure even if a signal has ended the session.
  var countsAfterSignal = false

  /// Returns a failure that happened while the application ran.
  static func failed(_ diagnostic: Diagnostic? = nil) -> CommandFailure {
    CommandFailure(status: 1, diagnostic: diagnostic)
  }

  /// Returns the failure of a session that a signal has ended: what it could not store is lost, but for changes of
  /// models on a server, which wait for the next start.
  static func unstored(_ diagnostic: Diagnostic) -> CommandFailure {
    CommandFailure(
      status: 1, diagnostic: diagnostic, countsAfterSignal: !diagnostic.code.rawValue.hasPrefix("http."))
  }

  /// Returns a failure because of a wrong command line.
  static func usage(_ diagnostic: Diagnostic) -> CommandFailure {
    CommandFailure(status: 2, diagnostic: diagnostic)
  }
}
