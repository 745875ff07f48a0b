import ArgumentParser
import OKitEngine
import OKitLua

/// `okit-run [run] app.lua [-- arguments]`
struct RunCommand: ApplicationCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs an application.",
    discussion: """
      On a terminal it shows the screen as text and takes commands. Else it reads the same commands from standard \
      input, one a line, and prints what they show; without any command it prints the first screen. "help" lists \
      the commands. At the end the state is stored.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "Carries out commands, separated by \";\", and ends. May be given several times.", valueName: "commands"))
  var exec: [String] = []

  @Flag(help: "Loads the script again when one of its files changes; models and screens stay.")
  var watch = false

  @ArgumentParser.Argument(help: "The script.")
  var script: String

  @ArgumentParser.Argument(parsing: .postTerminator, help: "What the script finds in okit.arguments.")
  var arguments: [String] = []

  func run(keeping applications: inout [LuaApplication]) throws {
    let output = Output(color: options.color, format: options.format)
    try output.reporting { try run(output, &applications) }
  }

  private func run(_ output: Output, _ applications: inout [LuaApplication]) throws {
    let end = SessionEnd()
    defer { for application in applications { application.close() } }
    let runner = CommandRunner(try launch(output, end, &applications), output, end, watch: try makeWatch())
    let isInteractive =
      exec.isEmpty && TerminalMode.isTerminal(0) && TerminalMode.isTerminal(Output.Stream.standard.rawValue)
    let succeeded =
      if end.status != nil {
        // The script has ended it while its first screen was made.
        ScriptedSession(runner).finish()
      } else if !exec.isEmpty {
        ScriptedSession(runner).run(StatementSource(exec.joined(separator: "\n")))
      } else if isInteractive {
        try InteractiveSession(runner).run()
      } else {
        ScriptedSession(runner).run(LineSource(descriptor: 0))
      }
    if succeeded, let status = end.status { throw CommandFailure(status: status) }
    // What a person has seen and answered on a terminal is no failure of the session.
    if !succeeded || (output.hasErrors && !isInteractive) { throw CommandFailure.failed() }
  }

  private func makeWatch() throws -> FileWatch? {
    guard watch else { return nil }
    do { return try FileWatch() } catch { throw CommandFailure.failed(error) }
  }

  private func launch(
    _ output: Output, _ end: SessionEnd, _ applications: inout [LuaApplication]
  ) throws -> LuaApplication {
    try ScriptFile.check(script)
    return try options.launch(script: script, arguments: arguments, output, end) {
      let application = try LuaApplication(options: $0)
      applications.append(application)
      try application.run(script: script, needsScreen: true)
      return application
    }
  }
}

extension GlobalOptions {
  /// Starts an application that prints to `output`.
  ///
  /// - Throws: `CommandFailure` with what it fails with.
  func launch(
    script: String, arguments: [String], _ output: Output, _ end: SessionEnd,
    _ make: (LuaApplication.Options) throws -> LuaApplication
  ) throws -> LuaApplication {
    do {
      var options = try applicationOptions(script: script, arguments: arguments)
      let log = log
      options.print = { output.line($0) }
      options.printError = { output.note($0) }
      options.write = { stream, bytes in output.write(bytes, to: stream == .output ? .standard : .error) }
      options.onExit = { end.request($0) }
      options.onReport = { output.report($0) }
      options.onLog = { if log.shows($0.level) { output.log($0) } }
      return try make(options)
    } catch let diagnostic as Diagnostic {
      if let status = end.status { throw CommandFailure(status: status) }
      let isUsage = ["function.timeZone", "cli.documents"].contains(diagnostic.code)
      throw CommandFailure(status: isUsage ? 2 : 1, diagnostic: diagnostic)
    }
  }
}

/// The script that a command line names.
enum ScriptFile {
  /// - Throws: wrong usage, when there is no such file.
  static func check(_ path: String) throws {
    switch LocalFile.kind(of: path) {
    case .file: return
    case .folder:
      let inside = (path.hasSuffix("/") ? path : path + "/") + "app.lua"
      throw CommandFailure.usage(
        Diagnostic(
          "cli.script", "\(path) is a folder, not a script",
          hint: LocalFile.kind(of: inside) == .file ? "did you mean \"\(inside)\"?" : nil))
    case .missing:
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { String(path[...$0]) } ?? ""
      let files = LocalFile.names(in: folder.isEmpty ? "." : folder).filter { $0.hasSuffix(".lua") }.map { folder + $0 }
      let commands = slash == nil ? OKitRun.configuration.subcommands.compactMap { $0.configuration.commandName } : []
      throw CommandFailure.usage(
        Diagnostic("cli.script", "there is no file \(path)", hint: NearestName.hint(for: path, in: files + commands)))
    }
  }
}
