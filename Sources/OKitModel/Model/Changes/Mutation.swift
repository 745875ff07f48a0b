/// One primitive change, with what is needed to redo and to undo it exactly.
enum Mutation {
  case set(EntityID, Int32, old: Value, new: Value)
  case insert(CollectionRef, Int, Value, key: String?)
  case remove(CollectionRef, Int, Value, key: String?)
  case move(CollectionRef, from: Int, to: Int)
  /// A member of the entity's document that the schema does not know.
  case unknown(EntityID, key: String, old: JSONValue, new: JSONValue)

  var inverse: Mutation {
    switch self {
    case .set(let entity, let slot, let old, let new): .set(entity, slot, old: new, new: old)
    case .insert(let target, let index, let value, let key): .remove(target, index, value, key: key)
    case .remove(let target, let index, let value, let key): .insert(target, index, value, key: key)
    case .move(let target, let from, let to): .move(target, from: to, to: from)
    case .unknown(let entity, let key, let old, let new): .unknown(entity, key: key, old: new, new: old)
    }
  }

  /// The entity whose property changes.
  var owner: EntityID {
    switch self {
    case .set(let entity, _, _, _), .unknown(let entity, _, _, _): entity
    case .insert(let target, _, _, _), .remove(let target, _, _, _), .move(let target, _, _): target.owner
    }
  }

  /// The property that changes; negative for an unknown member.
  var slot: Int32 {
    switch self {
    case .set(_, let slot, _, _): slot
    case .unknown: -1
    case .insert(let target, _, _, _), .remove(let target, _, _, _), .move(let target, _, _): target.slot
    }
  }

  /// The collection that changes; nil for other properties.
  var collection: CollectionRef? {
    switch self {
    case .insert(let target, _, _, _), .remove(let target, _, _, _), .move(let target, _, _): target
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
    case .insert(_, _, .entity(let entity), _), .remove(_, _, .entity(let entity), _): body(entity)
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
}
