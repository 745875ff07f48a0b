/// The header of every record: 56 bytes.
package struct EntityRecordHeader {
  /// The first of the entity's observed properties, in the list of the `SourceTable`; -1 for none.
  var firstSource: Int32 = -1 {
    didSet { noteWrites() }
  }
  /// Twice the epoch in which the model was marked as changed; the last bit tells whether a write has to look further,
  /// because a property is observed, or because the content of the model is not in memory.
  private var mark: UInt32 = 0
  private var identifier: Identifier
  /// The nil bits of the first properties, where there is room. Those of the others follow the header. Records change
  /// them by `PropertyLocation.nilByte`.
  private(set) var nilBits: NilBits = (0, 0, 0)
  typealias NilBits = (UInt8, UInt8, UInt8)
  /// The parent, or `noOwner`.
  private(set) var owner = Self.noOwner
  var parentSlot: Int32 = -1
  /// The index of the entity in the `EntityTable`.
  var index: UInt32 = 0
  /// The index of the entity's type.
  var type: Int32 = -1
  private var holdersAndFlags: Int32 = 0
  /// The number of the chunk of its collection that has the entity (`CollectionStorage`).
  var chunk: UInt32 = 0

  /// The text of an id, or the words of a generated one, which becomes a text when something asks for it.
  private enum Identifier {
    case text(String)
    case generated(IDGenerator.Words)
  }

  init(id: String) { identifier = .text(id) }

  package var id: String {
    @inline(__always)
    mutating get {
      if case .text(let text) = identifier { text } else { makeText() }
    }
    set { identifier = .text(newValue) }
  }

  /// The words of a generated id whose text nothing has asked for; nil for another one.
  var generatedID: IDGenerator.Words? {
    @inline(__always)
    get { if case .generated(let words) = identifier { words } else { nil } }
    set { if let newValue { identifier = .generated(newValue) } }
  }

  /// Returns whether the id is a generated one.
  mutating func hasID(_ words: IDGenerator.Words) -> Bool {
    switch identifier {
    case .generated(let own): own == words
    // Only the same bytes are equal to a text of hexadecimal digits and dashes.
    case .text(let text): text.utf8.count == IDGenerator.Words.length && text == words.text
    }
  }

  /// Returns whether the ids of two records are equal, without a text for a generated one.
  static func haveSameID(_ one: inout Self, _ other: inout Self) -> Bool {
    if case .generated(let words) = one.identifier { return other.hasID(words) }
    if case .generated(let words) = other.identifier { return one.hasID(words) }
    return one.id == other.id
  }

  @inline(never)
  private mutating func makeText() -> String {
    guard case .generated(let words) = identifier else { return "" }
    let text = words.text
    identifier = .text(text)
    return text
  }

  static let noOwner = EntityID(index: .max, generation: .max)
  private static let managed: Int32 = 1
  private static let root: Int32 = 2
  private static let newID: Int32 = 4
  private static let closed: Int32 = 8
  private static let left: Int32 = 16
  private static let holder: Int32 = 32

  var parent: EntityID? {
    @inline(__always)
    get { owner.index == .max ? nil : owner }
    set { owner = newValue ?? Self.noOwner }
  }

  /// Whether the entity is in a registered model.
  var isManaged: Bool {
    @inline(__always)
    get { holdersAndFlags & Self.managed != 0 }
    set { holdersAndFlags = newValue ? holdersAndFlags | Self.managed : holdersAndFlags & ~Self.managed }
  }

  /// Whether the entity was in a registered model and has left it.
  var hasLeft: Bool {
    get { holdersAndFlags & Self.left != 0 }
    set { holdersAndFlags = newValue ? holdersAndFlags | Self.left : holdersAndFlags & ~Self.left }
  }

  /// Whether the entity is the root of a registered model.
  var isRoot: Bool {
    get { holdersAndFlags & Self.root != 0 }
    set { holdersAndFlags = newValue ? holdersAndFlags | Self.root : holdersAndFlags & ~Self.root }
  }

  /// Whether the id was generated in this process: nothing that is stored has it.
  var hasNewID: Bool {
    get { holdersAndFlags & Self.newID != 0 }
    set { holdersAndFlags = newValue ? holdersAndFlags | Self.newID : holdersAndFlags & ~Self.newID }
  }

  /// Whether the entity is the root of an encrypted model whose content is not in memory.
  var isClosed: Bool {
    @inline(__always)
    get { holdersAndFlags & Self.closed != 0 }
    set {
      holdersAndFlags = newValue ? holdersAndFlags | Self.closed : holdersAndFlags & ~Self.closed
      noteWrites()
    }
  }

  /// The epoch in which the model was marked as changed (`ChangeCounters`); 0 for an entity outside of models.
  var epoch: UInt32 {
    @inline(__always)
    get { mark >> 1 }
    set { mark = newValue << 1 | mark & 1 }
  }

  /// Whether a write changes nothing but the record, as far as its entity is concerned: the entity is in a registered
  /// model that is marked as changed in the epoch, its content is in memory, and none of its properties is observed.
  @inline(__always)
  func isSettled(in epoch: UInt32) -> Bool { mark == epoch << 1 }

  @inline(__always)
  private mutating func noteWrites() { mark = mark & ~1 | (firstSource >= 0 || isClosed ? 1 : 0) }

  /// The number of holders outside the model: Lua values, the undo history.
  var pins: Int32 {
    get { holdersAndFlags / Self.holder }
    set { holdersAndFlags = newValue &* Self.holder | holdersAndFlags & (Self.holder - 1) }
  }

  @inline(__always)
  mutating func pin() { holdersAndFlags &+= Self.holder }

  static let size = (MemoryLayout<EntityRecordHeader>.stride + 7) & ~7

  // MARK: Nil bits

  /// The offset of `nilBits`.
  static let nilOffset = 25
  private static let nilBytes = MemoryLayout<NilBits>.size

  /// Returns the offset, in a record, of the byte with the nil bit of a property.
  static func nilByte(ofSlot slot: Int32) -> Int32 {
    let byte = Int(slot >> 3)
    return Int32(byte < nilBytes ? nilOffset + byte : size + byte - nilBytes)
  }

  /// Returns the offset of the first value in the records of a type, which is that of a word.
  static func valueOffset(forProperties count: Int) -> Int { size + (max(0, (count + 7) / 8 - nilBytes) + 7) & ~7 }
}

/// A box for values that do not fit a slot.
final class ValueBox {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// The memory of an entity: its header, one bit for each property that is nil, in the header or after it, and the
/// values, each at the offset that the type has computed.
///
/// Invariants: the memory belongs to the `EntityRecordPool` of the type in the header, which alone makes and frees
/// records, and locations come from that type. Texts and objects are always initialised, nil or not; what is nil is ""
/// or no object. The slot of an entity holds its handle and the address of its record, or no address while the entity
/// has no place yet. A slot that is nil has no address.
package struct EntityRecord: BitwiseCopyable {
  let memory: UnsafeMutableRawPointer

  @inline(__always)
  package var header: UnsafeMutablePointer<EntityRecordHeader> {
    memory.assumingMemoryBound(to: EntityRecordHeader.self)
  }

  // MARK: Nil

  @inline(__always)
  private func nilByte(_ offset: Int32) -> UnsafeMutablePointer<UInt8> {
    (memory + Int(offset)).assumingMemoryBound(to: UInt8.self)
  }

  package func isNil(_ slot: Int32) -> Bool {
    nilByte(EntityRecordHeader.nilByte(ofSlot: slot)).pointee & (1 << UInt8(slot & 7)) != 0
  }

  @inline(__always)
  func isNil(_ location: PropertyLocation) -> Bool { nilByte(location.nilByte).pointee & location.nilMask != 0 }

  @inline(__always)
  func setNil(_ location: PropertyLocation, _ isNil: Bool) {
    let byte = nilByte(location.nilByte)
    if isNil { byte.pointee |= location.nilMask } else { byte.pointee &= ~location.nilMask }
  }

  // MARK: Values

  /// Returns the memory of a value.
  @inline(__always)
  func pointer<T>(_ location: PropertyLocation, _: T.Type) -> UnsafeMutablePointer<T> {
    (memory + Int(location.offset)).assumingMemoryBound(to: T.self)
  }

  /// Returns the value at a location, null for collections, which only the store answers.
  @inline(__always)
  func value(at location: PropertyLocation) -> Value {
    guard location.storage.isValue else { return location.storage == .id ? .string(header.pointee.id) : .null }
    if isNil(location) { return .null }
    switch location.storage {
    case .none, .id, .collection: return .null
    case .bool: return .bool(pointer(location, UInt8.self).pointee != 0)
    case .int: return .int(pointer(location, Int.self).pointee)
    case .double: return .double(pointer(location, Double.self).pointee)
    case .date: return .date(DateValue(secondsSince2001: pointer(location, Double.self).pointee))
    case .day: return .day(pointer(location, DayValue.self).pointee)
    case .string: return .string(pointer(location, String.self).pointee)
    case .color: return .color(pointer(location, ColorValue.self).pointee)
    case .entity: return .entity(entity(at: location))
    case .object: return (pointer(location, AnyObject?.self).pointee as? ValueBox)?.value ?? .null
    }
  }

  func value(of property: Property) -> Value { value(at: property.location) }

  /// Writes a value that already has the property's type.
  func write(_ value: Value, at location: PropertyLocation) {
    setNil(location, value.isNull)
    switch (location.storage, value) {
    case (.bool, .bool(let bool)): pointer(location, UInt8.self).pointee = bool ? 1 : 0
    case (.int, .int(let int)): pointer(location, Int.self).pointee = int
    case (.double, .double(let double)): pointer(location, Double.self).pointee = double
    case (.date, .date(let date)): pointer(location, Double.self).pointee = date.secondsSince2001
    case (.day, .day(let day)): pointer(location, DayValue.self).pointee = day
    case (.string, .string(let string)): pointer(location, String.self).pointee = string
    case (.string, .null): pointer(location, String.self).pointee = ""
    case (.color, .color(let color)): pointer(location, ColorValue.self).pointee = color
    case (.entity, .entity(let entity)):
      pointer(location, EntityID.self).pointee = entity
      // The caller that places the entity sets the address of its record.
      target(location).pointee = nil
    case (.entity, .null):
      // A hook may have set it to nil while the entity was on its way: no place is noted then.
      pointer(location, EntityID.self).pointee = EntityRecordHeader.noOwner
      target(location).pointee = nil
    case (.object, .null): pointer(location, AnyObject?.self).pointee = nil
    case (.object, _): pointer(location, AnyObject?.self).pointee = ValueBox(value)
    default: break
    }
  }

  /// Writes a value that is not nil and has the representation of the location's storage.
  @inline(__always)
  func write<T>(_ value: T, _ location: PropertyLocation) {
    setNil(location, false)
    pointer(location, T.self).pointee = value
  }

  // MARK: Entities and collections

  /// Returns the handle in the slot of an entity that is not nil.
  @inline(__always)
  func entity(at location: PropertyLocation) -> EntityID { pointer(location, EntityID.self).pointee }

  @inline(__always)
  private func target(_ location: PropertyLocation) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (memory + Int(location.offset) + MemoryLayout<EntityID>.size).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// Returns the record of the entity in a slot; nil for a slot that is nil, and when it is not known here. What is in
  /// a slot is alive.
  @inline(__always)
  func record(at location: PropertyLocation) -> EntityRecord? { target(location).pointee.map(EntityRecord.init) }

  /// Stores the location of an entity's record in the entity's slot.
  func setRecord(_ record: EntityRecord, at location: PropertyLocation) { target(location).pointee = record.memory }

  func collection(_ property: Property) -> CollectionStorage? { collection(at: property.location) }

  func collection(at location: PropertyLocation) -> CollectionStorage? {
    guard let object = pointer(location, AnyObject?.self).pointee,
      type(of: object) == CollectionStorage.self
    else { return nil }
    return unsafeDowncast(object, to: CollectionStorage.self)
  }

  func setCollection(_ location: PropertyLocation, _ collection: CollectionStorage) {
    setNil(location, false)
    pointer(location, AnyObject?.self).pointee = collection
  }
}
