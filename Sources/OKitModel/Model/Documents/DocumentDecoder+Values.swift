/// Reading the values of members into a record.
extension DocumentDecoder {
  /// Reads one member's value.
  @inline(__always)
  func read(
    _ member: DocumentSchema.Member, of entity: EntityID, _ type: EntityType, _ record: EntityRecord,
    _ reader: inout JSONReader
  ) throws {
    let byte = reader.nextByte()
    let start = reader.position
    switch member.kind {
    case .text where byte == UInt8(ascii: "\""):
      let text = try reader.scanText()
      return record.write(reader.texts.string(text), member.location)
    case .id where byte == UInt8(ascii: "\""):
      let id = try reader.scanText().string
      guard id.isEmpty else {
        record.header.pointee.id = id
        return
      }
    case .int:
      if byte &- 0x30 < 10 || byte == UInt8(ascii: "-"), case .int(let int) = try reader.readNumber() {
        return record.write(int, member.location)
      }
    case .double:
      if byte &- 0x30 < 10 || byte == UInt8(ascii: "-") {
        return record.write(try reader.readNumber().double, member.location)
      }
    case .bool where byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"):
      return record.write(try reader.readBool() ? 1 as UInt8 : 0, member.location)
    default: break
    }
    reader.position = start
    try readSlowly(member, of: entity, type, record, &reader)
  }

  @inline(never)
  private func readSlowly(
    _ member: DocumentSchema.Member, of entity: EntityID, _ type: EntityType, _ record: EntityRecord,
    _ reader: inout JSONReader
  ) throws {
    guard member.location.slot >= 0 else {
      record.header.pointee.id = try Self.id(&reader, isStrict: source == .fixture)
      return
    }
    let property = type.properties[Int(member.location.slot)]
    switch member.kind {
    case .elements: try readElements(property, of: entity, record, &reader)
    case .entity: try readEntity(property, of: entity, record, &reader)
    default:
      let value = try scalar(&reader, property.type, keepsNull: true)
      if !value.isNull || property.type.isNullable { record.write(value, at: property.location) }
    }
  }

  /// Reads an id; empty if the document gives null, so that one is assigned.
  ///
  /// - Parameter isStrict: Whether a number is a mistake. Documents of other programs have such ids.
  static func id(_ reader: inout JSONReader, isStrict: Bool = false) throws -> String {
    _ = try reader.peekKind()
    let offset = reader.offset
    switch try reader.readValue() {
    case .null: return ""
    case .string(let text) where !text.isEmpty: return text
    case .int(let number) where !isStrict: return String(number)
    case .number(let text) where !isStrict: return text
    case let other: throw Problem(message: "expected a string as id, found \(other.summary)", offset: offset)
    }
  }

  /// - Parameter keepsNull: Whether null is taken for every type: what a document leaves open keeps its default.
  func scalar(_ reader: inout JSONReader, _ type: PropertyType, keepsNull: Bool = false) throws -> Value {
    _ = try reader.peekKind()
    let offset = reader.offset
    let jsonValue = try reader.readValue()
    if keepsNull, jsonValue == .null { return .null }
    guard let value = try source == .row ? store.rowScalar(jsonValue, type) : store.scalar(jsonValue, type) else {
      throw Problem(message: "expected \(type.expectation), found \(jsonValue.summary)", offset: offset)
    }
    return value
  }

  private func readEntity(_ property: Property, of entity: EntityID, _ record: EntityRecord, _ reader: inout JSONReader)
    throws
  {
    if property.isReference {
      // A property that the document omits keeps its default.
      if try reader.skipNull() { return }
      if case .entity(let holder) = record.value(of: property) { return try refill(holder, &reader) }
    }
    if try reader.skipNull() { return record.write(.null, at: property.location) }
    let child = try ChildReader(self, property.type).next(&reader)
    record.write(.entity(child), at: property.location)
    store.place(child, in: entity, slot: property.slot)
  }
}
