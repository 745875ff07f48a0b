/// An aggregate of one property of the elements of a live collection, updated incrementally.
///
/// A reader depends on its source: one edge, however many elements there are.
class ElementAggregate: CollectionObserver {
  let key: AggregateCache.Key
  let source: SourceID
  /// The declared class of the elements.
  let elementType: EntityType
  /// Whether a relevant change has happened since the result was read.
  final var isDirty = true
  final weak var cache: AggregateCache?

  init(_ key: AggregateCache.Key, _ source: SourceID, _ elementType: EntityType) {
    (self.key, self.source, self.elementType) = (key, source, elementType)
  }

  final var collection: CollectionRef { key.collection }
  final var slot: Int32 { key.slot }

  /// The result of an operator now.
  func value(_ operation: CollectionOperator, in store: ModelStore) -> Value { .null }

  /// Marks the readers as stale; without readers, removes the aggregate.
  @inline(__always)
  final func changed(in store: ModelStore) {
    guard store.graph.hasReaders(source) else {
      isDirty = true
      return drop()
    }
    // Nobody has read the result since they were marked.
    if isDirty { return }
    isDirty = true
    store.graph.changed(source)
  }

  @inline(never)
  private final func drop() { cache?.drop(self) }

  override final func collectionGone() { giveUp() }

  /// Leaves the elements to the readers themselves.
  final func giveUp() { drop() }
}

/// `@sum` and `@avg`. O(1) a change.
final class ElementSum: ElementAggregate {
  @exclusivity(unchecked) private var total = ExactSum()
  private var results = (sum: Value.null, average: Value.null)

  init(
    _ key: AggregateCache.Key, _ source: SourceID, _ elementType: EntityType, of elements: [EntityID],
    in store: ModelStore
  ) {
    super.init(key, source, elementType)
    for element in elements { if let value = store.unrecordedValue(element, slot) { total.add(value) } }
  }

  override func value(_ operation: CollectionOperator, in store: ModelStore) -> Value {
    if isDirty { results = (total.sum, total.average) }
    isDirty = false
    return operation == .sum ? results.sum : results.average
  }

  override func elementChanged(_ element: EntityID, _ slot: Int32, old: Value, new: Value, in store: ModelStore) {
    total.remove(old)
    total.add(new)
    changed(in: store)
  }

  override func elementChanged(_ element: EntityID, _ slot: Int32, from old: Int, to new: Int, in store: ModelStore) {
    total.replace(old, by: new)
    changed(in: store)
  }

  override func elementInserted(_ element: EntityID, at index: Int, in store: ModelStore) {
    guard let value = store.unrecordedValue(element, slot) else { return giveUp() }
    total.add(value)
    changed(in: store)
  }

  override func elementRemoved(_ element: EntityID, at index: Int, in store: ModelStore) {
    guard let value = store.unrecordedValue(element, slot) else { return giveUp() }
    total.remove(value)
    changed(in: store)
  }
}

/// `@min` or `@max`: a heap of what elements hold or held. O(log n) a change.
final class ElementExtreme: ElementAggregate {
  private struct Entry {
    var value: Value
    var element: EntityID
  }

  private let isMinimum: Bool
  /// The first one is the least or greatest. An entry counts as long as its element is there and has the value.
  @exclusivity(unchecked) private var heap: [Entry] = []
  private var elementCount: Int
  private var result = Value.null

  init(
    _ key: AggregateCache.Key, _ source: SourceID, _ elementType: EntityType, of elements: [EntityID],
    in store: ModelStore
  ) {
    isMinimum = key.kind == .minimum
    elementCount = elements.count
    super.init(key, source, elementType)
    fill(elements, in: store)
  }

  override func value(_ operation: CollectionOperator, in store: ModelStore) -> Value {
    guard isDirty else { return result }
    isDirty = false
    while let first = heap.first, !isCurrent(first, in: store) { removeFirst() }
    result = heap.first?.value ?? .null
    return result
  }

  private func isCurrent(_ entry: Entry, in store: ModelStore) -> Bool {
    guard store.isElement(entry.element, of: collection), let value = store.unrecordedValue(entry.element, slot) else {
      return false
    }
    // An equal text may be spelled in another way now.
    return !Aggregate.precedes(value, entry.value) && !Aggregate.precedes(entry.value, value)
  }

  override func elementChanged(_ element: EntityID, _ slot: Int32, old: Value, new: Value, in store: ModelStore) {
    push(new, element, in: store)
    noteChange(of: old, to: new, in: store)
  }

  override func elementInserted(_ element: EntityID, at index: Int, in store: ModelStore) {
    guard let value = store.unrecordedValue(element, slot) else { return giveUp() }
    elementCount += 1
    push(value, element, in: store)
    noteChange(of: .null, to: value, in: store)
  }

  override func elementRemoved(_ element: EntityID, at index: Int, in store: ModelStore) {
    guard let value = store.unrecordedValue(element, slot) else { return giveUp() }
    elementCount -= 1
    noteChange(of: value, to: .null, in: store)
  }

  /// Only what was the result, or comes before it, makes another one.
  private func noteChange(of old: Value, to new: Value, in store: ModelStore) {
    let counts = isDirty || (!old.isNull && old == result) || (!new.isNull && (result.isNull || precedes(new, result)))
    if counts { changed(in: store) }
  }

  // MARK: The heap

  private func precedes(_ a: Value, _ b: Value) -> Bool {
    isMinimum ? Aggregate.precedes(a, b) : Aggregate.precedes(b, a)
  }

  private func fill(_ elements: [EntityID], in store: ModelStore) {
    heap = elements.compactMap { element in
      guard let value = store.unrecordedValue(element, slot), !value.isNull else { return nil }
      return Entry(value: value, element: element)
    }
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  private func push(_ value: Value, _ element: EntityID, in store: ModelStore) {
    guard !value.isNull else { return }
    if heap.count > 2 * elementCount + 64 { return fill(store.unrecordedEntities(collection), in: store) }
    heap.append(Entry(value: value, element: element))
    var index = heap.count - 1
    while index > 0, precedes(heap[index].value, heap[(index - 1) / 2].value) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink(0)
  }

  private func sink(_ start: Int) {
    var index = start
    while true {
      var first = index
      for child in 2 * index + 1..<2 * index + 3
      where child < heap.count && precedes(heap[child].value, heap[first].value) {
        first = child
      }
      if first == index { return }
      heap.swapAt(index, first)
      index = first
    }
  }
}
