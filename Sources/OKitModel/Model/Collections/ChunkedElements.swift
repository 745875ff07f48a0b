/// The elements of a long collection, stored in chunks.
final class ChunkedElements {
  @exclusivity(unchecked) private(set) var entities: ChunkedArray<EntityID>
  @exclusivity(unchecked) private(set) var values: ChunkedArray<Value>
  @exclusivity(unchecked) private(set) var keys: ChunkedArray<String>
  private let holdsEntities: Bool

  init(entities: [EntityID], values: [Value], keys: [String], holdsEntities: Bool) {
    self.entities = ChunkedArray(entities)
    self.values = ChunkedArray(values)
    self.keys = ChunkedArray(keys)
    self.holdsEntities = holdsEntities
  }

  var count: Int { holdsEntities ? entities.count : values.count }

  func element(_ index: Int) -> Value { holdsEntities ? .entity(entities[index]) : values[index] }

  func insert(_ entity: EntityID, at index: Int, located: (EntityID, UInt32) -> Void) {
    entities.insert(entity, at: index, located: located)
  }

  func insert(_ value: Value, at index: Int, located: (Value, UInt32) -> Void) {
    values.insert(value, at: index, located: located)
  }

  func insert(key: String, at index: Int) { keys.insert(key, at: index) }

  func remove(at index: Int) -> Value {
    if keys.count > 0 { keys.remove(at: index) }
    return holdsEntities ? .entity(entities.remove(at: index)) : values.remove(at: index)
  }
}
