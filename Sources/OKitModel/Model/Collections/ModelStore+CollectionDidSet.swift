/// `didSet` of collections: an operation that changes one, however many steps it takes, runs it once.
extension ModelStore {
  /// Changes a collection completely or not at all, and then runs the property's `didSet`. O(1) more, and O(n) for a
  /// function that takes the elements before or after.
  func changing(_ reference: CollectionRef, _ property: Property, _ body: () throws -> Void) throws {
    if computed.running != nil { try checkMayWrite(reference.owner, property) }
    let key = PropertyKey(reference.owner, reference.slot)
    guard property.didSet != nil, !journal.isReplaying, didSets.beginChanging(key) else {
      return try atomically(body)
    }
    defer { didSets.endChanging(key) }
    try atomically {
      let start = journal.count
      try body()
      let edits = CollectionReplay(journal.mutations[start...], of: reference)
      let hasEffect =
        edits.haveEffect { element(reference, $0) } ?? (contents(reference, before: edits) != contents(reference))
      guard hasEffect else { return }
      try runDidSet(
        reference.owner, property, old: contents(reference, before: edits), new: contents(reference))
    }
  }

  private func contents(_ reference: CollectionRef, before edits: CollectionReplay? = nil) -> Value {
    graph.withoutTracking {
      let elements = elements(reference)
      guard isMap(reference) else { return .list(edits?.elements(before: elements) ?? elements) }
      let map = Dictionary(zip(keys(reference), elements)) { first, _ in first }
      return .map(edits?.members(before: map) ?? map)
    }
  }
}

/// The changes of a collection in one operation, to find out what it held before.
private struct CollectionReplay {
  private var mutations: [Mutation] = []

  init(_ all: Slice<MutationList>, of collection: CollectionRef) {
    for mutation in all where mutation.collection == collection { mutations.append(mutation) }
  }

  /// Returns whether the collection holds other elements than before; nil when they have to be compared.
  ///
  /// - Parameter element: Returns the element at an index now.
  func haveEffect(_ element: (Int) -> Value?) -> Bool? {
    switch (mutations.count, mutations.first, mutations.last) {
    case (0, _, _): return false
    case (1, .move(_, let from, let to, _), _):
      let moved = element(to)
      return (min(from, to)...max(from, to)).contains { element($0) != moved }
    case (1, _, _): return true
    case (2, .remove(_, let from, let old, let oldKey), .insert(_, let to, let new, let newKey))
    where from == to && oldKey == newKey:
      return old != new
    default: return nil
    }
  }

  func elements(before now: [Value]) -> [Value] {
    var elements = ChunkedArray(now)
    for mutation in mutations.reversed() {
      switch mutation {
      case .insert(_, let index, _, _) where index < elements.count: elements.remove(at: index)
      case .remove(_, let index, let value, _) where index <= elements.count: elements.insert(value, at: index)
      case .move(_, let from, let to, _) where max(from, to) < elements.count:
        elements.insert(elements.remove(at: to), at: from)
      default: break
      }
    }
    return elements.joined
  }

  func members(before now: [String: Value]) -> [String: Value] {
    var members = now
    for mutation in mutations.reversed() {
      switch mutation {
      case .insert(_, _, _, let key?): members[key] = nil
      case .remove(_, _, let value, let key?): members[key] = value
      default: break
      }
    }
    return members
  }
}
