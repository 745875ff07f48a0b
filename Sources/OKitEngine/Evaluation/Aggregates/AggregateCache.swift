/// The aggregates of live collections that bindings read.
///
/// An aggregate is here as long as somebody depends on it: a change that nobody hears of removes it, and those that
/// never change are looked through when there are many.
final class AggregateCache {
  enum Kind { case sum, minimum, maximum }

  struct Key: Hashable {
    let collection: CollectionRef
    let slot: Int32
    let kind: Kind
  }

  /// In a smaller collection depending on each element costs less than an aggregate.
  static let leastElements = 8

  private let store: ModelStore
  private var aggregates: [Key: ElementAggregate] = [:]
  private var sweepAt = 64

  init(_ store: ModelStore) { self.store = store }

  deinit {
    // Nobody looks again.
    store.graph.withoutTelling { for aggregate in aggregates.values { unwatch(aggregate) } }
  }

  var count: Int { aggregates.count }

  /// The aggregate of a property of a collection's elements, as the running node's only dependency on them.
  ///
  /// Nil when the property is no plain stored one, and when an aggregate would have to be made for a small collection or
  /// for nobody.
  func value(_ operation: CollectionOperator, of property: String, in collection: CollectionRef) -> Value? {
    let kind: Kind
    switch operation {
    case .sum, .avg: kind = .sum
    case .min: kind = .minimum
    case .max: kind = .maximum
    default: return nil
    }
    guard let type = store.entityType(ofElements: collection), let slot = type.property(named: property)?.slot else {
      return nil
    }
    let key = Key(collection: collection, slot: slot, kind: kind)
    guard let aggregate = aggregates[key] ?? make(key, type) else { return nil }
    store.graph.read(aggregate.source)
    return aggregate.value(operation, in: store)
  }

  private func make(_ key: Key, _ type: EntityType) -> ElementAggregate? {
    let elements = store.unrecordedEntities(key.collection)
    guard store.graph.isTracking, elements.count >= Self.leastElements, store.canObserve(key.slot, of: type) else {
      return nil
    }
    if aggregates.count >= sweepAt { sweep() }
    let source = store.graph.makeSource(key: PropertyKey(key.collection.owner, key.collection.slot).rawValue)
    let made =
      key.kind == .sum
      ? ElementSum(key, source, type, of: elements, in: store)
      : ElementExtreme(key, source, type, of: elements, in: store)
    made.cache = self
    aggregates[key] = made
    store.observe(key.collection, [key.slot], by: made)
    return made
  }

  private func sweep() {
    for aggregate in aggregates.values where !store.graph.hasReaders(aggregate.source) { drop(aggregate) }
    sweepAt = max(64, 2 * aggregates.count)
  }

  /// Forgets an aggregate; who read it is stale.
  func drop(_ aggregate: ElementAggregate) {
    guard aggregates.removeValue(forKey: aggregate.key) != nil else { return }
    unwatch(aggregate)
  }

  private func unwatch(_ aggregate: ElementAggregate) {
    store.stopObserving(aggregate.collection, [aggregate.slot], of: aggregate.elementType, by: aggregate)
    store.graph.remove(aggregate.source)
  }
}
