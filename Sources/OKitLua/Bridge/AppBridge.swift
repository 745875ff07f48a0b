import OKitEngine

/// What one Lua state sees of one application: the kinds of objects, and values on their way in and out.
///
/// The application's own state has one; a test's state has one for each application that it launches.
package final class AppBridge {
  let state: LuaState
  private(set) unowned var runtime: AppRuntime
  /// The functions of the application's own state; the same host for every bridge of the application.
  private(set) unowned var host: ScriptHost!
  /// Whether the state is another one than the application's.
  let isForeign: Bool

  let entityKind: LuaKind
  let collectionKind: LuaKind
  let handleKind: LuaKind
  package let dates: DateKind
  private let entities: EntityHandler
  private let collections: CollectionHandler
  private let handles: HandleHandler

  // Unchecked because every entity passes here: no access is ever made inside another one.
  @exclusivity(unchecked) private var pinned = PinTable()
  var collectionNumbers = HandleTable<CollectionRef>()
  var foreignMethods: [String: LuaFunction] = [:]

  /// The host of the application's own bridge comes with `attach`: it has the bridge.
  package init(state: LuaState, runtime: AppRuntime, host: ScriptHost?, isForeign: Bool, dates: DateKind) throws {
    (self.state, self.runtime, self.host, self.isForeign, self.dates) = (state, runtime, host, isForeign, dates)
    entities = EntityHandler()
    collections = CollectionHandler()
    handles = HandleHandler()
    entityKind = try state.defineKind("entity", handler: entities, weight: 64)
    collectionKind = try state.defineKind("collection", handler: collections, weight: 64)
    handleKind = try state.defineKind("handle", handler: handles, weight: 64)
    try entities.connect(self)
    try collections.connect(self)
    try handles.connect(self)
  }

  /// Lets the kinds stand for another application, which spares defining new ones. Objects of the one before are gone:
  /// entities of different applications have different generations.
  package func attach(_ runtime: AppRuntime, _ host: ScriptHost) {
    (self.runtime, self.host) = (runtime, host)
    pinned.removeAll()
    collectionNumbers.removeAll()
    entities.serve(runtime.store)
  }

  var store: ModelStore { runtime.store }
  var evaluator: Evaluator { runtime.evaluator }

  /// Runs what a script does to the application as a turn, or as a part of the one that runs.
  func turn<T>(_ body: () throws -> T) throws -> T {
    guard let result = try runtime.turn(body) else {
      throw Diagnostic("app.turn", "the action failed and was taken back", hint: "see the diagnostics")
    }
    return result
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
    case .data(let data): .bytes(data.bytes)
    case .color(let color): .string(color.hex)
    case .image(.named(let name)): .string(name)
    case .image(.data(let data)): .bytes(data.bytes)
    case .entity(let entity): lua(entity)
    case .collection(let collection):
      .object(LuaObject(kind: collectionKind, bits: collectionNumbers.number(for: collection)))
    case .list(let values): .table(LuaTable(array: values.map(lua)))
    case .map(let members):
      .table(
        LuaTable(pairs: members.sorted { $0.key < $1.key }.map { .init(key: .string($0.key), value: lua($0.value)) }))
    case .function(let value): host.function(value.function).map(LuaValue.function) ?? .null
    case .handle(let handle): .object(LuaObject(kind: handleKind, bits: HandleHandler.bits(handle)))
    }
  }

  /// An entity stays alive while Lua holds it.
  func lua(_ entity: EntityID) -> LuaValue { .object(object(entity)) }

  func object(_ entity: EntityID) -> LuaObject {
    if !pinned.contains(entity) { pin(entity) }
    return LuaObject(kind: entityKind, bits: EntityHandler.bits(entity))
  }

  @inline(never)
  private func pin(_ entity: EntityID) {
    guard store.exists(entity) else { return }
    pinned.insert(entity)
    store.pin(entity)
  }

  /// Gives a value to a function that is being called.
  func add(_ value: Value, to arguments: inout LuaArguments) throws {
    switch value {
    case .int(let number): arguments.add(number)
    case .double(let number): arguments.add(number)
    case .string(let text): arguments.add(text)
    case .entity(let entity): arguments.add(object(entity))
    default: try arguments.add(lua(value))
    }
  }

  /// Answers a read with a value.
  func answer(_ value: Value, _ call: borrowing LuaCall) -> LuaOutcome {
    switch value {
    case .int(let number): call.answer(number)
    case .double(let number): call.answer(number)
    case .bool(let flag): call.answer(flag)
    case .string(let text): call.answer(text)
    case .entity(let entity): call.answer(object(entity))
    default: .value(lua(value))
    }
  }

  // MARK: From Lua

  /// - Throws: `lua.value` for what the engine has no value for.
  func value(_ lua: LuaValue) throws -> Value {
    switch lua {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .string(let text): return .string(text)
    case .bytes(let bytes): return .data(DataValue(bytes: bytes))
    case .object(let object):
      if let value = self.value(object) { return value }
    case .table(let table):
      try state.core.work.step(1 + table.array.count + table.pairs.count)
      if table.pairs.isEmpty { return .list(try table.array.map(value)) }
      guard table.array.isEmpty else {
        throw Diagnostic("lua.value", "a table is a list or has names, not both")
      }
      return .map(try Dictionary(table.pairs.map { (try name($0.key), try value($0.value)) }) { _, last in last })
    case .function(let function):
      guard !isForeign else { break }
      return .function(host.lend(function))
    case .other: break
    }
    throw Diagnostic("lua.value", "a \(lua.typeName) cannot be a value of a model")
  }

  private func value(_ object: LuaObject) -> Value? {
    if object.kind == entityKind { return .entity(EntityHandler.entity(object.bits)) }
    if object.kind == collectionKind { return collectionNumbers[object.bits].map(Value.collection) }
    if object.kind == handleKind { return HandleHandler.handle(object.bits).map(Value.handle) }
    return dates.date(object).map(Value.date)
  }

  private func name(_ key: LuaValue) throws -> String {
    switch key {
    case .string(let name): return name
    case .int(let number): return String(number)
    default: throw Diagnostic("lua.value", "a table's names are texts, got a \(key.typeName)")
    }
  }

  func entity(_ object: LuaObject?) -> EntityID? {
    guard let object, object.kind == entityKind else { return nil }
    return EntityHandler.entity(object.bits)
  }

  // MARK: JSONValue data

  /// Nothing when there is no time for it.
  func lua(_ jsonValue: JSONValue) -> LuaValue {
    if store.budget.isOver() { return .null }
    return switch jsonValue {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .number(let text): .double(JSONValue.nearestDouble(to: text))
    case .string(let text): .string(text)
    case .array(let elements): .table(LuaTable(array: elements.map(lua)))
    case .object(let members):
      .table(
        LuaTable(pairs: members.sorted { $0.key < $1.key }.map { .init(key: .string($0.key), value: lua($0.value)) }))
    }
  }

  /// A table as plain data: dates as seconds since 2001, entities and collections with all below them.
  func jsonValue(_ lua: LuaValue) throws -> JSONValue {
    try state.core.work.step()
    switch lua {
    case .table(let table):
      if table.pairs.isEmpty { return .array(try table.array.map(jsonValue)) }
      guard table.array.isEmpty else { throw Diagnostic("lua.value", "a table is a list or has names, not both") }
      return .object(
        try Dictionary(table.pairs.map { (try name($0.key), try jsonValue($0.value)) }) { _, last in last })
    default: return store.jsonValue(try value(lua))
    }
  }

  /// As `plain`, for data that must be an object: an empty table is one.
  package func jsonObject(_ lua: LuaValue) throws -> JSONValue {
    let jsonValue = try jsonValue(lua)
    return jsonValue == .array([]) ? .object([:]) : jsonValue
  }

  // MARK: Letting go

  /// Lets go of what Lua no longer holds.
  package func release(_ objects: [LuaObject]) {
    for object in objects {
      if object.kind == entityKind {
        let entity = EntityHandler.entity(object.bits)
        if pinned.remove(entity) { store.unpin(entity) }
      } else if object.kind == collectionKind {
        collectionNumbers.release(object.bits)
      } else if object.kind == handleKind, !isForeign, let handle = HandleHandler.handle(object.bits) {
        host.forget(handle)
      }
    }
  }
}
