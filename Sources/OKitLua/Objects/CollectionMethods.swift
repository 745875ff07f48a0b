/// The methods of live collections.
enum CollectionMethods {
  typealias Function = HostMember<@Sendable (AppBridge, CollectionRef, borrowing LuaCall) throws -> LuaOutcome>

  /// Those that maps refuse, which have keys for places.
  static let ofPlaces: Set = ["add", "insert", "move", "merge"]

  static let all: [Function] = [
    .init("add", "(element: T|okit.Values|table): T", "Appends an element and returns it; a table becomes an entity.") {
      bridge, collection, call in
      try expectOneElement(call, 1)
      return try bridge.insert(call, 1, into: collection)
    },
    .init(
      "insert", "(position: integer, element: T|okit.Values|table): T",
      "Inserts an element at a position, from 1, and returns it."
    ) { bridge, collection, call in
      try expectOneElement(call, 2)
      return try bridge.insert(call, 2, into: collection, at: call.int(1))
    },
    .init(
      "remove", "(element: any): boolean",
      "Removes an element, the reference to an entity, a position or a key. Returns whether it existed."
    ) { bridge, collection, call in
      try expectOneElement(call, 1)
      return try remove(bridge, collection, call)
    },
    .init("clear", "()", "Removes all elements.") { bridge, collection, _ in
      try bridge.turn { try bridge.store.removeAll(collection) }
      return .nothing
    },
    .init("move", "(from: integer, to: integer)", "Moves an element to another position.") {
      bridge, collection, call in
      let (from, to) = (try call.int(1), try call.int(2))
      let count = bridge.store.count(collection)
      for position in [from, to] { try check(position, upTo: count, collection, bridge) }
      try bridge.turn { try bridge.store.move(collection, from: from - 1, to: to - 1) }
      return .nothing
    },
    .init("find", "(test: fun(element: T|any): any): T?", "Returns the first element that passes the test.") {
      bridge, collection, call in
      let test = try call.function(1)
      // One by one, because the first one may pass.
      var index = 0
      while let value = bridge.store.element(collection, index) {
        index += 1
        let element = bridge.lua(value)
        if try isTrue(bridge.state.call(test, [element])) { return .value(element) }
      }
      return .value(.null)
    },
    .init("filter", "(test: fun(element: T|any): any): T[]", "Returns the elements that pass the test, as a table.") {
      bridge, collection, call in
      let test = try call.function(1)
      let elements = bridge.store.elements(collection).map(bridge.lua)
      return .value(.table(LuaTable(array: try elements.filter { try isTrue(bridge.state.call(test, [$0])) })))
    },
    .init(
      "map", "<R>(transform: fun(element: T|any): R): R[]",
      "Returns the results of a function for each element, as a table."
    ) {
      bridge, collection, call in
      let transform = try call.function(1)
      var results: [LuaValue] = []
      for value in bridge.store.elements(collection) {
        results.append(try bridge.state.call(transform, [bridge.lua(value)]).first ?? .null)
      }
      return .value(.table(LuaTable(array: results)))
    },
    .init(
      "sorted", "(path?: string): T[]", "Returns the elements sorted by the value of a binding, nil last, as a table."
    ) {
      bridge, collection, call in
      let path = call.isNull(1) ? nil : try bridge.program(call, 1)
      return .value(bridge.lua(.list(try bridge.evaluator.sorted(bridge.store.elements(collection), by: path))))
    },
    merge,
  ]

  /// A call that returns several values may pass more than one unintentionally.
  private static func expectOneElement(_ call: borrowing LuaCall, _ index: Int) throws {
    try call.expectLast(
      index, "element", hint: "call it for each element; parentheses around a call keep only its first value")
  }

  static func make(_ bridge: AppBridge) throws -> [String: LuaFunction] {
    var methods: [String: LuaFunction] = [:]
    for function in all {
      let body = function.body
      methods[function.name] = try bridge.state.makeMethod(function.declaration, prefix: "collection:", of: bridge) {
        bridge, call in
        guard call.receiver.kind == bridge.collectionKind,
          let collection = bridge.collectionNumbers[call.receiver.bits]
        else { throw call.mismatch(0, "collection") }
        if !bridge.isReadable(collection.owner),
          let unreadable = bridge.store.unreadable(collection.owner, what: "collection's entity")
        {
          throw unreadable
        }
        return try body(bridge, collection, call)
      }
    }
    return methods
  }

  /// `list:remove(element)`: an element itself, for references also what they refer to; a position from 1 for lists of
  /// other things than numbers. Answers whether it was there.
  static func remove(
    _ bridge: AppBridge, _ collection: CollectionRef, _ call: borrowing LuaCall, at index: Int = 1
  ) throws -> LuaOutcome {
    let store: ModelStore = bridge.store
    let value = try bridge.value(call[index])
    if store.isMap(collection), case .string(let key) = value {
      let found = store.element(collection, key: key) != nil
      if found { try bridge.turn { try store.set(collection, key: key, .null) } }
      return .value(.bool(found))
    }
    var position = store.index(of: value, in: collection)
    if position == nil, case .int(let index) = value, index > 0, case .entity? = store.element(collection, index - 1) {
      position = index - 1
    }
    guard let position else { return .value(.bool(false)) }
    try bridge.turn { try store.remove(from: collection, at: position) }
    return .value(.bool(true))
  }

  /// Positions count from 1 here, and so do the messages.
  static func check(_ position: Int, upTo last: Int, _ collection: CollectionRef, _ bridge: AppBridge) throws {
    guard position < 1 || position > last else { return }
    let name = bridge.store.name(of: collection)
    throw Diagnostic(
      "model.index", "\(name) has no position \(position); it has \(bridge.store.count(collection)) elements, from 1")
  }

  private static func isTrue(_ values: [LuaValue]) -> Bool {
    switch values.first {
    case nil, .null, .bool(false): false
    default: true
    }
  }
}
