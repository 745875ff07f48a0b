/// The places that layers change, and the entities that they add.
struct LayeredPlaces {
  private var changed: Set<CollectionRef> = []
  private var added: Set<EntityID> = []
  /// The number of layers that were added.
  private(set) var layerCount = 0

  init() {}

  init(_ changes: [ChangeSet], _ store: ModelStore) { for changes in changes { insert(changes, store) } }

  mutating func insert(_ changes: ChangeSet, _ store: ModelStore) {
    layerCount += 1
    for mutation in changes.mutations {
      changed.insert(CollectionRef(owner: mutation.owner, slot: mutation.slot))
      if let entity = mutation.addedEntity { added.formUnion(store.subtree(entity)) }
    }
  }

  /// Whether changes are of one of the places, or of an added entity.
  func contains(_ changes: ChangeSet) -> Bool {
    changes.mutations.contains {
      added.contains($0.owner) || changed.contains(CollectionRef(owner: $0.owner, slot: $0.slot))
    }
  }
}

extension Mutation {
  /// The entity that gets a place.
  var addedEntity: EntityID? {
    switch self {
    case .insert(_, _, .entity(let entity), _), .set(_, _, _, .entity(let entity)): entity
    case .insert, .set, .remove, .move, .unknown: nil
    }
  }
}
