/// The memory of the models of one application.
extension ModelStore {
  /// Counts entities with their values, the changes that can be undone, and what observes them. O(models).
  package func add(to census: inout MemoryCensus) {
    census.add(bytes: entities.capacity * MemoryLayout<EntityTable.Entry>.stride)
    entities.visit { type(of: $1).pool.add($1, to: &census) }
    journal.mutations.add(to: &census)
    history.add(to: &census)
    graph.add(to: &census)
  }
}

extension EntityRecordPool {
  fileprivate func add(_ record: EntityRecord, to census: inout MemoryCensus) {
    census.add(bytes: recordSize)
    if record.header.pointee.generatedID == nil { census.add(record.header.pointee.id) }
    for text in texts { census.add(record.pointer(text, String.self).pointee) }
    for location in objects {
      switch record.pointer(location, AnyObject?.self).pointee {
      case let box as ValueBox:
        census.add(bytes: MemoryLayout<Value>.stride + 16)
        census.add(box.value)
      case let collection as CollectionStorage: collection.add(to: &census)
      default: break
      }
    }
  }
}

extension CollectionStorage {
  fileprivate func add(to census: inout MemoryCensus) {
    census.add(bytes: 128 + count * (holdsEntities ? MemoryLayout<EntityID>.stride : MemoryLayout<Value>.stride))
    if !holdsEntities { for index in 0..<count { census.add(element(index)) } }
    guard shape == .map else { return }
    for index in 0..<count {
      census.add(bytes: MemoryLayout<String>.stride)
      census.add(key(index))
    }
  }
}

extension DependencyGraph {
  fileprivate func add(to census: inout MemoryCensus) {
    census.add(
      bytes: nodes.count * MemoryLayout<Node>.stride + sources.count * MemoryLayout<Source>.stride
        + edges.count * MemoryLayout<Edge>.stride)
  }
}
