/// `okit-run api [app.lua]`
struct APICommand: ScriptRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "api",
    abstract: "Prints the declarations of everything that scripts can use, or of the classes of an application.",
    discussion: """
      Without a script, prints what okit declares. luals: annotations for the Lua language server (okit.d.lua). \
      luacheck: a configuration for luacheck (okit.luacheckrc). markdown: a reference. members: a table of the members \
      of the module, for docs/lua.md. properties: tables of the properties of all classes, for docs/controllers.md. \
      property-list: the same as a module in Lua, for tests.
      With a script, runs its definitions as check does, and prints annotations for the Lua language server of its own \
      classes.

      EXAMPLES:
        Writes annotations that editors read:
          okit-run api --format luals > okit.d.lua
        Prints the reference:
          okit-run api
        Keeps the annotations of an application up to date:
          okit-run api app.lua --output app.d.lua --watch
      """)

  @ArgumentParser.Argument(
    help: "The script of an application, whose own classes are annotated.", completion: .file(extensions: ["lua"]))
  var script: String?

  @Option(help: "The output format (default: markdown; for a script, luals).")
  var format: Declarations.Format?

  @Option(
    help: ArgumentHelp("Writes the annotations of a script to a file, if they have changed.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Writes the file again when a file of the application changes.")
  var watch = false

  @OptionGroup var limits: ScriptLimits
  @OptionGroup var memory: MemoryLimits
  @OptionGroup var endpoint: EndpointArguments
  @OptionGroup var scripts: ScriptOptions

  var namesApplication: Bool { script != nil }

  func validate() throws {
    if script == nil, output != nil || watch {
      throw ValidationError("--output and --watch are for the annotations of a script.")
    }
    if script != nil, let format, format != .luals {
      throw ValidationError(
        "--format \(format.rawValue) is for the declarations of okit; a script has annotations only.")
    }
    if watch, output == nil { throw ValidationError("--watch needs --output FILE.") }
  }

  func run() throws {
    let output = Output()
    try output.reporting {
      guard let script else {
        return output.write(try Declarations.text(format ?? .markdown, of: Declarations.all), to: .standard)
      }
      try ScriptArgument.check(script)
      let session = AnnotationSession(self, script: script, output)
      let status = watch ? try session.watch() : try session.run().status
      guard status == 0 else { throw CommandFailure(status: status) }
    }
  }
}
