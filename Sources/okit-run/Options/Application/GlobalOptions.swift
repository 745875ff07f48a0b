/// The options of every subcommand that runs an application, besides those that other subcommands have, too.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder for stored models (default: $OKIT_DOCUMENTS, else $XDG_DATA_HOME/okit-run/<app>).", valueName: "dir"),
    completion: .directory)
  var documents: String?

  @Flag(help: "Assigns the default documents directory, which belongs to another script, to this one.")
  var adopt = false

  @Option(help: "Language and region, such as de_DE (default: from the environment).")
  var locale: String?

  @Option(help: "Time zone, such as Europe/Berlin (default: the system's).")
  var timeZone: String?

  @Option(
    help: ArgumentHelp("Starts the clock at the given time, such as 2020-01-31T12:00:00Z.", valueName: "date"),
    transform: OptionValue.moment)
  var now: DateValue?

  @Option(
    help: "Seed for new ids, random numbers and the order of pairs, so that they are the same in every run.",
    transform: OptionValue.idSeed)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Grants scripts permissions beyond the sandbox: read[=dir], write[=dir], net[=host], env[=name], os, native.",
      valueName: "permissions"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp(
      "A folder that require searches after the script's own, or a template such as 'dir/?.lua'.",
      valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @Option(help: ArgumentHelp("The lowest level of log lines to show.", valueName: "level"))
  var log: LogEntry.Level = .info

  @Option(help: ArgumentHelp("When to use colors.", valueName: "when"))
  var color: ColorChoice = .auto

  @Option(help: "The output format of commands.")
  var format: OutputFormat = .text

  func validate() throws { _ = try OptionValue.permissions(allow) }

  /// Returns the options that an application is started with.
  ///
  /// - Parameters:
  ///   - script: The script; nil for an application without documents.
  ///   - storesNothing: Whether changes stay in memory.
  /// - Throws: `cli.documents` when there is no documents directory; `documents.script`.
  func applicationOptions(script: String?, storesNothing: Bool) throws -> LuaApplication.Options {
    var options = LuaApplication.Options(clock: now.map { RuntimeClock(virtual: $0) } ?? RuntimeClock.system)
    if let script {
      let directory = try DocumentsDirectory(documents, script: script, adopts: adopt, claims: !storesNothing)
      options.documents = directory.path
      options.willOpenDocuments = directory.claim
    }
    options.locale = locale ?? Environment().locale
    options.timeZone = timeZone ?? Environment().timeZone
    options.keepsChangesInMemory = storesNothing
    options.seed = seed
    options.luaPath = luaPath
    options.hint = OptionHint.text
    options.permissions = try OptionValue.permissions(allow)
    return options
  }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable { case auto, always, never }
enum OutputFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

extension LogEntry.Level {
  /// Whether a log from this level on has a level. The cases have the least important one first.
  func shows(_ level: Self) -> Bool {
    (Self.allCases.firstIndex(of: level) ?? 0) >= (Self.allCases.firstIndex(of: self) ?? 0)
  }
}
