/// Entities that may be unmanaged and unpinned: the candidates of the next collection.
package struct GarbageQueue {
  /// A collection examines this many candidates, or an eighth of all if that is more, so that freeing the entities of a
  /// long turn does not delay the next one.
  static let candidatesAtOnce = 1 << 17

  private(set) var candidates: [EntityID] = []

  var isEmpty: Bool { candidates.isEmpty }

  package mutating func append(_ entity: EntityID) { candidates.append(entity) }

  /// Takes the newest candidates out, as many as one collection examines.
  mutating func takeShare() -> [EntityID] {
    var taken: [EntityID] = []
    swap(&taken, &candidates)
    let share = max(Self.candidatesAtOnce, taken.count / 8)
    if taken.count > share {
      candidates = Array(taken[..<(taken.count - share)])
      taken.removeSubrange(..<(taken.count - share))
    }
    return taken
  }

  /// Takes the memory of a share back, unless it had room for a great many.
  mutating func recycle(_ share: inout [EntityID]) {
    guard candidates.isEmpty, share.capacity < 1 << 16 else { return }
    share.removeAll(keepingCapacity: true)
    swap(&share, &candidates)
  }
}
