import ArgumentParser
import OKitEngine
import OKitLua

/// The options of every subcommand that runs an application.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the models are kept (default: $OKIT_DOCUMENTS, else $XDG_DATA_HOME/okit-run/<app>).", valueName: "dir"))
  var documents: String?

  @Option(help: "The language and region, such as de_DE (default: that of the environment).")
  var locale: String?

  @Option(help: "A time zone, such as Europe/Berlin (default: that of the system).")
  var timeZone: String?

  @Option(
    help: ArgumentHelp("Stands the clock at a moment, such as 2020-01-31T12:00:00Z.", valueName: "date"),
    transform: OptionValue.moment)
  var now: DateValue?

  @Option(help: "Makes the ids of new entities the same in every run.")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Permits scripts more than the sandbox does: read[=dir], write[=dir], net[=host], env[=name], os, native.",
      valueName: "permissions"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp("The memory that scripts may use, such as 64M (default: 256M).", valueName: "size"),
    transform: OptionValue.memorySize)
  var limitMemory: Int?

  @Option(
    help: ArgumentHelp(
      "How much the process may grow while scripts run, such as 1G (default: 2G).", valueName: "size"),
    transform: OptionValue.memorySize)
  var limitGrowth: Int?

  @Option(
    help: ArgumentHelp("The time that one turn may take, such as 3s (default: 5s).", valueName: "span"),
    transform: OptionValue.timeSpan)
  var limitTime: Double?

  @Option(
    help: ArgumentHelp("The instructions of Lua that one turn may take (default: any number).", valueName: "number"),
    transform: OptionValue.count)
  var limitInstructions: Int?

  @Option(
    help: ArgumentHelp("How deep calls in scripts may nest (default: 200000).", valueName: "number"),
    transform: OptionValue.depth)
  var limitDepth: Int?

  @Option(
    help: ArgumentHelp(
      "A folder where require looks for Lua files, besides the script's, or a template such as 'dir/?.lua'.",
      valueName: "dir"),
    transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(help: ArgumentHelp("The least important log lines that are shown.", valueName: "level"))
  var log: LogLevel = .info

  @Option(help: ArgumentHelp("Colours.", valueName: "when"))
  var color: ColorChoice = .auto

  @Option(help: "What commands print.")
  var format: OutputFormat = .text

  func validate() throws {
    if let documents, documents.isEmpty { throw ValidationError("--documents needs the name of a folder.") }
    _ = try OptionValue.permissions(allow)
  }

  /// What an application is started with.
  ///
  /// - Throws: `cli.documents` when no documents directory can be told.
  func applicationOptions(script: String, arguments: [String]) throws -> LuaApplication.Options {
    var options = LuaApplication.Options(clock: now.map { RuntimeClock(virtual: $0) } ?? RuntimeClock.system)
    options.documents = try documents ?? DocumentsDirectory.standard(for: script, Environment())
    options.locale = locale ?? Environment().locale
    options.timeZone = timeZone ?? Environment().timeZone
    options.seed = seed
    if let limitMemory { options.limits.memory = limitMemory }
    if let limitGrowth { options.limits.growth = limitGrowth }
    if let limitTime { options.limits.time = .seconds(limitTime) }
    options.limits.instructions = limitInstructions
    if let limitDepth { options.limits.depth = limitDepth }
    options.luaPath = luaPath
    options.permissions = try OptionValue.permissions(allow)
    options.arguments = arguments
    return options
  }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable { case auto, always, never }
enum OutputFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// The levels of a log, the least important first.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case debug, info, warn, error

  func shows(_ level: LogEntry.Level) -> Bool {
    let levels = Self.allCases.map(\.rawValue)
    return (levels.firstIndex(of: level.rawValue) ?? 0) >= (levels.firstIndex(of: rawValue) ?? 0)
  }
}
