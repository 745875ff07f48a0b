/// The elements of a list by the values of a member, so that a merge finds those of its rows.
///
/// The index of a long list follows the changes of the list, so that the next merge costs as much as its rows.
final class KeyIndex: CollectionObserver {
  /// The number of elements up to which a merge looks at all of them.
  private static let fewElements = 64

  private let name: String
  private var keys: [EntityID: String] = [:]
  private var elements: [String: EntityID] = [:]
  /// The other elements with a key that several elements have.
  private var others: [String: [EntityID]] = [:]

  private init(_ name: String) { self.name = name }

  /// Returns the index of a list.
  ///
  /// - Parameter isKept: Whether it follows the changes of a long list.
  static func of(_ list: CollectionRef, by name: String, in store: ModelStore, isKept: Bool) throws -> KeyIndex {
    let observations = store.storage(list)?.elements.observations ?? []
    if let index = observations.lazy.compactMap({ $0.observer as? KeyIndex }).first(where: { $0.name == name }) {
      return index
    }
    let index = KeyIndex(name)
    let entities = store.entities(list)
    for element in entities {
      try store.budget.step()
      index.add(element, in: store)
    }
    guard isKept, entities.count > fewElements, let type = store.elementType(of: list) else { return index }
    let slot = type.property(named: name)?.slot
    guard slot.map({ store.canObserve($0, of: type) }) ?? true else { return index }
    store.observe(list, [CollectionObservation.key] + (slot.map { [$0] } ?? []), by: index)
    return index
  }

  /// Returns the first element of a list with a key. O(1), unless several have it.
  func element(_ key: String, of list: CollectionRef, in store: ModelStore) -> EntityID? {
    guard let element = elements[key], let others = others[key] else { return elements[key] }
    return ([element] + others).min {
      store.index(of: .entity($0), in: list) ?? .max < store.index(of: .entity($1), in: list) ?? .max
    }
  }

  private func add(_ element: EntityID, in store: ModelStore) {
    guard let key = store.graph.withoutTracking({ store.keyText(of: element, name) }) else { return }
    keys[element] = key
    if elements[key] == nil { elements[key] = element } else { others[key, default: []].append(element) }
  }

  private func remove(_ element: EntityID) {
    guard let key = keys.removeValue(forKey: element) else { return }
    if elements[key] == element {
      elements[key] = others[key]?.popLast()
    } else {
      others[key]?.removeAll { $0 == element }
    }
    if others[key]?.isEmpty == true { others[key] = nil }
  }

  override func elementChanged(_ element: EntityID, _ slot: Int32, old: Value, new: Value, in store: ModelStore) {
    remove(element)
    add(element, in: store)
  }

  override func elementInserted(_ element: EntityID, at index: Int, in store: ModelStore) { add(element, in: store) }

  override func elementRemoved(_ element: EntityID, at index: Int, in store: ModelStore) { remove(element) }

  override func collectionGone() { (keys, elements, others) = ([:], [:], [:]) }
}

extension ModelStore {
  /// Returns the text of the key that an element has in the member of that name; nil without one.
  func keyText(of element: EntityID, _ name: String) -> String? {
    guard let type = type(of: element) else { return nil }
    if name != type.key?.member, let property = type.property(named: name) {
      return EntityKey.text(of: get(element, property))
    }
    return EntityKey.text(of: keyValue(of: element))
  }
}
