/// The elements of a collection, stored in chunks.
final class ChunkedElements {
  private(set) var entities: ChunkedArray<EntityID>
  private(set) var values: ChunkedArray<Value>
  private(set) var keys: ChunkedArray<String>
  private let holdsEntities: Bool

  init(
    entities: ChunkedArray<EntityID>, values: ChunkedArray<Value>, keys: ChunkedArray<String>, holdsEntities: Bool
  ) {
    (self.entities, self.values, self.keys, self.holdsEntities) = (entities, values, keys, holdsEntities)
  }

  func insert(_ value: Value, at index: Int, key: String?) {
    if holdsEntities {
      if case .entity(let entity) = value { entities.insert(entity, at: index) }
    } else {
      values.insert(value, at: index)
    }
    if let key { keys.insert(key, at: index) }
  }

  func remove(at index: Int) {
    if holdsEntities { entities.remove(at: index) } else { values.remove(at: index) }
    if keys.count > 0 { keys.remove(at: index) }
  }

  func move(from: Int, to: Int) {
    if holdsEntities {
      entities.insert(entities.remove(at: from), at: to)
    } else {
      values.insert(values.remove(at: from), at: to)
    }
  }
}
