/// Net changes: from mutations to patches.
extension ModelStore {
  public static let defaultModelName = "default"

  /// Returns the net effect of changes as patches in order; applying them to the state before gives the state now.
  ///
  /// Returns none when the budget is used up. Must be called in the state that the changes led to. What was changed and
  /// changed back, or added and removed again, does not appear; what was added appears once, with everything that
  /// happened to it.
  public func patches(_ changes: ChangeSet) -> [Patch] {
    graph.withoutTracking {
      let cuts = budget.cuts
      let isStructural = changes.mutations.contains(where: isStructural)
      let patches = isStructural ? structuralPatches(changes) : scalarPatches(changes)
      return budget.cuts == cuts ? patches : []
    }
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
    guard let type = type(of: place.entity), !isTransient(place.entity), let base = path(of: place.entity) else {
      return nil
    }
    if let key = place.key { return "\(base)/\(Patch.escape(key))" }
    let property = type.properties[Int(place.slot)]
    return property.isTransient ? nil : "\(base)/\(Patch.escape(property.name))"
  }

  private func isTransient(_ entity: EntityID) -> Bool {
    var current = entity
    while let property = parentProperty(of: current), let parent = parent(of: current) {
      if property.isTransient { return true }
      current = parent
    }
    return false
  }

  /// No entity moved, so paths are the same before and after.
  private func scalarPatches(_ changes: ChangeSet) -> [Patch] {
    netSets(changes.mutations).compactMap { change in
      path(change.place).flatMap { Patch.change($0, from: change.old, to: change.new) }
    }
  }

  /// Returns the first old and the last new value of each property that differs, in the order of the first write.
  private func netSets(_ mutations: [Mutation]) -> [(place: Place, old: JSONValue, new: JSONValue)] {
    var order: [Place] = []
    var values: [Place: (old: Value, new: Value)] = [:]
    var members: [Place: (old: JSONValue, new: JSONValue)] = [:]
    for mutation in mutations where !isStructural(mutation) {
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
      return (place, jsonValue(old), jsonValue(new))
    }
  }

  /// Takes all changes back to read the state before, and then finds for each touched property what is different:
  /// what left (last position first), what entered or moved (first position first), then the values.
  private func structuralPatches(_ changes: ChangeSet) -> [Patch] {
    var places: [Place] = []
    var seen: Set<Place> = []
    for mutation in changes.mutations where isStructural(mutation) {
      let place = Place(mutation)
      if seen.insert(place).inserted { places.append(place) }
    }
    let numbers = counters.numbers
    replayQuietly(changes, backwards: true)
    let managedBefore = Set(changes.mutations.map(\.owner).filter(isManaged))
    var before: [Place: (contents: Contents, path: String?, depth: Int)] = [:]
    for place in places where isManaged(place.entity) {
      before[place] = (contents(place), path(place), depth(of: place.entity))
    }
    replayQuietly(changes, backwards: false)
    counters.restore(numbers)
    beginEpoch()

    // An entity that entered a place is part of the patch that adds it.
    let entered = before.mapValues(\.contents.keysByElement)
    let lasting = places.filter { before[$0] != nil && isManaged($0.entity) && !hasEntered($0.entity, entered) }
    var removed: [(depth: Int, patch: Patch)] = []
    for place in lasting {
      guard let (old, path, depth) = before[place], let path else { continue }
      removed += removals(old, contents(place), path).reversed().map { (depth, $0) }
    }
    // Deeper removals first: the paths of the shallower ones do not depend on them.
    let removals = removed.enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }
    var structural = removals.map(\.element.patch)
    let byDepth = lasting.map { (place: $0, depth: depth(of: $0.entity)) }.enumerated().sorted {
      ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
    }
    for place in byDepth.map(\.element.place) {
      guard let (old, _, _) = before[place], let path = path(place) else { continue }
      structural += insertions(old, contents(place), path)
    }
    let sets = netSets(changes.mutations).compactMap { change -> (place: Place, patch: Patch)? in
      let entity = change.place.entity
      guard isManaged(entity), managedBefore.contains(entity), !hasEntered(entity, entered),
        let path = path(change.place),
        let patch = Patch.change(path, from: change.old, to: change.new)
      else { return nil }
      return (change.place, patch)
    }
    return merge(structural, sets, changes)
  }

  /// Puts values before what entered or left later, as it happened, when no position in their paths depends on that.
  private func merge(_ structural: [Patch], _ sets: [(place: Place, patch: Patch)], _ changes: ChangeSet) -> [Patch] {
    let containers = Set(structural.map { $0.path.prefix(upTo: $0.path.lastIndex(of: "/") ?? $0.path.startIndex) })
    let isIndependent = sets.allSatisfy { set in
      !isOver(after: 1 + containers.count / 16) && !containers.contains { set.patch.path.hasPrefix($0 + "/") }
    }
    guard isIndependent, let first = changes.mutations.firstIndex(where: isStructural) else {
      return structural + sets.map(\.patch)
    }
    let early = Set(changes.mutations[..<first].map(Place.init))
    return sets.filter { early.contains($0.place) }.map(\.patch) + structural
      + sets.filter { !early.contains($0.place) }.map(\.patch)
  }

  /// The contents of a touched property with the data of each element: elements that have left cannot be read later.
  private struct Contents {
    var keys: [String]?
    var isCollection: Bool
    var values: [Value]
    var jsonValue: [JSONValue]

    /// The key of each element, empty outside of maps.
    var keysByElement: [Value: String] {
      Dictionary(values.indices.map { (values[$0], keys?[$0] ?? "") }) { first, _ in first }
    }
  }

  private func contents(_ place: Place) -> Contents {
    let reference = CollectionRef(owner: place.entity, slot: place.slot)
    if let (_, _, elements) = storage(reference) {
      let values = self.elements(reference)
      return Contents(
        keys: elements.shape == .map ? elements.keys : nil, isCollection: true, values: values,
        jsonValue: values.map(jsonValue)
      )
    }
    let value = type(of: place.entity).map { get(place.entity, $0.properties[Int(place.slot)]) } ?? .null
    return Contents(keys: nil, isCollection: false, values: [value], jsonValue: [jsonValue(value)])
  }

  private func removals(_ old: Contents, _ new: Contents, _ path: String) -> [Patch] {
    guard old.isCollection else { return [] }
    var staying = Dictionary(new.values.map { ($0, 1) }, uniquingKeysWith: +)
    let newKeys = new.keys.map(Set.init)
    return old.values.indices.compactMap { index in
      if let keys = old.keys, let newKeys {
        if newKeys.contains(keys[index]) { return nil }
        return Patch(.remove, "\(path)/\(Patch.escape(keys[index]))", old: old.jsonValue[index])
      }
      if let count = staying[old.values[index]], count > 0 {
        staying[old.values[index]] = count - 1
        return nil
      }
      return Patch(.remove, "\(path)/\(index)", old: old.jsonValue[index])
    }
  }

  private func insertions(_ old: Contents, _ new: Contents, _ path: String) -> [Patch] {
    guard new.isCollection else {
      guard old.values != new.values else { return [] }
      return Patch.change(path, from: old.jsonValue[0], to: new.jsonValue[0]).map { [$0] } ?? []
    }
    if let keys = new.keys, let oldKeys = old.keys {
      let before = Dictionary(zip(oldKeys, old.values.indices)) { first, _ in first }
      return keys.indices.compactMap { index in
        let place = "\(path)/\(Patch.escape(keys[index]))"
        guard let was = before[keys[index]] else { return Patch(.add, place, value: new.jsonValue[index]) }
        guard old.values[was] != new.values[index] else { return nil }
        return Patch(.replace, place, old: old.jsonValue[was], value: new.jsonValue[index])
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
      if isOver(after: 1 + current.count / 16) { return [] }
      if let from = current.indices.first(where: { $0 >= index && current[$0] == value }),
        !isInsertion(new.values, current, at: index)
      {
        current.remove(at: from)
        current.insert(value, at: index)
        patches.append(Patch(.move, "\(path)/\(index)", from: "\(path)/\(from)"))
      } else {
        current.insert(value, at: index)
        patches.append(Patch(.add, "\(path)/\(index)", value: new.jsonValue[index]))
      }
    }
    return patches
  }

  /// Returns whether an element has to be inserted rather than moved: equal texts or numbers may occur twice.
  private func isInsertion(_ wanted: [Value], _ current: [Value], at index: Int) -> Bool {
    let value = wanted[index]
    if case .entity = value { return false }
    return wanted[index...].count(where: { $0 == value }) > current[index...].count(where: { $0 == value })
  }

  /// Returns whether the entity, or one above it, was not where it is now: then one patch adds all of it.
  private func hasEntered(_ entity: EntityID, _ before: [Place: [Value: String]]) -> Bool {
    var current = entity
    while let parent = parent(of: current), let property = parentProperty(of: current) {
      if let old = before[Place(parent, property.slot)], old[.entity(current)] != key(of: current, parent, property) {
        return true
      }
      current = parent
    }
    return false
  }

  private func key(of entity: EntityID, _ parent: EntityID, _ property: Property) -> String {
    guard let elements = storage(CollectionRef(owner: parent, slot: property.slot))?.elements, elements.shape == .map,
      let index = elements.entities.firstIndex(of: entity)
    else { return "" }
    return elements.keys[index]
  }

  private func depth(of entity: EntityID) -> Int {
    var depth = 0
    var current = entity
    while let parent = parent(of: current) { (current, depth) = (parent, depth + 1) }
    return depth
  }

  /// Applies changes without invalidating anything, to read another state temporarily.
  private func replayQuietly(_ changes: ChangeSet, backwards: Bool) {
    recorders.isPaused = true
    sources.isMuted = true
    replay(backwards ? changes.inverse : changes)
    sources.isMuted = false
    recorders.isPaused = false
  }
}
