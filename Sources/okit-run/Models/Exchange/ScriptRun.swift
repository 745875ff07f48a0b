import ArgumentParser
import OKitEngine
import OKitLua

/// The options of a subcommand that runs the script of an application for its classes.
struct ScriptRun: ParsableArguments {
  @OptionGroup var limits: ScriptLimits

  @OptionGroup var endpoint: EndpointArguments

  @Option(
    help: ArgumentHelp("A folder that require searches after the script's own.", valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(help: ArgumentHelp("The permissions of the script; see run.", valueName: "permissions"))
  var allow: [String] = []

  func validate() throws { _ = try OptionValue.permissions(allow) }

  /// The maximum size of a document and of a file that is imported.
  var documentLimit: Int { limits.memory.limitDocument ?? LuaApplication.Options().documentLimit }

  /// The options of an application whose output is dropped.
  func options() throws -> LuaApplication.Options {
    var options = LuaApplication.Options()
    options.locale = Environment().locale
    options.timeZone = Environment().timeZone
    options.luaPath = luaPath
    options.permissions = try OptionValue.permissions(allow)
    options.endpoint = try endpoint.options()
    limits.apply(to: &options)
    options.print = { _ in }
    options.write = { _, _ in }
    return options
  }
}
