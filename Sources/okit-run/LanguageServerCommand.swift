import Glibc
import OKitLanguageServer

/// `okit-run lsp`
struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Runs a language server for editors on standard input and output.",
    discussion: """
      Speaks the Language Server Protocol: the findings of check while typing, and completion, hover and more inside \
      of binding texts. The editor starts it, beside a language server for Lua; docs/editors.md has the settings.

      The scripts of an application run in the sandbox, as for check, with a time limit of 1s unless --limit-time sets \
      another one. A script that takes longer has a finding.
      """)

  @OptionGroup var limits: ScriptLimits

  @OptionGroup var memory: MemoryLimits

  @Option(
    help: ArgumentHelp("A folder that require searches after the script's own.", valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(help: ArgumentHelp("The permissions of the scripts; see run.", valueName: "permissions"))
  var allow: [String] = []

  @Flag(help: "Ignored: standard input and output are the only channel. Some editors pass it.")
  var stdio = false

  func validate() throws { _ = try OptionValue.permissions(allow) }

  func run() throws {
    let permissions = try OptionValue.permissions(allow)
    let server = LanguageServer(version: OKitRun.version) {
      var options = LuaApplication.Options()
      options.parts = .all()
      options.luaPath = luaPath
      options.permissions = permissions
      // An answer waits for a check that runs, and most take milliseconds.
      options.limits.time = .seconds(1)
      limits.apply(to: &options)
      memory.apply(to: &options)
      return options
    }
    let output = Output(color: .never)
    try output.reporting {
      try ShutdownSignal.handling { LanguageServerSession(server, output).run() }
      if server.exitStatus != 0, !output.isBroken { throw CommandFailure(status: server.exitStatus) }
    }
  }
}
