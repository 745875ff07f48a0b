/// The edits of a live collection since a list read its elements.
package final class CollectionEdits: CollectionObserver {
  package enum Edit {
    case insert(EntityID, at: Int)
    case remove(at: Int)
    case move(from: Int, to: Int)
  }

  private var collection: CollectionRef?
  private var edits: [Edit] = []
  /// Above this number, the list reads all elements instead.
  private var limit = 0.0
  /// Whether the list has read the elements that the edits change.
  private var isComplete = false

  package override init() {}

  /// Returns the edits since the last call; nil when all elements have to be read.
  ///
  /// - Parameter limit: The number of edits that are worth noting until the next call.
  package func take(of collection: CollectionRef, in store: ModelStore, limit: Double) -> [Edit]? {
    if self.collection != collection {
      stop(in: store)
      self.collection = collection
      store.observe(collection, [], by: self)
    }
    defer { (edits, isComplete, self.limit) = ([], true, limit) }
    return isComplete ? edits : nil
  }

  /// Requires that all elements are read the next time.
  package func forget() { (edits, isComplete) = ([], false) }

  package func stop(in store: ModelStore) {
    guard let collection else { return }
    store.stopObserving(collection, [], of: nil, by: self)
    self.collection = nil
    forget()
  }

  private func note(_ edit: Edit) {
    guard isComplete else { return }
    edits.append(edit)
    if Double(edits.count) > limit { forget() }
  }

  override func elementInserted(_ element: EntityID, at index: Int, in store: ModelStore) {
    note(.insert(element, at: index))
  }

  override func elementRemoved(_ element: EntityID, at index: Int, in store: ModelStore) { note(.remove(at: index)) }

  override func elementMoved(from: Int, to: Int, in store: ModelStore) { note(.move(from: from, to: to)) }

  override func collectionGone() {
    collection = nil
    forget()
  }
}
