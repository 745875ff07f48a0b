/// One run of an application's script: a Lua state, and a runtime with the definitions of the script.
final class ScriptInstance: ApplicationInstance {
  let runtime: AppRuntime
  let state: LuaState
  let host: ScriptHost

  /// The instance as the functions of the program have it.
  let reference = UnretainedReference<ScriptInstance>()

  private let bufferedStorage: BufferedStorage?
  private let previous: HotReloadState?
  /// Where the environment goes after the end of the script; nil for nowhere.
  private let pool: (environments: EnvironmentPool, key: EnvironmentPool.Key)?

  /// A state with the module `okit`, in which no script has run.
  ///
  /// - Parameters:
  ///   - storage: Where models are stored. During a reload nothing is written before the first screen is shown.
  ///   - services: What the parts of the application have made for it, under the same condition.
  ///   - previous: The state of the script that is reloaded.
  init(
    _ options: LuaApplication.Options, _ storage: any DocumentStorage, _ services: ApplicationServices,
    _ interruption: Interruption, reloading previous: HotReloadState? = nil
  ) throws {
    self.previous = previous
    bufferedStorage = previous == nil ? nil : BufferedStorage(storage)
    runtime = try AppRuntime(options.application, bufferedStorage ?? storage, services, reloading: previous)
    runtime.evaluator.sharedPrograms = options.shared?.programs
    pool = options.shared.flatMap { shared in EnvironmentPool.Key(options).map { (shared.environments, $0) } }
    let environment = pool.flatMap { $0.environments.take($0.key) }
    state =
      try environment?.open(options)
      ?? LuaState(
        limits: options.limits, permissions: options.permissions, seed: options.seed, heap: nil,
        hint: options.hint)
    state.compiledScripts = options.shared?.scripts
    runtime.store.budget = state.budget
    let (runtime, state) = (runtime, state)
    let secrets = runtime.store.secrets
    state.print = { try options.print(secrets.shown($0)) }
    state.printError = { options.printError(secrets.shown($0)) }
    state.write = options.write.map { write in { try write($0, secrets.shown($1)) } }
    host = try state.closing(onFailureOf: {
      try ScriptHost(state: state, runtime: runtime, options, services.wakeUp, reusing: environment)
    })
    reference.object = self
    // Without a weak reference to the runtime, which would make each of its other references slower.
    runtime.turns.onSettled = { [reference = host.reference, wakeUp = services.wakeUp] in
      guard let host = reference.object else { return }
      host.settle()
      wakeUp.wake { host.runtime.secondsToNext.map { .now + .seconds($0) } }
    }
    runtime.turns.onStopped = { [reference = host.reference] in reference.object?.stopCallbacks() }
    runtime.endOwned = { [reference = host.reference] in
      guard let host = reference.object else { return }
      host.endOwned()
      host.deliverCalls()
    }
    host.storyboards = services.parts.storyboards
    host.backups = services.backups(of: runtime)
    host.controllerBackups = host.backups.map { [host] in ScriptBackups(host, $0) }
    runtime.backups = host.controllerBackups
    host.network = services.network
    runtime.requests = services.network?.requests
    connect(services)
    if environment == nil {
      try state.closing(onFailureOf: {
        try host.environment.install(arguments: options.arguments, isReusable: pool != nil)
      })
    }
    // After the heap was saved, which has none.
    state.core.use(interruption)
  }

  /// Makes the services work for this script.
  func connect(_ services: ApplicationServices) { runtime.connect(services, host.reference) }

  // MARK: What the program defines

  var stopReason: Diagnostic? { state.stopReason }

  func addExtension(to type: String, _ name: String, _ body: @escaping HostFunction) throws {
    host.addExtension(to: type, name, try function(name, body))
  }

  func didDefine(_ name: String, extending superClass: String) throws {
    guard let adopt = host.environment.functions?.adopt else { return }
    try state.call(adopt, [.string(name), .string(superClass)])
  }

  // MARK: Running

  /// Runs the script, and shows the first screen.
  ///
  /// - Parameters:
  ///   - files: Collects the files that were read.
  ///   - needsScreen: Whether a script without any screen is a mistake.
  ///   - isFirst: Whether no script was loaded before: the first one gets the fixture.
  func run(
    _ source: ScriptSource, _ options: LuaApplication.Options, _ files: SourceFiles, needsScreen: Bool, isFirst: Bool
  ) throws {
    let main = try load(source, options, files)
    let state = state
    try runtime.turn { _ = try state.call(main) }
    try checkDefinitions()
    if needsScreen || !runtime.definition.controllers.isEmpty {
      if let previous {
        try runtime.launch(restoring: previous, fixture: isFirst ? options.application.appliedFixture : nil)
      } else {
        try launch(options)
      }
    } else {
      try runtime.initializeProgram()
      if isFirst, let fixture = options.application.appliedFixture { try runtime.apply(fixture) }
    }
    try commit()
  }

  /// Stores what was held back until it was certain that this instance runs.
  func commit() throws {
    guard let bufferedStorage else { return }
    try bufferedStorage.commit()
    // The documents are stored: from here on, the new script runs.
    do { try runtime.registry.releaseRows() } catch let diagnostic as Diagnostic { runtime.report(diagnostic) }
  }

  /// Runs a script that is a program unless it defines a controller. The main chunk of a program may wait.
  ///
  /// - Parameter isTimed: Whether the main chunk of a program has the time limit of a turn.
  /// - Returns: the program, or what has called `okit.exit`; nil for an application, whose first screen is shown then.
  func start(
    _ source: ScriptSource, _ options: LuaApplication.Options, _ files: SourceFiles, isTimed: Bool
  ) throws -> ProgramRun? {
    let main = try load(source, options, files)
    let (state, host) = (state, host)
    let program = ProgramRun(runtime, host)
    // The definition of the first controller restores the limit.
    if !isTimed { state.suspendTimeLimit() }
    _ = try runtime.turn { host.proceed(try state.start(main)) { program.finish($0) } }
    try program.waitForRequests()
    try checkDefinitions()
    // A script that has failed shows no screen.
    if let failure = program.failure, failure.code != "lua.exit" { return program }
    // One that has called `okit.exit` ends as a program does.
    guard !runtime.definition.controllers.isEmpty, !host.isExiting, !host.isEnding else {
      if !host.isExiting { try runtime.initializeProgram() }
      return program
    }
    state.restoreTimeLimit()
    try program.checkApplication()
    if let shared = options.shared, let scripts = state.core.loadedScripts {
      runtime.checkedDefinitions = (shared.checked, scripts)
    }
    try launch(options)
    return nil
  }

  /// Runs the script for its definitions, and shows no screen. A main chunk that waits goes no further.
  ///
  /// - Returns: why it has ended early; nil if it has run to its end, waits, or has called `okit.exit`.
  func define(_ source: ScriptSource, _ options: LuaApplication.Options, _ files: SourceFiles) -> Diagnostic? {
    do {
      let main = try load(source, options, files)
      let (state, host) = (state, host)
      let program = ProgramRun(runtime, host)
      _ = try runtime.turn { host.proceed(try state.start(main)) { program.finish($0) } }
      host.uncalled.start()
      if let failure = program.failure { return failure.code == "lua.exit" ? nil : failure }
      try runtime.initializeProgram()
      return nil
    } catch { return error.diagnostic("lua.error") }
  }

  private func launch(_ options: LuaApplication.Options) throws {
    try runtime.launch(fixture: options.application.appliedFixture, restoring: [])
  }

  private func load(_ source: ScriptSource, _ options: LuaApplication.Options, _ files: SourceFiles) throws
    -> LuaFunction
  {
    let text = try source.read(files)
    if let folder = source.folder {
      runtime.add(try TextsFinder.texts(beside: folder, files, options.shared), options.shared?.addedTexts)
    }
    let finder = ModuleFinder(
      folder: source.folder, libraries: options.luaPath, native: options.permissions.native, files: files)
    host.files = finder
    try finder.connect(state, script: source.chunk, arguments: options.arguments)
    return try state.load(script: text, chunk: source.chunk)
  }

  private func checkDefinitions() throws {
    host.uncalled.start()
    try runtime.checkTypes()
  }

  deinit {
    reference.object = nil
    close()
    host.disconnect()
  }

  /// Terminates the runtime and frees the state; a running state is freed when its turn has ended.
  func close() {
    runtime.terminate()
    host.cancelRequests()
    guard state.isRunning else { return end() }
    // The functions that run need the host and the state until then, also when their owner goes.
    let (host, state) = (host, state)
    runtime.turns.onSettled = { [weak runtime] in
      runtime?.turns.onSettled = {}
      host.settle()
      state.close()
    }
  }
}

extension ScriptInstance {
  /// Closes the state, or leaves it to the next script.
  private func end() {
    guard let pool, state.isOpen else { return state.close() }
    if host.environment.end() { pool.environments.put(host.environment, pool.key) }
  }
}

/// The origin of a script.
struct ScriptSource {
  /// The name of the script in errors.
  let chunk: String
  /// The folder in which `require` and the localized texts are looked up; nil for none.
  let folder: String?
  /// Nil for a file, which is read each time.
  private let text: String?

  init(file path: String, _ cache: SourceCache? = nil) {
    let path = cache?.name(of: path) ?? WorkingDirectory.relative(path)
    (chunk, folder, text) = (path, LuaApplication.folder(of: path), nil)
  }

  init(text: String, chunk: String, folder: String?) {
    (self.chunk, self.folder, self.text) = (chunk, folder, text)
  }

  func read(_ files: SourceFiles) throws -> String {
    if let text { return text }
    files.add(chunk)
    return try files.text(of: chunk)
  }
}

/// The files that a script has loaded.
package final class SourceFiles {
  package private(set) var paths: Set<String> = []
  private let openTexts: [String: String]
  /// What other launches have read; nil to ask the file system.
  let cache: SourceCache?

  /// - Parameter openTexts: see `LuaApplication.Options`.
  package init(openTexts: [String: String] = [:], cache: SourceCache? = nil) {
    (self.openTexts, self.cache) = (openTexts, cache)
  }

  package func add(_ path: String) { paths.insert(path) }

  /// The text of a file: the one that an editor shows, if it is open there.
  ///
  /// - Throws: see `ScriptFile.read`.
  package func text(of path: String) throws -> String {
    try openText(of: path) ?? cache?.text(of: path) ?? ScriptFile.read(path)
  }

  /// The text of a file in an editor; nil if it is not open there.
  func openText(of path: String) -> String? {
    openTexts.isEmpty ? nil : openTexts[SystemFile.realPath(path) ?? path]
  }
}
