/// What changed, net: mutations to patches.
extension ModelStore {
  public static let defaultModelName = "default"

  /// The net effect of some changes as patches in order. Replaying them on the state before gives the state now.
  ///
  /// Must be called in the state that the changes led to. What was changed and changed back, or added and removed
  /// again, does not appear; what was added appears once, with everything that happened to it.
  public func patches(_ changes: ChangeSet) -> [Patch] {
    graph.withoutTracking {
      guard changes.mutations.contains(where: isStructural) else { return scalarPatches(changes) }
      return structuralPatches(changes)
    }
  }

  private func isStructural(_ mutation: Mutation) -> Bool {
    guard case .set(_, _, let old, let new) = mutation else { return true }
    if case .entity = old { return true }
    if case .entity = new { return true }
    return false
  }

  private struct Place: Hashable {
    var entity: EntityID
    var slot: Int32
  }

  /// No entity moved, so paths are the same before and after.
  private func scalarPatches(_ changes: ChangeSet) -> [Patch] {
    netSets(changes.mutations).compactMap { change in
      guard let path = path(of: change.place.entity, change.place.slot) else { return nil }
      return Patch(.replace, path, old: plain(change.old), value: plain(change.new))
    }
  }

  /// First old and last new value of each property, in the order of the first write, without what came back.
  private func netSets(_ mutations: [Mutation]) -> [(place: Place, old: Value, new: Value)] {
    var order: [Place] = []
    var values: [Place: (old: Value, new: Value)] = [:]
    for case .set(let entity, let slot, let old, let new) in mutations where !isStructural(.set(entity, slot, old: old, new: new)) {
      let place = Place(entity: entity, slot: slot)
      if let first = values[place] {
        values[place] = (first.old, new)
      } else {
        order.append(place)
        values[place] = (old, new)
      }
    }
    return order.compactMap { place in
      guard let (old, new) = values[place], old != new else { return nil }
      return (place, old, new)
    }
  }

  /// Takes everything back, looks at the state before, and then finds for each touched property what is different:
  /// what left (last position first), what entered or moved (first position first), then the values.
  private func structuralPatches(_ changes: ChangeSet) -> [Patch] {
    var places: [Place] = []
    var seen: Set<Place> = []
    for mutation in changes.mutations where isStructural(mutation) {
      let place = Place(entity: mutation.owner, slot: mutation.slot)
      if seen.insert(place).inserted { places.append(place) }
    }
    var before: [Place: Contents] = [:]
    var removed: [(depth: Int, patch: Patch)] = []
    let numbers = changeNumbers
    replayQuietly(changes, backwards: true)
    let managedBefore = managedFlags(changes)
    let wasInModel = places.filter { isManaged($0.entity) }
    for place in wasInModel { before[place] = contents(place) }
    let pathsBefore = wasInModel.reduce(into: [:]) { $0[$1] = path(of: $1.entity, $1.slot) }
    let depths = wasInModel.reduce(into: [:]) { $0[$1] = depth(of: $1.entity) }
    replayQuietly(changes, backwards: false)
    changeNumbers = numbers

    let lasting = wasInModel.filter { isManaged($0.entity) }
    let after = lasting.reduce(into: [Place: Contents]()) { $0[$1] = contents($1) }
    for place in lasting {
      guard let old = before[place], let new = after[place], let path = pathsBefore[place] else { continue }
      for patch in removals(old, new, path).reversed() { removed.append((depths[place] ?? 0, patch)) }
    }
    // Deeper removals first: the paths of the shallower ones do not depend on them.
    let removals = removed.enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }
    var structural = removals.map(\.element.patch)
    for place in lasting.enumerated().sorted(by: {
      (depth(of: $0.element.entity), $0.offset) < (depth(of: $1.element.entity), $1.offset)
    }).map(\.element) {
      guard let old = before[place], let new = after[place], let path = path(of: place.entity, place.slot) else { continue }
      structural += insertions(old, new, path)
    }
    let sets = netSets(changes.mutations).compactMap { change -> (place: Place, patch: Patch)? in
      let entity = change.place.entity
      guard isManaged(entity), managedBefore.contains(entity), !isBelowEntered(entity, before),
        let path = path(of: entity, change.place.slot)
      else { return nil }
      return (change.place, Patch(.replace, path, old: plain(change.old), value: plain(change.new)))
    }
    return merge(structural, sets, changes)
  }

  /// Values go before what entered or left later, as they happened, when no position in their paths depends on it.
  private func merge(_ structural: [Patch], _ sets: [(place: Place, patch: Patch)], _ changes: ChangeSet) -> [Patch] {
    let containers = Set(structural.map { $0.path.prefix(upTo: $0.path.lastIndex(of: "/") ?? $0.path.startIndex) })
    let isIndependent = sets.allSatisfy { set in !containers.contains { set.patch.path.hasPrefix($0 + "/") } }
    guard isIndependent, let first = changes.mutations.firstIndex(where: isStructural) else {
      return structural + sets.map(\.patch)
    }
    let early = Set(changes.mutations[..<first].map { Place(entity: $0.owner, slot: $0.slot) })
    return sets.filter { early.contains($0.place) }.map(\.patch) + structural
      + sets.filter { !early.contains($0.place) }.map(\.patch)
  }

  /// What a touched property held, with the data of each element, since elements that left cannot be asked later.
  private struct Contents {
    var keys: [String]?
    var isCollection: Bool
    var values: [Value]
    var plain: [Plain]
  }

  private func contents(_ place: Place) -> Contents {
    let reference = CollectionRef(owner: place.entity, slot: place.slot)
    if let (_, _, elements) = storage(reference) {
      let values = self.elements(reference)
      return Contents(
        keys: elements.shape == .map ? elements.keys : nil, isCollection: true, values: values, plain: values.map(plain))
    }
    let value = type(of: place.entity).map { get(place.entity, $0.properties[Int(place.slot)]) } ?? .null
    return Contents(keys: nil, isCollection: false, values: [value], plain: [plain(value)])
  }

  private func removals(_ old: Contents, _ new: Contents, _ path: String) -> [Patch] {
    guard old.isCollection else { return [] }
    var staying = Dictionary(new.values.map { ($0, 1) }, uniquingKeysWith: +)
    let newKeys = new.keys.map(Set.init)
    return old.values.indices.compactMap { index in
      if let keys = old.keys, let newKeys {
        if newKeys.contains(keys[index]) { return nil }
        return Patch(.remove, "\(path)/\(Patch.escape(keys[index]))", old: old.plain[index])
      }
      if let count = staying[old.values[index]], count > 0 {
        staying[old.values[index]] = count - 1
        return nil
      }
      return Patch(.remove, "\(path)/\(index)", old: old.plain[index])
    }
  }

  private func insertions(_ old: Contents, _ new: Contents, _ path: String) -> [Patch] {
    guard new.isCollection else {
      guard old.values != new.values else { return [] }
      return [Patch(.replace, path, old: old.plain[0], value: new.plain[0])]
    }
    if let keys = new.keys, let oldKeys = old.keys {
      let before = Dictionary(zip(oldKeys, old.values.indices)) { first, _ in first }
      return keys.indices.compactMap { index in
        let place = "\(path)/\(Patch.escape(keys[index]))"
        guard let was = before[keys[index]] else { return Patch(.add, place, value: new.plain[index]) }
        guard old.values[was] != new.values[index] else { return nil }
        return Patch(.replace, place, old: old.plain[was], value: new.plain[index])
      }
    }
    var counts = Dictionary(new.values.map { ($0, 1) }, uniquingKeysWith: +)
    var current = old.values.filter { value in
      guard let count = counts[value], count > 0 else { return false }
      counts[value] = count - 1
      return true
    }
    var patches: [Patch] = []
    for (index, value) in new.values.enumerated() {
      if index < current.count, current[index] == value { continue }
      if let from = current.indices.first(where: { $0 >= index && current[$0] == value }),
        !isInsertion(new.values, current, at: index)
      {
        current.remove(at: from)
        current.insert(value, at: index)
        patches.append(Patch(.move, "\(path)/\(index)", from: "\(path)/\(from)"))
      } else {
        current.insert(value, at: index)
        patches.append(Patch(.add, "\(path)/\(index)", value: new.plain[index]))
      }
    }
    return patches
  }

  /// Equal texts or numbers may stand twice: an element that has to come in is not a move.
  private func isInsertion(_ wanted: [Value], _ current: [Value], at index: Int) -> Bool {
    let value = wanted[index]
    if case .entity = value { return false }
    return wanted[index...].count(where: { $0 == value }) > current[index...].count(where: { $0 == value })
  }

  private func managedFlags(_ changes: ChangeSet) -> Set<EntityID> {
    Set(changes.mutations.map(\.owner).filter(isManaged))
  }

  /// Whether the entity, or one above it, came anew into a place: its patch carries the whole of it.
  private func isBelowEntered(_ entity: EntityID, _ before: [Place: Contents]) -> Bool {
    var current = entity
    while let parent = parent(of: current), let property = parentProperty(of: current) {
      let place = Place(entity: parent, slot: property.slot)
      if let old = before[place], !old.values.contains(.entity(current)) { return true }
      current = parent
    }
    return false
  }

  private func depth(of entity: EntityID) -> Int {
    var depth = 0
    var current = entity
    while let parent = parent(of: current) { (current, depth) = (parent, depth + 1) }
    return depth
  }

  /// Applies changes without telling anybody, to look at another state for a moment.
  private func replayQuietly(_ changes: ChangeSet, backwards: Bool) {
    let kept = recorders
    recorders = [:]
    isQuiet = true
    replay(backwards ? changes.inverse : changes)
    isQuiet = false
    recorders = kept
  }
}
