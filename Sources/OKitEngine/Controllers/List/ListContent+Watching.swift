/// Hearing of changes without a node for each element: possible when the data is a live collection, and what decides are
/// plain stored properties.
extension ListContent {
  /// The collection that is watched, and which properties of its elements count.
  struct Watched: Equatable {
    var collection: CollectionRef
    var keys: Set<Int32> = []
    /// Nil when what is searched has to be evaluated for each element by a node.
    var texts: Set<Int32>?
  }

  /// What a watcher has heard of since the last update. It holds so many elements at most, and knows only that there
  /// were more then.
  struct Changes {
    var elements: [EntityID] = []
    var isMuch = false

    var isEmpty: Bool { elements.isEmpty && !isMuch }

    mutating func note(_ element: EntityID, limit: Double) {
      guard !isMuch, elements.last != element else { return }
      elements.append(element)
      if Double(elements.count) > limit { (elements, isMuch) = ([], true) }
    }
  }

  final class Watcher: CollectionObserver {
    unowned(unsafe) var content: ListContent?  // Safe: the content stops watching when it goes.

    override func elementChanged(
      _ element: EntityID, _ slot: Int32, old: Value, new: Value, in store: ModelStore
    ) {
      content?.elementChanged(element, slot)
    }

    /// It may be an element that was there before, and changed in between.
    override func elementInserted(_ element: EntityID, in store: ModelStore) {
      content?.elementChanged(element, nil)
    }
  }

  /// How the data can be watched now; nil when each element needs a node.
  func watchable(_ collection: CollectionRef?) -> Watched? {
    guard let collection, let type = store.entityType(ofElements: collection) else { return nil }
    let keys = (source.sort + [source.group, source.groupName].compactMap { $0 }).map { $0.observableSlots(of: type) }
    let texts = [source.search, source.scope].compactMap { $0 }.map { $0.observableSlots(of: type) }
    guard keys.allSatisfy({ $0 != nil }) else { return nil }
    return Watched(
      collection: collection, keys: Set(keys.flatMap { $0 ?? [] }),
      texts: texts.contains { $0 == nil } ? nil : Set(texts.flatMap { $0 ?? [] }))
  }

  /// Watches other elements than before, or in another way: everything is made anew.
  func watch(_ new: Watched?) {
    guard new != watched else { return }
    forgetElements()
    stopWatching()
    watched = new
    guard let new else { return }
    watchedType = store.entityType(ofElements: new.collection)
    store.observe(new.collection, Array(new.keys.union(new.texts ?? [])), by: watcher)
  }

  func stopWatching() {
    guard let watched else { return }
    store.stopObserving(
      watched.collection, Array(watched.keys.union(watched.texts ?? [])), of: watchedType, by: watcher)
    self.watched = nil
  }

  /// - Parameter slot: the property, nil for all of them.
  private func elementChanged(_ element: EntityID, _ slot: Int32?) {
    guard let watched else { return }
    if slot.map(watched.keys.contains) ?? true { changedKeys.note(element, limit: muchIs) }
    if filter != nil, let texts = watched.texts, slot.map(texts.contains) ?? true {
      changedTexts.note(element, limit: muchIs)
    }
    // Who looks again sees it; without telling, nobody is asked to.
    if graph.silent == 0 { onStale() }
  }

  /// The slots of what has changed.
  func take(_ changes: inout Changes) -> [Int32] {
    defer { changes = Changes() }
    return changes.isMuch ? dataSlots : changes.elements.compactMap(slot(of:))
  }
}
