/// A number or Bool that rows keep as plain bytes.
public protocol PlainScalar: BitwiseCopyable, Equatable {
  /// The type of property that holds it.
  static var propertyType: PropertyType { get }
  var value: Value { get }
  /// Whether a property may hold it.
  var isStorable: Bool { get }
  /// The value as eight bytes, by which it travels where nothing is specialised.
  var bits: UInt64 { get }
  init(bits: UInt64)
}

extension Int: PlainScalar {
  public static var propertyType: PropertyType { .int }
  @inlinable public var bits: UInt64 { UInt64(bitPattern: Int64(self)) }
  @inlinable public init(bits: UInt64) { self.init(truncatingIfNeeded: bits) }
  public var value: Value { .int(self) }
  @inlinable public var isStorable: Bool { true }
}

extension Double: PlainScalar {
  public static var propertyType: PropertyType { .double }
  @inlinable public var bits: UInt64 { bitPattern }
  @inlinable public init(bits: UInt64) { self.init(bitPattern: bits) }
  public var value: Value { .double(self) }
  @inlinable public var isStorable: Bool { isFinite }
}

extension Bool: PlainScalar {
  public static var propertyType: PropertyType { .bool }
  @inlinable public var bits: UInt64 { self ? 1 : 0 }
  @inlinable public init(bits: UInt64) { self = bits != 0 }
  public var value: Value { .bool(self) }
  @inlinable public var isStorable: Bool { true }
}

/// A property of plain numbers or Bools, found once, so that reading and writing it costs what the memory costs.
///
/// It belongs to one store, and is fastest with entities of exactly the type that it was asked of; those of subtypes and
/// properties with a `didSet` take the general way.
public struct PlainProperty<Scalar: PlainScalar>: BitwiseCopyable {
  @usableFromInline let offset: Int
  @usableFromInline let type: Int32
  @usableFromInline let slot: Int32
  /// Safe: the type keeps its properties as long as the store lives.
  @usableFromInline let property: Unmanaged<Property>

  fileprivate init(_ property: Property, of type: EntityType) {
    // Whatever is not simple is looked for anew at each access.
    self.type = property.isSimple && !property.type.isNullable ? type.index : -1
    offset = property.offset
    slot = property.slot
    self.property = .passUnretained(property)
  }
}

extension EntityType {
  /// A property for fast access.
  ///
  /// - Throws: `model.unknownProperty` when there is none of that name, `model.type` when it holds something else.
  public func plain<Scalar: PlainScalar>(_ name: String, _: Scalar.Type = Scalar.self) throws -> PlainProperty<Scalar> {
    guard let property = property(named: name) else {
      throw Diagnostic(
        "model.unknownProperty", "\(self.name) has no property \"\(name)\"",
        hint: NearestName.hint(for: name, in: properties.map(\.name)))
    }
    guard property.type.unwrapped == Scalar.propertyType else {
      throw Diagnostic("model.type", "\(self.name).\(name) is \(property.type.article), not a \(Scalar.propertyType)")
    }
    return PlainProperty(property, of: self)
  }
}

extension ModelStore {
  /// The memory of a plain property of an entity, when it can be reached directly.
  @inlinable
  @inline(__always)
  func memory<Scalar>(_ entity: EntityID, _ property: PlainProperty<Scalar>) -> UnsafeMutableRawPointer? {
    guard entity.index < recordCount else { return nil }
    let record = recordBase + Int(entity.index)
    // A record without a row has no type.
    return record.pointee.generation == entity.generation && record.pointee.type == property.type
      ? record.pointee.row.unsafelyUnwrapped : nil
  }

  /// The value of a plain property; nil when it is nil or the entity is gone. O(1).
  @inlinable
  public func get<Scalar>(_ entity: EntityID, _ property: PlainProperty<Scalar>) -> Scalar? {
    guard let memory = memory(entity, property), !graph.isTracking else {
      return bits(entity, property.property, property.slot).map(Scalar.init(bits:))
    }
    return (memory + property.offset).assumingMemoryBound(to: Scalar.self).pointee
  }

  /// Writes a plain property. O(1) while nobody observes it.
  ///
  /// - Throws: as writing a value does.
  @inlinable
  public func set<Scalar>(_ entity: EntityID, _ property: PlainProperty<Scalar>, _ value: Scalar) throws {
    guard let memory = memory(entity, property), value.isStorable else {
      return try write(entity, property, value)
    }
    let place = (memory + property.offset).assumingMemoryBound(to: Scalar.self)
    if place.pointee == value { return }
    guard (memory + EntityRecordHeader.stateOffset).assumingMemoryBound(to: UInt64.self).pointee == fastState,
      property.property._withUnsafeGuaranteedRef({ $0.watchCount }) == 0
    else {
      return try write(entity, property, value)
    }
    place.pointee = value
  }

  /// The general way to read.
  @usableFromInline
  func bits(_ entity: EntityID, _ property: Unmanaged<Property>, _ slot: Int32) -> UInt64? {
    guard let property = general(entity, property, slot) else { return nil }
    switch get(entity, property) {
    case .int(let int): return int.bits
    case .double(let double): return double.bits
    case .bool(let bool): return bool.bits
    default: return nil
    }
  }

  /// The general way to write.
  @usableFromInline
  func write<Scalar>(_ entity: EntityID, _ property: PlainProperty<Scalar>, _ value: Scalar) throws {
    guard let type = type(of: entity) else { throw gone() }
    guard let property = general(entity, property.property, property.slot) else {
      throw Diagnostic("model.unknownProperty", "\(type.name) does not have the property that was asked for")
    }
    try set(entity, property, value.value)
  }

  /// The property as the entity's own type lays it out; nil when the type is no subtype.
  private func general(_ entity: EntityID, _ property: Unmanaged<Property>, _ slot: Int32) -> Property? {
    guard let type = type(of: entity), Int(slot) < type.properties.count else { return nil }
    let (own, asked) = (type.properties[Int(slot)], property.takeUnretainedValue())
    return own === asked || own.name == asked.name && own.type == asked.type ? own : nil
  }
}
