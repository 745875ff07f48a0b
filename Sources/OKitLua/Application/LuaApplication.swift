/// An application written in Lua: models, functions and screens, and Swift's way to them.
///
///     let app = try LuaApplication(text: "function add(a, b) return a + b end")
///     let sum: Int = try app.call("add", 1, 2)
///
/// One thread at a time uses an application; any number of them run on any number of threads.
public final class LuaApplication: Application {
  /// The Lua state of the running script; `reload` replaces it.
  package var state: LuaState { instance.state }
  package var host: ScriptHost { instance.host }
  /// Ends what the application does, from any thread.
  public let interruption: Interruption
  /// The documents directory; nil for none.
  package var documents: String? { options.documents }

  // Unchecked because every call reads it: no access is ever made inside another one.
  @exclusivity(unchecked) private(set) var instance: ScriptInstance
  /// The script that runs, or that could not be loaded; nil until there is one.
  private var source: ScriptSource?
  /// Whether a script was loaded completely.
  private var isLoaded = false
  private let options: Options
  /// The files of the application: its script, the modules that it has required, its texts. Includes the files of a
  /// reload that failed.
  package private(set) var files: Set<String> = []
  /// The texts of the script and of the modules that it has required, as they were loaded, sorted by their names.
  package var scripts: [ScriptDefinitions.File] {
    let known = Set(files.map(WorkingDirectory.relative))
    return state.core.sources.files.filter { $0.name.hasSuffix(".lua") && known.contains($0.name) }
  }

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
    try Self.check(folder: folder, "folder", "use nil for nowhere")
    try run(ScriptSource(text: text, chunk: chunk, folder: folder), needsScreen: false)
  }

  /// An application whose script is still to run: `register`, `extend` and `define` what it is to find, then `run` it.
  ///
  /// - Throws: `storage.path` for a text that is no path as the documents directory or as a folder of `luaPath`;
  ///   `function.timeZone`, `lua.permission`; `app.memory` when the memory of the process is exhausted.
  public init(options: Options = Options()) throws {
    for folder in options.luaPath { try Self.check(folder: folder, "luaPath") }
    self.options = options
    let modelFiles = try ModelFiles(options.application)
    let services = ApplicationServices(options)
    interruption = try Interruption()
    instance = try ScriptInstance(options, modelFiles.storage, services, interruption)
    super.init(options.application, modelFiles, services, instance)
  }

  /// Reads and runs the application's script, and shows the first screen if the script has defined one.
  ///
  /// After an error, what the program has defined is still there, and what the failed script has defined is not: `run`
  /// can be called again.
  ///
  /// - Parameter path: The script's file.
  /// - Throws: `app.script` when a script was loaded already, and what `init(text:chunk:folder:options:)` throws.
  public func run(script path: String) throws { try runOrForget(ScriptSource(file: path, options.shared?.sources)) }

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
    try Self.check(folder: folder, "folder", "use nil for nowhere")
    try runOrForget(ScriptSource(text: text, chunk: chunk, folder: folder))
  }

  private func run(_ source: ScriptSource, needsScreen: Bool) throws {
    try run(source) { try $0.run($1, options, $2, needsScreen: needsScreen, isFirst: true) }
  }

  /// Runs the application's script. If it fails, what it has defined goes with it: functions, classes, models,
  /// screens and timers.
  private func runOrForget(_ source: ScriptSource) throws {
    let instance = try script()
    // One of a test file ends with a script that fails.
    guard self.source == nil, options.shared == nil, runtime.state == .launching, !state.isRunning else {
      return try run(source, needsScreen: false)
    }
    let previous = try runtime.hotReloadState()
    do { try run(source, needsScreen: false) } catch {
      if !isClosed, self.instance === instance, !state.isRunning {
        do { try replaceFailed(continuing: previous) } catch { runtime.report(error.diagnostic("lua.error")) }
      }
      throw error
    }
  }

  /// Continues without a script, as before the one that has failed.
  private func replaceFailed(continuing previous: HotReloadState) throws {
    let next = try ScriptInstance(options, modelFiles.storage, services, interruption, reloading: previous)
    do {
      try prepare(next)
      try next.commit()
    } catch {
      instance.connect(services)
      throw error
    }
    instance = next
    replace(by: next)
  }

  private func run<Result>(
    _ source: ScriptSource, _ body: (ScriptInstance, ScriptSource, SourceFiles) throws -> Result
  ) throws -> Result {
    let instance = try script()
    let hasFailed = self.source != nil && !isLoaded
    guard hasFailed || self.source == nil && runtime.state == .launching else {
      throw Diagnostic(
        "app.script", "the application already has a script", hint: "call reload(text:) to run another one")
    }
    self.source = source
    // The classes and controllers of the script that failed are not those of this one.
    if hasFailed { return try replace(by: source, body) }
    let found = SourceFiles(openTexts: options.openTexts, cache: options.shared?.sources)
    defer { files = found.paths }
    let result = try state.budget.withInterruption { try body(instance, source, found) }
    isLoaded = true
    return result
  }

  /// Returns the running script.
  ///
  /// - Throws: `application.closed`.
  func script() throws -> ScriptInstance {
    try checkOpen()
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
    try checkOpen()
    guard let source else { throw Diagnostic("app.script", "no script has run yet", hint: "call run first") }
    return source
  }

  private func reload(_ source: ScriptSource) throws {
    let (needsScreen, isFirst) = (runtime.state != .launching, !isLoaded)
    try replace(by: source) { try $0.run($1, options, $2, needsScreen: needsScreen, isFirst: isFirst) }
  }

  /// Loads a script into a new instance, and continues with that.
  private func replace<Result>(
    by source: ScriptSource, _ body: (ScriptInstance, ScriptSource, SourceFiles) throws -> Result
  ) throws -> Result {
    guard !state.isRunning else {
      throw Diagnostic("app.turn", "the script cannot be reloaded while one of its functions runs")
    }
    let previous = try state.budget.withInterruption { try runtime.hotReloadState() }
    let found = SourceFiles(openTexts: options.openTexts)
    do {
      let next = try ScriptInstance(options, modelFiles.storage, services, interruption, reloading: previous)
      try prepare(next)
      let result = try next.state.budget.withInterruption { try body(next, source, found) }
      (instance, files, self.source, isLoaded) = (next, found.paths, source, true)
      replace(by: next)
      return result
    } catch {
      files.formUnion(found.paths)
      instance.connect(services)
      throw error
    }
  }

  // MARK: Copies

  /// Passes a copy of the application to a function: with the same models and open screens, and with a script that has
  /// run again. It stores nothing, reports and prints nothing, has no permissions, and is closed afterwards.
  ///
  /// - Parameter locale: The locale of the copy.
  /// - Throws: What running a script throws; `app.turn` while the script runs.
  package func withCopy<Result>(locale: String, _ body: (LuaApplication) throws -> Result) throws -> Result {
    let (source, previous) = (try ran(), try runtime.hotReloadState())
    var options = options
    options.storage = BufferedStorage(modelFiles.storage, isScratch: true)
    // What is open stays open.
    options.keyStore = services.keys
    (options.keepsChangesInMemory, options.permissions) = (true, LuaPermissions())
    (options.onReport, options.onLog, options.onExit) = ({ _ in }, { _ in }, { _ in })
    (options.print, options.printError, options.write, options.readLine) = ({ _ in }, { _ in }, nil, { nil })
    options.locale = locale
    let copy = try LuaApplication(options: options)
    defer {
      copy.close()
      instance.connect(services)
    }
    let next = try ScriptInstance(
      options, copy.modelFiles.storage, copy.services, copy.interruption, reloading: previous)
    let found = SourceFiles(openTexts: options.openTexts)
    try next.state.budget.withInterruption {
      try next.run(source, options, found, needsScreen: true, isFirst: false)
    }
    (copy.instance, copy.source, copy.isLoaded) = (next, source, true)
    copy.replace(by: next)
    return try body(copy)
  }

  /// Runs `body` for the current script now, and for each script that a reload loads, before that script runs.
  func prepare(_ body: @escaping (ScriptInstance) throws -> Void) throws {
    try prepare { (instance: any ApplicationInstance) in
      if let script = instance as? ScriptInstance { try body(script) }
    }
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Waits in real time for the requests and the asynchronous functions that the last action has begun, and for those
  /// that follow from their answers, at most for 60 s. Timers run meanwhile. Without it, answers arrive after later
  /// turns.
  ///
  /// - Throws: `app.waiting`, which names what has no answer after 60 s, and waits on; `script.interrupted`,
  ///   `application.closed`.
  public func waitForRequests() throws { try waitForRequests(seconds: RequestQueue.longestTimeout) }

  /// As `waitForRequests()`, for another time.
  package func waitForRequests(seconds: Double) throws {
    let instance = try script()
    let (runtime, host, budget) = (instance.runtime, instance.host, instance.state.budget)
    let deadline = ContinuousClock.now + .seconds(seconds)
    try budget.withInterruption {
      while true {
        try runtime.waitForRequests(until: deadline) { host.isEnding || budget.isInterrupted }
        if budget.isInterrupted { throw budget.error }
        let requests = runtime.awaitedRequests
        guard !requests.isEmpty || host.calls.isActive, !host.isEnding else { return }
        guard .now < deadline else {
          let waiting = (requests + host.calls.names).joined(separator: ", ")
          throw Diagnostic(
            "app.waiting", "no answer within \(NumberText.text(of: seconds)) s: \(waiting)",
            hint: "call waitForRequests again, or interrupt the application")
        }
        // An interruption wakes nobody.
        host.calls.wait(seconds: min(runtime.timers.secondsToNext ?? 0.01, 0.01))
        runDueEvents()
      }
    }
  }

  /// Runs Lua code in the application's state, as a turn: an expression or statements.
  ///
  /// - Returns: The results as texts, or as JSON.
  /// - Throws: `lua.syntax`, and what ends the turn, which is rolled back then.
  @discardableResult
  public func evaluate(_ lua: String, asJSON: Bool = false) throws -> [String] {
    try evaluate(lua, asJSON: asJSON) { runtime, body in try runtime.throwingTurn(body) }
  }

  /// Runs Lua code in a turn. A failure that the turn reports leaves no results.
  package func evaluate(
    _ lua: String, asJSON: Bool, in turn: (AppRuntime, () throws -> Void) throws -> Void
  ) throws -> [String] {
    let (state, runtime) = (try script().state, runtime)
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
