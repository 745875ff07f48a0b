public import OKitEngine

/// An application written in Lua: its script has run, its first screen is there.
public final class LuaApplication {
  /// What an application is run with.
  public struct Options {
    /// The documents directory; nil for a place in memory that goes with the application.
    public var documents: String?
    public var locale = "en_US"
    public var timeZone = "UTC"
    public var clock: RuntimeClock
    /// Seed of new ids; nil for random ones.
    public var seed: UInt64?
    public var limits = LuaLimits()
    /// Folders where `require` looks after the script's own, or templates such as `folder/?.lua`. The first module
    /// that is found there brings the globals `package`, `debug` and `io`, as far as they reach nothing.
    public var luaPath: [String] = []
    /// What scripts see as `okit.arguments`.
    public var arguments: [String] = []
    /// Data for the default model, applied after the script has run.
    public var fixture: Plain?
    public var print: (String) -> Void = { Swift.print($0) }
    /// Gets what scripts write to `io.stderr`, where they have that.
    public var printError: (String) -> Void = { _ in }
    public var onReport: (Diagnostic) -> Void = { _ in }
    public var onLog: (LogEntry) -> Void = { _ in }
    /// The storage to use instead of one for `documents`.
    public var storage: LazyStorage?
    /// See `ModelStore.firstGeneration`.
    var firstGeneration: UInt32 = 1

    public init(clock: RuntimeClock) { self.clock = clock }
  }

  public let runtime: AppRuntime
  public let state: LuaState
  let host: ScriptHost

  /// Reads and runs a script and shows the first screen.
  ///
  /// - Throws: `file.read`, `file.encoding`, `lua.syntax`, `lua.error` and what the script's calls of okit throw.
  public convenience init(script path: String, options: Options) throws {
    let folder = Self.folder(of: path)
    let text = try ScriptFile.read(path)
    try self.init(text: text, chunk: path, folder: folder, options: options)
  }

  /// Runs a script's text. - Parameter folder: where `require` and the localized texts are looked for.
  public init(text: String, chunk: String, folder: String, options: Options) throws {
    let documents = options.documents
    var configuration = AppConfiguration(
      clock: options.clock,
      storage: options.storage
        ?? LazyStorage(root: documents ?? "") {
          guard let documents else { return TransientStorage() }
          return FileStorage(documents: documents, access: .owner)
        })
    configuration.locale = options.locale
    configuration.timeZone = options.timeZone
    configuration.seed = options.seed
    configuration.firstGeneration = options.firstGeneration
    configuration.localization = try TextsFinder.texts(beside: folder)
    runtime = try AppRuntime(configuration)
    runtime.onReport = options.onReport
    runtime.onLog = options.onLog
    state = try LuaState(limits: options.limits)
    state.print = options.print
    state.printError = options.printError
    ModuleFinder(folder: folder, libraries: options.luaPath)
      .connect(state, script: chunk, arguments: options.arguments)
    let (runtime, state) = (runtime, state)
    host = try state.closing(onFailureOf: { try ScriptHost(state: state, runtime: runtime) })
    runtime.scriptPlace = { [unowned state] in state.isRunning ? state.place : nil }
    runtime.onSettled = { [unowned host] in host.drain() }
    try OkitModule(state: state, runtime: runtime, host: host, arguments: options.arguments).install()
    let main = try state.load(text, chunk: chunk)
    try runtime.turn { _ = try state.call(main) }
    for diagnostic in runtime.store.checkTypes() {
      guard diagnostic.severity != .error else { throw diagnostic }
      runtime.write(LogEntry(.warn, "\(diagnostic)"))
    }
    try runtime.launch(fixture: options.fixture)
  }

  deinit { close() }

  /// Ends the application and frees its Lua state. What was not stored is lost.
  public func close() {
    runtime.terminate()
    state.close()
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Runs Lua text in the application's state, as a turn: an expression or statements. Answers the results as texts.
  public func evaluate(_ lua: String) throws -> [String] {
    let function: LuaFunction
    do { function = try state.load("return " + lua, chunk: "=eval") } catch {
      function = try state.load(lua, chunk: "=eval")
    }
    let state = state
    guard let values = try runtime.turn({ try state.call(function) }) else { return [] }
    return try values.map(text)
  }

  /// A value as `tostring` and the engine would show it.
  private func text(_ value: LuaValue) throws -> String {
    switch value {
    case .null: return "nil"
    case .table: return try host.bridge.plain(value).json(pretty: false)
    case .function, .other, .bytes: return value.typeName
    case .object: return host.bridge.text(value)
    default: return runtime.evaluator.text(try host.bridge.value(value)) ?? "nil"
    }
  }
}

extension AppBridge {
  /// The text of a host object.
  func text(_ value: LuaValue) -> String {
    guard case .object(let object) = value else { return value.typeName }
    if let entity = entity(object) { return evaluator.text(.entity(entity)) ?? store.describe(entity) }
    if let date = dates.date(object) { return evaluator.text(.date(date)) ?? "date" }
    if let collection = collectionNumbers[object.bits], object.kind == collectionKind {
      return evaluator.text(.collection(collection)) ?? ""
    }
    return "object"
  }
}
