internal import CLua

/// Entities from tables of scripts: `Book { … }`, `books:add { … }`.
extension AppBridge {
  /// Inserts an argument into a collection, as a turn or as a part of one. A table becomes an entity.
  ///
  /// - Parameter position: The position, from 1; nil for the end.
  func insert(_ call: borrowing LuaCall, _ index: Int, into collection: CollectionRef, at position: Int? = nil) throws
    -> LuaOutcome
  {
    let store: ModelStore = store
    func inserted(_ element: Value) throws -> Value {
      if let position { try CollectionMethods.check(position, upTo: store.count(collection) + 1, collection, self) }
      return try turn { try store.insert(element, into: collection, at: position.map { $0 - 1 }) }
    }
    guard let type = store.elementType(of: collection) else {
      return answer(try inserted(value(call[index])), call)
    }
    if let entity = call.object(index, entityKind).map(EntityHandler.entity) {
      if let position { try CollectionMethods.check(position, upTo: store.count(collection) + 1, collection, self) }
      return answer(
        try turn { try store.insert(entity, into: collection, at: position.map { $0 - 1 }) }, call)
    }
    if let entity = try insertNew(call, index, type, into: collection, at: position, store) {
      return answer(entity, call)
    }
    let element: Value = try withManyValues(call, index, for: type) { values in
      if let position { try CollectionMethods.check(position, upTo: store.count(collection) + 1, collection, self) }
      return .entity(
        try turn { try store.insertNew(type, values, into: collection, at: position.map { $0 - 1 }) })
    } otherwise: {
      try inserted($0)
    }
    return answer(element, call)
  }

  /// Inserts a new entity from few members; returns nil for another argument. Most loops that fill a list pass here:
  /// what they use comes in parameters, whose references are not counted.
  @inline(never)
  private func insertNew(
    _ call: borrowing LuaCall, _ index: Int, _ type: EntityType, into collection: CollectionRef, at position: Int?,
    _ store: ModelStore
  ) throws -> EntityID? {
    try withNewMembers(call, index, for: type, store) { bridge, type, store, members in
      if let position { try CollectionMethods.check(position, upTo: store.count(collection) + 1, collection, bridge) }
      return try bridge.turn { try store.insertNew(type, members, into: collection, at: position.map { $0 - 1 }) }
    }
  }

  /// Makes an entity from an argument, which is in no model yet; returns nil for an argument that is not a table with
  /// named values.
  func create(_ call: borrowing LuaCall, _ index: Int, _ type: EntityType) throws -> EntityID? {
    let store: ModelStore = store
    if let entity = try create(call, index, type, store) { return entity }
    return try withManyValues(call, index, for: type) {
      try store.create(type, $0)
    } otherwise: {
      if case .map(let members) = $0 { try store.create(type, members) } else { nil }
    }
  }

  /// As above from few members; returns nil for another argument.
  @inline(never)
  private func create(
    _ call: borrowing LuaCall, _ index: Int, _ type: EntityType, _ store: ModelStore
  ) throws -> EntityID? {
    try withNewMembers(call, index, for: type, store) { _, type, store, members in try store.create(type, members) }
  }

  /// Passes an argument for a new entity: the named values of a table, or the value that the argument is.
  ///
  /// - Throws: `lua.value` for a value that the engine does not support.
  private func withManyValues<Result>(
    _ call: borrowing LuaCall, _ index: Int, for type: EntityType,
    _ body: (UnsafeBufferPointer<FirstValue>) throws -> Result, otherwise: (Value) throws -> Result
  ) throws -> Result {
    try call.withMembers(index) { members in
      try state.core.budget.step(1 + members.count)
      var values: [FirstValue] = []
      values.reserveCapacity(members.count)
      try members.forEach(state) { name, decoder in
        let value = try self.value(&decoder)
        values.append(try firstValue(name, value, of: type))
      }
      return try values.withUnsafeBufferPointer(body)
    } otherwise: {
      try otherwise(try value($0))
    }
  }

  /// Passes the members of an argument if they are few, and plain values, dates, entities and lists of them; returns
  /// nil for other members, and for names that are not those of properties.
  ///
  /// - Parameter body: Gets the bridge, the type and the store, because a closure counts the references that it
  ///   captures.
  @inline(__always)
  private func withNewMembers<Result>(
    _ call: borrowing LuaCall, _ index: Int, for type: EntityType, _ store: ModelStore,
    _ body: (AppBridge, EntityType, ModelStore, UnsafeBufferPointer<NewMember>) throws -> Result
  ) throws -> Result? {
    // The caller keeps all three.
    let (bridge, type, store) = (
      Unmanaged.passUnretained(self), Unmanaged.passUnretained(type), Unmanaged.passUnretained(store)
    )
    return try call.withFewMembers(index) { items in
      try withUnsafeTemporaryAllocation(of: NewMember.self, capacity: items.count) { members -> Result? in
        try bridge._withUnsafeGuaranteedRef { bridge in
          try type._withUnsafeGuaranteedRef { type in
            guard let count = try bridge.read(items, of: type, into: members) else { return nil }
            return try store._withUnsafeGuaranteedRef {
              try body(bridge, type, $0, UnsafeBufferPointer(rebasing: members[..<count]))
            }
          }
        }
      }
    }
  }

  /// Reads such members, and returns their number; nil for others.
  @inline(__always)
  private func read(
    _ items: UnsafeBufferPointer<okit_value>, of type: EntityType, into members: UnsafeMutableBufferPointer<NewMember>
  ) throws -> Int? {
    let names = type.memberNames
    var (made, next, number, steps) = (0, 0, 0, 1 + items.count / 2)
    while next < items.count {
      let name = LuaDecoder.bytes(items[next])
      guard let slot = names.slot(of: name, number: number), !LuaMembers.isClassKey(name) else { return nil }
      let item = items[next + 1]
      next += 2
      number += 1
      var elements = item.tag == .table ? Int(item.bits) : 0
      if item.tag == .table {
        members.initializeElement(at: made, to: NewMember(slot, elements: elements))
        steps += 1 + elements
      } else {
        guard let member = member(item, slot) else { return nil }
        members.initializeElement(at: made, to: member)
      }
      made += 1
      while elements > 0 {
        guard let element = member(items[next], NewMember.id) else { return nil }
        members.initializeElement(at: made, to: element)
        (made, next, elements) = (made + 1, next + 1, elements - 1)
      }
    }
    try budget._withUnsafeGuaranteedRef { try $0.step(steps) }
    return made
  }

  /// Returns a plain value, a date or an entity; nil for any other value.
  @inline(__always)
  private func member(_ item: okit_value, _ slot: Int) -> NewMember? {
    switch item.tag {
    case .text:
      let bytes = LuaDecoder.bytes(item)
      return NewMember(slot, bytes, isText: okit_is_utf8(okit_text(bytes)))
    case .bool: return NewMember(slot, bool: item.bits != 0)
    case .int: return NewMember(slot, int: Int(Int64(bitPattern: item.bits)))
    case .double: return NewMember(slot, double: Double(bitPattern: item.bits))
    case .object:
      let kind = LuaKind(rawValue: item.kind)
      if kind == entityKind { return NewMember(slot, EntityHandler.entity(item.bits)) }
      return dates.moment(LuaObject(kind: kind, bits: item.bits)).map { NewMember(slot, date: $0) }
    case .none, .table, .function, .other: return nil
    }
  }

  @inline(__always)
  private func firstValue(
    _ name: UnsafeBufferPointer<UInt8>, _ value: Value, of type: EntityType
  ) throws -> FirstValue {
    if let slot = type.slot(named: name) { return FirstValue(slot: slot, name: "", value) }
    guard let text = okit_text(name).validString else { throw Self.invalidKey() }
    return FirstValue(slot: nil, name: text, value)
  }

  private func value(_ decoder: inout LuaDecoder) throws -> Value {
    let item = decoder.peeked
    switch item.tag {
    case .table, .function, .other, .object: return try value(decoder.value())
    case .text, .bool, .int, .double, .none:
      decoder.skipSimple()
      return try value(simple: item)
    }
  }

  /// Returns a value that is neither a table nor a function.
  @inline(__always)
  private func value(simple item: okit_value) throws -> Value {
    switch item.tag {
    case .text:
      if let text = okit_text(LuaDecoder.bytes(item)).validString { return .string(text) }
      return .data(DataValue(bytes: Array(LuaDecoder.bytes(item))))
    case .bool: return .bool(item.bits != 0)
    case .int: return .int(Int(Int64(bitPattern: item.bits)))
    case .double: return .double(Double(bitPattern: item.bits))
    case .none: return .null
    case .object, .table, .function, .other: return try value(LuaDecoder.simple(item))
    }
  }
}
