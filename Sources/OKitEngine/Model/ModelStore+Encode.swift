/// Writing documents: sorted keys, the same bytes for the same model.
extension ModelStore {
  /// The document of a model: its root entity with everything below it. O(size).
  ///
  /// - Parameter version: the version of the schema, written when it is not 1.
  /// - Throws: `json.depth` for entities nested deeper than JSON can be read.
  func document(of root: EntityID, version: Int) throws -> [UInt8] {
    var writer = JSONWriter(pretty: true, capacity: 1 << 16)
    var more = unknownKeys[root] ?? [:]
    if version != 1 { more[ModelRegistry.versionKey] = .int(version) }
    try encode(root, more, &writer)
    return writer.finish() + [UInt8(ascii: "\n")]
  }

  private func encode(_ entity: EntityID, _ more: [String: Plain], _ writer: inout JSONWriter) throws {
    guard let row = row(entity), let type = type(of: entity) else { return writer.null() }
    var rest = more.isEmpty ? [] : more.sorted { JSONWriter.precedes($0.key, $1.key) }[...]
    try writer.beginObject()
    for entry in type.document.entries {
      while let (name, value) = rest.first, JSONWriter.precedes(name, entry.name) {
        writer.key(name)
        try writer.write(value)
        rest.removeFirst()
      }
      switch entry.member {
      case .id:
        writer.key(entry.key)
        writer.string(row.header.pointee.id)
      case .type:
        guard namesItsType(entity, type) else { continue }
        writer.key(entry.key)
        writer.string(type.name)
      case .property(let property):
        guard !property.isTransient, !row.isNil(property.slot) else { continue }
        writer.key(entry.key)
        try encode(row, property, &writer)
      }
    }
    for (name, value) in rest {
      writer.key(name)
      try writer.write(value)
    }
    writer.endObject()
  }

  /// Whether an entity is of another class than the property declares that holds it.
  func namesItsType(_ entity: EntityID, _ type: EntityType) -> Bool {
    guard let declared = parentProperty(of: entity) else { return false }
    return declared.ownedTypeName != type.name
  }

  private func encode(_ row: Row, _ property: Property, _ writer: inout JSONWriter) throws {
    guard property.isCollection else { return try encode(row.read(property), &writer) }
    guard let elements = row.collection(property) else { return writer.null() }
    guard elements.shape == .map else {
      try writer.beginArray()
      for index in 0..<elements.count { try encode(elements.element(index), &writer) }
      return writer.endArray()
    }
    try writer.beginObject()
    let order = elements.keys.indices.sorted { JSONWriter.precedes(elements.keys[$0], elements.keys[$1]) }
    for index in order {
      writer.key(elements.keys[index])
      try encode(elements.element(index), &writer)
    }
    writer.endObject()
  }

  private func encode(_ value: Value, _ writer: inout JSONWriter) throws {
    switch value {
    case .entity(let entity): try encode(entity, unknownKeys[entity] ?? [:], &writer)
    case .string(let text): writer.string(text)
    case .int(let int): writer.int(int)
    case .double(let double): try writer.double(double)
    case .bool(let bool): writer.bool(bool)
    default: try writer.write(value.plain ?? .null)
    }
  }
}
