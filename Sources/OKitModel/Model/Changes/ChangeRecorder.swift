/// Records how the models differ from what they were when the recorder was made.
///
/// It reads the list of mutations of each transaction, and keeps of it what still differs: the first value of each
/// property that has another one, the differences of collections, and the places that entities have left. What is
/// changed back leaves no trace. Only entities that were in a model before count; the others are part of what was
/// added.
package final class ChangeRecorder {
  /// A value before, and when it was changed first.
  struct Earlier<Content> {
    var old: Content
    var order: Int
  }

  /// The place that an entity had before.
  struct EarlierPlace {
    /// Nil for none in a model.
    var place: CollectionRef?
    /// The key in a map.
    var key: String?
    var isPinned = false
  }

  /// The style of the paths in patches.
  enum PathStyle {
    /// From the root of the model: `/films/0/seen`.
    case absolute
    /// From the id of the owner: `A5/seen`, `7F/films/0`. Such patches have no old values.
    case byID
  }

  unowned let store: ModelStore  // Safe: who records its changes keeps the store.
  let paths: PathStyle
  /// The root of the model whose changes count; nil for those of all models.
  let root: EntityID?
  /// The entities that are not in the place that they had before.
  private(set) var places: [EntityID: EarlierPlace] = [:]
  private(set) var values: [CollectionRef: Earlier<Value>] = [:]
  private(set) var members: [EntityID: [String: Earlier<JSONValue>]] = [:]
  private(set) var lists: [CollectionRef: Earlier<ListDifference>] = [:]
  private(set) var maps: [CollectionRef: Earlier<MapDifference>] = [:]
  private var lastOrder = 0

  package convenience init(_ store: ModelStore) { self.init(store, paths: .absolute, root: nil) }

  init(_ store: ModelStore, paths: PathStyle, root: EntityID?) {
    (self.store, self.paths, self.root) = (store, paths, root)
  }

  /// Whether nothing differs.
  package var isEmpty: Bool { values.isEmpty && members.isEmpty && lists.isEmpty && maps.isEmpty }

  /// The places in the order of their entities.
  var sortedPlaces: [(key: EntityID, value: EarlierPlace)] { places.sorted { $0.key.index < $1.key.index } }

  /// The number of differences that the recorder keeps.
  var size: Int {
    places.count + values.count + members.values.reduce(0) { $0 + $1.count }
      + lists.values.reduce(0) { $0 + $1.old.removedCount + $1.old.runs.all.count }
      + maps.values.reduce(0) { $0 + $1.old.keys.count }
  }

  /// Adds changes. Must be called in the state that they have led to. O(changes · depth · log(differences)).
  package func record(_ changes: ChangeSet) { record([changes.mutations]) }

  /// Adds changes that were made one after the other. Must be called in the state that all of them have led to.
  func record(_ lists: [MutationList]) {
    let moved = lists.flatMap(recordPlaces)
    var last: (owner: EntityID, wasInModel: Bool)?
    for mutation in lists.joined() {
      if last?.owner != mutation.owner { last = (mutation.owner, wasInModel(mutation.owner)) }
      if last?.wasInModel == true { record(mutation) }
    }
    for entity in moved { settle(entity) }
  }

  /// Forgets everything, and no longer keeps entities alive.
  package func clear() {
    for entity in places.filter(\.value.isPinned).keys.sorted(by: { $0.index < $1.index }) { store.unpin(entity) }
    (places, values, members, lists, maps) = ([:], [:], [:], [:], [:])
  }

  /// Forgets the differences of models, and of entities that no longer exist.
  func forget(models roots: Set<EntityID>) {
    func isKept(_ entity: EntityID) -> Bool {
      store.record(entity) != nil && !roots.contains(store.rootOfTree(entity))
    }
    values = values.filter { isKept($0.key.owner) }
    members = members.filter { isKept($0.key) }
    lists = lists.filter { isKept($0.key.owner) }
    maps = maps.filter { isKept($0.key.owner) }
    for (entity, earlier) in sortedPlaces {
      if !isKept(entity) {
        forgetPlace(of: entity)
      } else if let owner = earlier.place?.owner, !isKept(owner) {
        // What was in a closed model is new where it is now.
        forgetPlace(of: entity)
        places[entity] = EarlierPlace()
      }
    }
  }

  // MARK: Places

  /// Returns whether an entity, or one above it, is not where it was.
  func hasEntered(_ entity: EntityID) -> Bool {
    guard !places.isEmpty else { return false }
    var current: EntityID? = entity
    while let here = current {
      if places[here] != nil { return true }
      current = store.record(here)?.header.pointee.parent
    }
    return false
  }

  /// Returns whether an entity was in a model before.
  private func wasInModel(_ entity: EntityID) -> Bool {
    var current = entity
    // A change outside of a transaction is not recorded, and could close a circle.
    for _ in 0...ModelStore.maximumDepth {
      if let earlier = places[current] {
        guard let place = earlier.place else { return false }
        current = place.owner
      } else {
        guard let header = store.record(current)?.header else { return false }
        guard let parent = header.pointee.parent else { return header.pointee.isRoot }
        current = parent
      }
    }
    return false
  }

  /// - Returns: The entities that have entered or left a place.
  private func recordPlaces(_ mutations: MutationList) -> [EntityID] {
    var moved: [EntityID] = []
    for mutation in mutations {
      switch mutation {
      case .insert(let place, _, .entity(let entity), let key):
        enter(entity, place, key)
        moved.append(entity)
      case .remove(let place, _, .entity(let entity), let key):
        leave(entity, place, key)
        moved.append(entity)
      case .set(let owner, let slot, let old, let new):
        if case .entity(let entity) = old {
          leave(entity, CollectionRef(owner: owner, slot: slot), nil)
          moved.append(entity)
        }
        if case .entity(let entity) = new {
          enter(entity, CollectionRef(owner: owner, slot: slot), nil)
          moved.append(entity)
        }
      case .insert, .remove, .move, .unknown: break
      }
    }
    return moved
  }

  private func enter(_ entity: EntityID, _ place: CollectionRef, _ key: String?) {
    guard let earlier = places[entity] else {
      places[entity] = EarlierPlace()
      return
    }
    if earlier.place == place, earlier.key == key { forgetPlace(of: entity) }
  }

  private func leave(_ entity: EntityID, _ place: CollectionRef, _ key: String?) {
    guard let earlier = places[entity] else {
      places[entity] = EarlierPlace(place: place, key: key)
      return
    }
    if earlier.place == nil { forgetPlace(of: entity) }
  }

  private func forgetPlace(of entity: EntityID) {
    if places.removeValue(forKey: entity)?.isPinned == true { store.unpin(entity) }
  }

  /// Keeps an entity alive that was in a model, and forgets one that neither was nor is in what was.
  private func settle(_ entity: EntityID) {
    guard let earlier = places[entity], !earlier.isPinned else { return }
    if let place = earlier.place, wasInModel(place.owner) {
      store.pin(entity)
      places[entity]?.isPinned = true
    } else if let parent = store.record(entity)?.header.pointee.parent, wasInModel(parent) {
      places[entity] = EarlierPlace()
    } else {
      forgetPlace(of: entity)
    }
  }

  // MARK: Mutations

  private func nextOrder() -> Int {
    lastOrder += 1
    return lastOrder
  }

  private func record(_ mutation: Mutation) {
    switch mutation {
    case .set(let owner, let slot, let old, let new):
      let place = CollectionRef(owner: owner, slot: slot)
      if let earlier = values[place] {
        if earlier.old.isSame(as: new) { values[place] = nil }
      } else {
        values[place] = Earlier(old: old, order: nextOrder())
      }
    case .unknown(let owner, let key, let old, let new):
      if let earlier = members[owner]?[key] {
        if earlier.old == new { members[owner]?[key] = nil }
        if members[owner]?.isEmpty == true { members[owner] = nil }
      } else {
        members[owner, default: [:]][key] = Earlier(old: old, order: nextOrder())
      }
    case .insert(let place, _, let value, let key?): changeMap(place) { $0.insert(value, key) }
    case .remove(let place, _, let value, let key?): changeMap(place) { $0.remove(value, key) }
    case .insert(let place, let index, let value, nil): changeList(place) { $0.insert(value, at: index) }
    case .remove(let place, let index, let value, nil): changeList(place) { $0.remove(value, at: index) }
    case .move(let place, let from, let to, _): changeList(place) { $0.move(from: from, to: to) }
    }
  }

  private func changeList(_ place: CollectionRef, _ change: (inout ListDifference) -> Void) {
    if lists[place] == nil { lists[place] = Earlier(old: ListDifference(), order: nextOrder()) }
    guard let index = lists.index(forKey: place) else { return }
    change(&lists.values[index].old)
    if lists.values[index].old.isEmpty { lists.remove(at: index) }
  }

  private func changeMap(_ place: CollectionRef, _ change: (inout MapDifference) -> Void) {
    if maps[place] == nil { maps[place] = Earlier(old: MapDifference(), order: nextOrder()) }
    guard let index = maps.index(forKey: place) else { return }
    change(&maps.values[index].old)
    if maps.values[index].old.isEmpty { maps.remove(at: index) }
  }
}

/// The registered recorders of a store.
struct ChangeRecorders {
  private var recorders: [ObjectIdentifier: ChangeRecorder] = [:]

  mutating func insert(_ recorder: ChangeRecorder) { recorders[ObjectIdentifier(recorder)] = recorder }

  mutating func remove(_ recorder: ChangeRecorder) { recorders[ObjectIdentifier(recorder)] = nil }

  /// Makes every recorder forget the differences of models.
  func forget(models roots: Set<EntityID>) { for recorder in recorders.values { recorder.forget(models: roots) } }

  /// Gives changes to every recorder.
  func record(_ changes: ChangeSet) {
    for recorder in recorders.values { recorder.record(changes) }
  }
}
