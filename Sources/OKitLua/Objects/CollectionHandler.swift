/// Live collections in Lua: lists and sets count from 1, maps have string keys.
final class CollectionHandler: LuaElementSource {
  private unowned(unsafe) var bridge: AppBridge!  // Safe: it owns the handler, and lives until the state is closed.
  func connect(_ bridge: AppBridge) throws {
    self.bridge = bridge
    for (name, method) in try CollectionMethods.make(bridge).sorted(by: { $0.key < $1.key }) {
      try bridge.state.setMember(name, to: .function(method), of: bridge.collectionKind)
    }
  }

  var operations: LuaOperations { [.length, .pairs, .text] }

  private func collection(_ object: LuaObject) throws -> CollectionRef {
    guard let collection = bridge.collectionNumbers[object.bits] else {
      throw Diagnostic("model.gone", "the collection's entity no longer exists")
    }
    if let unreadable = bridge.store.unreadable(collection.owner, what: "collection's entity") { throw unreadable }
    return collection
  }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    if let position = call.integer(0), let collection = bridge.collectionNumbers[object.bits],
      let element = element(collection, position)
    {
      return bridge.answer(element, call)
    }
    let collection = try collection(object)
    switch try call[0] {
    case .int: return .value(.null)
    case .double(let number):
      return Int(exactly: number).flatMap { element(collection, $0) }.map { bridge.answer($0, call) } ?? .value(.null)
    case .string(let name):
      if bridge.store.isMap(collection) {
        return .value(bridge.store.element(collection, key: name).map(bridge.lua) ?? .null)
      }
      let names = CollectionMethods.all.map(\.name)
      let functions = PrintableText.list(names)
      throw Diagnostic(
        "lua.unknownMember", "a collection has no function \"\(name)\"; expected one of \(functions)",
        hint: NearestName.hint(for: name, in: names) ?? "elements have numbers from 1")
    default: throw Diagnostic("lua.argument", "a collection is indexed by number, got \(call.typeName(0))")
    }
  }

  private func element(_ collection: CollectionRef, _ position: Int) -> Value? {
    position > 0 ? bridge.store.element(collection, position - 1) : nil
  }

  /// `list[i] = value`, `list[#list + 1] = value`, `map.key = value`, and nil to remove a key of a map.
  func assign(_ object: LuaObject, _ call: borrowing LuaCall) throws {
    let collection = try collection(object)
    let store: ModelStore = bridge.store
    let value = try bridge.value(call[1])
    if store.isMap(collection) {
      let key = try call.string(0)
      return try bridge.turn { try store.set(collection, key: key, value) }
    }
    let position = try call.int(0)
    try CollectionMethods.check(position, upTo: store.count(collection) + 1, collection, bridge)
    try bridge.turn {
      if position == store.count(collection) + 1 {
        try store.insert(value, into: collection)
      } else {
        try store.set(collection, at: position - 1, value)
      }
    }
  }

  func length(of object: LuaObject) throws -> Int { bridge.store.count(try collection(object)) }

  func next(_ object: LuaObject, at position: Int, _ call: borrowing LuaCall) throws -> LuaOutcome {
    let collection = try collection(object)
    guard let element = bridge.store.element(collection, position) else { return .nothing }
    let key =
      bridge.store.key(collection, position).map(LuaValue.string) ?? LuaValue.int(position + 1)
    return try call.answer(key, bridge.lua(element))
  }

  var elementKind: LuaKind { bridge.entityKind }

  func readAhead(_ object: LuaObject, from position: Int, into bits: UnsafeMutableBufferPointer<UInt64>) -> Int {
    guard let collection = bridge.collectionNumbers[object.bits] else { return 0 }
    var count = 0
    bridge.store.readAhead(collection, from: position - 1) { entity in
      guard count < bits.count else { return false }
      bits[count] = EntityHandler.bits(entity)
      count += 1
      return true
    }
    return count
  }

  func keep(_ element: LuaObject) -> Bool { bridge.keep(element) }

  func text(of object: LuaObject) throws -> String {
    bridge.evaluator.text(.collection(try collection(object))) ?? ""
  }
}
