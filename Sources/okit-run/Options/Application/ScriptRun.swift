/// A subcommand that can run the script of an application, with the arguments after `--`.
protocol ScriptRunCommand: ParsableCommand {
  var limits: ScriptLimits { get }
  var memory: MemoryLimits { get }
  var endpoint: EndpointArguments { get }
  var scripts: ScriptOptions { get set }
  /// Whether the command line names an application.
  var namesApplication: Bool { get }
}

extension ScriptRunCommand {
  var application: ScriptRun { ScriptRun(limits: limits, memory: memory, endpoint: endpoint, scripts: scripts) }

  /// Returns the command of a command line.
  ///
  /// - Throws: what parsing throws; `cli.usage` for arguments without a script.
  static func parse(withScriptArguments arguments: [String]) throws -> any ParsableCommand {
    let own = arguments.prefix { $0 != "--" }
    let command = try OKitRun.parse(Array(own))
    // Help is another command.
    guard own.count < arguments.count, var command = command as? any ScriptRunCommand else { return command }
    guard command.namesApplication else {
      throw CommandFailure.usage(
        Diagnostic("cli.usage", "what follows -- are arguments of a script; pass the application, too"))
    }
    command.scripts.arguments = Array(arguments.dropFirst(own.count + 1))
    return command
  }
}

/// The options of a subcommand that runs the script of an application for its classes, beside those that other
/// subcommands have, too.
///
/// Those are not inside of this group, because the parser of a debug build checks groups in groups four times as often.
struct ScriptOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A folder that require searches after the script's own.", valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(help: ArgumentHelp("The permissions of the script; see run.", valueName: "permissions"))
  var allow: [String] = []

  /// The arguments of the script, which follow `--`.
  var arguments: [String] = []

  /// The parser has no array of arguments after another one.
  private enum CodingKeys: CodingKey { case luaPath, allow }

  func validate() throws { _ = try OptionValue.permissions(allow) }
}

/// How a subcommand runs the script of an application for its classes.
struct ScriptRun {
  let limits: ScriptLimits
  let memory: MemoryLimits
  let endpoint: EndpointArguments
  let scripts: ScriptOptions

  /// The maximum size of a document and of a file that is imported.
  var documentLimit: Int { memory.limitDocument ?? LuaApplication.Options().documentLimit }

  /// The options of an application whose output is dropped.
  ///
  /// - Parameter keys: The key of encrypted models; nil for the default key.
  func options(keys: KeyOptions? = nil) throws -> LuaApplication.Options {
    var options = LuaApplication.Options()
    options.parts = .all(keys: keys, endpoint: try endpoint.options())
    options.locale = Environment().locale
    options.timeZone = Environment().timeZone
    options.luaPath = scripts.luaPath
    options.permissions = try OptionValue.permissions(scripts.allow)
    limits.apply(to: &options)
    memory.apply(to: &options)
    options.arguments = scripts.arguments
    options.print = { _ in }
    options.write = { _, _ in }
    return options
  }
}
