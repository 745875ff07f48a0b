/// The locations of properties by type and by a number that a host has given to the name, so that reading a property
/// counts no references and compares no texts.
///
/// A table belongs to the types of one store. Invariants: `types` has `typeCount` initialised rows, and each row
/// `count` initialised locations; both grow only, so that an index below the count is valid for as long as the table
/// lives.
package final class PropertyLocationTable {
  private struct Row {
    var entries: UnsafeMutablePointer<Entry>
    var count: Int
  }

  private struct Entry {
    var location = PropertyLocation.none
    /// The property of that name; nil for none. The type keeps it.
    var property: Unmanaged<Property>?
  }

  @exclusivity(unchecked) private var types: UnsafeMutablePointer<Row>?
  @exclusivity(unchecked) private var typeCount = 0

  private let store: ModelStore

  package init(_ store: ModelStore) { self.store = store }

  deinit {
    for index in 0..<typeCount { types?[index].entries.deallocate() }
    types?.deallocate()
  }

  /// Returns the value of a property that the record holds, nil when more is needed: the type has no such property,
  /// computes it, or was never noted, or the entity is gone or closed. O(1).
  package func value(of entity: EntityID, _ number: Int) -> Value? {
    guard let record = store.record(entity), !record.header.pointee.isClosed, let entry = entry(record, number) else {
      return nil
    }
    return store.read(record, entry.location)
  }

  /// Writes a property in a transaction where that needs no conversion, no hook and no check.
  ///
  /// - Returns: False, with nothing written, where more is needed or the property was never noted. O(1).
  package func write(_ value: Value, to entity: EntityID, _ number: Int) -> Bool {
    guard store.isInTransaction, let record = store.record(entity), let property = entry(record, number)?.property
    else { return false }
    return property._withUnsafeGuaranteedRef { store.setPlain(entity, record, $0, value) }
  }

  /// Writes an integer as the function above does.
  package func write(_ integer: Int, to entity: EntityID, _ number: Int) -> Bool {
    guard let record = store.record(entity), let property = entry(record, number)?.property else { return false }
    return property._withUnsafeGuaranteedRef { store.setPlain(entity, record, $0, integer) }
  }

  /// Returns the index of an entity's type, without counting references; nil when the entity is gone. O(1).
  package func type(of entity: EntityID) -> Int? { store.record(entity).map { Int($0.header.pointee.type) } }

  @inline(__always)
  private func entry(_ record: EntityRecord, _ number: Int) -> Entry? {
    let type = Int(record.header.pointee.type)
    guard let types, type < typeCount, number >= 0, number < types[type].count else { return nil }
    return types[type].entries[number]
  }

  /// Notes what a name means on the entities of a type.
  package func note(_ name: String, of type: EntityType, as number: Int) {
    guard type.index >= 0, number >= 0 else { return }
    let index = Int(type.index)
    if index >= typeCount { growTypes(upTo: index) }
    guard let types else { return }
    if number >= types[index].count { Self.grow(&types[index], upTo: number) }
    types[index].entries[number] = Entry(
      location: type.location(of: name), property: type.property(named: name).map(Unmanaged.passUnretained))
  }

  private func growTypes(upTo index: Int) {
    let larger = UnsafeMutablePointer<Row>.allocate(capacity: index + 1)
    if let types {
      larger.moveInitialize(from: types, count: typeCount)
      types.deallocate()
    }
    for new in typeCount...index { (larger + new).initialize(to: Row(entries: .allocate(capacity: 0), count: 0)) }
    types = larger
    typeCount = index + 1
  }

  private static func grow(_ row: inout Row, upTo number: Int) {
    let capacity = max(number + 1, row.count * 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.moveInitialize(from: row.entries, count: row.count)
    (larger + row.count).initialize(repeating: Entry(), count: capacity - row.count)
    row.entries.deallocate()
    row = Row(entries: larger, count: capacity)
  }
}
