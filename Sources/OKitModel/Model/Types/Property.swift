/// One property of an entity type.
public final class Property {
  /// The name of the property.
  package let name: String
  /// The type of the property's values.
  package let type: PropertyType
  /// The value of a new entity's property; null for properties that begin empty or are made for each entity.
  @exclusivity(unchecked) package internal(set) var defaultValue: Value
  /// A new entity takes the time or the day of its creation instead of `defaultValue`: for a date or a day that is
  /// neither optional nor has a default.
  package let defaultsToNow: Bool
  /// Not stored.
  package let isTransient: Bool
  /// The function that computes the property; nil for a stored one.
  package let computed: FunctionRef?
  /// The computation of the engine's own classes; nil for a stored property, and for one of a script.
  let builtIn: BuiltInComputation?
  /// Called with the old and the new value after a change.
  package let didSet: FunctionRef?
  /// The number of these values that the function takes.
  @exclusivity(unchecked) package var didSetArgumentCount = allDidSetArguments
  package static let allDidSetArguments = 2
  /// The column in a database; nil for one with the property's name.
  @exclusivity(unchecked) package var columnName: String?
  package let isCollection: Bool
  package let isReference: Bool
  /// Whether a write needs no conversion, no `didSet` and no reference: numbers, Bools and texts.
  @exclusivity(unchecked) private(set) var isSimple: Bool { didSet { noteWrites() } }
  /// What a write of an integer must consider.
  @exclusivity(unchecked) private(set) var writeModes = WriteModes.checks
  /// Whether the value is a text that changes, logs, messages and screens do not show.
  @exclusivity(unchecked) package var isSecret = false {
    didSet { if isSecret { isSimple = false } }
  }
  /// Whether the property holds any text, not an enumeration.
  package let isText: Bool

  /// Position among the properties of the type, inherited ones first.
  package var slot: Int32 { location.slot }
  /// The location of the value in the records of its type.
  @exclusivity(unchecked) var location: PropertyLocation
  var storage: PropertyStorage { location.storage }
  /// The number of observers of collections that want to hear of writes.
  @exclusivity(unchecked) var observerCount = 0 { didSet { noteWrites() } }
  /// The declared class of the entities that live in the property.
  package let ownedTypeName: String?
  /// The declared class of the entities of a list or a set; nil for other properties, and for references.
  let elementTypeName: String?
  /// The index of that class among the types of the store, which keeps it; nil until something has asked for it.
  @exclusivity(unchecked) var elementTypeIndex: Int32?
  /// The declared class to which a reference refers; nil for other properties.
  let referenceTarget: String?
  /// The role of the property besides holding a value.
  package let role: Role
  /// Whether its entity has a document of its own.
  package var isDeferred: Bool { role == .deferred }
  /// Whether the value has a file of its own, which is read when the property is first used.
  package let isLazy: Bool

  /// The meaning of a property of the engine's own classes; `plain` for all others.
  @usableFromInline
  package enum Role {
    case plain
    /// The bytes of a blob that are part of the document.
    case inlineData
    /// The bytes of a blob that have a file of their own.
    case blobData
    /// The number of a blob's bytes.
    case size
    /// The media type of a blob, which names its file.
    case format
    /// An entity that has a document of its own.
    case deferred
  }

  /// - Parameters:
  ///   - name: The name of the property.
  ///   - type: The type of its values.
  ///   - defaultValue: The value of a new entity; null for that of the type, such as `""`.
  ///   - defaultsToNow: Whether a new entity gets the current time.
  ///   - isTransient: Whether the value is not stored.
  public convenience init(
    _ name: String, _ type: PropertyType, default defaultValue: Value = .null, defaultsToNow: Bool = false,
    isTransient: Bool = false
  ) {
    self.init(name, type, default: defaultValue, defaultsToNow: defaultsToNow, isTransient: isTransient, role: .plain)
  }

  package convenience init(
    _ name: String, _ type: PropertyType, default defaultValue: Value = .null, defaultsToNow: Bool = false,
    isTransient: Bool = false, computed: FunctionRef? = nil, didSet: FunctionRef? = nil
  ) {
    self.init(
      name, type, default: defaultValue, defaultsToNow: defaultsToNow, isTransient: isTransient, computed: computed,
      didSet: didSet, role: .plain)
  }

  init(
    _ name: String, _ type: PropertyType, default defaultValue: Value = .null, defaultsToNow: Bool = false,
    isTransient: Bool = false, computed: FunctionRef? = nil, didSet: FunctionRef? = nil, role: Role,
    builtIn: BuiltInComputation? = nil
  ) {
    self.name = name
    self.type = type
    ownedTypeName = (type.element ?? type).entityTypeName
    elementTypeName =
      switch type.unwrapped {
      case .list(let element), .set(let element): element.unwrapped.isEntity ? element.entityTypeName : nil
      default: nil
      }
    referenceTarget = if case .reference(let name, _) = type.unwrapped { name } else { nil }
    self.defaultValue = defaultValue.isNull ? Self.emptyValue(of: type) : defaultValue
    self.defaultsToNow = defaultsToNow || ((type == .date || type == .day) && defaultValue.isNull)
    self.isTransient = isTransient
    self.computed = computed
    self.builtIn = builtIn
    self.didSet = didSet
    self.role = role
    isLazy = role == .blobData || role == .deferred
    isCollection = type.element != nil
    isReference = type.isReference
    isText = type.unwrapped == .string
    location = PropertyLocation(
      storage: computed == nil && builtIn == nil ? PropertyStorage(type) : .none)
    isSimple =
      switch location.storage {
      case .int, .double, .bool: didSet == nil && role == .plain
      case .string: didSet == nil && isText && name != EntityType.referenceKey && role == .plain
      default: false
      }
    noteWrites()
  }

  /// A property of the same declaration, with other functions in the places of its own.
  fileprivate init(_ other: Property, computed: FunctionRef?, didSet: FunctionRef?) {
    (name, type, defaultValue, defaultsToNow) = (other.name, other.type, other.defaultValue, other.defaultsToNow)
    (ownedTypeName, elementTypeName, role) = (other.ownedTypeName, other.elementTypeName, other.role)
    referenceTarget = other.referenceTarget
    (self.computed, self.didSet, builtIn) = (computed, didSet, other.builtIn)
    (isTransient, isLazy, isCollection) = (other.isTransient, other.isLazy, other.isCollection)
    (isReference, isText, isSimple) = (other.isReference, other.isText, other.isSimple)
    (columnName, isSecret, didSetArgumentCount) = (other.columnName, other.isSecret, other.didSetArgumentCount)
    location = PropertyLocation(storage: other.location.storage)
    noteWrites()
  }

  private func noteWrites() {
    writeModes = !isSimple || storage != .int ? .checks : observerCount == 0 ? [] : .observers
  }

  /// Returns a property whose entity has a document of its own.
  package static func deferred(_ name: String, _ target: String, didSet: FunctionRef? = nil) -> Property {
    Property(name, .entity(target), didSet: didSet, role: .deferred)
  }

  /// Returns the default of a type that declares none.
  static func emptyValue(of type: PropertyType) -> Value {
    switch type {
    case .string: .string("")
    case .bool: .bool(false)
    case .int: .int(0)
    case .double: .double(0)
    case .enumeration(let cases): .string(cases.first ?? "")
    default: .null
    }
  }

  /// Returns whether a value can be written as it is, without converting it.
  func holds(_ value: Value) -> Bool {
    switch (type, value) {
    case (.string, .string), (.bool, .bool), (.int, .int): true
    case (.double, .double(let double)): double.isFinite
    case (.date, .date(let date)): date.secondsSince2001.isFinite
    case (.optional(let type), .string): if case .string = type { true } else { false }
    default: false
    }
  }

  /// Whether the value follows from others, so that no record and no document has it.
  package var isComputed: Bool { computed != nil || builtIn != nil }

  /// Whether entities live in the property: an entity, a reference, or a collection of them.
  var ownsEntities: Bool { ownedTypeName != nil }
}

extension Property {
  /// Returns a property of the same declaration for a subtype, which has its own layout of records.
  package func copy() -> Property { Property(self, computed: computed, didSet: didSet) }

  /// Returns a property of the same declaration with the functions of another application in the places of its own.
  package func copy(computed: FunctionRef?, didSet: FunctionRef?) -> Property {
    Property(self, computed: computed, didSet: didSet)
  }
}
