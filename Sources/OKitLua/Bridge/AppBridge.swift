/// Converts values between one Lua state and one application, and defines the kinds of objects that stand for entities,
/// collections and handles.
///
/// The application's own state has one bridge; a test's state has one for each application that it launches.
package final class AppBridge {
  @exclusivity(unchecked) package private(set) var state: LuaState {
    didSet { budget = .passUnretained(state.core.budget) }
  }
  /// The budget of the state, which keeps it, without counting references.
  @exclusivity(unchecked) private(set) var budget: Unmanaged<ExecutionBudget>
  private(set) var runtime: AppRuntime!
  /// The functions of the application's own state; the same host for every bridge of the application. Safe: it owns the
  /// bridge of its state, and outlives what Lua runs; that of a test is attached to another host before this one goes.
  private(set) unowned var host: ScriptHost!
  /// Whether the state is another one than the application's.
  let isForeign: Bool

  let entityKind: LuaKind
  let collectionKind: LuaKind
  let handleKind: LuaKind
  package let dates: DateKind
  private let entities: EntityHandler
  private let collections: CollectionHandler
  let handles: HandleHandler

  // Unchecked because every entity passes here: no access is ever made inside another one.
  @exclusivity(unchecked) private var pinned = PinTable()
  @exclusivity(unchecked) var collectionNumbers = HandleTable<CollectionRef>()
  @exclusivity(unchecked) private var programs = ProgramCache()
  /// The store of the runtime. Like the evaluator, it is kept here because every access from Lua uses it.
  @exclusivity(unchecked) private(set) var store: ModelStore!
  @exclusivity(unchecked) private(set) var evaluator: Evaluator!
  /// The evaluator without counting references, for paths through stored properties: these call nothing of a script.
  private var paths: Unmanaged<Evaluator>?
  /// The turns of the runtime, which keeps them, without counting references.
  private var turns: Unmanaged<TurnRunner>?
  var foreignMethods: [String: LuaFunction] = [:]

  /// The host owns the application's own bridge, and so is set by `attach`.
  package init(state: LuaState, runtime: AppRuntime, host: ScriptHost?, isForeign: Bool, dates: DateKind) throws {
    (self.state, self.runtime, self.host, self.isForeign, self.dates) = (state, runtime, host, isForeign, dates)
    budget = .passUnretained(state.core.budget)
    (store, evaluator) = (runtime.store, runtime.evaluator)
    (paths, turns) = (.passUnretained(evaluator), .passUnretained(runtime.turns))
    entities = EntityHandler()
    collections = CollectionHandler()
    handles = HandleHandler()
    entityKind = try state.defineKind("entity", handler: entities, weight: 64)
    collectionKind = try state.defineKind("collection", handler: collections, elements: collections, weight: 64)
    handleKind = try state.defineKind("handle", handler: handles, weight: 64)
    try entities.connect(self)
    try collections.connect(self)
    try handles.connect(self)
    state.core.setEpoch(store.graph.prefetchEpoch, of: collectionKind)
  }

  /// Reuses the kinds for another application. Objects of the previous one are invalid: entities of different
  /// applications have different generations.
  package func attach(_ runtime: AppRuntime, _ host: ScriptHost) {
    (self.runtime, self.host) = (runtime, host)
    (store, evaluator) = (runtime.store, runtime.evaluator)
    (paths, turns) = (.passUnretained(evaluator), .passUnretained(runtime.turns))
    programs.removeAll()
    pinned.removeAll()
    collectionNumbers.removeAll()
    entities.serve(runtime.store)
    state.core.setEpoch(store.graph.prefetchEpoch, of: collectionKind)
  }

  // MARK: Scripts that use a state one after the other

  /// Notes what the state has before its first script runs.
  func save() { entities.save() }

  /// Refers to no application, until `serve` is called.
  func detach() {
    (runtime, host, store, evaluator, paths, turns) = (nil, nil, nil, nil, nil, nil)
    programs.removeAll()
    pinned.removeAll()
    collectionNumbers = HandleTable()
    entities.detach()
  }

  /// Works for another script, in the state as it was saved.
  func serve(_ state: LuaState, _ runtime: AppRuntime, _ host: ScriptHost) {
    self.state = state
    entities.resume(state.core)
    attach(runtime, host)
  }

  /// Returns the program of a binding that a script passes as an argument.
  ///
  /// - Throws: `lua.argument` if the argument is not a string; what `Evaluator.program` throws.
  func program(_ call: borrowing LuaCall, _ index: Int) throws -> BindingProgram {
    if let program = known(call, index)?.program { return program.takeUnretainedValue() }
    let program = try evaluator.program(call.string(index))
    call.withBytes(index) { programs.add(program, $0) }
    return program
  }

  /// Returns the value of a binding that a script passes as an argument.
  ///
  /// - Throws: As `program`, and what `Evaluator.throwingGet` throws.
  func value(_ call: borrowing LuaCall, _ index: Int, of entity: EntityID) throws -> Value {
    let known = known(call, index)
    if let path = known?.path, let value = paths?._withUnsafeGuaranteedRef({ $0.follow(path, from: entity) }) {
      return value
    }
    let program = try known?.program?.takeUnretainedValue() ?? program(call, index)
    return try evaluator.throwingGet(program, entity)
  }

  /// Writes a value through such a binding in a transaction, where that needs no conversion and no hook.
  ///
  /// - Returns: False, with nothing written, where it needs more.
  func write(_ value: Value, _ call: borrowing LuaCall, _ index: Int, of entity: EntityID) -> Bool {
    guard let path = path(call, index) else { return false }
    return paths?._withUnsafeGuaranteedRef { $0.store.isInTransaction && $0.write(value, at: path, from: entity) }
      == true
  }

  @inline(__always)
  private func known(_ call: borrowing LuaCall, _ index: Int) -> ProgramCache.Known? {
    call.withBytes(index) { programs.known($0) }
  }

  @inline(__always)
  private func path(_ call: borrowing LuaCall, _ index: Int) -> PropertyPathCache? {
    call.withBytes(index) { programs.path($0) } ?? nil
  }

  /// Returns whether the store can read an entity.
  func isReadable(_ entity: EntityID) -> Bool {
    paths?._withUnsafeGuaranteedRef { $0.store.isReadable(entity) } == true
  }

  /// Runs `body` as a turn of the application, or as a part of the current one.
  func turn<T>(_ body: () throws -> T) throws -> T {
    if turns?._withUnsafeGuaranteedRef({ $0.isInTurn }) == true { return try body() }
    let runtime: AppRuntime = runtime
    guard let result = try runtime.turn(body) else {
      throw Diagnostic("app.turn", "the action failed and was rolled back", hint: "see the diagnostics")
    }
    return result
  }

  /// Makes a change: in the running transaction, or else as a turn.
  func change(_ body: () throws -> Void) throws {
    if store.isInTransaction { try body() } else { try turn(body) }
  }

  // MARK: To Lua

  func lua(_ value: Value) -> LuaValue {
    switch value {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let text): .string(text)
    case .date(let date): dates.value(date)
    case .day(let day): dates.days.value(day)
    case .data(let data): .bytes(data.bytes)
    case .color(let color): .string(color.hex)
    case .image(.named(let name)): .string(name)
    case .image(.data(let data)): .bytes(data.bytes)
    case .entity(let entity): lua(entity)
    case .collection(let collection):
      .object(LuaObject(kind: collectionKind, bits: collectionNumbers.number(for: collection)))
    case .list(let values): .table(LuaTable(array: values.map(lua)))
    case .map(let members): .table(LuaTable(sorted: members, lua))
    case .function(let value): host.function(value.function).map(LuaValue.function) ?? .null
    case .handle(let handle): .object(LuaObject(kind: handleKind, bits: HandleHandler.bits(handle)))
    }
  }

  /// Returns the object for an entity, which stays alive while Lua holds the object.
  func lua(_ entity: EntityID) -> LuaValue { .object(object(entity)) }

  func object(_ entity: EntityID) -> LuaObject {
    if !pinned.contains(entity) { pin(entity) }
    return LuaObject(kind: entityKind, bits: EntityHandler.bits(entity))
  }

  /// Keeps the entity of an object that Lua makes. Returns false for an object of another kind.
  func keep(_ object: LuaObject) -> Bool {
    guard object.kind == entityKind else { return false }
    let entity = EntityHandler.entity(object.bits)
    if !pinned.contains(entity) { pin(entity) }
    return true
  }

  /// - Returns: False for an entity that is gone.
  @discardableResult
  @inline(never)
  private func pin(_ entity: EntityID) -> Bool {
    guard paths?._withUnsafeGuaranteedRef({ $0.store.pinIfExists(entity) }) == true else { return false }
    pinned.insert(entity)
    return true
  }

  /// Answers with the object for an entity, which Lua has only if the entity is pinned, or gone. Where the script does
  /// not use it, no object is made, as if Lua had collected it.
  func answer(_ entity: EntityID, _ call: borrowing LuaCall) -> LuaOutcome {
    guard call.isResultWanted else { return .nothing }
    let isNew = !pinned.contains(entity) && pin(entity)
    return call.answer(LuaObject(kind: entityKind, bits: EntityHandler.bits(entity)), isNew: isNew)
  }

  /// Adds a value to the arguments of a call.
  func add(_ value: Value, to arguments: inout LuaArguments) throws {
    switch value {
    case .int(let number): arguments.add(number)
    case .double(let number): arguments.add(number)
    case .string(let text): arguments.add(text)
    case .entity(let entity): arguments.add(object(entity))
    default: try arguments.add(lua(value))
    }
  }

  /// Returns the outcome of a read that gives a value.
  func answer(_ value: Value, _ call: borrowing LuaCall) -> LuaOutcome {
    if let outcome = call.answer(scalar: value) { return outcome }
    return if case .entity(let entity) = value { answer(entity, call) } else { .value(lua(value)) }
  }

  // MARK: From Lua

  /// The member by which `okit.lua` makes the table of a class recognisable.
  static let classKey = "__class"

  /// - Throws: `lua.value` for a value that the engine does not support.
  func value(_ lua: LuaValue) throws -> Value { try value(lua, isData: false) }

  /// - Parameter isData: Whether it is data of a service, where the null of JSON is nil.
  func value(_ lua: LuaValue, isData: Bool) throws -> Value {
    switch lua {
    case .null: return .null
    case .jsonNull where isData: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .string(let text): return .string(text)
    case .bytes(let bytes): return .data(DataValue(bytes: bytes))
    case .object(let object):
      if let value = self.value(object) { return value }
      throw Diagnostic(
        "lua.value", "an object of another application cannot be a value of a model",
        hint: "pass its data: entity:snapshot()")
    case .table(let table):
      try state.core.budget.step(1 + table.array.count + table.pairs.count)
      if table.pairs.isEmpty { return .list(try table.array.map { try value($0, isData: isData) }) }
      guard table.array.isEmpty else {
        throw Self.mixedTable(table)
      }
      if case .string(let name) = table[Self.classKey], table.pairs.count == 1 {
        throw Diagnostic("lua.value", "\(name) is a class, not an entity", hint: "create one: \(name) { … }")
          .about(name)
      }
      return .map(
        try Dictionary(table.pairs.map { (try name($0.key), try value($0.value, isData: isData)) }) { _, last in last })
    case .function(let function):
      guard !isForeign else { break }
      return .function(host.value(for: function))
    case .other: break
    }
    throw Diagnostic("lua.value", "a \(lua.typeName) cannot be a value of a model")
  }

  static func mixedTable(_ table: LuaTable) -> Diagnostic {
    let isHole = table.pairs.allSatisfy { if case .int = $0.key { true } else { false } }
    if isHole {
      return Diagnostic(
        "lua.value", "a list has a hole after its element \(table.array.count)",
        hint: "lists have no nil; leave the element out")
    }
    return Diagnostic("lua.value", "a table must have either a list of values or named values, not both")
  }

  private func value(_ object: LuaObject) -> Value? {
    if object.kind == entityKind { return .entity(EntityHandler.entity(object.bits)) }
    if object.kind == collectionKind { return collectionNumbers[object.bits].map(Value.collection) }
    if object.kind == handleKind { return HandleHandler.handle(object.bits).map(Value.handle) }
    return dates.moment(object).map(Value.date) ?? dates.days.moment(object).map(Value.day)
  }

  func name(_ key: LuaValue) throws -> String {
    switch key {
    case .string(let name): return name
    case .int(let number): return String(number)
    case .bytes: throw Self.invalidKey()
    default: throw Diagnostic("lua.value", "the keys of a table must be strings, got a \(key.typeName)")
    }
  }

  static func invalidKey() -> Diagnostic {
    Diagnostic("lua.value", "the keys of a table must be texts in UTF-8")
  }

  func entity(_ object: LuaObject?) -> EntityID? {
    guard let object, object.kind == entityKind else { return nil }
    return EntityHandler.entity(object.bits)
  }

  // MARK: JSON

  /// Returns nil when the execution budget is exhausted.
  func lua(_ jsonValue: JSONValue) -> LuaValue { LuaValue(jsonValue, store.budget) }

  // MARK: Releasing

  /// Releases the entities, collections and handles whose objects Lua has collected.
  package func release(_ objects: [LuaObject]) {
    // One reference for all of them.
    let store: ModelStore? = store
    for object in objects {
      if object.kind == entityKind {
        let entity = EntityHandler.entity(object.bits)
        if pinned.remove(entity) { store?.unpin(entity) }
      } else if object.kind == collectionKind {
        collectionNumbers.release(object.bits)
      } else if object.kind == handleKind, !isForeign, let handle = HandleHandler.handle(object.bits) {
        host.forget(handle)
      }
    }
  }
}
