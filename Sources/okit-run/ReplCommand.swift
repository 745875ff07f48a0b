/// `okit-run repl [app.lua] [-- arguments]`
struct ReplCommand: LaunchCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Runs Lua interactively in an application.",
    discussion: """
      Prints values in readable form. A line that starts with ":" is a session command, such as ":screen" or ":tap \
      Add". Without a script, uses an empty application in memory. If standard input is not a terminal, runs its \
      content. Stores the state at the end, also on SIGTERM and SIGHUP.

      EXAMPLES:
        Opens the console:
          okit-run repl app.lua
        Prints a value:
          okit-run repl app.lua --exec 'okit.Model.get().name'
        Runs Lua without an application:
          okit-run repl < lines.lua
      """)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var resources: ApplicationResources

  @Option(help: ArgumentHelp("Runs Lua code, then exits. May be repeated.", valueName: "lua"))
  var exec: [String] = []

  @ArgumentParser.Argument(help: "The path of the script.", completion: .file(extensions: ["lua"]))
  var script: String?

  @ArgumentParser.Argument(parsing: .postTerminator, help: "Arguments for the script, available as okit.arguments.")
  var arguments: [String] = []

  /// An empty application.
  private static let emptyScript = "require('okit').ModelDetailTableController:extend('home', { titlePath = '#okit' })"

  func run(_ output: Output, _ applications: inout [LuaApplication]) throws {
    let end = SessionEnd()
    defer { for application in applications { application.close() } }
    let runner = CommandRunner(try launch(output, end, &applications), output, end)
    let session = ReplSession(runner)
    let succeeded =
      if isInteractive {
        try session.runInteractively(name: script ?? "an empty application")
      } else if exec.isEmpty {
        session.run(LineSource(descriptor: 0) { runner.continueRequests() })
      } else {
        session.run(ChunkSource(exec), isWhole: true)
      }
    if let status = end.status { throw CommandFailure(status: status) }
    if !succeeded || (output.hasErrors && !isInteractive) { throw CommandFailure.failed() }
  }

  private func launch(
    _ output: Output, _ end: SessionEnd, _ applications: inout [LuaApplication]
  ) throws -> LuaApplication {
    guard let script else {
      return try launch(script: nil, output, end) {
        try LuaApplication(text: Self.emptyScript, chunk: "=repl", folder: ".", options: $0)
      }
    }
    try ScriptArgument.check(script)
    return try launch(script: script, output, end) {
      let application = try LuaApplication(options: $0)
      applications.append(application)
      let program = try application.start(script: script, isTimed: true)
      if let program {
        try program.requireApplication(for: "repl", end)
        try program.run(output, end)
        throw CommandFailure(status: end.status ?? 1)
      }
      return application
    }
  }
}

/// The values of `--exec`, each a complete chunk.
private struct ChunkSource: CommandSource {
  private var rest: ArraySlice<String>
  private var number = 0

  init(_ texts: [String]) { rest = texts[...] }

  mutating func next() -> (line: String, place: Diagnostic.Place)? {
    guard let text = rest.popFirst() else { return nil }
    number += 1
    return (text, Diagnostic.Place(file: "--exec", line: number))
  }
}
