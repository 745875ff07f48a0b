/// Tells whether the changes of a transaction cancel out. Must be used in the state that they have led to.
///
/// Most transactions are decided by their first mutation: what a property had before is not what it has now. The
/// differences of collections are computed only while everything before is as it was.
struct NetEffect {
  private let store: ModelStore
  private let mutations: MutationList
  private let made: [EntityID]
  private lazy var madeSet = Set(made)
  /// The properties and members whose first mutation was looked at.
  private var seen: Set<CollectionRef> = []
  private var seenMembers: [EntityID: Set<String>] = [:]
  /// The entities whose first insertion or removal was looked at.
  private var placed: Set<EntityID> = []
  /// How many elements more than before each changed collection has.
  private var growth: [CollectionRef: Int] = [:]
  private var lastOwner: (entity: EntityID, counts: Bool)?

  /// - Parameter made: The entities that the transaction has made. While they are in no model, nothing that was there
  ///   before knows them, and their values do not count.
  init(_ changes: ChangeSet, made: [EntityID], _ store: ModelStore) {
    (self.store, self.made, mutations) = (store, made, changes.mutations)
  }

  /// Whether nothing has changed in the end. O(mutations · log(differences)), and O(1) for most transactions that
  /// change something.
  mutating func isNothing() -> Bool {
    for mutation in mutations where counts(mutation.owner) && differs(mutation) { return false }
    guard growth.values.allSatisfy({ $0 == 0 }) else { return false }
    return growth.isEmpty || hasSameElements()
  }

  /// Whether the changes of an entity count.
  private mutating func counts(_ entity: EntityID) -> Bool {
    if let lastOwner, lastOwner.entity == entity { return lastOwner.counts }
    let header = store.record(entity)?.header
    let counts = header.map { $0.pointee.isManaged || !madeSet.contains(entity) } ?? false
    lastOwner = (entity, counts)
    return counts
  }

  /// Whether a mutation, as the first one of its property or entity, is one that was not taken back.
  private mutating func differs(_ mutation: Mutation) -> Bool {
    switch mutation {
    case .set(let owner, let slot, let old, _):
      guard seen.insert(CollectionRef(owner: owner, slot: slot)).inserted, let record = store.record(owner),
        let type = store.type(of: owner)
      else { return false }
      return !record.value(of: type.properties[Int(slot)]).isSame(as: old)
    case .unknown(let owner, let key, let old, _):
      guard seenMembers[owner, default: []].insert(key).inserted else { return false }
      return store.unknownMembers[owner][key] ?? .null != old
    case .insert(let place, _, let value, _):
      growth[place, default: 0] += 1
      guard case .entity(let entity) = value, placed.insert(entity).inserted else { return false }
      return isPlaced(entity, in: place)
    case .remove(let place, _, let value, _):
      growth[place, default: 0] -= 1
      guard case .entity(let entity) = value, placed.insert(entity).inserted else { return false }
      return !isPlaced(entity, in: place)
    case .move(let place, _, _, _):
      growth[place, default: 0] += 0
      return false
    }
  }

  private func isPlaced(_ entity: EntityID, in place: CollectionRef) -> Bool {
    guard let header = store.record(entity)?.header else { return false }
    return header.pointee.parent == place.owner && header.pointee.parentSlot == place.slot
  }

  /// Whether the changed collections have the same elements in the same order as before.
  private func hasSameElements() -> Bool {
    var lists: [CollectionRef: ListDifference] = [:]
    var maps: [CollectionRef: MapDifference] = [:]
    for mutation in mutations {
      guard let place = mutation.collection, growth[place] != nil else { continue }
      switch mutation {
      case .insert(_, _, let value, let key?): maps[place, default: MapDifference()].insert(value, key)
      case .remove(_, _, let value, let key?): maps[place, default: MapDifference()].remove(value, key)
      case .insert(_, let index, let value, nil): lists[place, default: ListDifference()].insert(value, at: index)
      case .remove(_, let index, let value, nil): lists[place, default: ListDifference()].remove(value, at: index)
      case .move(_, let from, let to, _): lists[place, default: ListDifference()].move(from: from, to: to)
      case .set, .unknown: continue
      }
    }
    return maps.values.allSatisfy(\.isEmpty)
      && lists.allSatisfy { place, difference in
        guard !difference.isEmpty else { return true }
        guard let elements = store.storage(place)?.elements, !elements.holdsEntities else { return false }
        return difference.isSame(count: elements.count, elements.element)
      }
  }
}
