/// One primitive change, with what is needed to redo and to undo it exactly.
enum Mutation {
  case set(EntityID, Int32, old: Value, new: Value)
  case insert(CollectionRef, Int, Value, key: String?)
  case remove(CollectionRef, Int, Value, key: String?)
  case move(CollectionRef, from: Int, to: Int, Value)
  /// A member of the entity's document that the schema does not know.
  case unknown(EntityID, key: String, old: JSONValue, new: JSONValue)

  var inverse: Mutation {
    switch self {
    case .set(let entity, let slot, let old, let new): .set(entity, slot, old: new, new: old)
    case .insert(let target, let index, let value, let key): .remove(target, index, value, key: key)
    case .remove(let target, let index, let value, let key): .insert(target, index, value, key: key)
    case .move(let target, let from, let to, let value): .move(target, from: to, to: from, value)
    case .unknown(let entity, let key, let old, let new): .unknown(entity, key: key, old: new, new: old)
    }
  }

  /// The entity whose property changes.
  var owner: EntityID {
    switch self {
    case .set(let entity, _, _, _), .unknown(let entity, _, _, _): entity
    case .insert(let target, _, _, _), .remove(let target, _, _, _), .move(let target, _, _, _): target.owner
    }
  }

  /// The property that changes; negative for an unknown member.
  var slot: Int32 {
    switch self {
    case .set(_, let slot, _, _): slot
    case .unknown: -1
    case .insert(let target, _, _, _), .remove(let target, _, _, _), .move(let target, _, _, _): target.slot
    }
  }

  /// The collection that changes; nil for other properties.
  var collection: CollectionRef? {
    switch self {
    case .insert(let target, _, _, _), .remove(let target, _, _, _), .move(let target, _, _, _): target
    case .set, .unknown: nil
    }
  }

  /// Returns the entities that the mutation needs.
  func forEachEntity(_ body: (EntityID) -> Void) {
    body(owner)
    switch self {
    case .set(_, _, let old, let new):
      if case .entity(let entity) = old { body(entity) }
      if case .entity(let entity) = new { body(entity) }
    case .insert(_, _, .entity(let entity), _), .remove(_, _, .entity(let entity), _),
      .move(_, _, _, .entity(let entity)):
      body(entity)
    case .insert, .remove, .move, .unknown: break
    }
  }

  /// The values that the mutation holds.
  var values: [Value] {
    switch self {
    case .set(_, _, let old, let new): [old, new]
    case .insert(_, _, let value, _), .remove(_, _, let value, _): [value]
    case .move, .unknown: []
    }
  }
}

/// The changes of one turn, or of several that were grouped.
package struct ChangeSet {
  var mutations = MutationList()

  package var isEmpty: Bool { mutations.isEmpty }

  /// The changes that undo these.
  var inverse: ChangeSet { ChangeSet(mutations: MutationList(mutations.reversed().lazy.map(\.inverse))) }

  /// Returns the changes that are not at some positions.
  func without(_ positions: [Range<Int>]) -> ChangeSet {
    guard !positions.isEmpty else { return self }
    return ChangeSet(
      mutations: MutationList(
        mutations.enumerated().lazy.filter { position, _ in !positions.contains { $0.contains(position) } }.map(
          \.element)))
  }

  /// Returns the changes before a number of mutations, and the others.
  func split(at position: Int) -> (before: ChangeSet, after: ChangeSet) {
    (
      ChangeSet(mutations: MutationList(mutations.prefix(position))),
      ChangeSet(mutations: MutationList(mutations.dropFirst(position)))
    )
  }

  /// Returns these changes and later ones. If all of them write plain values, those of one property become one, so that
  /// a long edit of a field needs no memory. O(changes), or O(later changes) when they are few.
  func merging(_ later: ChangeSet) -> ChangeSet {
    if mutations.count <= 16 * later.mutations.count + 64, let writes = plainWrites(with: later) { return writes }
    var merged = self
    for mutation in later.mutations { merged.mutations.append(mutation) }
    return merged
  }

  private func plainWrites(with later: ChangeSet) -> ChangeSet? {
    var places: [CollectionRef: Int] = [:]
    var writes: [(place: CollectionRef, old: Value, new: Value)] = []
    for changes in [self, later] {
      for mutation in changes.mutations {
        guard case .set(let owner, let slot, let old, let new) = mutation, !old.isEntity, !new.isEntity else {
          return nil
        }
        let place = CollectionRef(owner: owner, slot: slot)
        if let index = places[place] {
          writes[index].new = new
        } else {
          places[place] = writes.count
          writes.append((place, old, new))
        }
      }
    }
    return ChangeSet(
      mutations: MutationList(writes.map { .set($0.place.owner, $0.place.slot, old: $0.old, new: $0.new) }))
  }
}
