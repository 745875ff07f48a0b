/// Reading the values of members into a row.
extension DocumentDecoder {
  /// Reads one member's value.
  @inline(__always)
  func read(
    _ member: DocumentSchema.Member, of entity: EntityID, _ type: EntityType, _ row: EntityRecord,
    _ reader: inout JSONReader
  ) throws {
    let byte = reader.nextByte()
    let start = reader.position
    switch member.kind {
    case .text where byte == UInt8(ascii: "\""):
      let text = try reader.scanText()
      return row.write(reader.texts.string(text), member.slot, member.offset)
    case .id where byte == UInt8(ascii: "\""):
      let id = try reader.scanText().string
      guard id.isEmpty else {
        row.header.pointee.id = id
        return
      }
    case .int:
      if byte &- 0x30 < 10 || byte == UInt8(ascii: "-"), case .int(let int) = try reader.readNumber() {
        return row.write(int, member.slot, member.offset)
      }
    case .double:
      if byte &- 0x30 < 10 || byte == UInt8(ascii: "-") {
        return row.write(try reader.readNumber().double, member.slot, member.offset)
      }
    case .bool where byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"):
      return row.write(try reader.readBool(), member.slot, member.offset)
    default: break
    }
    reader.position = start
    try readSlowly(member, of: entity, type, row, &reader)
  }

  @inline(never)
  private func readSlowly(
    _ member: DocumentSchema.Member, of entity: EntityID, _ type: EntityType, _ row: EntityRecord,
    _ reader: inout JSONReader
  ) throws {
    guard member.slot >= 0 else {
      row.header.pointee.id = try id(&reader)
      return
    }
    let property = type.properties[Int(member.slot)]
    switch member.kind {
    case .elements: try readElements(property, of: entity, row, &reader)
    case .entity: try readEntity(property, of: entity, row, &reader)
    default:
      let value = try scalar(&reader, property.type, keepsNull: true)
      if !value.isNull || property.type.isNullable { row.write(property, value) }
    }
  }

  private func id(_ reader: inout JSONReader) throws -> String {
    _ = try reader.peekKind()
    let offset = reader.offset
    switch try reader.readValue() {
    case .null: return ""
    case .string(let text) where !text.isEmpty: return text
    case .int(let number): return String(number)
    case .number(let text): return text
    case let other: throw Problem(message: "expected a text as id, found \(other.summary)", offset: offset)
    }
  }

  /// - Parameter keepsNull: Whether null is taken for every type: what a document leaves open keeps its default.
  func scalar(_ reader: inout JSONReader, _ type: PropertyType, keepsNull: Bool = false) throws -> Value {
    _ = try reader.peekKind()
    let offset = reader.offset
    let jsonValue = try reader.readValue()
    if keepsNull, jsonValue == .null { return .null }
    guard let value = type.scalar(jsonValue) else {
      throw Problem(message: "expected \(type.expectation), found \(jsonValue.summary)", offset: offset)
    }
    return value
  }

  private func readEntity(_ property: Property, of entity: EntityID, _ row: EntityRecord, _ reader: inout JSONReader)
    throws
  {
    if property.isReference {
      // What a document leaves open keeps its default.
      if try reader.skipNull() { return }
      if case .entity(let holder) = row.read(property) { return try refill(holder, &reader) }
    }
    if try reader.skipNull() { return row.write(property, .null) }
    let child = try ChildReader(self, property.type).next(&reader)
    row.write(property, .entity(child))
    store.place(child, in: entity, slot: property.slot)
  }
}

extension EntityRecord {
  /// Writes a text into a slot for texts.
  @inline(__always)
  fileprivate func write(_ text: String, _ slot: Int32, _ offset: Int) {
    setNil(slot, false)
    (memory + offset).assumingMemoryBound(to: String.self).pointee = text
  }

  @inline(__always)
  fileprivate func write(_ int: Int, _ slot: Int32, _ offset: Int) {
    setNil(slot, false)
    (memory + offset).assumingMemoryBound(to: Int.self).pointee = int
  }

  @inline(__always)
  fileprivate func write(_ double: Double, _ slot: Int32, _ offset: Int) {
    setNil(slot, false)
    (memory + offset).assumingMemoryBound(to: Double.self).pointee = double
  }

  @inline(__always)
  fileprivate func write(_ bool: Bool, _ slot: Int32, _ offset: Int) {
    setNil(slot, false)
    (memory + offset).assumingMemoryBound(to: UInt8.self).pointee = bool ? 1 : 0
  }
}
