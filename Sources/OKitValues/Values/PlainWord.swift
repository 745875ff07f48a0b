/// A value without references, as a word and what it means.
@usableFromInline
package struct PlainWord {
  @usableFromInline
  package enum Kind: UInt8 { case null, bool, int, double, date, day, entity }

  @usableFromInline
  package var kind: Kind
  @usableFromInline
  package var bits: UInt64

  @inlinable
  package init(kind: Kind, bits: UInt64) { (self.kind, self.bits) = (kind, bits) }

  @inlinable
  package init(_ int: Int) { (kind, bits) = (.int, UInt64(bitPattern: Int64(int))) }

  @inlinable
  package init?(_ value: Value) {
    switch value {
    case .null: (kind, bits) = (.null, 0)
    case .bool(let bool): (kind, bits) = (.bool, bool ? 1 : 0)
    case .int(let int): (kind, bits) = (.int, UInt64(bitPattern: Int64(int)))
    case .double(let double): (kind, bits) = (.double, double.bitPattern)
    case .date(let date): (kind, bits) = (.date, date.secondsSince2001.bitPattern)
    case .day(let day): (kind, bits) = (.day, UInt64(UInt32(bitPattern: day.daysSince1970)))
    case .entity(let entity): (kind, bits) = (.entity, UInt64(entity.generation) << 32 | UInt64(entity.index))
    default: return nil
    }
  }

  @inlinable
  package var value: Value {
    switch kind {
    case .null: .null
    case .bool: .bool(bits != 0)
    case .int: .int(Int(Int64(bitPattern: bits)))
    case .double: .double(Double(bitPattern: bits))
    case .date: .date(DateValue(secondsSince2001: Double(bitPattern: bits)))
    case .day: DayValue(daysSince1970: Int(Int32(truncatingIfNeeded: bits))).map(Value.day) ?? .null
    case .entity: entity.map { .entity($0) } ?? .null
    }
  }

  /// The entity that the word stands for; nil for another value.
  @inlinable
  package var entity: EntityID? {
    guard kind == .entity else { return nil }
    return EntityID(index: UInt32(truncatingIfNeeded: bits), generation: UInt32(truncatingIfNeeded: bits >> 32))
  }
}
