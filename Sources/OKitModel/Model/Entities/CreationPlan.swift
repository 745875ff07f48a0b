/// What making an entity from the table of a script has to know about the properties of its class, found once.
///
/// Invariant: `entries` has one entry for each property.
final class CreationPlan {
  /// How a value of the expected kind gets into the record of a new entity. Any other value is converted, checked or
  /// rejected.
  enum Step: UInt8, BitwiseCopyable {
    case bool, int, double, date, text
    /// The key of a reference.
    case key
    /// A reference that each entity has: it takes the key of the value.
    case reference
    /// An entity that gets its place here, or those of a list.
    case entity, list
    /// The bytes of a blob, and the media type.
    case bytes, format
    case other
  }

  struct Entry: BitwiseCopyable {
    let location: PropertyLocation
    let step: Step
    /// The position of the property's name among those of the type.
    let rank: Int32
  }

  let entries: UnsafeMutablePointer<Entry>
  let names: MemberNames

  init(_ type: EntityType) {
    let properties = type.properties
    names = MemberNames(properties)
    entries = .allocate(capacity: max(1, properties.count))
    let sorted = properties.indices.sorted { properties[$0].name < properties[$1].name }
    for (rank, slot) in sorted.enumerated() {
      let property = properties[slot]
      (entries + slot).initialize(
        to: Entry(location: property.location, step: Self.step(for: property, of: type), rank: Int32(rank)))
    }
  }

  deinit {
    entries.deallocate()
    names.deallocate()
  }

  private static func step(for property: Property, of type: EntityType) -> Step {
    switch property.role {
    case .plain: break
    case .blobData, .inlineData: return .bytes
    case .format: return .format
    case .size, .deferred: return .other
    }
    switch property.storage {
    case .bool: return .bool
    case .int: return .int
    case .double: return .double
    case .date: return .date
    case .string:
      if type.isReference, property.name == EntityType.referenceKey { return .key }
      return property.isText ? .text : .other
    case .entity: return property.isReference ? .reference : .entity
    case .collection: return .list
    case .none, .id, .day, .color, .object: return .other
    }
  }
}
