/// Hears what happens to the elements of a live collection: one watcher for all of them, where the dependency graph
/// would need an edge for each.
///
/// It is told inside the write, when the model is half changed. It may read the element's stored properties, note what
/// has changed and mark sources in the graph, nothing else.
class CollectionObserver {
  /// A watched property of an element has another value.
  func elementChanged(_ element: EntityID, _ slot: Int32, old: Value, new: Value, in store: ModelStore) {}

  func elementInserted(_ element: EntityID, in store: ModelStore) {}

  /// The element is still there, with the properties that it left with.
  func elementRemoved(_ element: EntityID, in store: ModelStore) {}

  /// The entity that holds the collection is gone for ever.
  func collectionGone() {}
}

/// What a watcher of a collection wants to hear of.
struct CollectionObservation {
  /// Insertions and removals, instead of a property.
  static let membership: Int32 = -1

  let slot: Int32
  let watcher: CollectionObserver
}

/// Watching elements.
extension ModelStore {
  /// Whether a property can be watched: stored as a plain value in each element, whatever its class.
  func canWatch(_ slot: Int32, of type: EntityType) -> Bool {
    types.allSatisfy { !$0.isSubtype(of: type) || $0.properties[Int(slot)].isPlain }
  }

  /// The declared class of a collection's elements; nil when they are no entities.
  func entityType(ofElements collection: CollectionRef) -> EntityType? {
    property(of: collection)?.type.element?.entityTypeName.flatMap(type(named:))
  }

  /// Tells a watcher of insertions and removals, and of changes of some properties, until `unwatch`.
  func watch(_ collection: CollectionRef, _ slots: [Int32], by watcher: CollectionObserver) {
    guard let elements = storage(collection)?.elements else { return }
    for slot in slots + [CollectionObservation.membership] {
      elements.watches.append(CollectionObservation(slot: slot, watcher: watcher))
    }
    countWatches(of: slots, in: entityType(ofElements: collection), 1)
  }

  /// - Parameter type: the class of the elements, also when the collection is gone already.
  func unwatch(_ collection: CollectionRef, _ slots: [Int32], of type: EntityType?, by watcher: CollectionObserver) {
    storage(collection)?.elements.watches.removeAll { $0.watcher === watcher }
    countWatches(of: slots, in: type, -1)
  }

  private func countWatches(of slots: [Int32], in type: EntityType?, _ count: Int) {
    guard let type else { return }
    for subtype in types where subtype.isSubtype(of: type) {
      for slot in slots { subtype.properties[Int(slot)].watchCount += count }
    }
  }

  /// The value of a plain stored property; nil when the element's class computes it.
  func storedValue(_ element: EntityID, _ slot: Int32) -> Value? {
    guard let record = record(element), let memory = record.row else { return nil }
    let property = types[Int(record.type)].properties[Int(slot)]
    return property.isPlain ? EntityRecord(memory: memory).read(property) : nil
  }

  /// Whether an entity is in a collection now. O(1).
  func isElement(_ entity: EntityID, of collection: CollectionRef) -> Bool {
    guard let header = row(entity)?.header else { return false }
    return header.pointee.parent == collection.owner && header.pointee.parentSlot == collection.slot
  }

  // MARK: Telling

  /// Tells who watches a property that an entity's has another value. Called when `watchCount` is not 0.
  @inline(never)
  func tellWatchers(of entity: EntityID, _ row: EntityRecord, _ property: Property, old: Value, new: Value) {
    guard let parent = row.header.pointee.parent, let record = record(parent), let memory = record.row else { return }
    let place = types[Int(record.type)].properties[Int(row.header.pointee.parentSlot)]
    guard place.isCollection, let elements = EntityRecord(memory: memory).collection(place) else { return }
    for watch in elements.watches where watch.slot == property.slot {
      watch.watcher.elementChanged(entity, property.slot, old: old, new: new, in: self)
    }
  }

  /// Tells who watches a collection that `value` has come or gone.
  @inline(__always)
  func tellWatchers(of elements: CollectionStorage, _ value: Value, isThere: Bool) {
    if !elements.watches.isEmpty, case .entity(let element) = value { tell(elements, element, isThere) }
  }

  private func tell(_ elements: CollectionStorage, _ element: EntityID, _ isThere: Bool) {
    for watch in elements.watches where watch.slot == CollectionObservation.membership {
      if isThere {
        watch.watcher.elementInserted(element, in: self)
      } else {
        watch.watcher.elementRemoved(element, in: self)
      }
    }
  }
}

extension Property {
  /// Whether the row itself holds the value: no entity, no collection, no box.
  var isPlain: Bool {
    switch storage {
    case .bool, .int, .double, .date, .string, .color: true
    case .none, .entity, .object: false
    }
  }
}
