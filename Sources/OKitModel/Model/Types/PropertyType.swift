/// The type of a property, as a schema declares it.
public indirect enum PropertyType: Hashable, Sendable {
  case string, bool, int, double, date, data, color, image
  /// A day without time and time zone.
  case day
  /// An enumeration of strings; the first is the default.
  case enumeration([String])
  /// An entity of the named type, owned by the property; nil by default.
  case entity(String)
  /// A `ModelRef` to an entity of the named type that lives elsewhere.
  case reference(String, OnDelete)
  case list(PropertyType)
  case set(PropertyType)
  /// A map from texts to values.
  case map(PropertyType)
  case optional(PropertyType)

  /// The effect on a reference when its target leaves the models.
  public enum OnDelete: String, Sendable, CaseIterable {
    /// The reference becomes empty.
    case nullify
    /// The reference leaves its collection (a single one becomes empty).
    case remove
    /// The removal fails.
    case restrict
    /// The reference keeps the key of the missing entity.
    case keep
  }

  /// The type without `optional` around it.
  package var unwrapped: PropertyType {
    if case .optional(let inner) = self { inner.unwrapped } else { self }
  }

  /// Whether the values are dates or days, which other programs write in forms of their own.
  var hasDateForm: Bool { unwrapped == .date || unwrapped == .day }

  /// Whether nil may be written.
  package var isNullable: Bool {
    switch self {
    case .optional, .data, .color, .image, .entity: true
    default: false
    }
  }

  /// The type of a collection's elements, nil for anything else.
  package var element: PropertyType? {
    switch unwrapped {
    case .list(let element), .set(let element), .map(let element): element
    default: nil
    }
  }

  /// Whether a value is an entity that lives where the type is used.
  var isEntity: Bool {
    if case .entity = self { true } else { false }
  }

  /// The name of the entity type that a value of this type is, nil for scalars and collections.
  package var entityTypeName: String? {
    switch unwrapped {
    case .entity(let name): name
    case .reference: EntityType.referenceName
    default: nil
    }
  }
}

extension PropertyType: CustomStringConvertible {
  /// The type as messages name it.
  public var description: String {
    switch self {
    case .string: "String"
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .date: "Date"
    case .day: "Day"
    case .data: "Data"
    case .color: "Color"
    case .image: "Image"
    case .enumeration(let cases): cases.joined(separator: "|")
    case .entity(let name): name
    case .reference(let name, _): "ref \(name)"
    case .list(let element): "list of \(element)"
    case .set(let element): "set of \(element)"
    case .map(let element): "map of \(element)"
    case .optional(let inner): "optional \(inner)"
    }
  }
}
