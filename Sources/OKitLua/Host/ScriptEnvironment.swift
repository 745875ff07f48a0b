/// What a Lua state has for scripts: the kinds of objects, and the module `okit`.
///
/// Scripts use it one after the other, each with a core, a host and a runtime of its own, to which the environment
/// refers.
final class ScriptEnvironment {
  /// The host of the script that runs. Safe: it lives for as long as functions of the state run.
  private(set) unowned var host: ScriptHost!
  let bridge: AppBridge
  /// The kind of `self.super`.
  let superObjects: SuperHandler
  /// The kind of cells and controls that scripts make.
  let components = ComponentKindHandler()
  /// Nil until the module is installed.
  private(set) var functions: Functions?
  /// The heap of the state while no script uses it.
  private var heap: LuaHeap?

  /// The functions of the prelude that the host calls.
  struct Functions {
    /// Finds a function above: of the object, its class and the function's name.
    var superFunction: LuaFunction
    /// Returns the names of a built-in class's functions.
    var members: LuaFunction
    /// Returns the member names of a class; nothing for any other value.
    var classMembers: LuaFunction
    /// Makes the class for an entity type, from its name and that of its super class.
    var adopt: LuaFunction

    func move(to core: LuaCore) {
      for function in [superFunction, members, classMembers, adopt] { function.move(to: core) }
    }
  }

  init(_ state: LuaState, _ runtime: AppRuntime) throws {
    superObjects = try SuperHandler(state)
    // Safe: the functions of dates are called while the bridge exists.
    unowned var owner: AppBridge!
    let dates = try DateKind(state) { owner.evaluator.functionContext() }
    bridge = try AppBridge(state: state, runtime: runtime, host: nil, isForeign: false, dates: dates)
    owner = bridge
    try components.connect(state)
  }

  /// Begins to serve the first script.
  func begin(_ host: ScriptHost) {
    self.host = host
    bridge.attach(host.runtime, host)
  }

  /// Installs the module `okit` for this script, and for those that use the environment later.
  ///
  /// - Parameter isReusable: Whether there may be others.
  func install(arguments: [String], isReusable: Bool) throws {
    let core = host.state.core
    // What the module consists of is not garbage. A heap that is saved is better small than soon complete. After a
    // failure, the state is closed.
    if isReusable { core.willSave() } else { core.pauseCollection(true) }
    let functions = try OkitModule(environment: self, arguments: arguments).install()
    if !isReusable { core.pauseCollection(false) }
    self.functions = functions
    superObjects.find = functions?.superFunction
    if isReusable {
      bridge.save()
      core.save()
    }
  }

  // MARK: The next script

  /// Ends to serve a script.
  ///
  /// - Returns: Whether another script may use the environment; its state is closed otherwise.
  func end() -> Bool {
    heap = host.state.core.release()
    bridge.detach()
    superObjects.removeAll()
    components.removeAll()
    return heap != nil
  }

  /// Opens the state for the next script.
  ///
  /// - Throws: what `LuaState.init` throws.
  func open(_ options: LuaApplication.Options) throws -> LuaState {
    let state = try LuaState(
      limits: options.limits, permissions: options.permissions, seed: options.seed, heap: heap,
      hint: options.hint)
    heap = nil
    return state
  }

  /// Begins to serve the next script, whose state `open` has returned.
  func resume(_ host: ScriptHost) {
    let state = host.state
    self.host = host
    functions?.move(to: state.core)
    superObjects.serve(state, find: functions?.superFunction)
    bridge.serve(state, host.runtime, host)
  }

  func close() {
    heap?.close()
    heap = nil
  }
}

/// The environments of scripts that have ended, for scripts with the same options.
final class EnvironmentPool {
  /// What an environment depends on.
  struct Key: Equatable {
    private let limits: LuaLimits
    private let permissions: LuaPermissions
    private let arguments: [String]
    private let hasSeed: Bool

    /// Nil for scripts that reach more than their state.
    init?(_ options: LuaApplication.Options) {
      guard !options.permissions.native else { return nil }
      (limits, permissions, arguments) = (options.limits, options.permissions, options.arguments)
      hasSeed = options.seed != nil
    }
  }

  private static let capacity = 8
  /// The last one used is the last.
  private var free: [(key: Key, environment: ScriptEnvironment)] = []

  /// The number of environments that no script uses.
  var count: Int { free.count }

  /// Returns an environment that no script uses, until `put` is called.
  func take(_ key: Key) -> ScriptEnvironment? {
    free.lastIndex { $0.key == key }.map { free.remove(at: $0).environment }
  }

  func put(_ environment: ScriptEnvironment, _ key: Key) {
    free.append((key, environment))
    if free.count > Self.capacity { free.removeFirst().environment.close() }
  }

  deinit {
    for (_, environment) in free { environment.close() }
  }
}
