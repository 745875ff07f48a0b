/// Applies the changes of a step, or their inverse, to models that have changed since without a step.
///
/// A property and a key of a map get the value of the step, whatever they have now. An element is found where it is
/// now, and an entity leaves the place that it has meanwhile. What cannot be done any more is left out: a change of an
/// entity that is gone, an entity that would be below itself or whose id is taken. References to what has left follow
/// their rules in the end.
struct StepRebase {
  private let store: ModelStore
  /// The mutations that were made, which can be undone exactly.
  private var mutations = MutationList()
  private var entered: [EntityID] = []
  private var left: [EntityID] = []
  /// The references that were written.
  private var written: [EntityID] = []
  /// The elements that were removed at the end of their list.
  private(set) var removedAtEnd: Set<ListElement> = []
  /// The elements that are inserted at the end of their list, wherever that is now.
  var insertedAtEnd: Set<ListElement> = []

  struct ListElement: Hashable {
    var list: CollectionRef
    var value: Value
  }

  init(_ store: ModelStore) { self.store = store }

  var made: ChangeSet { ChangeSet(mutations: mutations) }

  /// - Parameter settles: Whether references to what has left follow their rules at once; else `settleReferences` does
  ///   that for those that still lead nowhere.
  mutating func apply(_ changes: ChangeSet, settles: Bool = true) {
    for mutation in changes.mutations { apply(mutation) }
    if settles { settleReferences() }
  }

  private mutating func make(_ mutation: Mutation) {
    store.replay(mutation)
    mutations.append(mutation)
  }

  private mutating func apply(_ mutation: Mutation) {
    switch mutation {
    case .set(let entity, let slot, _, let new): set(entity, slot, to: new)
    case .unknown(let entity, let key, _, let new):
      let current = store.unknownMembers[entity][key] ?? .null
      if current != new { make(.unknown(entity, key: key, old: current, new: new)) }
    case .insert(let place, let index, let value, let key): insert(value, into: place, at: index, key)
    case .remove(let place, let index, let value, let key): remove(value, from: place, at: index, key)
    case .move(let place, let from, let to, let value):
      guard let elements = store.storage(place)?.elements, let index = locate(value, near: from, elements) else {
        return
      }
      let target = min(to, elements.count - 1)
      if index != target { make(.move(place, from: index, to: target, value)) }
    }
  }

  private mutating func set(_ entity: EntityID, _ slot: Int32, to new: Value) {
    guard let record = store.record(entity), let type = store.type(of: entity) else { return }
    let property = type.properties[Int(slot)]
    let current = record.value(of: property)
    guard !current.isSame(as: new) else { return }
    if property.storage == .entity {
      let replaced: EntityID? = if case .entity(let child) = current { child } else { nil }
      if case .entity(let child) = new, !release(child, for: entity, replacing: replaced) { return }
      if let replaced { left.append(replaced) }
    }
    make(.set(entity, slot, old: current, new: new))
    if type.isReference { written.append(entity) }
  }

  private mutating func insert(_ value: Value, into place: CollectionRef, at index: Int, _ key: String?) {
    guard let elements = store.storage(place)?.elements else { return }
    if elements.holdsEntities {
      guard case .entity(let child) = value, !store.isElement(child, of: place), release(child, for: place.owner) else {
        return
      }
    } else if elements.shape == .set, elements.member(value) != nil {
      return
    }
    let isLast = insertedAtEnd.contains(ListElement(list: place, value: value))
    var index = isLast ? elements.count : min(index, elements.count)
    if let key {
      let (position, isTaken) = elements.position(of: key)
      if isTaken { remove(elements.element(position), from: place, at: position, key) }
      index = position
    }
    make(.insert(place, index, value, key: key))
  }

  private mutating func remove(_ value: Value, from place: CollectionRef, at index: Int, _ key: String?) {
    guard let elements = store.storage(place)?.elements else { return }
    let present = key.map(elements.position(of:))
    guard let index = present.map({ $0.found ? $0.index : nil }) ?? locate(value, near: index, elements) else { return }
    let current = elements.element(index)
    make(.remove(place, index, current, key: elements.shape == .map ? elements.key(index) : nil))
    if index == elements.count { removedAtEnd.insert(ListElement(list: place, value: current)) }
    if elements.holdsEntities, case .entity(let child) = current { left.append(child) }
  }

  /// Returns the position of an element that was at an index; nil if it is not there any more. O(log n) for entities
  /// and sets, O(distance · log n) for the values of a list.
  private func locate(_ value: Value, near index: Int, _ elements: CollectionStorage) -> Int? {
    let count = elements.count
    if index < count, elements.element(index) == value { return index }
    if elements.holdsEntities || elements.shape == .set { return elements.firstIndex(of: value, store.entities) }
    guard count > 0 else { return nil }
    let start = min(index, count - 1)
    for distance in 0..<count {
      if start >= distance, elements.element(start - distance) == value { return start - distance }
      if start + distance < count, elements.element(start + distance) == value { return start + distance }
    }
    return nil
  }

  /// Takes an entity out of the place that it has, so that another one can hold it.
  ///
  /// - Parameter replaced: The entity that leaves that place at the same time.
  /// - Returns: False, with nothing changed in the end, if that place cannot hold it.
  private mutating func release(_ child: EntityID, for owner: EntityID, replacing replaced: EntityID? = nil) -> Bool {
    let present = presentPlace(of: child)
    if let present { make(present) }
    do {
      try store.checkCanAttach(child, to: owner, replacing: replaced)
    } catch {
      // The step says what was possible once; what is not possible any more is left out.
      if let present { make(present.inverse) }
      return false
    }
    if present != nil { left.append(child) }
    entered.append(child)
    return true
  }

  /// Returns the mutation that takes an entity out of its place; nil for one without a place.
  private func presentPlace(of child: EntityID) -> Mutation? {
    guard let parent = store.parent(of: child), let property = store.parentProperty(of: child) else { return nil }
    let place = CollectionRef(owner: parent, slot: property.slot)
    guard property.isCollection else { return .set(parent, property.slot, old: .entity(child), new: .null) }
    guard let elements = store.storage(place)?.elements,
      let index = elements.firstIndex(of: .entity(child), store.entities)
    else { return nil }
    return .remove(place, index, .entity(child), key: elements.shape == .map ? elements.key(index) : nil)
  }

  // MARK: References

  /// Lets references to entities that are in no model follow their rules, as when such an entity is removed. What
  /// forbids a removal cannot forbid to undo: its reference is emptied.
  mutating func settleReferences() {
    var references = written
    for child in left where !store.isManaged(child) {
      for member in store.subtree(child) { references += store.id(of: member).map(store.referrers) ?? [] }
    }
    for child in entered {
      references += store.subtree(child).filter { store.type(of: $0)?.isReference == true }
    }
    for reference in references { settle(reference) }
  }

  private mutating func settle(_ reference: EntityID) {
    guard store.isManaged(reference), let record = store.record(reference), let type = store.type(of: reference),
      let slot = type.keyProperty?.slot, case let key = record.value(of: type.properties[Int(slot)]),
      case .string(let id) = key, store.find(id) == nil, store.unreadOwner(ofID: id) == nil,
      let owner = store.parent(of: reference), let property = store.parentProperty(of: reference),
      case .reference(_, let rule) = (property.type.element ?? property.type).unwrapped, rule != .keep
    else { return }
    if rule == .remove, property.isCollection {
      remove(.entity(reference), from: CollectionRef(owner: owner, slot: property.slot), at: 0, nil)
    } else {
      make(.set(reference, slot, old: key, new: .null))
    }
  }
}
