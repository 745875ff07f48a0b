/// What every row begins with.
@usableFromInline
struct EntityRecordHeader {
  /// The first of the entity's observed properties, in the store's list of them, and the epoch in which the model was
  /// marked as changed: both in one word, which tells a write whether there is anything to do but writing.
  private var state: UInt64 = Self.state(firstSource: -1, epoch: 0)
  var id: String
  private var owner = Self.nobody
  var parentSlot: Int32 = -1
  /// The index of the entity, so that what is read of a row can be told.
  var number: UInt32 = 0
  /// The index of the entity's type.
  var type: Int32 = -1
  private var holdersAndFlags: Int32 = 0

  init(id: String) { self.id = id }

  private static let nobody = EntityID(index: .max, generation: .max)
  private static let managed: Int32 = 1
  private static let root: Int32 = 2
  private static let holder: Int32 = 4

  var parent: EntityID? {
    @inline(__always)
    get { owner.index == .max ? nil : owner }
    set { owner = newValue ?? Self.nobody }
  }

  /// Whether the entity is in a registered model.
  var isManaged: Bool {
    @inline(__always)
    get { holdersAndFlags & Self.managed != 0 }
    set { holdersAndFlags = newValue ? holdersAndFlags | Self.managed : holdersAndFlags & ~Self.managed }
  }

  /// Whether the entity is the root of a registered model.
  var isRoot: Bool {
    get { holdersAndFlags & Self.root != 0 }
    set { holdersAndFlags = newValue ? holdersAndFlags | Self.root : holdersAndFlags & ~Self.root }
  }

  /// Holders outside the model: Lua values, the undo history.
  var pins: Int32 {
    get { holdersAndFlags / Self.holder }
    set { holdersAndFlags = newValue &* Self.holder | holdersAndFlags & (Self.holder - 1) }
  }

  static let size = (MemoryLayout<EntityRecordHeader>.stride + 7) & ~7
  /// Where the word is.
  @inlinable static var stateOffset: Int { 0 }

  @inline(__always)
  static func state(firstSource: Int32, epoch: UInt32) -> UInt64 {
    UInt64(epoch) << 32 | UInt64(UInt32(bitPattern: firstSource))
  }

  @inline(__always)
  var firstSource: Int32 {
    get { Int32(truncatingIfNeeded: state) }
    set { state = Self.state(firstSource: newValue, epoch: epoch) }
  }

  @inline(__always)
  var epoch: UInt32 {
    get { UInt32(truncatingIfNeeded: state >> 32) }
    set { state = Self.state(firstSource: firstSource, epoch: newValue) }
  }
}

/// A box for values that do not fit a slot.
final class ValueBox {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// A row: raw memory laid out by the entity's type. Only the type's `EntityRecordPool` makes and frees rows.
struct EntityRecord {
  let memory: UnsafeMutableRawPointer

  @inline(__always)
  var header: UnsafeMutablePointer<EntityRecordHeader> { memory.assumingMemoryBound(to: EntityRecordHeader.self) }

  @inline(__always)
  private func nilWord(_ slot: Int32) -> UnsafeMutablePointer<UInt64> {
    (memory + EntityRecordHeader.size + Int(slot >> 6) * 8).assumingMemoryBound(to: UInt64.self)
  }

  @inline(__always)
  func isNil(_ slot: Int32) -> Bool { nilWord(slot).pointee & (1 << UInt64(slot & 63)) != 0 }

  @inline(__always)
  func setNil(_ slot: Int32, _ isNil: Bool) {
    let bit: UInt64 = 1 << UInt64(slot & 63)
    if isNil { nilWord(slot).pointee |= bit } else { nilWord(slot).pointee &= ~bit }
  }

  private func pointer<T>(_ property: Property, _ type: T.Type) -> UnsafeMutablePointer<T> {
    pointer(property.offset, type)
  }

  @inline(__always)
  private func pointer<T>(_ offset: Int, _: T.Type) -> UnsafeMutablePointer<T> {
    (memory + offset).assumingMemoryBound(to: T.self)
  }

  /// The stored value; a collection answers its live handle only through the store.
  func read(_ property: Property) -> Value { read(property.storage, property.slot, property.offset) }

  @inline(__always)
  func read(_ storage: SlotStorage, _ slot: Int32, _ offset: Int) -> Value {
    if isNil(slot) { return .null }
    switch storage {
    case .none: return .null
    case .bool: return .bool(pointer(offset, UInt8.self).pointee != 0)
    case .int: return .int(pointer(offset, Int.self).pointee)
    case .double: return .double(pointer(offset, Double.self).pointee)
    case .date: return .date(DateValue(secondsSince2001: pointer(offset, Double.self).pointee))
    case .string: return .string(pointer(offset, String.self).pointee)
    case .color: return .color(pointer(offset, ColorValue.self).pointee)
    case .entity: return .entity(entity(at: offset))
    case .object: return (pointer(offset, AnyObject?.self).pointee as? ValueBox)?.value ?? .null
    }
  }

  /// What an Int's slot holds.
  @inline(__always)
  func int(_ property: Property) -> Int? {
    isNil(property.slot) ? nil : pointer(property.offset, Int.self).pointee
  }

  /// What an Int's slot that is not nil holds.
  @inline(__always)
  func int(at offset: Int) -> Int { pointer(offset, Int.self).pointee }

  /// Where an Int's slot is.
  @inline(__always)
  func place(of property: Property) -> UnsafeMutablePointer<Int> { pointer(property.offset, Int.self) }

  /// What an entity's slot that is not nil holds.
  @inline(__always)
  func entity(at offset: Int) -> EntityID { pointer(offset, EntityID.self).pointee }

  /// The row of the entity that a slot which is not nil holds; nil when it is not known here. What is in a slot is
  /// alive.
  @inline(__always)
  func target(at offset: Int) -> UnsafeMutableRawPointer? {
    pointer(offset + MemoryLayout<EntityID>.size, UnsafeMutableRawPointer?.self).pointee
  }

  func setTarget(_ property: Property, _ row: EntityRecord) {
    pointer(property.offset + MemoryLayout<EntityID>.size, UnsafeMutableRawPointer?.self).pointee = row.memory
  }

  /// Writes a value that already has the property's type.
  func write(_ property: Property, _ value: Value) {
    setNil(property.slot, value.isNull)
    switch (property.storage, value) {
    case (.bool, .bool(let bool)): pointer(property, UInt8.self).pointee = bool ? 1 : 0
    case (.int, .int(let int)): pointer(property, Int.self).pointee = int
    case (.double, .double(let double)): pointer(property, Double.self).pointee = double
    case (.date, .date(let date)): pointer(property, Double.self).pointee = date.secondsSince2001
    case (.string, .string(let string)): pointer(property, String.self).pointee = string
    case (.string, .null): pointer(property, String.self).pointee = ""
    case (.color, .color(let color)): pointer(property, ColorValue.self).pointee = color
    case (.entity, .entity(let entity)):
      pointer(property, EntityID.self).pointee = entity
      // Whoever gives the entity its place tells the row.
      pointer(property.offset + MemoryLayout<EntityID>.size, UnsafeMutableRawPointer?.self).pointee = nil
    case (.object, .null): pointer(property, AnyObject?.self).pointee = nil
    case (.object, _): pointer(property, AnyObject?.self).pointee = ValueBox(value)
    default: break
    }
  }

  func collection(_ property: Property) -> CollectionStorage? {
    pointer(property, AnyObject?.self).pointee as? CollectionStorage
  }

  func setCollection(_ property: Property, _ collection: CollectionStorage) {
    setNil(property.slot, false)
    pointer(property, AnyObject?.self).pointee = collection
  }
}
