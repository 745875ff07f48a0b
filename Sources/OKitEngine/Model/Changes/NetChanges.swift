/// The net effect of changes: what is different after them, as patches.
struct NetChanges {
  let store: ModelStore
  let changes: ChangeSet

  var patches: [Patch] {
    changes.mutations.contains(where: isStructural) ? structuralPatches() : netSets().compactMap(patch)
  }

  private func isStructural(_ mutation: Mutation) -> Bool {
    switch mutation {
    case .insert, .remove, .move: return true
    case .unknown: return false
    case .set(_, _, let old, let new):
      if case .entity = old { return true }
      if case .entity = new { return true }
      return false
    }
  }

  /// A property, or an unknown member by its key.
  private struct Place: Hashable {
    var entity: EntityID
    var slot: Int32
    var key: String?

    init(_ mutation: Mutation) {
      (entity, slot) = (mutation.owner, mutation.slot)
      if case .unknown(_, let key, _, _) = mutation { self.key = key }
    }

    init(_ entity: EntityID, _ slot: Int32) { (self.entity, self.slot) = (entity, slot) }
  }

  /// Returns the path of the place in snapshots, nil for what is in no model or transient.
  private func path(_ place: Place) -> String? {
    guard let type = store.type(of: place.entity), !isTransient(place.entity), let base = store.path(of: place.entity)
    else {
      return nil
    }
    if let key = place.key { return "\(base)/\(Patch.escape(key))" }
    let property = type.properties[Int(place.slot)]
    return property.isTransient ? nil : "\(base)/\(Patch.escape(property.name))"
  }

  private func isTransient(_ entity: EntityID) -> Bool {
    var current = entity
    while let property = store.parentProperty(of: current), let parent = store.parent(of: current) {
      if property.isTransient { return true }
      current = parent
    }
    return false
  }

  /// Returns the patch of a value. When no entity has moved, paths are the same before and after.
  private func patch(_ change: NetSet) -> Patch? {
    path(change.place).flatMap { Patch.change($0, from: change.old, to: change.new) }
  }

  /// The first old and the last new value of a property.
  private typealias NetSet = (place: Place, old: JSONValue, new: JSONValue)

  /// Returns the first old and the last new value of each property that differs, in the order of the first write.
  private func netSets() -> [NetSet] {
    var order: [Place] = []
    var values: [Place: (old: Value, new: Value)] = [:]
    var members: [Place: (old: JSONValue, new: JSONValue)] = [:]
    for mutation in changes.mutations where !isStructural(mutation) {
      let place = Place(mutation)
      switch mutation {
      case .set(_, _, let old, let new):
        if values[place] == nil { order.append(place) }
        values[place] = (values[place]?.old ?? old, new)
      case .unknown(_, _, let old, let new):
        if members[place] == nil { order.append(place) }
        members[place] = (members[place]?.old ?? old, new)
      case .insert, .remove, .move: break
      }
    }
    return order.compactMap { place in
      if let (old, new) = members[place] { return old == new ? nil : (place, old, new) }
      guard let (old, new) = values[place], old != new else { return nil }
      return (place, store.jsonValue(old), store.jsonValue(new))
    }
  }

  /// Takes all changes back to read the state before, and then finds for each touched property what is different:
  /// what left (last position first), what entered or moved (first position first), then the values.
  private func structuralPatches() -> [Patch] {
    var places: [Place] = []
    var seen: Set<Place> = []
    for mutation in changes.mutations where isStructural(mutation) {
      let place = Place(mutation)
      if seen.insert(place).inserted { places.append(place) }
    }
    let numbers = store.counters.numbers
    store.replayQuietly(changes, backwards: true)
    let managedBefore = Set(changes.mutations.map(\.owner).filter(store.isManaged))
    var before: [Place: (contents: PropertyContents, path: String?, depth: Int)] = [:]
    for place in places where store.isManaged(place.entity) {
      before[place] = (contents(place), path(place), depth(of: place.entity))
    }
    store.replayQuietly(changes, backwards: false)
    store.counters.restore(numbers)
    store.beginEpoch()

    // An entity that entered a place is part of the patch that adds it.
    let entered = before.mapValues(\.contents.keysByElement)
    let lasting = places.filter { before[$0] != nil && store.isManaged($0.entity) && !hasEntered($0.entity, entered) }
    var removed: [(depth: Int, patch: Patch)] = []
    for place in lasting {
      guard let (old, path, depth) = before[place], let path else { continue }
      removed += old.removals(to: contents(place), at: path).reversed().map { (depth, $0) }
    }
    // Deeper removals first: the paths of the shallower ones do not depend on them.
    let removals = removed.enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }
    var structural = removals.map(\.element.patch)
    let byDepth = lasting.map { (place: $0, depth: depth(of: $0.entity)) }.enumerated().sorted {
      ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
    }
    for place in byDepth.map(\.element.place) {
      guard let (old, _, _) = before[place], let path = path(place) else { continue }
      structural += old.insertions(to: contents(place), at: path) { store.isBudgetExhausted(after: $0) }
    }
    let sets = netSets().compactMap { change -> (place: Place, patch: Patch)? in
      let entity = change.place.entity
      guard store.isManaged(entity), managedBefore.contains(entity), !hasEntered(entity, entered),
        let path = path(change.place),
        let patch = Patch.change(path, from: change.old, to: change.new)
      else { return nil }
      return (change.place, patch)
    }
    return merge(structural, sets)
  }

  /// Puts values before what entered or left later, as it happened, when no position in their paths depends on that.
  private func merge(_ structural: [Patch], _ sets: [(place: Place, patch: Patch)]) -> [Patch] {
    let containers = Set(structural.map { $0.path.prefix(upTo: $0.path.lastIndex(of: "/") ?? $0.path.startIndex) })
    let isIndependent = sets.allSatisfy { set in
      !store.isBudgetExhausted(after: 1 + containers.count / 16)
        && !containers.contains { set.patch.path.hasPrefix($0 + "/") }
    }
    guard isIndependent, let first = changes.mutations.firstIndex(where: isStructural) else {
      return structural + sets.map(\.patch)
    }
    let early = Set(changes.mutations[..<first].map(Place.init))
    return sets.filter { early.contains($0.place) }.map(\.patch) + structural
      + sets.filter { !early.contains($0.place) }.map(\.patch)
  }

  private func contents(_ place: Place) -> PropertyContents {
    let reference = CollectionRef(owner: place.entity, slot: place.slot)
    if let (_, _, elements) = store.storage(reference) {
      let values = store.elements(reference)
      return PropertyContents(
        keys: elements.shape == .map ? elements.keys : nil, isCollection: true, values: values,
        data: values.map(store.jsonValue)
      )
    }
    let value = store.type(of: place.entity).map { store.get(place.entity, $0.properties[Int(place.slot)]) } ?? .null
    return PropertyContents(keys: nil, isCollection: false, values: [value], data: [store.jsonValue(value)])
  }

  /// Returns whether the entity, or one above it, was not where it is now: then one patch adds all of it.
  private func hasEntered(_ entity: EntityID, _ before: [Place: [Value: String]]) -> Bool {
    var current = entity
    while let parent = store.parent(of: current), let property = store.parentProperty(of: current) {
      if let old = before[Place(parent, property.slot)], old[.entity(current)] != key(of: current, parent, property) {
        return true
      }
      current = parent
    }
    return false
  }

  private func key(of entity: EntityID, _ parent: EntityID, _ property: Property) -> String {
    guard let elements = store.storage(CollectionRef(owner: parent, slot: property.slot))?.elements,
      elements.shape == .map,
      let index = elements.entities.firstIndex(of: entity)
    else { return "" }
    return elements.keys[index]
  }

  private func depth(of entity: EntityID) -> Int {
    var depth = 0
    var current = entity
    while let parent = store.parent(of: current) { (current, depth) = (parent, depth + 1) }
    return depth
  }
}

extension ModelStore {
  public static let defaultModelName = "default"

  /// Returns the net effect of changes as patches in order; applying them to the state before gives the state now.
  ///
  /// Returns none when the budget is used up. Must be called in the state that the changes led to. What was changed and
  /// changed back, or added and removed again, does not appear; what was added appears once, with everything that
  /// happened to it.
  package func patches(_ changes: ChangeSet) -> [Patch] {
    graph.withoutTracking {
      let cuts = budget.abandonedCount
      let patches = NetChanges(store: self, changes: changes).patches
      return budget.abandonedCount == cuts ? patches : []
    }
  }

  /// Applies changes without invalidating anything, to read another state temporarily.
  fileprivate func replayQuietly(_ changes: ChangeSet, backwards: Bool) {
    recorders.isPaused = true
    sources.isMuted = true
    replay(backwards ? changes.inverse : changes)
    sources.isMuted = false
    recorders.isPaused = false
  }
}
