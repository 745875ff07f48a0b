/// The recorded differences as patches.
extension ChangeRecorder {
  /// A property or collection in which something has entered, left or moved.
  private struct Place {
    var reference: CollectionRef
    var property: Property
    /// When it was changed first.
    var order: Int
    /// The number of entities above its owner.
    var depth: Int
  }

  /// A patch of a value, and when the value was changed first.
  private typealias ValuePatch = (order: Int, patch: Patch)

  /// The net changes in an order in which they can be applied: removals from the deepest entities up and from the last
  /// position to the first, then insertions and moves from the top down and from the first position on, then values.
  ///
  /// O(differences · depth · log n), plus the size of the removed and inserted data.
  var patches: [Patch] {
    let places = changedPlaces()
    var structural: [Patch] = []
    // The paths of the shallower removals do not depend on the deeper ones, which are before them.
    for place in places.sorted(by: { ($1.depth, $0.order) < ($0.depth, $1.order) }) {
      guard let owner = earlierPath(of: place.reference.owner) else { continue }
      structural += removals(place, at: "\(owner)/\(Patch.escape(place.property.name))")
    }
    for place in places.sorted(by: { ($0.depth, $0.order) < ($1.depth, $1.order) }) {
      guard let owner = path(of: place.reference.owner) else { continue }
      structural += insertions(place, at: "\(owner)/\(Patch.escape(place.property.name))")
    }
    return merge(structural, valuePatches(), places.map(\.order).min())
  }

  /// Puts values before what entered or left later, as it happened, when no position in their paths depends on that.
  private func merge(_ structural: [Patch], _ values: [ValuePatch], _ first: Int?) -> [Patch] {
    let containers = Set(
      structural.map { $0.path[..<($0.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? $0.path.startIndex)] })
    func isIndependent(_ path: String) -> Bool {
      !path.utf8.indices.contains { path.utf8[$0] == UInt8(ascii: "/") && containers.contains(path[..<$0]) }
    }
    guard let first, values.allSatisfy({ isIndependent($0.patch.path) }) else {
      return structural + values.map(\.patch)
    }
    return values.filter { $0.order < first }.map(\.patch) + structural
      + values.filter { $0.order > first }.map(\.patch)
  }

  // MARK: Places

  /// The changed places of entities that are where they were; the others are part of the patch that adds them.
  private func changedPlaces() -> [Place] {
    var places: [Place] = []
    for (reference, difference) in lists { add(reference, difference.order, to: &places) }
    for (reference, difference) in maps { add(reference, difference.order, to: &places) }
    for (reference, earlier) in values where isEntity(reference) { add(reference, earlier.order, to: &places) }
    return places
  }

  private func add(_ reference: CollectionRef, _ order: Int, to places: inout [Place]) {
    guard !store.isBudgetExhausted(), let property = lastingProperty(reference) else { return }
    var (depth, current) = (0, reference.owner)
    while let parent = store.parent(of: current) { (current, depth) = (parent, depth + 1) }
    places.append(Place(reference: reference, property: property, order: order, depth: depth))
  }

  /// Whether a property owns a single entity.
  private func isEntity(_ reference: CollectionRef) -> Bool { store.property(of: reference)?.storage == .entity }

  /// Returns the property of an entity that was in a model and is where it was; nil for others and what is transient.
  func lastingProperty(_ reference: CollectionRef) -> Property? {
    guard isLasting(reference.owner), let property = store.property(of: reference), !property.isTransient,
      paths == .absolute || !property.isLazy
    else { return nil }
    return property
  }

  func isLasting(_ entity: EntityID) -> Bool {
    guard store.isManaged(entity), !hasEntered(entity) else { return false }
    var current = entity
    while let parent = store.parent(of: current), let property = store.parentProperty(of: current) {
      if property.isTransient || paths == .byID && property.isLazy { return false }
      current = parent
    }
    return root == nil || current == root
  }

  /// Returns the step of a path for a key, which is content: when the secure store closes, patches must not
  /// reveal the keys of encrypted models.
  private func step(_ key: String, of owner: EntityID) -> String {
    guard store.hidesOldValues, paths == .absolute,
      store.type(of: store.rootOfTree(owner))?.isEncrypted == true
    else { return Patch.escape(key) }
    return Patch.hiddenKey
  }

  // MARK: Removals

  private func removals(_ place: Place, at path: String) -> [Patch] {
    func removal(_ key: some CustomStringConvertible, _ old: Value) -> Patch? {
      if store.isBudgetExhausted() { return nil }
      return Patch(.remove, "\(path)/\(key)", old: earlierData(old, place.property))
    }
    if let difference = maps[place.reference]?.old, let elements = store.storage(place.reference)?.elements {
      return difference.keys.reversed().compactMap { key, old in
        guard let old, !elements.position(of: key).found || leavesFirst(elements) else { return nil }
        return removal(step(key, of: place.reference.owner), old)
      }
    }
    if paths == .byID, let old = values[place.reference]?.old { return old.isNull ? [] : [Patch(.remove, path)] }
    guard let difference = changedList(place) else { return [] }
    return difference.removed.reversed().compactMap { removal($0.old, $0.value) }
  }

  /// Returns whether an entity leaves before another one takes its place: with paths by id, no id may be there twice.
  private func leavesFirst(_ elements: CollectionStorage) -> Bool { paths == .byID && elements.holdsEntities }

  /// Returns the difference of a list, nil if its values are the same as before.
  private func changedList(_ place: Place) -> ListDifference? {
    guard let difference = lists[place.reference]?.old,
      let elements = store.storage(place.reference)?.elements
    else { return nil }
    return !elements.holdsEntities && difference.isSame(count: elements.count, elements.element) ? nil : difference
  }

  /// The properties that data of entities in patches includes; in a journal the same as in a document.
  private var scope: ModelStore.DataScope { paths == .byID ? .document : .stored }

  // MARK: Insertions and moves

  private func insertions(_ place: Place, at path: String) -> [Patch] {
    guard let (_, _, elements) = store.storage(place.reference) else {
      guard let old = values[place.reference]?.old, let record = store.record(place.reference.owner) else { return [] }
      let new = store.currentValue(place.reference.owner, record, place.property)
      if paths == .byID { return new.isNull ? [] : [Patch(.add, path, value: store.jsonValue(new, scope))] }
      return Patch.change(path, from: earlierData(old, place.property), to: store.jsonValue(new)).map { [$0] } ?? []
    }
    if elements.shape == .map {
      return (maps[place.reference]?.old.keys ?? []).compactMap { key, old in
        let (index, found) = elements.position(of: key)
        guard found, !store.isBudgetExhausted() else { return nil }
        return Patch(
          old == nil || leavesFirst(elements) ? .add : .replace, "\(path)/\(step(key, of: place.reference.owner))",
          old: old.map { earlierData($0, place.property) } ?? .null,
          value: store.jsonValue(elements.element(index), scope))
      }
    }
    guard let difference = changedList(place) else { return [] }
    var edits = ListEdits(difference, count: elements.count)
    var patches: [Patch] = []
    edits.visit { step in
      switch step {
      case .insert(let index, let position):
        patches.append(Patch(.add, "\(path)/\(position)", value: store.jsonValue(elements.element(index), scope)))
      case .move(let from, let to): patches.append(Patch(.move, "\(path)/\(to)", from: "\(path)/\(from)"))
      }
      return !store.isBudgetExhausted()
    }
    return patches
  }

  // MARK: Values

  /// The patches of values in the order of their first change.
  private func valuePatches() -> [ValuePatch] {
    var patches: [ValuePatch] = []
    func add(_ owner: EntityID, _ name: String, _ order: Int, _ old: JSONValue, _ new: JSONValue) {
      guard let base = path(of: owner), let patch = Patch.change("\(base)/\(name)", from: old, to: new) else { return }
      patches.append((order, patch))
    }
    for (place, earlier) in values where !isEntity(place) && !store.isBudgetExhausted() {
      guard let property = lastingProperty(place), let record = store.record(place.owner) else { continue }
      let new = store.currentValue(place.owner, record, property)
      add(place.owner, Patch.escape(property.name), earlier.order, store.jsonValue(earlier.old), store.jsonValue(new))
    }
    for (entity, earlier) in members where isLasting(entity) {
      for (key, member) in earlier {
        add(entity, step(key, of: entity), member.order, member.old, store.unknownMembers[entity][key] ?? .null)
      }
    }
    return patches.sorted { $0.order < $1.order }
  }
}

extension ModelStore {
  package static let defaultModelName = "default"

  /// Returns what a recorder has recorded as patches in order; applying them to the state before gives the state now.
  ///
  /// Returns none when the budget is used up. What was changed and changed back, or added and removed again, does not
  /// appear; what was added appears once, with everything that happened to it.
  package func patches(_ recorder: ChangeRecorder) -> [Patch] {
    graph.withoutTracking {
      let cuts = budget.abandonedCount
      let patches = recorder.patches
      return budget.abandonedCount == cuts ? patches : []
    }
  }

  /// Returns the net effect of changes on one model as patches by id; nil when the budget is used up. Must be called in
  /// the state that the changes have led to.
  func patches(_ changes: [MutationList], of root: EntityID) -> [Patch]? {
    graph.withoutTracking {
      let cuts = budget.abandonedCount
      let recorder = ChangeRecorder(self, paths: .byID, root: root)
      recorder.record(changes)
      defer { recorder.clear() }
      let patches = recorder.patches
      return budget.abandonedCount == cuts ? patches : nil
    }
  }

  /// Returns the net effect of changes as patches. Must be called in the state that the changes have led to.
  package func patches(_ changes: ChangeSet) -> [Patch] {
    let recorder = ChangeRecorder(self)
    recorder.record(changes)
    defer { recorder.clear() }
    return patches(recorder)
  }
}
