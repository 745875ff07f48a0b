/// `didSet` of collections: an operation that changes one, however many steps it takes, runs it once.
extension ModelStore {
  /// Changes a collection completely or not at all, and then runs the property's `didSet` with the elements before and
  /// after. O(1) more for properties without one, O(n) with.
  func changing(_ reference: CollectionRef, _ property: Property, _ body: () throws -> Void) throws {
    if computed.running != nil { try checkMayWrite(reference.owner, property) }
    let key = PropertyKey(reference.owner, reference.slot)
    guard property.didSet != nil, !journal.isReplaying, didSets.beginChanging(key) else {
      return try atomically(body)
    }
    defer { didSets.endChanging(key) }
    let old = contents(reference)
    try atomically {
      try body()
      let new = contents(reference)
      if old != new { try runDidSet(reference.owner, property, old: old, new: new) }
    }
  }

  private func contents(_ reference: CollectionRef) -> Value {
    graph.withoutTracking {
      let elements = elements(reference)
      guard isMap(reference) else { return .list(elements) }
      return .map(Dictionary(zip(keys(reference), elements)) { first, _ in first })
    }
  }
}
