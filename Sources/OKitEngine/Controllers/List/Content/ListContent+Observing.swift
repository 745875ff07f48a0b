/// Changes without a node for each element: possible when the data is a live collection, and only plain stored
/// properties and built-in functions of these decide.
extension ListContent: ElementChangeReceiver {
  /// The observed collection, and which properties of its elements count.
  struct Observed: Equatable {
    var collection: CollectionRef
    var keys: Set<Int32> = []
    /// What the keys read besides properties: the language, the day.
    var traits: FunctionTraits = []
    /// The epoch of the functions that the keys call; nil if they call none.
    var functions: Int?
    /// Nil when what is searched has to be evaluated for each element by a node.
    var texts: Set<Int32>?
  }

  /// The changes since the last update. Above a limit it holds no elements, and knows only that there
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

  private var keyReaders: [ElementReader] { source.sort + [source.group, source.groupName].compactMap { $0 } }

  /// Whether a script has replaced functions since those that the keys call were found.
  var hasOtherFunctions: Bool {
    guard let known = observed?.functions else { return false }
    return keyReaders.contains { $0.evaluator.functions.epoch != known }
  }

  /// The observers that a collection permits now; nil when each element needs a node.
  func observable(_ collection: CollectionRef) -> Observed? {
    guard let type = store.entityType(ofElements: collection) else { return nil }
    let readers = keyReaders
    let keys = readers.compactMap { $0.observableInputs(of: type) }
    let texts = [source.search, source.scope].compactMap { $0 }.map { $0.observableSlots(of: type) }
    guard keys.count == readers.count else { return nil }
    return Observed(
      collection: collection, keys: Set(keys.flatMap { $0.slots }), traits: FunctionTraits(keys.map { $0.traits }),
      functions: keys.lazy.compactMap { $0.functions }.first,
      texts: texts.contains { $0 == nil } || source.script.filters || source.script.matches != nil
        ? nil : Set(texts.flatMap { $0 ?? [] }))
  }

  /// Observes other elements than before, or in another way, and rebuilds everything.
  func observe(_ new: Observed?) {
    guard new != observed else { return }
    forgetElements()
    edits.forget()
    stopObserving()
    observed = new
    guard let new else { return }
    observedType = store.entityType(ofElements: new.collection)
    store.observe(new.collection, Array(new.keys.union(new.texts ?? [])), by: observer)
    observeEnvironment(!new.traits.isEmpty)
  }

  func stopObserving() {
    guard let observed else { return }
    store.stopObserving(
      observed.collection, Array(observed.keys.union(observed.texts ?? [])), of: observedType, by: observer)
    self.observed = nil
    observeEnvironment(false)
  }

  func elementChanged(_ element: EntityID, _ slot: Int32?) {
    guard let observed else { return }
    graph.noteChange()
    if slot.map(observed.keys.contains) ?? true { changedKeys.note(element, limit: muchIs) }
    if filter != nil, let texts = observed.texts, slot.map(texts.contains) ?? true {
      changedTexts.note(element, limit: muchIs)
    }
    // While the graph is silent, a reader sees the change when it reads again.
    if graph.silent == 0 { onStale() }
  }

  /// The slots of what has changed.
  func take(_ changes: inout Changes) -> [Int32] {
    defer { changes = Changes() }
    return changes.isMuch ? dataSlots.joined : changes.elements.compactMap(slot(of:))
  }
}
