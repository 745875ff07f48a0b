/// Entities in Lua: properties, functions of their class, and the built-in methods, found by numbers that the names
/// have.
final class EntityHandler: LuaObjectHandler {
  private unowned(unsafe) var bridge: AppBridge!  // Safe: it owns the handler, and lives until the state is closed.
  private var store: ModelStore!
  /// The locations of stored properties. Unmanaged, because every read uses it; `kept` retains it.
  private var locations: Unmanaged<PropertyLocationTable>?
  private var kept: PropertyLocationTable?
  // Unchecked because scripts find new names through these: no access of them is ever made inside another one.
  @exclusivity(unchecked) private var slots: [String: Int] = [:]
  private var methods: [String: LuaFunction] = [:]
  /// The meaning of each name on each type, by the type's index and the name's number.
  @exclusivity(unchecked) private var tables: [Table] = []
  /// The methods among them. Unchecked because every call of a method reads it; accesses never overlap.
  @exclusivity(unchecked) private var methodTable = MethodTable()
  /// The number of calls of each method, by the name's number, since a type or a function was defined.
  private var useCounts: [UInt8] = []
  private var definitions = -1

  private struct Table {
    var epoch = -1
    var meanings: [Meaning?] = []
  }

  private enum Meaning {
    case property(Property)
    case id, parent, model, type, target, referenceText
    /// `self.super`
    case inherited
    case method(LuaFunction)
    /// An extension function, which another one may replace.
    case extensionMethod(LuaFunction)
    case unknown(String)
  }

  static func bits(_ entity: EntityID) -> UInt64 { UInt64(entity.generation) << 32 | UInt64(entity.index) }

  static func entity(_ bits: UInt64) -> EntityID {
    EntityID(index: UInt32(truncatingIfNeeded: bits), generation: UInt32(truncatingIfNeeded: bits >> 32))
  }

  func connect(_ bridge: AppBridge) throws {
    self.bridge = bridge
    serve(bridge.store)
    methods = try EntityMethods.make(bridge)
    for name in ["id", "parent", "model", "type", "ref", "description"] + methods.keys.sorted() { try intern(name) }
  }

  var operations: LuaOperations { [.text] }

  @discardableResult
  func intern(_ name: String) throws -> Int {
    if let slot = slots[name] { return slot }
    let slot = slots.count
    slots[name] = slot
    names.append(name)
    try bridge.state.setSlot(slot, for: name, of: bridge.entityKind)
    return slot
  }
  @exclusivity(unchecked) private var names: [String] = []
  /// The number of names that the state has had when it was saved.
  private var savedNames = 0

  func save() { savedNames = names.count }

  /// Works for another script, in the state as it was saved.
  func resume(_ core: LuaCore) {
    for name in names[savedNames...] { slots[name] = nil }
    names.removeLast(names.count - savedNames)
    for method in methods.values { method.move(to: core) }
  }

  /// Refers to no application.
  func detach() {
    (store, locations, kept, tables) = (nil, nil, nil, [])
    methodTable = MethodTable()
  }

  /// Forgets what names mean, because the types of another application come.
  func serve(_ store: ModelStore) {
    bridge.state.core.setDefinitions(store.types.definitionsPlace, of: bridge.entityKind)
    self.store = store
    tables = []
    definitions = -1
    methodTable = MethodTable()
    let table = PropertyLocationTable(store)
    locations = .passUnretained(table)
    kept = table
  }

  // MARK: Reading

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let slot = call.slot, let locations else { return try read(object, call) }
    let value = locations._withUnsafeGuaranteedRef { $0.value(of: Self.entity(object.bits), slot) }
    switch value {
    case .int(let number)?: return call.answer(number)
    case .double(let number)?: return call.answer(number)
    case .string(let text)?: return call.answer(text)
    case let value?: return bridge.answer(value, call)
    case nil: break
    }
    let type = locations._withUnsafeGuaranteedRef { $0.type(of: Self.entity(object.bits)) }
    if let type, let method = methodTable.reference(type, slot) {
      countUse(of: slot)
      return call.answer(function: method)
    }
    return try read(object, call)
  }

  /// The number of calls after which a method is shared: looking at all types pays only for a method in use.
  private static let sharedFrom: UInt8 = 20

  /// Lets Lua find a built-in method without a call of the handler when no type gives another meaning to the name. Then
  /// calling it, not looking it up, fails for an entity that is gone.
  private func countUse(of slot: Int) {
    if definitions != store.types.definitionsPlace.pointee {
      definitions = store.types.definitionsPlace.pointee
      useCounts = Array(repeating: 0, count: names.count)
    }
    while useCounts.count <= slot { useCounts.append(0) }
    guard useCounts[slot] < Self.sharedFrom else { return }
    useCounts[slot] += 1
    guard useCounts[slot] == Self.sharedFrom, let method = methods[names[slot]] else { return }
    let isSame = store.types.made.allSatisfy { type in
      switch bridge.evaluator.resolver.meaning(of: names[slot], on: type) {
      case .extended, .typeName, .unknown: true
      default: false
      }
    }
    if isSame { bridge.state.core.share(method, as: slot, of: bridge.entityKind) }
  }

  /// Reads what is more than a look into a row.
  private func read(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let entity = Self.entity(object.bits)
    guard let type = store.type(of: entity) else { throw gone(entity) }
    switch try meaning(call, type) {
    case .property(let property):
      if let closed = store.unreadable(entity) { throw closed }
      if property.isLazy { try store.readPart(entity) }
      return bridge.answer(try store.value(entity, property), call)
    case .method(let function), .extensionMethod(let function): return .value(.function(function))
    case .id: return .value(store.id(of: entity).map(LuaValue.string) ?? .null)
    case .parent: return .value(store.parent(of: entity).map(bridge.lua) ?? .null)
    case .model: return .value(store.model(of: entity).map(bridge.lua) ?? .null)
    case .type: return .value(.string(type.name))
    case .inherited:
      return .value(bridge.host.superObjects.value(of: object, className: type.name))
    case .target: return .value(store.target(of: entity).map(bridge.lua) ?? .null)
    case .referenceText: return .value(.string(store.referenceText(entity)))
    case .unknown(let name):
      throw Diagnostic(
        "model.unknownProperty", "\(type.name) has no property or function \"\(name)\"",
        hint: bridge.evaluator.hasTarget(entity, named: name)
          ? "did you mean \"ref.\(name)\"?"
          : NearestName.hint(for: name, in: bridge.evaluator.resolver.names(on: type) + methods.keys))
    }
  }

  private func gone(_ entity: EntityID) -> Diagnostic { store.unreadable(entity) ?? store.gone() }

  /// A name gets a number only when it means something, so that a script cannot make numbers without end.
  private func meaning(_ call: borrowing LuaCall, _ type: EntityType) throws -> Meaning {
    if let slot = call.slot { return try meaning(slot, type) }
    let name = try call.string(0)
    let meaning = try resolve(name, type)
    if case .unknown = meaning { return meaning }
    try intern(name)
    return meaning
  }

  private func meaning(_ slot: Int, _ type: EntityType) throws -> Meaning {
    let index = Int(type.index)
    while tables.count <= index { tables.append(Table()) }
    // Both only grow.
    let epoch = type.epoch + bridge.evaluator.functions.epoch
    if tables[index].epoch != epoch { tables[index] = Table(epoch: epoch) }
    let missing = names.count - tables[index].meanings.count
    if missing > 0 { tables[index].meanings += repeatElement(nil, count: missing) }
    if let meaning = tables[index].meanings[slot] { return meaning }
    let meaning = try resolve(names[slot], type)
    tables[index].meanings[slot] = meaning
    switch meaning {
    case .property, .id: kept?.note(names[slot], of: type, as: slot)
    case .method(let function): methodTable.note(function, of: type, as: slot)
    default: break
    }
    return meaning
  }

  /// Returns the function that bindings find by a name: one of the class, else a method that Lua adds.
  private func resolve(_ name: String, _ type: EntityType) throws -> Meaning {
    switch bridge.evaluator.resolver.meaning(of: name, on: type) {
    case .property(let property): return .property(property)
    case .id: return .id
    case .parent: return .parent
    case .model: return .model
    case .target: return .target
    case .referenceText: return .referenceText
    case .function(let function):
      if bridge.isForeign { return .method(try bridge.foreignMethod(name)) }
      if let function = bridge.host.function(function) { return .method(function) }
    case .extended, .typeName, .unknown: break
    }
    if let method = methods[name] { return .method(method) }
    if case .extended(.host(let function)) = bridge.evaluator.resolver.meaning(of: name, on: type) {
      if bridge.isForeign { return .extensionMethod(try bridge.foreignMethod(name)) }
      if let function = bridge.host.function(function) { return .extensionMethod(function) }
    }
    switch EntityField(rawValue: name) {
    case .type: return .type
    case .super where !bridge.isForeign: return .inherited
    default: return .unknown(name)
    }
  }

  // MARK: Writing

  func assign(_ object: LuaObject, _ call: borrowing LuaCall) throws {
    let entity = Self.entity(object.bits)
    if let slot = call.slot, let locations {
      if let integer = call.integer(1) {
        if locations._withUnsafeGuaranteedRef({ $0.write(integer, to: entity, slot) }) { return }
      } else if let value = call.scalar(1),
        locations._withUnsafeGuaranteedRef({ $0.write(value, to: entity, slot) })
      {
        return
      }
    }
    guard let type = store.type(of: entity) else { throw gone(entity) }
    let property = try property(call, type)
    let value = try bridge.value(call[1])
    if value.isNull, property.isCollection {
      throw Diagnostic(
        "model.type", "\(type.name).\(property.name) needs \(property.type.article), got nil",
        hint: "write \(property.name):clear()")
    }
    try bridge.change { try store.set(entity, property, value) }
  }

  private func property(_ call: borrowing LuaCall, _ type: EntityType) throws -> Property {
    if let slot = call.slot, case .property(let property) = try meaning(slot, type) { return property }
    let name = try call.string(0)
    guard let property = type.property(named: name) else { throw store.unknownProperty(name, of: type) }
    _ = try meaning(intern(name), type)
    return property
  }

  func text(of object: LuaObject) throws -> String {
    let entity = Self.entity(object.bits)
    guard store.exists(entity) else { return "removed entity" }
    return bridge.evaluator.text(.entity(entity)) ?? store.describe(entity)
  }
}
