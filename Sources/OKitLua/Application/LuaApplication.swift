/// An application written in Lua: models, functions and screens, and Swift's way to them.
///
///     let app = try LuaApplication(text: "function add(a, b) return a + b end")
///     let sum: Int = try app.call("add", 1, 2)
///
/// One thread at a time uses an application; any number of them run on any number of threads.
public final class LuaApplication {
  /// The options of an application.
  public struct Options {
    /// The parts of the application that its scripts use: databases, servers, encryption, backups, storyboards.
    public var parts: [ApplicationPart] = []
    /// The documents directory; nil for a place in memory that goes with the application.
    public var documents: String?
    /// The storage of the models, in place of a documents directory: a kind of the program's own.
    public var modelStorage: (any ModelStorage)?
    /// Whether the documents directory is only read: what the application stores stays in memory, and a server gets
    /// nothing.
    public var keepsChangesInMemory = false
    /// The maximum size in bytes of a stored model that is opened.
    public var documentLimit = 256 << 20
    /// Who says that a person may see a protected application. By default, possession of the key is enough.
    public var authentication = Authentication.key
    /// The language and region of the application, such as `en_US`.
    public var locale = "en_US"
    /// The time zone of dates, by its name in the IANA database.
    public var timeZone = "UTC"
    /// The clock of the application.
    public var clock: RuntimeClock
    /// Seed of new ids and random numbers, with which `pairs` has the same order in every process; nil for random ones.
    public var seed: UInt64?
    /// The limits of scripts.
    public var limits = LuaLimits()
    /// The permissions of scripts beyond the sandbox.
    public var permissions = LuaPermissions()
    /// Folders where `require` looks after the script's own, or templates such as `folder/?.lua`. The first module
    /// that is found there brings the globals `package`, `debug` and `io`, as far as they reach nothing.
    public var luaPath: [String] = []
    /// The strings that scripts read as `okit.arguments`.
    public var arguments: [String] = []
    /// Data for the default model, applied after the script has run.
    public var fixture: JSONValue?
    /// Gets each line that scripts print. An error is raised in the script.
    public var print: (String) throws -> Void = { Swift.print($0) }
    /// Gets what scripts write to `io.stderr`, where they have that.
    public var printError: (String) -> Void = { _ in }
    /// Gets what `io.write` and `io.stderr:write` write, in pieces; nil for whole lines to `print` and `printError`.
    package var write: ((LuaStream, [UInt8]) throws -> Void)?
    /// Returns the next line of standard input, without its line break, for `okit.input:lines()`; nil at the end.
    public var readLine: () throws -> [UInt8]? = { nil }
    /// The script has called `okit.exit` or `os.exit` with this status: the session with the application is to end. A
    /// function that can wait does so from then on; anything else is stopped, and throws `lua.exit`.
    public var onExit: (Int) -> Void = { _ in }
    /// Gets each problem that stops nothing; by default, it is printed to the standard error.
    public var onReport: (Diagnostic) -> Void = { $0.print() }
    /// Gets each line that scripts log.
    public var onLog: (LogEntry) -> Void = { _ in }
    /// Returns the hint in the error of an exceeded limit; by default, it names the property.
    package var limitHint: (Diagnostic.Limit) -> String? = { $0.hint }
    /// The keys of encrypted models, instead of those that the part makes.
    package var keyStore: (any KeyStore)?
    /// The storage to use instead of one for `documents`.
    package var storage: (any DocumentStorage)?
    /// Called before the documents directory is opened, and created if it does not exist. What it throws ends that.
    package var willOpenDocuments: () throws -> Void = {}
    /// The databases to use instead of those in `documents`.
    package var databases: (any RowStorages)?
    /// Whether models are stored in databases and on servers; false for a check that stores nothing.
    package var storesRows = true
    /// See `AppConfiguration.checksLater`.
    package var checksLater = false
    /// See `ModelStore.firstGeneration`.
    package var firstGeneration: UInt32 = 1
    /// The cache shared by applications with the same scripts; nil for none.
    package var shared: SharedDefinitions?
    /// A fixture that other applications get too, instead of `fixture`.
    package var sharedFixture: AppliedData?
    /// The texts of files that an editor has changed and not saved, by their paths without symbolic links: what is read
    /// instead of the files.
    package var openTexts: [String: String] = [:]
    /// Answers requests instead of servers; nil for connections.
    package var answers: (any HTTPAnswers)?
    /// Is told of each answer of a server, for a trace.
    package var onAnswer: HTTPAnswerObserver?
    /// Returns whether the session with the application ends: what waits in real time stops then.
    package var isEnding: () -> Bool = { false }
    /// Returns the number of times that a person has interrupted what runs since it began (Ctrl-C).
    package var interruptions: () -> Int = { 0 }
    /// Returns whether waiting for servers has taken as long as it may, besides the time limit of a turn.
    package var isOutOfTime: () -> Bool = { false }

    /// Creates the default options.
    public init(clock: RuntimeClock = .system) { self.clock = clock }
  }

  /// The runtime of the running script; `reload` replaces it.
  package var runtime: AppRuntime { instance.runtime }
  /// The Lua state of the running script; `reload` replaces it.
  package var state: LuaState { instance.state }
  package var host: ScriptHost { instance.host }
  /// Ends what the application does, from any thread.
  public var interruption: Interruption { services.interruption }
  /// Performs actions in the first window of the application, as the user does. It stays the same after a reload.
  public private(set) lazy var driver = AppDriver(runtime)
  /// The documents directory; nil for none.
  package var documents: String? { options.documents }

  private(set) var instance: ScriptInstance
  /// The number of reloads that have succeeded.
  private(set) var reloadCount = 0
  /// Whether the program has closed the application: everything but `close` throws `application.closed` then.
  public private(set) var isClosed = false
  /// The observations of the program, which a reload continues.
  var observations: [KeptObservation] = []
  /// Nil until a script runs.
  private var source: ScriptSource?
  /// The definitions by Swift for the script; a reload defines them again for the new one.
  private var preparations: [(ScriptInstance) throws -> Void] = []
  private let options: Options
  private let storage: any DocumentStorage
  /// The files of the documents directory; nil where `Options.storage` replaces them.
  private let directory: LazyStorage?
  let services: ApplicationServices
  /// The files of the application: its script, the modules that it has required, its texts. Includes the files of a
  /// reload that failed.
  package private(set) var files: Set<String>

  /// Reads and runs a script and shows the first screen.
  ///
  /// - Throws: `file.read`, `file.encoding`, `lua.syntax`, `lua.error`, `controller.none`, and what the script's calls
  ///   of okit throw.
  public convenience init(script path: String, options: Options = Options()) throws {
    try self.init(options: options)
    try run(ScriptSource(file: path, options.shared?.sources), needsScreen: true)
  }

  /// Runs a script's text, and shows the first screen if the script has defined one.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - chunk: What errors call the script.
  ///   - folder: Where `require` and the localized texts are looked for; nil for nowhere.
  ///   - options: Where models are kept, limits, language and clock.
  public convenience init(
    text: String, chunk: String = "script", folder: String? = nil, options: Options = Options()
  ) throws {
    try self.init(options: options)
    try run(text: text, chunk: chunk, folder: folder)
  }

  /// An application whose script is still to run: `register`, `extend` and `define` what it is to find, then `run` it.
  public init(options: Options = Options()) throws {
    let documents = options.documents
    let readsOnly = options.keepsChangesInMemory
    let directory = LazyStorage(root: documents ?? "") {
      guard let documents else { return TransientStorage() }
      if !readsOnly { try options.willOpenDocuments() }
      return FileStorage(
        documents: documents, access: readsOnly ? .reader : .owner, limit: options.documentLimit,
        limitHint: options.limitHint(.document))
    }
    let program = options.modelStorage.map(ProgramStorage.init)
    self.directory = options.storage == nil && program == nil ? directory : nil
    let base: any DocumentStorage = program ?? directory
    storage = options.storage ?? (readsOnly ? BufferedStorage(base, isScratch: true) : base)
    self.options = options
    files = []
    services = ApplicationServices(options)
    instance = try ScriptInstance(options, storage, services)
  }

  /// Reads and runs the application's script, and shows the first screen if the script has defined one.
  ///
  /// - Parameter path: The script's file.
  /// - Throws: `app.script` when a script has run already, and what `init(text:chunk:folder:options:)` throws.
  public func run(script path: String) throws { try run(ScriptSource(file: path, options.shared?.sources)) }

  /// Reads and runs a script that is a program unless it defines a controller.
  ///
  /// - Parameters:
  ///   - path: The script's file.
  ///   - isTimed: Whether the main chunk of a program has the time limit of a turn.
  /// - Returns: The program, which is to be run to its end; nil for an application, whose first screen is shown then.
  /// - Throws: What `init(script:options:)` throws, and `lua.wait` when the script of an application waits.
  package func start(script path: String, isTimed: Bool) throws -> ProgramRun? {
    try run(ScriptSource(file: path, options.shared?.sources)) { try $0.start($1, options, $2, isTimed: isTimed) }
  }

  /// Runs the application's script from a text; see `init(text:chunk:folder:options:)`.
  public func run(text: String, chunk: String = "script", folder: String? = nil) throws {
    try run(ScriptSource(text: text, chunk: chunk, folder: folder))
  }

  private func run(_ source: ScriptSource, needsScreen: Bool = false) throws {
    try run(source) { try $0.run($1, options, $2, needsScreen: needsScreen) }
  }

  private func run<Result>(
    _ source: ScriptSource, _ body: (ScriptInstance, ScriptSource, SourceFiles) throws -> Result
  ) throws -> Result {
    let instance = try open()
    guard self.source == nil else {
      throw Diagnostic(
        "app.script", "the application already has a script", hint: "call reload(text:) to run another one")
    }
    self.source = source
    let found = SourceFiles(cache: options.shared?.sources)
    defer { files = found.paths }
    return try state.budget.withInterruption { try body(instance, source, found) }
  }

  // MARK: Closing

  /// Terminates the application and frees its Lua state. What was not stored is lost.
  ///
  /// Locks, files and connections are free when it returns: another application can use the same documents, also while
  /// something still refers to this one. Asynchronous sequences end.
  public func close() {
    isClosed = true
    for kept in observations { kept.observation?.end(throwing: nil) }
    observations = []
    instance.close()
    services.close()
    storage.flushLog()
    directory?.close()
    services.wakeUp.wake()
  }

  /// Closes the application as `close()` does, after its models are stored.
  ///
  /// - Throws: What storing throws: the application stays open then. `app.turn` while a function runs.
  public func close(storing: Bool) throws {
    let runtime = try open().runtime
    try runtime.requireIdle("the application cannot be closed while an action is running")
    if storing { try store() }
    close()
  }

  /// Stores the models: those that the state function of the script names, or else all. Valid input of fields is
  /// written first.
  ///
  /// - Throws: What storing throws; the models stay as they are, and can be stored again. `app.turn` while a function
  ///   runs.
  public func store() throws {
    let runtime = try open().runtime
    try runtime.requireIdle("the models cannot be stored while an action is running")
    if runtime.state == .foreground { runtime.acceptInput() }
    try runtime.registry.storeState()
    try runtime.registry.waitUntilStored()
  }

  /// Returns the running script.
  ///
  /// - Throws: `application.closed`.
  func open() throws -> ScriptInstance {
    guard !isClosed else { throw Diagnostic(.applicationClosed, "the application is closed") }
    return instance
  }

  // MARK: Hot reload

  /// Loads the script again and continues with it. The models stay as they are, and the same screens are open, as far
  /// as the new script defines them. Functions, timers and observers are those of the new script. Open dialogs are
  /// closed, and the undo history is empty.
  ///
  /// This also restarts an application that a limit has stopped.
  ///
  /// - Throws: What running a script throws; `app.turn` while the script runs. In both cases nothing has changed,
  ///   neither in the application nor in its storage.
  public func reload() throws { try reload(ran()) }

  /// Continues with another script, as `reload` does. From then on, it is the application's script.
  public func reload(text: String) throws {
    let source = try ran()
    try reload(ScriptSource(text: text, chunk: source.chunk, folder: source.folder))
  }

  private func ran() throws -> ScriptSource {
    _ = try open()
    guard let source else { throw Diagnostic("app.script", "no script has run yet", hint: "call run first") }
    return source
  }

  private func reload(_ source: ScriptSource) throws {
    guard !state.isRunning else {
      throw Diagnostic("app.turn", "the script cannot be reloaded while one of its functions runs")
    }
    let previous = try runtime.hotReloadState()
    let found = SourceFiles()
    do {
      let needsScreen = runtime.state != .launching
      let next = try ScriptInstance(options, storage, services, reloading: previous)
      for prepare in preparations { try prepare(next) }
      try next.state.budget.withInterruption {
        try next.run(source, options, found, needsScreen: needsScreen)
      }
      instance.runtime.reportLeftInput()
      instance.close()
      (instance, files, self.source) = (next, found.paths, source)
      driver.runtime = runtime
      reloadCount += 1
      continueObservations()
    } catch {
      files.formUnion(found.paths)
      instance.connect(services)
      throw error
    }
  }

  /// Runs `body` for the current script now, and for each script that a reload loads, before that script runs.
  func prepare<Result>(_ body: @escaping (ScriptInstance) throws -> Result) throws -> Result {
    let result = try body(open())
    preparations.append { _ = try body($0) }
    return result
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Waits in real time for the requests and the asynchronous functions that the last action has begun, and for those
  /// that follow from their answers, at most for 60 s. Timers run meanwhile. Without it, answers arrive after later
  /// turns.
  public func waitForRequests() throws {
    let instance = try open()
    let budget = instance.state.budget
    try budget.withInterruption {
      let deadline = ContinuousClock.now + .seconds(RequestQueue.longestTimeout)
      while true {
        try runtime.waitForRequests { host.isEnding || budget.isInterrupted }
        if budget.isInterrupted { throw budget.error }
        guard host.calls.isActive, !host.isEnding, .now < deadline else { return }
        // An interruption wakes nobody.
        host.calls.wait(seconds: min(runtime.timers.secondsToNext ?? 0.01, 0.01))
        runDueTimers()
      }
    }
  }

  /// Runs Lua code in the application's state, as a turn: an expression or statements.
  ///
  /// - Returns: The results as texts, or as JSON.
  /// - Throws: `lua.syntax`, and what ends the turn, which is rolled back then.
  public func evaluate(_ lua: String, asJSON: Bool = false) throws -> [String] {
    try evaluate(lua, asJSON: asJSON) { runtime, body in try runtime.throwingTurn(body) }
  }

  /// Runs Lua code in a turn. A failure that the turn reports leaves no results.
  package func evaluate(
    _ lua: String, asJSON: Bool, in turn: (AppRuntime, () throws -> Void) throws -> Void
  ) throws -> [String] {
    let (state, runtime) = (try open().state, runtime)
    let function: LuaFunction
    do { function = try state.load("return " + lua, chunk: "=eval") } catch var expression as Diagnostic {
      do { function = try state.load(lua, chunk: "=eval") } catch {
        // An expression that ends too early is an expression, and not a wrong statement.
        guard expression.subject == .end else { throw error }
        expression.excerpt = nil
        throw state.core.sources.explain(expression)
      }
    }
    var values: [LuaValue] = []
    try turn(runtime) { values = try state.call(function) }
    return try values.map(asJSON ? json : text)
  }

  /// Returns a value as JSON; a function or an object as its text.
  private func json(_ value: LuaValue) throws -> String {
    let jsonValue: JSONValue =
      switch value {
      case .null, .bool, .int, .double, .string, .table: try host.bridge.resultJSON(value)
      case .bytes, .function, .object, .other: .string(try text(value))
      }
    return try jsonValue.json(pretty: false)
  }

  /// Returns the text of a value, as `tostring` and bindings show it.
  private func text(_ value: LuaValue) throws -> String {
    switch value {
    case .null: return "nil"
    case .table: return try host.bridge.resultJSON(value).json(pretty: false)
    case .bytes(let bytes): return escapedText(bytes)
    case .function, .other: return value.typeName
    case .object: return host.bridge.text(value)
    default: return runtime.evaluator.text(try host.bridge.value(value)) ?? "nil"
    }
  }
}

extension AppBridge {
  /// Returns the text of a host object.
  func text(_ value: LuaValue) -> String {
    guard case .object(let object) = value else { return value.typeName }
    if let entity = entity(object) { return evaluator.text(.entity(entity)) ?? store.describe(entity) }
    if let date = dates.moment(object) { return evaluator.text(.date(date)) ?? "date" }
    if let day = dates.days.moment(object) { return day.text }
    if let collection = collectionNumbers[object.bits], object.kind == collectionKind {
      return evaluator.text(.collection(collection)) ?? ""
    }
    return "object"
  }
}
