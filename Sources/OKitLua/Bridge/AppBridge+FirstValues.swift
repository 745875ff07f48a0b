internal import CLua

/// An argument for which an entity is made.
enum EntityArgument {
  /// A table with named values.
  case members(EntityType, [FirstValue])
  case value(Value)
}

/// Entities from tables of scripts: `Book { … }`, `books:add { … }`.
extension AppBridge {
  /// Inserts an argument into a collection, as a turn or as a part of one. A table becomes an entity.
  ///
  /// - Parameter position: The position, from 1; nil for the end.
  func insert(_ call: borrowing LuaCall, _ index: Int, into collection: CollectionRef, at position: Int? = nil) throws
    -> LuaOutcome
  {
    let argument =
      if let type = store.elementType(of: collection) {
        try self.argument(call, index, for: type)
      } else {
        EntityArgument.value(try value(call[index]))
      }
    if let position { try CollectionMethods.check(position, upTo: store.count(collection) + 1, collection, self) }
    let element = try turn {
      let element =
        switch argument {
        case .value(let value): value
        case .members(let type, let values): Value.entity(try store.create(type, values))
        }
      return try store.insert(element, into: collection, at: position.map { $0 - 1 })
    }
    return answer(element, call)
  }

  /// Reads an argument for a new entity of a type.
  ///
  /// - Throws: `lua.value` for a value that the engine does not support.
  func argument(_ call: borrowing LuaCall, _ index: Int, for type: EntityType) throws -> EntityArgument {
    try call.withMembers(index) { members in
      try state.core.budget.step(1 + members.count)
      var values: [FirstValue] = []
      values.reserveCapacity(members.count)
      try members.forEach(state) { name, decoder in
        let value = try self.value(&decoder)
        let slot = type.slot(named: name)
        values.append(FirstValue(slot: slot, name: slot == nil ? try text(name) : "", value))
      }
      return .members(type, values)
    } otherwise: {
      .value(try value($0))
    }
  }

  private func text(_ name: UnsafeBufferPointer<UInt8>) throws -> String {
    guard let text = okit_text(name).validString else { throw Self.invalidKey() }
    return text
  }

  private func value(_ decoder: inout LuaDecoder) throws -> Value {
    let item = decoder.peeked
    switch item.tag {
    case .table, .function, .other, .object: return try value(decoder.value())
    case .text:
      decoder.skipSimple()
      if let text = okit_text(LuaDecoder.bytes(item)).validString { return .string(text) }
      return .data(DataValue(bytes: Array(LuaDecoder.bytes(item))))
    case .bool:
      decoder.skipSimple()
      return .bool(item.bits != 0)
    case .int:
      decoder.skipSimple()
      return .int(Int(Int64(bitPattern: item.bits)))
    case .double:
      decoder.skipSimple()
      return .double(Double(bitPattern: item.bits))
    case .none:
      decoder.skipSimple()
      return .null
    }
  }
}
