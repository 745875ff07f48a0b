/// The methods of entities about their place in a model: references, owned entities, whether something is to be stored.
extension EntityMethods {
  static let stateful: [Function] = [
    .init(
      "refAt", "(path: string): okit.Entity?",
      "Returns the entity to which a path refers: by the id in a text, or by a reference."
    ) { bridge, entity, call in
      let value = bridge.evaluator.get(try bridge.program(call, 1), entity)
      return bridge.answer(target(of: value, bridge.store).map(Value.entity) ?? .null, call)
    },
    .init(
      "assign", "(path: string, entity?: any)",
      "Replaces the entity at a path by another one. The replaced entity leaves its model."
    ) { bridge, entity, call in
      let program = try bridge.program(call, 1)
      guard call.isNull(2) || bridge.entity(call.object(2)) != nil else { throw call.mismatch(2, "entity or nil") }
      return try assign(bridge.value(call[2]), bridge, program, entity)
    },
    .init("unassign", "(path: string)", "Takes the entity at a path out of its model.") { bridge, entity, call in
      try assign(.null, bridge, bridge.program(call, 1), entity)
    },
    .init(
      "isRetrieved", "(): boolean",
      "Returns whether the content of a blob or partial is in memory; true for an entity without content of its own."
    ) { bridge, entity, _ in .value(.bool(bridge.store.isRetrieved(entity))) },
    .init(
      "setRetrieved", "(retrieved?: boolean)",
      """
      Reads the content of a blob or partial now; false drops the stored bytes of a blob from memory, to be read \
      again.
      """
    ) { bridge, entity, call in
      let isRetrieved = call.isNull(1) ? true : try call.bool(1)
      try bridge.turn { try bridge.store.setRetrieved(entity, isRetrieved) }
      return .nothing
    },
    .init("isManaged", "(): boolean", "Returns whether the entity is in a model.") { bridge, entity, _ in
      .value(.bool(bridge.store.isManaged(entity)))
    },
    .init("isUnmanaged", "(): boolean", "Returns whether the entity was in a model and has left it.") {
      bridge, entity, _ in
      .value(.bool(bridge.store.hasLeft(entity)))
    },
    .init(
      "isPending", "(): boolean",
      "Returns whether the document with the entity, that of its model or partial, has changes that are not stored."
    ) { bridge, entity, _ in .value(.bool(bridge.store.isDocumentPending(with: entity))) },
    .init("setPending", "()", "Has the next store write the document with the entity, also without a change.") {
      bridge, entity, _ in
      try bridge.store.setDocumentPending(with: entity)
      return .nothing
    },
    .init(
      "clearPending", "()",
      "Has the next store leave out the document with the entity; its changes are stored with later ones."
    ) { bridge, entity, _ in
      try bridge.store.clearDocumentPending(with: entity)
      return .nothing
    },
  ]

  private static func target(of value: Value, _ store: ModelStore) -> EntityID? {
    switch value {
    case .string(let id): id.isEmpty ? nil : store.find(id)
    case .entity(let entity):
      store.type(of: entity)?.isSubtype(of: store.referenceType) == true ? store.target(of: entity) : entity
    default: nil
    }
  }

  private static func assign(
    _ value: Value, _ bridge: AppBridge, _ program: BindingProgram, _ entity: EntityID
  ) throws -> LuaOutcome {
    // An entity with a place may be there already.
    if case .entity(let other) = value, bridge.store.parent(of: other) != nil,
      bridge.evaluator.get(program, entity) == value
    {
      return .nothing
    }
    try bridge.change { try bridge.evaluator.set(program, entity, value) }
    return .nothing
  }
}
