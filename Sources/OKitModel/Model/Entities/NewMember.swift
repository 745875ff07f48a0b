/// A first value of a new entity as plain bytes, so that no reference is counted on its way into the record. The
/// elements of a list follow it. A text or bytes are memory of the script, which lives only while no script runs: what
/// creates the entity runs none before the members are in its record.
package struct NewMember: BitwiseCopyable {
  package enum Kind: UInt8, BitwiseCopyable {
    case bool, int, double, date, entity
    /// A text in UTF-8.
    case text
    /// Bytes that are not UTF-8.
    case bytes
    case list
  }

  /// The place of the property among those of the type; -1 for the id, and for the element of a list.
  private(set) var slot: Int32
  let kind: Kind
  /// The value, or the address of the bytes.
  private let bits: UInt64
  /// The number of bytes, or of elements.
  let count: Int

  private init(_ slot: Int, _ kind: Kind, _ bits: UInt64, _ count: Int = 0) {
    (self.slot, self.kind, self.bits, self.count) = (Int32(truncatingIfNeeded: slot), kind, bits, count)
  }

  /// The slot of the id.
  package static var id: Int { -1 }

  package init(_ slot: Int, bool: Bool) { self.init(slot, .bool, bool ? 1 : 0) }
  package init(_ slot: Int, int: Int) { self.init(slot, .int, UInt64(bitPattern: Int64(int))) }
  package init(_ slot: Int, double: Double) { self.init(slot, .double, double.bitPattern) }
  package init(_ slot: Int, date: DateValue) { self.init(slot, .date, date.secondsSince2001.bitPattern) }
  package init(_ slot: Int, _ entity: EntityID) {
    self.init(slot, .entity, UInt64(entity.generation) << 32 | UInt64(entity.index))
  }
  package init(_ slot: Int, elements: Int) { self.init(slot, .list, 0, elements) }

  /// Creates a text, or bytes that are not one. They have to stay for as long as the member is used.
  package init(_ slot: Int, _ bytes: UnsafeBufferPointer<UInt8>, isText: Bool) {
    self.init(slot, isText ? .text : .bytes, UInt64(UInt(bitPattern: bytes.baseAddress)), bytes.count)
  }

  var bool: Bool { bits != 0 }
  var int: Int { Int(Int64(bitPattern: bits)) }
  var double: Double { Double(bitPattern: bits) }
  var date: DateValue { DateValue(secondsSince2001: double) }
  var entity: EntityID {
    EntityID(index: UInt32(truncatingIfNeeded: bits), generation: UInt32(truncatingIfNeeded: bits >> 32))
  }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var data: DataValue { DataValue(bytes: Array(bytes)) }

  private var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(bitPattern: UInt(bits)), count: count)
  }
}

extension UnsafeBufferPointer<NewMember> {
  /// Returns the position after a member and its elements.
  @inline(__always)
  func position(after position: Int) -> Int {
    position + 1 + (self[position].kind == .list ? self[position].count : 0)
  }

  /// Returns the elements of a list.
  func elements(at position: Int) -> Self {
    Self(rebasing: self[(position + 1)..<self.position(after: position)])
  }

  func value(at position: Int) -> Value {
    let member = self[position]
    return switch member.kind {
    case .bool: .bool(member.bool)
    case .int: .int(member.int)
    case .double: .double(member.double)
    case .date: .date(member.date)
    case .entity: .entity(member.entity)
    case .text: .string(member.text)
    case .bytes: .data(member.data)
    case .list: .list(elements(at: position).indices.map { self.value(at: position + 1 + $0) })
    }
  }
}
