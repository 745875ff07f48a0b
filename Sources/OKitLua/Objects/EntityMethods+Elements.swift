/// The functions of OKit's `ModelEntity` that have other names elsewhere: writing to collections by a path, creating
/// entities.
extension EntityMethods {
  static let namedAsInOKit: [Function] = [
    getter("getFloat", "number?", "Returns the value as a number, as `getDouble` does.") {
      $0.getDouble($1, $2).map(Value.double) ?? .null
    },
    .init(
      "callSet", "(path: string, value: any, options?: okit.WriteOptions)",
      "Writes a value through a binding, as `set` does."
    ) { try set($0, $1, $2) },
    .init(
      "add", "(path: string, element: any, options?: okit.WriteOptions): any",
      "Appends an element to the collection at a path and returns it; a table becomes an entity."
    ) { bridge, entity, call in
      let collection = try collection(bridge, entity, call)
      return try changing(bridge, call, 3) { try bridge.insert(call, 2, into: collection) }
    },
    .init(
      "remove", "(path: string, element: any, options?: okit.WriteOptions): boolean",
      "Removes an element from the collection at a path. Returns whether it existed."
    ) { bridge, entity, call in
      let collection = try collection(bridge, entity, call)
      return try changing(bridge, call, 3) { try CollectionMethods.remove(bridge, collection, call, at: 2) }
    },
    .init("clear", "(path: string, options?: okit.WriteOptions)", "Removes all elements from the collection at a path.")
    {
      bridge, entity, call in
      let collection = try collection(bridge, entity, call)
      return try changing(bridge, call, 2) {
        try bridge.store.removeAll(collection)
        return .nothing
      }
    },
    .init(
      "create", "(class: okit.EntityClass|string, values?: table): any",
      "Returns a new entity of a class, which is in no model yet."
    ) { bridge, _, call in
      let type = try type(bridge, call, 1)
      guard !type.isModel else {
        throw Diagnostic(
          "model.create", "\(type.name) is a model: okit.Model.register(\(type.name)) makes or loads it")
      }
      guard !call.isNull(2) else { return bridge.answer(.entity(try bridge.store.create(type)), call) }
      guard let entity = try bridge.create(call, 2, type) else {
        throw call.mismatch(2, "table with the names of properties")
      }
      return bridge.answer(.entity(entity), call)
    },
    .init(
      "createRef",
      "(class?: okit.EntityClass|string 'okit.ModelRef, or a class that extends it', target?: any): okit.Reference",
      "Returns a new reference to an entity, to one with an id, or to nothing."
    ) { bridge, _, call in
      let type = call.isNull(1) ? bridge.store.referenceType : try type(bridge, call, 1)
      guard type.isReference else { throw call.mismatch(1, "class of references") }
      let target = try bridge.value(call[2])
      let key = bridge.store.referenceKey(of: target)
      guard target.isNull || key != nil else { throw call.mismatch(2, "entity or id") }
      let members = key.map { [EntityType.referenceKey: Value.string($0)] } ?? [:]
      return bridge.answer(.entity(try bridge.store.create(type, members)), call)
    },
  ]

  /// Returns the collection at the path that is the first argument.
  ///
  /// - Throws: `binding.notCollection`.
  private static func collection(
    _ bridge: AppBridge, _ entity: EntityID, _ call: borrowing LuaCall
  ) throws -> CollectionRef {
    let program = try bridge.program(call, 1)
    let value = bridge.evaluator.get(program, entity)
    if case .collection(let collection) = value { return collection }
    throw Diagnostic(
      "binding.notCollection", "\"\(program.quotedText)\" is not a collection: it gives \(bridge.store.summary(value))",
      hint: "use the path of a property with t.list, t.set or t.map")
  }

  /// Runs a change as a turn, or a part of one, with the options at an index.
  private static func changing(
    _ bridge: AppBridge, _ call: borrowing LuaCall, _ options: Int, _ body: () throws -> LuaOutcome
  ) throws -> LuaOutcome {
    let silently = try suppresses(call, options)
    return try bridge.turn {
      silently ? try bridge.store.graph.withoutTelling(body) : try body()
    }
  }

  /// Returns the type of a class, or of its name.
  private static func type(_ bridge: AppBridge, _ call: borrowing LuaCall, _ index: Int) throws -> EntityType {
    let name =
      switch try call[index] {
      case .string(let name): name
      case .table(let table):
        if case .string(let name) = table[AppBridge.classKey] { name } else { throw call.mismatch(index, "class") }
      default: throw call.mismatch(index, "class or its name")
      }
    return try bridge.store.requireType(name, for: "class")
  }
}
