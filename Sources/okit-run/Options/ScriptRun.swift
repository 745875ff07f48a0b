import ArgumentParser
import OKitEngine
import OKitLua

/// A subcommand that can run the script of an application, with the arguments after `--`.
protocol ScriptRunCommand: ParsableCommand {
  var application: ScriptRun { get set }
  /// Whether the command line names an application.
  var namesApplication: Bool { get }
}

extension ScriptRunCommand {
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
    command.application.arguments = Array(arguments.dropFirst(own.count + 1))
    return command
  }
}

/// The options of a subcommand that runs the script of an application for its classes.
struct ScriptRun: ParsableArguments {
  @OptionGroup var limits: ScriptLimits

  @OptionGroup var memory: MemoryLimits

  @OptionGroup var endpoint: EndpointArguments

  @Option(
    help: ArgumentHelp("A folder that require searches after the script's own.", valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(help: ArgumentHelp("The permissions of the script; see run.", valueName: "permissions"))
  var allow: [String] = []

  /// The arguments of the script, which follow `--`.
  var arguments: [String] = []

  /// The parser has no array of arguments after another one.
  private enum CodingKeys: CodingKey { case limits, memory, endpoint, luaPath, allow }

  func validate() throws { _ = try OptionValue.permissions(allow) }

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
    options.luaPath = luaPath
    options.permissions = try OptionValue.permissions(allow)
    limits.apply(to: &options)
    memory.apply(to: &options)
    options.arguments = arguments
    options.print = { _ in }
    options.write = { _, _ in }
    return options
  }
}
