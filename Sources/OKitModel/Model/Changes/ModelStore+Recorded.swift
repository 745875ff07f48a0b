/// Classes whose changes are in no step of the history.
extension ModelStore {
  /// Says whether changes of entities of a type, and of its subtypes that say nothing else, belong to the steps of the
  /// history.
  package func setHistory(_ type: EntityType, _ isRecorded: Bool) {
    type.history = isRecorded
    hasUnrecordedTypes = hasUnrecordedTypes || !isRecorded
  }

  /// Runs `body` in a transaction whose changes are in no step of the history.
  package func untracked<T>(_ body: () throws -> T) throws -> T {
    try transaction {
      journal.endRepeatedWrites()
      let start = journal.count
      let result = try body()
      journal.appendSegment(from: start)
      return result
    }
  }

  /// Returns the changes that belong to a step. O(changes), and O(1) if all types have a history.
  func recordedPart(of changes: ChangeSet) -> ChangeSet {
    guard hasUnrecordedTypes else { return changes }
    // Parts of unrecorded entities that have left them; the entity above before the one below it.
    var left: Set<EntityID> = []
    for mutation in changes.mutations.reversed() where !isRecorded(mutation.owner, left) {
      switch mutation {
      case .remove(_, _, .entity(let part), _), .set(_, _, old: .entity(let part), _):
        if parent(of: part) == nil { left.insert(part) }
      default: break
      }
    }
    return ChangeSet(mutations: MutationList(changes.mutations.filter { isRecorded($0.owner, left) }))
  }

  /// Whether changes of an entity belong to steps. A reference and a blob belong to the entity that holds them.
  private func isRecorded(_ entity: EntityID, _ left: Set<EntityID>) -> Bool {
    var current = entity
    while let type = type(of: current) {
      if let stated = type.statedHistory { return stated }
      guard type.isReference || type.sizeProperty != nil else { return true }
      if left.contains(current) { return false }
      guard let holder = parent(of: current) else { return true }
      current = holder
    }
    return true
  }

  /// Whether a change of an entity can be seen: it is in a model, or was in none yet.
  func isInHistory(_ entity: EntityID) -> Bool {
    guard let header = record(entity)?.header else { return false }
    return header.pointee.isManaged || !header.pointee.hasLeft
  }
}

extension EntityType {
  /// What the type, or the nearest one above it, says of the history; nil for nothing.
  fileprivate var statedHistory: Bool? { history ?? superType?.statedHistory }
}
