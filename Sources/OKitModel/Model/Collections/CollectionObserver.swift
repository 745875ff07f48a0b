/// Hears what happens to the elements of a live collection: one observer for all of them, where the dependency graph
/// would need an edge for each.
///
/// It is called inside the write, when the model is half changed. It may read the element's stored properties, note
/// what has changed and mark sources in the graph, nothing else.
package class CollectionObserver {
  /// Called when an observed property of an element has another value.
  func elementChanged(_ element: EntityID, _ slot: Int32, old: Value, new: Value, in store: ModelStore) {}

  /// Called instead when both values are integers.
  func elementChanged(_ element: EntityID, _ slot: Int32, from old: Int, to new: Int, in store: ModelStore) {
    elementChanged(element, slot, old: .int(old), new: .int(new), in: store)
  }

  func elementInserted(_ element: EntityID, at index: Int, in store: ModelStore) {}

  /// Called while the element is still there, with the properties that it left with.
  func elementRemoved(_ element: EntityID, at index: Int, in store: ModelStore) {}

  func elementMoved(from: Int, to: Int, in store: ModelStore) {}

  /// Called when the entity that holds the collection has been removed permanently.
  func collectionGone() {}
}

/// The changes of a collection of which an observer is notified.
struct CollectionObservation {
  /// Insertions, removals and moves, instead of a property.
  static let membership: Int32 = -1
  /// The keys that a service has given to elements, beside their ids.
  static let key: Int32 = -2

  let slot: Int32
  let observer: CollectionObserver
}
