/// `okit-run tui app.lua [-- arguments]`
struct TuiCommand: LaunchCommand {
  static let configuration = CommandConfiguration(
    commandName: "tui",
    abstract: "Opens an application on the whole terminal, by keys and mouse.",
    discussion: """
      Shows the screens of the application full-screen. The last line has the keys that apply; "?" lists all keys, and \
      ":" runs the commands of "okit-run app.lua". Reloads the script when one of its files changes. Stores the state \
      at the end: after q, Ctrl-C, SIGTERM and SIGHUP. However it ends, the terminal is as before. Screen readers read \
      "okit-run app.lua" better.

      EXAMPLES:
        Opens the application:
          okit-run tui app.lua
        Tries changes, and stores nothing:
          okit-run tui app.lua --no-store
        In the terminal's own colors:
          NO_COLOR=1 okit-run tui app.lua
      """)

  @OptionGroup var live: LiveOptions

  @OptionGroup var options: GlobalOptions

  @OptionGroup var resources: ApplicationResources

  var script: String { live.script }
  var arguments: [String] { live.arguments }
  var exec: [String] { [] }
  var storesNothing: Bool { live.noStore }

  func run(_ output: Output, _ applications: inout [LuaApplication]) throws {
    try ScriptArgument.check(script)
    try checkTerminal()
    let session = try FullScreenSession(self, output)
    defer {
      applications = session.applications
      for application in applications { application.close() }
    }
    try session.run()
  }

  /// - Throws: `CommandFailure` with `cli.terminal` for a terminal that cannot show a full screen.
  private func checkTerminal() throws {
    let reason: String
    switch Environment()[.term] {
    case _ where !isInteractive: reason = "tui needs a terminal for its input and output"
    case "dumb"?, ""?, nil: reason = "tui needs a terminal that can move its cursor; TERM names none"
    default: return
    }
    throw CommandFailure.usage(
      Diagnostic("cli.terminal", reason, hint: "use okit-run \(ShellText.quoted(script))"))
  }
}
