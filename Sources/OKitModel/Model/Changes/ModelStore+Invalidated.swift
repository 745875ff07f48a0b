/// The hook `invalidated(key)`, which notifies an entity of the properties that a turn has changed.
extension ModelStore {
  private struct Key: Hashable {
    var entity: EntityID
    var slot: Int32
  }

  /// Runs the hook once for each property that the transaction has changed so far, also for what the hooks change. The
  /// values that an entity has when it enters a model are not changes. O(changes · depth).
  ///
  /// - Throws: what a hook throws.
  package func runInvalidatedHooks() throws {
    guard hooks != nil, !journal.isReplaying, types.haveInvalidatedHook else { return }
    var seen: Set<Key> = []
    var entered: [EntityID: Int] = [:]
    var (next, scanned) = (0, 0)
    while next < journal.count {
      next += 1
      guard let type = type(of: journal.mutations[next - 1].owner), let function = type.hooks.invalidated else {
        continue
      }
      for index in scanned..<journal.count {
        for entity in Self.entering(journal.mutations[index]) { entered[entity] = index }
      }
      scanned = journal.count
      let mutation = journal.mutations[next - 1]
      guard isManaged(mutation.owner), !hasEntered(mutation.owner, after: next - 1, entered),
        seen.insert(Key(entity: mutation.owner, slot: mutation.slot)).inserted
      else { continue }
      let name = type.properties[Int(mutation.slot)].name
      try runHook(function, of: mutation.owner, [.string(name)], hookName("invalidated", of: mutation.owner))
    }
  }

  private static func entering(_ mutation: Mutation) -> [EntityID] {
    switch mutation {
    case .set(_, _, _, .entity(let entity)), .insert(_, _, .entity(let entity), _): [entity]
    default: []
    }
  }

  /// Returns whether the entity, or one above it, came into its place later than the change with that number.
  private func hasEntered(_ entity: EntityID, after change: Int, _ entered: [EntityID: Int]) -> Bool {
    var current: EntityID? = entity
    while let entity = current {
      if let index = entered[entity], index > change { return true }
      current = parent(of: entity)
    }
    return false
  }
}
