/// Reading collections and their elements.
extension DocumentDecoder {
  func readElements(_ property: Property, of entity: EntityID, _ record: EntityRecord, _ reader: inout JSONReader)
    throws
  {
    guard let elements = record.collection(property), let type = property.type.element else { return }
    switch (try reader.peekKind(), elements.shape) {
    case (.null, _): try reader.readNull()
    case (.object, .map):
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        let value: Value
        do { value = try self.value(&reader, type, property, entity) } catch let problem as Problem {
          throw problem.inside(name)
        }
        let (index, found) = elements.position(of: name)
        if found { elements.remove(at: index) }
        elements.insert(value, at: index, key: name, store.entities)
      }
    case (.array, .map):
      // A migration in Lua gives an empty table as an empty list.
      let offset = reader.offset
      let jsonValue = try reader.readValue()
      guard jsonValue == .array([]) else {
        throw Problem(message: "expected an object, found \(jsonValue.summary)", offset: offset)
      }
    case (.array, .list), (.array, .set):
      do {
        if elements.holdsEntities {
          try readEntities(elements, type, property, entity, &reader)
        } else {
          try readScalars(elements, type, &reader)
        }
      } catch let problem as Problem { throw problem.inside(String(elements.count)) }
    default: throw try Self.mismatch(elements.shape == .map ? "an object" : "an array", &reader)
    }
  }

  private func readEntities(
    _ elements: CollectionStorage, _ type: PropertyType, _ property: Property, _ owner: EntityID,
    _ reader: inout JSONReader
  ) throws {
    var entities: [EntityID] = []
    // Also when reading fails: what has a place in an owner is freed with it.
    defer { elements.fill(entities.count < 16 ? entities : entities.withUnsafeBufferPointer(Array.init)) }
    let element = ChildReader(self, type)
    try reader.beginArray()
    while try reader.nextElement() {
      let child = try element.next(&reader)
      if let record = store.record(child) {
        store.placeElement(record, in: owner, slot: property.slot)
        record.header.pointee.chunk = ChunkedArray<EntityID>.number(of: entities.count)
      }
      entities.append(child)
    }
  }

  private func readScalars(_ elements: CollectionStorage, _ type: PropertyType, _ reader: inout JSONReader) throws {
    var seen: Set<Value> = []
    try reader.beginArray()
    while try reader.nextElement() {
      let value = try scalar(&reader, type)
      if elements.shape == .set, !seen.insert(value).inserted { continue }
      elements.append(value)
    }
  }

  private func value(
    _ reader: inout JSONReader, _ type: PropertyType, _ property: Property, _ owner: EntityID
  ) throws -> Value {
    guard type.entityTypeName != nil else { return try scalar(&reader, type) }
    let child = try ChildReader(self, type).next(&reader)
    if let record = store.record(child) { store.placeElement(record, in: owner, slot: property.slot) }
    return .entity(child)
  }

  // MARK: References

  /// Returns the next value as a new reference.
  fileprivate func reference(_ reader: inout JSONReader) throws -> EntityID {
    let holder = store.makeUnheld(store.referenceType, id: "")
    do { try refill(holder, &reader) } catch {
      store.garbage.append(holder)
      throw error
    }
    return holder
  }

  /// Reads a reference into its holder: an object, or the key alone.
  func refill(_ holder: EntityID, _ reader: inout JSONReader) throws {
    guard let record = store.record(holder), let key = store.referenceType.property(named: "refKey") else {
      throw store.gone()
    }
    if try reader.peekKind() == .string {
      let text = try reader.readString()
      record.write(text.isEmpty ? .null : .string(text), at: key.location)
      store.completeIDs(of: record, store.referenceType)
    } else {
      guard try reader.peekKind() == .object else { throw try Self.mismatch("a reference", &reader) }
      try reader.enterObject()
      let hasMember = try reader.nextMember()
      _ = try fill(holder, store.referenceType, &reader, hasMember)
    }
    store.linkReference(holder)
  }
}

/// Reads the entities that a property owns.
struct ChildReader {
  private let decoder: DocumentDecoder
  private let type: PropertyType
  private let isReference: Bool
  private let declared: EntityType?

  init(_ decoder: DocumentDecoder, _ type: PropertyType) {
    self.decoder = decoder
    self.type = type
    isReference = type.isReference
    declared = type.entityTypeName.flatMap(decoder.store.type(named:))
  }

  func next(_ reader: inout JSONReader) throws -> EntityID {
    if isReference { return try decoder.reference(&reader) }
    if let declared {
      if reader.nextByte() == UInt8(ascii: "[") { return try decoder.emptyEntity(&reader, as: declared) }
      return try decoder.entity(&reader, as: declared)
    }
    guard let name = type.entityTypeName else { throw try DocumentDecoder.mismatch(type.expectation, &reader) }
    _ = try reader.peekKind()
    throw decoder.unknownType(name, reader.offset)
  }
}
