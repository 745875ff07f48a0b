/// The elements of a collection that stand for a key: references to it, the key itself, or the entity with that id.
extension ModelStore {
  /// Returns whether a collection has an element for a key. O(log n + references to the key); O(n) for the first key in
  /// a long list of keys, for entities that are not references, and while reads are recorded.
  package func hasElement(for key: String, in collection: CollectionRef) -> Bool {
    guard let elements = storage(collection)?.elements else { return false }
    if !elements.holdsEntities, elements.shape != .map { return index(of: .string(key), in: collection) != nil }
    guard canLookUpReferences(collection) else {
      return self.elements(collection).contains { referenceKey(of: $0) == key }
    }
    return references.contains(key) { isElement($0, of: collection) }
  }

  /// Removes the elements for a key from a list or set. The same cost as `hasElement` for each of them.
  package func removeElements(for key: String, from collection: CollectionRef) throws {
    guard let elements = storage(collection)?.elements else { return }
    guard elements.holdsEntities else {
      // As many as there are now, because a `didSet` may add some again.
      for _ in 0..<elements.count(of: .string(key)) {
        guard let index = index(of: .string(key), in: collection) else { return }
        try remove(from: collection, at: index)
      }
      return
    }
    for index in indices(ofReferencesTo: key, in: collection, elements).reversed() {
      try remove(from: collection, at: index)
    }
  }

  /// Returns the positions of the references to a key, ascending.
  private func indices(
    ofReferencesTo key: String, in collection: CollectionRef, _ elements: CollectionStorage
  ) -> [Int] {
    guard canLookUpReferences(collection) else {
      let all = self.elements(collection)
      return all.indices.filter { referenceKey(of: all[$0]) == key }
    }
    let holders = references.all(to: key).filter { isElement($0, of: collection) }
    return holders.compactMap { elements.firstIndex(of: .entity($0), entities) }.sorted()
  }

  /// Whether the elements are references, and the index of references can answer: replayed changes do not maintain it,
  /// and it does not know who reads it.
  private func canLookUpReferences(_ collection: CollectionRef) -> Bool {
    !journal.defersIndexes && !graph.isTracking
      && entityType(ofElements: collection)?.isSubtype(of: referenceType) == true
  }
}
