/// Keeps the unmanaged entities of a cached value alive.
package struct ValueHolder {
  private var held: [EntityID] = []

  package init() {}

  /// Lets the value before go and keeps this one.
  package mutating func hold(_ value: Value, in store: @autoclosure () -> ModelStore) {
    if held.isEmpty, !value.mayHoldEntities { return }
    let store = store()
    var entities: [EntityID] = []
    Self.collect(value, store, &entities)
    entities.forEach(store.pin)
    held.forEach(store.unpin)
    held = entities
  }

  private static func collect(_ value: Value, _ store: ModelStore, _ entities: inout [EntityID]) {
    switch value {
    case .entity(let entity): if !store.isManaged(entity) { entities.append(entity) }
    case .list(let values): for value in values { collect(value, store, &entities) }
    case .map(let members) where members.values.contains(where: \.mayHoldEntities):
      for (_, value) in members.sorted(by: { $0.key < $1.key }) { collect(value, store, &entities) }
    default: break
    }
  }
}

extension Value {
  /// Whether it may be or contain entities.
  package var mayHoldEntities: Bool {
    switch self {
    case .entity, .list, .map: true
    default: false
    }
  }
}
