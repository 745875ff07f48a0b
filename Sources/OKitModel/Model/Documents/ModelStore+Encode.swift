/// Writing documents, with sorted keys, so that the same model gives the same bytes.
extension ModelStore {
  /// Writes the document of a model: its root entity with everything below it. O(size), in pieces.
  ///
  /// - Parameter version: The version of the schema, written when it is not 1.
  /// - Throws: `json.depth` for entities nested deeper than JSON can be read, and what `receive` throws.
  package func writeDocument(
    of root: EntityID, version: Int, _ receive: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var more = unknownMembers[root]
    if version != 1 { more[ModelRegistry.versionKey] = .int(version) }
    try JSONWriter.write(pretty: true, passingTo: receive) { writer in
      try encode(root, declaredBy: parentProperty(of: root), more, &writer)
      writer.endLine()
    }
  }

  /// - Parameters:
  ///   - declared: The property that holds the entity; nil for a root.
  ///   - more: What is written besides the members of the type.
  private func encode(
    _ entity: EntityID, declaredBy declared: Property?, _ more: [String: JSONValue], _ writer: inout JSONWriter
  ) throws {
    guard let record = record(entity) else { return writer.null() }
    let type = type(of: record)
    try encode(record, type, type.document, isNamed: Self.isNamed(type, in: declared), more, &writer)
  }

  /// Whether a document names the class of an entity: it is not the one that the property declares which holds it.
  private static func isNamed(_ type: EntityType, in declared: Property?) -> Bool {
    declared.map { $0.ownedTypeName != type.name } ?? false
  }

  private func encode(
    _ record: EntityRecord, _ type: EntityType, _ schema: DocumentSchema, isNamed: Bool, _ more: [String: JSONValue],
    _ writer: inout JSONWriter
  ) throws {
    try budget.step()
    var rest: ArraySlice<(key: String, value: JSONValue)> = []
    if !more.isEmpty { rest = more.sorted { JSONWriter.precedes($0.key, $1.key) }[...] }
    try writer.beginObject()
    for position in schema.members.indices {
      let member = schema.members[position]
      if !rest.isEmpty { try writeMembers(of: &rest, before: schema.names[position], &writer) }
      switch member.kind {
      case .id:
        writer.key(member.key)
        writer.string(record.header.pointee.id)
      case .type:
        guard isNamed else { continue }
        writer.key(member.key)
        writer.string(type.name)
      default:
        guard member.isWritten, !record.isNil(member.location) else { continue }
        writer.key(member.key)
        try encode(member, of: record, type, &writer)
      }
    }
    try writeMembers(of: &rest, before: nil, &writer)
    writer.endObject()
    try writer.passPiece()
  }

  private func writeMembers(
    of rest: inout ArraySlice<(key: String, value: JSONValue)>, before name: String?, _ writer: inout JSONWriter
  ) throws {
    while let member = rest.first, name.map({ JSONWriter.precedes(member.key, $0) }) ?? true {
      writer.key(member.key)
      try writer.write(member.value)
      rest.removeFirst()
    }
  }

  /// Returns whether an entity is of another class than the property declares that holds it.
  func namesItsType(_ entity: EntityID, _ type: EntityType) -> Bool {
    Self.isNamed(type, in: parentProperty(of: entity))
  }

  // MARK: Values

  @inline(__always)
  private func encode(
    _ member: DocumentSchema.Member, of record: EntityRecord, _ type: EntityType, _ writer: inout JSONWriter
  ) throws {
    switch member.kind {
    case .text: writer.string(record.pointer(member.location, String.self).pointee)
    case .bool: writer.bool(record.pointer(member.location, UInt8.self).pointee != 0)
    case .int: writer.int(record.pointer(member.location, Int.self).pointee)
    case .double: try writer.double(record.pointer(member.location, Double.self).pointee)
    case .elements: try encode(record, type.properties[Int(member.location.slot)], &writer)
    case .entity, .scalar, .id, .type:
      let property = type.properties[Int(member.location.slot)]
      try encode(record.value(of: property), of: property, &writer)
    }
  }

  private func encode(_ record: EntityRecord, _ property: Property, _ writer: inout JSONWriter) throws {
    guard let elements = record.collection(property) else { return writer.null() }
    guard elements.shape == .map else {
      try writer.beginArray()
      if elements.holdsEntities {
        try encodeEntities(elements.entities, of: property, &writer)
      } else {
        for value in elements.values {
          try encode(value, of: property, &writer)
          try writer.passPiece()
        }
      }
      return writer.endArray()
    }
    try writer.beginObject()
    let order = elements.keys.indices.sorted { JSONWriter.precedes(elements.keys[$0], elements.keys[$1]) }
    for index in order {
      writer.key(elements.keys[index])
      try encode(elements.element(index), of: property, &writer)
      try writer.passPiece()
    }
    writer.endObject()
  }

  /// Writes elements; those of one class in a row look for its schema once.
  private func encodeEntities(
    _ entities: some Sequence<EntityID>, of property: Property, _ writer: inout JSONWriter
  ) throws {
    var type = entityType
    var (schema, isNamed) = (type.document, Self.isNamed(type, in: property))
    for entity in entities {
      guard let record = record(entity) else {
        writer.null()
        continue
      }
      if record.header.pointee.type != type.index {
        type = self.type(of: record)
        schema = type.document
        isNamed = Self.isNamed(type, in: property)
      }
      try encode(record, type, schema, isNamed: isNamed, unknownMembers[entity], &writer)
    }
  }

  private func encode(_ value: Value, of property: Property, _ writer: inout JSONWriter) throws {
    switch value {
    case .entity(let entity):
      try encode(entity, declaredBy: property, unknownMembers[entity], &writer)
    case .string(let text): writer.string(text)
    case .int(let int): writer.int(int)
    case .double(let double): try writer.double(double)
    case .bool(let bool): writer.bool(bool)
    default: try writer.write(value.jsonValue ?? .null)
    }
  }
}
