/// The location of a property in the records of one entity type: plain bytes, copied without counting references.
///
/// A type provides the location of a name (`EntityType.location(of:)`) or of a declared property (`Property.location`).
/// `ModelStore.read(_:_:)` reads it and `ModelStore.set` writes it, for all callers: bindings, Lua, patches, aggregates
/// and lists.
struct PropertyLocation: BitwiseCopyable, Equatable {
  /// The position among the properties of the type; -1 for an id.
  var slot: Int32 = -1 {
    didSet { (nilByte, nilMask) = (EntityRecordHeader.nilByte(ofSlot: slot), 1 << UInt8(slot & 7)) }
  }
  /// The number of bytes before the value in a record.
  var offset: Int32 = 0
  var storage = PropertyStorage.none
  /// The bit that tells whether the value is nil, and the offset of its byte in a record.
  private(set) var nilMask: UInt8 = 0
  private(set) var nilByte: Int32 = 0

  /// The location of a name that no record holds: a computed property, a function, an unknown name.
  static let none = PropertyLocation()
  /// The id, which every record has in its header.
  static let id = PropertyLocation(storage: .id)
}

/// The representation of a value in a record. Everything but texts, collections and objects is plain bytes.
enum PropertyStorage: UInt8, BitwiseCopyable {
  /// Computed: no bytes at all.
  case none
  /// In the header, constant.
  case id
  /// A `CollectionStorage`, read as a live handle.
  case collection
  case bool, int, double, date, day, string, color, entity
  /// A reference-counted box: data, images.
  case object

  init(_ type: PropertyType) {
    self =
      switch type.unwrapped {
      case .string, .enumeration: .string
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .date: .date
      case .day: .day
      case .color: .color
      case .entity, .reference: .entity
      case .list, .set, .map: .collection
      case .data, .image, .optional: .object
      }
  }

  /// The number of bytes in a record.
  var size: Int {
    switch self {
    case .none, .id: 0
    case .bool: 1
    case .color, .day: 4
    case .int, .double, .date, .object, .collection: 8
    // The address of an entity's record follows its handle.
    case .string, .entity: 16
    }
  }

  /// Whether a record has the value itself, so that one look is enough.
  @inline(__always)
  var isValue: Bool { rawValue > PropertyStorage.collection.rawValue }

  /// Whether a value depends on nothing but the bytes of its record: no entity, no collection, no box.
  var isPlain: Bool {
    switch self {
    case .bool, .int, .double, .date, .day, .string, .color: true
    case .none, .id, .collection, .entity, .object: false
    }
  }
}

extension EntityType {
  /// Returns the location of what a name means, `none` when reading it takes more than a look into the record: a file
  /// may have to be read first.
  func location(of name: String) -> PropertyLocation {
    if let property = property(named: name) { return property.isLazy ? .none : property.location }
    return name == "id" ? .id : .none
  }
}
