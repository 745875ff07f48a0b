/// The partials whose entity has changed, whose `sync` has not run yet: each once, in the order of their changes.
struct PartialQueue {
  private var partials: [EntityID] = []
  private var members: Set<EntityID> = []
  /// The number of partials that were taken from the front.
  private var taken = 0

  var isEmpty: Bool { members.isEmpty }

  /// Adds a partial at the end unless it is there already. O(1).
  mutating func append(_ partial: EntityID) { if members.insert(partial).inserted { partials.append(partial) } }

  /// Takes the first partial. O(1).
  mutating func popFirst() -> EntityID? {
    guard taken < partials.count else { return nil }
    let partial = partials[taken]
    members.remove(partial)
    taken += 1
    if taken == partials.count { (partials, taken) = ([], 0) }
    return partial
  }

  mutating func removeAll() { self = PartialQueue() }
}
