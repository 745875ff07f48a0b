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
    if let entity = try insertNew(call, index, type, into: collection, at: position, store) {
      return call.answer(object(entity))
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
    try call.withFewMembers(index) { members in
      try withFirstValues(members, for: type) { values in
        if let position { try CollectionMethods.check(position, upTo: store.count(collection) + 1, collection, self) }
        return try turn { try store.insertNew(type, values, into: collection, at: position.map { $0 - 1 }) }
      }
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
    try call.withFewMembers(index) { members in
      try withFirstValues(members, for: type) { try store.create(type, $0) }
    }
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

  /// As above, for few members that are plain values, objects and lists of them; returns nil for the table of a class.
  private func withFirstValues<Result>(
    _ members: UnsafeBufferPointer<okit_value>, for type: EntityType,
    _ body: (UnsafeBufferPointer<FirstValue>) throws -> Result
  ) throws -> Result? {
    let budget = state.core.budget
    try budget.step(1 + members.count / 2)
    return try withUnsafeTemporaryAllocation(of: FirstValue.self, capacity: members.count / 2) { values -> Result? in
      var (made, next) = (0, 0)
      defer { UnsafeMutableBufferPointer(rebasing: values[..<made]).deinitialize() }
      while next < members.count {
        let name = LuaDecoder.bytes(members[next])
        if LuaMembers.isClassKey(name) { return nil }
        let item = members[next + 1]
        next += 2
        let value: Value
        if item.tag == .table {
          let elements = UnsafeBufferPointer(rebasing: members[next..<next + Int(item.bits)])
          try budget.step(1 + elements.count)
          value = .list(try elements.map { try self.value(simple: $0) })
          next += elements.count
        } else {
          value = try self.value(simple: item)
        }
        values.initializeElement(at: made, to: try firstValue(name, value, of: type))
        made += 1
      }
      return try body(UnsafeBufferPointer(rebasing: values[..<made]))
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
