/// The aggregates of live collections that bindings read.
///
/// An aggregate stays as long as it has readers: a change without readers removes it, and a sweep finds those that
/// never change.
final class AggregateCache {
  enum Kind { case sum, minimum, maximum }

  struct Key: Hashable {
    let collection: CollectionRef
    let slot: Int32
    let kind: Kind
  }

  /// The smallest collection with an aggregate; in smaller ones, a dependency on each element costs less.
  static let leastElements = 8

  private let store: ModelStore
  private var aggregates: [Key: ElementAggregate] = [:]
  private var sweepAt = 64

  init(_ store: ModelStore) { self.store = store }

  deinit {
    // No reader is left.
    store.graph.withoutTelling { for aggregate in aggregates.values { stopObserving(aggregate) } }
  }

  var count: Int { aggregates.count }

  /// Returns the aggregate of a property of a collection's elements, the current node's only dependency on them.
  ///
  /// Nil when the property is not a plain stored one, and when a new aggregate would be for a small collection or
  /// without a reader.
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

  /// Removes an aggregate, whose readers are stale.
  func drop(_ aggregate: ElementAggregate) {
    guard aggregates.removeValue(forKey: aggregate.key) != nil else { return }
    stopObserving(aggregate)
  }

  private func stopObserving(_ aggregate: ElementAggregate) {
    store.stopObserving(aggregate.collection, [aggregate.slot], of: aggregate.elementType, by: aggregate)
    store.graph.remove(aggregate.source)
  }
}
