/// Implements the engine's host functions with a Lua state.
package final class ScriptHost {
  package let state: LuaState
  /// The host as callbacks have it.
  let reference = UnretainedReference<ScriptHost>()
  let runtime: AppRuntime
  let environment: ScriptEnvironment
  package let bridge: AppBridge
  // Unchecked because every call passes: no access is ever made inside another one.
  @exclusivity(unchecked) private var functions = CallbackRegistry()
  private var observations = ObservationTable()
  /// The tickets that functions wait for.
  var tickets: [Int: Ticket] = [:]
  var nextTicket = 1
  /// The tickets of dialogs by their handles.
  var dialogTickets: [UInt32: Int] = [:]
  /// The running requests by their tickets.
  var requests: [Int: RunningRequest] = [:]
  /// The asynchronous functions of the program that run.
  let calls: AsyncCalls
  /// What ends with an entity or a controller.
  // Unchecked because every turn reads it: no access of it is ever made inside another one.
  @exclusivity(unchecked) var owned: [OwnedWork] = []
  /// The timer whose function runs.
  var runningTimer: RuntimeHandle?
  /// What a function of an action has failed with first after it had waited, until it is taken.
  var failureAfterWait: Diagnostic?
  private var hasStoppedCallbacks = false
  /// The timers, observers and tickets of a stopped script, perhaps millions. To free them takes about as long as it
  /// took to make them, so they stay until the application is closed.
  private var stoppedCallbacks: [Any] = []
  private var inheritedFunctions: [String: LuaFunction] = [:]
  /// The mistakes in properties, which are left out; nil where they are errors in the script.
  // Unchecked because every definition asks for them: no access of these is ever made inside another one.
  @exclusivity(unchecked) var definitionProblems: [Diagnostic]?
  /// What the script gets from the program that runs it.
  let options: LuaApplication.Options
  /// The functions that a script defines and that nothing calls.
  var uncalled: UncalledFunctions

  /// The responses that clients keep.
  private(set) lazy var responses = ResponseCache(runtime)

  package convenience init(state: LuaState, runtime: AppRuntime, _ options: LuaApplication.Options) throws {
    try self.init(state: state, runtime: runtime, options, WakeUp(), reusing: nil)
  }

  /// - Parameter environment: The environment that has opened the state; nil for a new state.
  init(
    state: LuaState, runtime: AppRuntime, _ options: LuaApplication.Options, _ wakeUp: WakeUp,
    reusing environment: ScriptEnvironment?
  ) throws {
    (self.state, self.runtime, self.options) = (state, runtime, options)
    calls = AsyncCalls(wakeUp)
    uncalled = UncalledFunctions(state, runtime)
    self.environment = try environment ?? ScriptEnvironment(state, runtime)
    bridge = self.environment.bridge
    if let environment { environment.resume(self) } else { self.environment.begin(self) }
    reference.object = self
    runtime.evaluator.host = self
    runtime.store.hooks = self
    state.core.host = reference
  }

  deinit { reference.object = nil }

  /// Breaks the reference cycles between the runtime and the host. The owner of the host calls this when it closes.
  package func disconnect() {
    runtime.evaluator.host = nil
    runtime.store.hooks = nil
    runtime.outbox.send = nil
    // What waits for ever, such as a script after `okit.exit`, holds the host, and so does what a limit has stopped.
    (tickets, stoppedCallbacks, owned) = ([:], [], [])
    cancelRequests()
  }

  // MARK: Functions

  /// Registers a function for as long as the application runs.
  func register(_ function: LuaFunction) -> FunctionRef { functions.register(function) }

  /// Returns a value for a function, which stays registered until the last copy of the value is deinitialized.
  func value(for function: LuaFunction) -> FunctionValue { functions.value(for: function) }

  func function(_ reference: FunctionRef) -> LuaFunction? { functions[reference] }

  private func require(_ reference: FunctionRef) throws -> LuaFunction {
    guard let function = function(reference) else { throw missing() }
    return function
  }

  @inline(never)
  private func missing() -> Diagnostic { Diagnostic("lua.reference", "the function does not exist") }

  // MARK: Observations

  func register(_ observation: PathObservation) -> RuntimeHandle {
    // The handles of the engine's own observations count up from 1, these down from the maximum.
    RuntimeHandle(.observation, .max - observations.add(observation))
  }

  func cancel(observation handle: RuntimeHandle) {
    if let observation = observations.remove(.max - handle.id) {
      observation.cancel()
    } else {
      runtime.patches.cancel(handle)
    }
  }

  // MARK: Controllers

  var superObjects: SuperHandler { environment.superObjects }
  var components: ComponentKindHandler { environment.components }

  /// Adds an extension function to a core type or an entity class.
  ///
  /// - Throws: `function.type` with the nearest name.
  func extend(_ target: String, _ name: String, _ function: LuaFunction) throws {
    try runtime.checkExtensible(target, caller: "okit.extend: ")
    addExtension(to: target, name, function)
  }

  /// Adds an extension function to a type that may be defined later.
  func addExtension(to target: String, _ name: String, _ function: LuaFunction) {
    runtime.evaluator.functions.register(name, on: target, register(function))
  }

  /// A built-in function of controllers or cells as a Lua function of the object and its arguments.
  func inheritedFunction(_ name: String) throws -> LuaFunction {
    if let function = inheritedFunctions[name] { return function }
    let function = try state.makeFunction(name, for: reference) { host, call in
      try host.inherited(name, call, argumentsFrom: 1)
    }
    inheritedFunctions[name] = function
    return function
  }

  /// Runs a built-in function of the controller or cell that is the first argument of a call.
  func inherited(_ name: String, _ call: borrowing LuaCall, argumentsFrom first: Int) throws -> LuaOutcome {
    guard case .handle(let handle) = try bridge.value(call[0]) else {
      throw call.mismatch(0, "controller, cell or view")
    }
    guard let owner = runtime.functionOwner(handle) else {
      if handle.kind == .cell { throw HandleHandler.missingCell }
      if handle.kind == .view { throw HandleHandler.missingView }
      throw call.mismatch(0, "controller, cell or view")
    }
    let arguments = try call.values(from: first).map(bridge.value)
    let results = try runtime.inWindow(of: .handle(handle)) { try owner.inheritedResults(named: name, arguments) }
    return results.count == 1 ? .value(bridge.lua(results[0])) : .values(results.map(bridge.lua))
  }

  // MARK: Between turns

  /// Reads storyboards; nil without the part.
  var storyboards: (any StoryboardReader)?

  /// The backups of the application; nil without the part.
  var backups: (any BackupProvider)?

  /// The same for the controllers of backups.
  var controllerBackups: ScriptBackups?

  /// The files that the script may read; nil until it is loaded.
  var files: ModuleFinder?

  /// The servers of the application; nil without the part.
  var network: (any ApplicationNetwork)?

  /// Whether the script has called `okit.exit`.
  var isExiting = false

  /// The application as its own script drives it, and the rows that it has found.
  var ownSession: AppSession?
  var foundElements: FoundElements?

  /// Runs `body` when the current turn has ended.
  func afterTurn(_ body: @escaping (ScriptHost) throws -> Void) {
    runtime.afterTurn { [reference] in if let host = reference.object { try body(host) } }
  }

  /// Runs `body` when the current turn has ended; not if the turn fails.
  func afterSuccessfulTurn(_ body: @escaping (ScriptHost) throws -> Void) {
    guard runtime.turns.isInTurn else { return afterTurn(body) }
    let outcome = runtime.turns.outcome
    afterTurn { if !outcome.isRolledBack { try body($0) } }
  }

  /// Releases what Lua has collected, and runs what was postponed; called between turns.
  func settle() {
    if state.isDead { stopCallbacks() }
    functions.removeUnused()
    let released = state.drainReleased()
    if !released.isEmpty {
      bridge.release(released)
      foundElements?.release(released)
      superObjects.release(released)
      components.release(released)
    }
    runtime.runPostponed()
  }

  /// Cancels everything that would call a script that a limit has stopped: timers, observers, functions that wait, and
  /// the function that decides which models to store, so that all of them are stored.
  func stopCallbacks() {
    guard !hasStoppedCallbacks else { return }
    hasStoppedCallbacks = true
    observations.cancelAll()
    cancelRequests()
    stoppedCallbacks = [runtime.timers.cancelAll(), runtime.patches.cancelAll(), observations, tickets]
    observations = ObservationTable()
    tickets = [:]
    runtime.registry.state = nil
  }
}

extension UnretainedReference: EndpointSession where Object == ScriptHost {
  package var isEnding: Bool { object?.isEnding == true }
  package var isOutOfTime: Bool { object?.isOutOfTime == true }
}

/// The session as an endpoint sees it.
extension ScriptHost {
  var isEnding: Bool { options.isEnding() }

  var isOutOfTime: Bool {
    let budget = state.budget
    return budget.isHostStopped || budget.host?.isTimeShort == true || options.isOutOfTime()
      || options.interruptions() > 0
  }
}

extension ScriptHost: HostFunctions {
  package var place: Diagnostic.Place? { state.isRunning ? state.place : nil }

  package func complete(_ diagnostic: Diagnostic) -> Diagnostic { state.core.worded(state.complete(diagnostic)) }

  package func place(of property: Diagnostic.Origin, in definition: Diagnostic.Place) -> Diagnostic.Place {
    state.place(of: property, in: definition)
  }

  package func mayCall(_ name: String) -> Bool { state.uses(name) }

  package func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value {
    let function = try require(function)
    var call = LuaArguments(core: state.core)
    try bridge.add(receiver, to: &call)
    for argument in arguments { try bridge.add(argument, to: &call) }
    return try bridge.value(state.value(of: function, call))
  }

  package func results(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> [Value] {
    try state.call(require(function), ([receiver] + arguments).map(bridge.lua)).map(bridge.value)
  }

  package func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value {
    guard let slot = functions.slot(of: function) else { throw missing() }
    return try state.value(ofSlot: slot, bridge.object(entity), bridge.value)
  }

  package var callDepth: Int? { state.callDepth }

  package var stackOverflows: Int { state.stackOverflows }

  package func isLimit(_ error: Diagnostic) -> Bool {
    Diagnostic.limits.contains(error.code) || state.hasMetLimit
  }

  package func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws {
    _ = try state.value(of: require(function)) { call in
      call.add(bridge.object(entity))
      for argument in arguments { try bridge.add(argument, to: &call) }
    }
  }

  package func migrate(
    _ function: FunctionRef, named name: String, document: JSONValue, from version: Int
  ) throws -> JSONValue {
    let result = try state.call(require(function), [bridge.lua(document), .int(version)]).first ?? .null
    guard case .table = result else {
      throw Diagnostic("model.migration", "\(name) must return a table, got \(result.typeName)")
    }
    return try bridge.jsonObject(result).withEmptyObjects(of: document)
  }

  package func merge(
    _ function: FunctionRef, named name: String, of entity: EntityID, mine: JSONValue, theirs: JSONValue,
    base: JSONValue?
  ) throws -> JSONValue? {
    let arguments = [bridge.lua(entity)] + [mine, theirs, base].map { $0.map(bridge.lua) ?? .null }
    let result = try state.call(require(function), arguments).first ?? .null
    if case .null = result { return nil }
    guard case .table = result else {
      throw Diagnostic("http.conflict", "\(name) must return a table or nil, got \(result.typeName)")
    }
    return try bridge.jsonObject(result).withEmptyObjects(of: mine)
  }

  package func callStorage(
    _ function: FunctionRef, named name: String, path: String, bytes: [UInt8]?
  ) throws -> [UInt8]? {
    let content = bytes.map { bytes in String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(bytes) }
    let result = try state.call(require(function), [.string(path)] + (content.map { [$0] } ?? [])).first ?? .null
    guard bytes == nil else { return nil }
    switch result {
    case .null: return nil
    case .string(let text): return Array(text.utf8)
    case .bytes(let bytes): return bytes
    default: throw Diagnostic("storage.class", "\(name) must return a string or nil, got \(result.typeName)")
    }
  }

  package func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value],
    completion: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    do { start(try require(function), ([receiver] + arguments).map(bridge.lua), completion: completion) } catch {
      completion(.failure(error.diagnostic("function.failed")))
    }
  }

  /// As `start`, for a function that its caller owns: a timer, a dialog.
  func start(
    _ function: LuaFunction, _ arguments: [LuaValue], completion: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    do { proceed(try state.start(function, arguments), completion) } catch {
      completion(.failure(error.diagnostic("function.failed")))
    }
  }
}
