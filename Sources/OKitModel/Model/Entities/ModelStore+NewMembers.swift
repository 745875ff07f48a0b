/// Making entities from plain members, as a script that fills a model does thousands of times.
///
/// One pass over the members writes those that have the type of their property; the others follow in the order of their
/// names.
extension ModelStore {
  /// Makes an entity from the members of a table. Missing ones keep their defaults.
  ///
  /// - Throws: `model.type`, and what giving entities their places throws.
  package func create(_ type: EntityType, _ members: UnsafeBufferPointer<NewMember>) throws -> EntityID {
    guard recycled.isEmpty, !type.hasKey, members.count <= UInt64.bitWidth else {
      return try create(type, firstValues(members))
    }
    let (entity, record) = makeRecord(type, id: try identifier(in: members, of: type))
    garbage.append(entity)
    let entries = type.plan._withUnsafeGuaranteedRef { $0.entries }
    var (position, count, others) = (0, 0, 0 as UInt64)
    while position < members.count {
      let member = members[position]
      if member.slot >= 0, !write(member, to: record, entries + Int(member.slot), entity) {
        others |= 1 << UInt64(position)
      }
      count += 1
      position = members.position(after: position)
    }
    try budget.step(count)
    if others != 0 { try initialize(others, of: entity, record, type, entries, members) }
    return entity
  }

  private func firstValues(_ members: UnsafeBufferPointer<NewMember>) -> [FirstValue] {
    var (values, position) = ([] as [FirstValue], 0)
    while position < members.count {
      let slot = members[position].slot
      values.append(
        FirstValue(slot: slot < 0 ? nil : Int(slot), name: slot < 0 ? "id" : "", members.value(at: position)))
      position = members.position(after: position)
    }
    return values
  }

  private func identifier(in members: UnsafeBufferPointer<NewMember>, of type: EntityType) throws -> String? {
    var position = 0
    while position < members.count {
      let member = members[position]
      if member.slot < 0 { return try identifier(members.value(at: position), of: type) }
      position += member.kind == .list ? 1 + member.count : 1
    }
    return nil
  }

  /// Writes a value that needs nothing else. - Returns: False, with nothing written, for any other one.
  @inline(__always)
  private func write(
    _ member: NewMember, to record: EntityRecord, _ entry: UnsafeMutablePointer<CreationPlan.Entry>, _ entity: EntityID
  ) -> Bool {
    let location = entry.pointee.location
    switch (entry.pointee.step, member.kind) {
    case (.text, .text): record.write(member.text, location)
    case (.int, .int): record.write(member.int, location)
    case (.double, .double) where member.double.isFinite, (.date, .date) where member.double.isFinite:
      record.write(member.double, location)
    case (.double, .int):
      guard let number = Double(exactly: member.int) else { return false }
      record.write(number, location)
    case (.bool, .bool): record.write(member.bool ? 1 : 0 as UInt8, location)
    case (.key, .text) where member.count > 0: setFirstKey(member.text, of: entity, record, location)
    default: return false
    }
    return true
  }

  /// Gives a new reference its key.
  @inline(never)
  private func setFirstKey(
    _ key: String, of reference: EntityID, _ record: EntityRecord, _ location: PropertyLocation
  ) {
    record.write(key, location)
    if !journal.defersIndexes { references.insert(reference, key) }
  }

  /// Sets the first values of the properties that need more, in the order of their names: the ids of what is made for a
  /// property depend on the order, and so does the mistake that is reported. `sync` of a partial that gets its entity
  /// runs when all are there.
  ///
  /// - Parameter others: The positions of the members.
  @inline(never)
  private func initialize(
    _ others: UInt64, of entity: EntityID, _ record: EntityRecord, _ type: EntityType,
    _ entries: UnsafeMutablePointer<CreationPlan.Entry>, _ members: UnsafeBufferPointer<NewMember>
  ) throws {
    let wasCreating = didSets.isCreating
    didSets.isCreating = true
    do {
      defer { didSets.isCreating = wasCreating }
      var others = others
      while others != 0 {
        var (first, rest) = (others.trailingZeroBitCount, others & (others - 1))
        while rest != 0 {
          let position = rest.trailingZeroBitCount
          if entries[Int(members[position].slot)].rank < entries[Int(members[first].slot)].rank { first = position }
          rest &= rest - 1
        }
        others &= ~(1 << UInt64(first))
        let slot = Int(members[first].slot)
        if try !initialize(entries[slot], of: entity, record, type, members, first) {
          try initialize(type.properties[slot], of: entity, record, type, with: members.value(at: first))
        }
      }
    } catch {
      if !wasCreating { parts.touched.removeAll() }
      throw error
    }
    if hasPartials, !wasCreating, !parts.touched.isEmpty { try atomically {} }
  }

  /// Sets a first value of the kind that its property expects. - Returns: False, with nothing changed, for a value that
  /// has to be converted, checked or rejected.
  private func initialize(
    _ entry: CreationPlan.Entry, of entity: EntityID, _ record: EntityRecord, _ type: EntityType,
    _ members: UnsafeBufferPointer<NewMember>, _ position: Int
  ) throws -> Bool {
    let member = members[position]
    switch (entry.step, member.kind) {
    case (.reference, .entity):
      return setFirstReference(type.properties[Int(entry.location.slot)], record, to: member.entity)
    case (.entity, .entity):
      return place(.entity(member.entity), in: entity, record, type.properties[Int(entry.location.slot)])
    case (.list, .list):
      let property = type.properties[Int(entry.location.slot)]
      return try place(elements: members.elements(at: position), in: entity, record, property)
    case (.format, .text):
      let format = member.text
      guard PartPath.isShort(format: format) else { return false }
      record.write(format, entry.location)
      return true
    case (.bytes, .bytes): return setFirstBytes(member.data, of: entity, record, type, entry.location)
    default: return false
    }
  }

  /// Gives the reference that a new entity has the key of another reference, or the id of an entity.
  private func setFirstReference(_ property: Property, _ record: EntityRecord, to entity: EntityID) -> Bool {
    // A read is recorded elsewhere, and so is a key that refers to an entity of another class.
    guard !graph.isTracking, let key = firstKey(entity, property), let holder = record.record(at: property.location),
      let location = types.reference.keyProperty?.location
    else { return false }
    holder.write(key, location)
    if !journal.defersIndexes { references.insert(record.entity(at: property.location), key, as: entity) }
    return true
  }

  private func firstKey(_ entity: EntityID, _ property: Property) -> String? {
    guard let record = self.record(entity), case let type = type(of: record), let target = property.referenceTarget
    else { return nil }
    guard type.isReference else { return type.isSubtype(of: target) ? record.header.pointee.id : nil }
    guard let location = type.keyProperty?.location, !record.isNil(location) else { return nil }
    let key = record.pointer(location, String.self).pointee
    guard !key.isEmpty, ids.find(key, in: entities).map({ self.type(of: $0)?.isSubtype(of: target) == true }) ?? true
    else { return nil }
    return key
  }

  /// Gives a new blob its bytes. Nothing has read it or knows a file of it.
  private func setFirstBytes(
    _ data: DataValue, of blob: EntityID, _ record: EntityRecord, _ type: EntityType, _ location: PropertyLocation
  ) -> Bool {
    guard !data.bytes.isEmpty, let size = type.sizeProperty, hasShortName(record) else { return false }
    record.write(.data(data), at: location)
    record.write(data.bytes.count, size.location)
    // The store of its model has to write the file.
    if type.lazySlot >= 0 { counters.change(blob) }
    return true
  }
}
