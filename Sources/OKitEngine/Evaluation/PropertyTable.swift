/// Where the entities of each type hold the properties that a host has numbers for: plain numbers by type and number, so
/// that reading a property counts no references.
///
/// A table belongs to the types of one store.
public final class PropertyTable {
  private struct Places {
    var locations: UnsafeMutablePointer<PropertyPathCache.Location>
    var count: Int
  }

  @exclusivity(unchecked) private var types: UnsafeMutablePointer<Places>?
  @exclusivity(unchecked) private var typeCount = 0

  private let store: ModelStore

  public init(_ store: ModelStore) { self.store = store }

  deinit {
    for index in 0..<typeCount { types?[index].locations.deallocate() }
    types?.deallocate()
  }

  /// The value of a stored property, read in one look into the row; nil when more is needed: the type has no such
  /// property, computes it, or was never noted, or the entity is gone. O(1).
  public func value(of entity: EntityID, _ number: Int) -> Value? {
    guard let row = store.row(entity), let types else { return nil }
    let type = Int(row.header.pointee.type)
    guard type < typeCount, number >= 0, number < types[type].count else { return nil }
    return store.read(row, types[type].locations[number])
  }

  /// Notes where entities of a type hold a property.
  public func note(_ property: Property, of type: EntityType, as number: Int) {
    guard type.index >= 0, number >= 0 else { return }
    let index = Int(type.index)
    if index >= typeCount { growTypes(upTo: index) }
    guard let types else { return }
    if number >= types[index].count { Self.grow(&types[index], upTo: number) }
    types[index].locations[number] = PropertyPathCache.Location(type, property)
  }

  private func growTypes(upTo index: Int) {
    let larger = UnsafeMutablePointer<Places>.allocate(capacity: index + 1)
    if let types {
      larger.moveInitialize(from: types, count: typeCount)
      types.deallocate()
    }
    for new in typeCount...index { (larger + new).initialize(to: Places(locations: .allocate(capacity: 0), count: 0)) }
    types = larger
    typeCount = index + 1
  }

  private static func grow(_ places: inout Places, upTo number: Int) {
    let capacity = max(number + 1, places.count * 2)
    let larger = UnsafeMutablePointer<PropertyPathCache.Location>.allocate(capacity: capacity)
    larger.moveInitialize(from: places.locations, count: places.count)
    (larger + places.count).initialize(repeating: PropertyPathCache.Location(), count: capacity - places.count)
    places.locations.deallocate()
    places = Places(locations: larger, count: capacity)
  }
}
