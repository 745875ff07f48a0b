/// The stores that their storage has not finished, in the order in which they were begun.
struct UnfinishedStores {
  final class Store {
    let operation: StorageOperation
    /// The number of each model's state that is being stored.
    let numbers: [EntityID: Int]
    /// Called with whether the store has succeeded.
    let completions: [(Bool) -> Void]
    /// Whether a caller waits for the operation, and gets its failure.
    var isAwaited = false

    init(_ operation: StorageOperation, _ numbers: [EntityID: Int], _ completions: [(Bool) -> Void]) {
      self.operation = operation
      self.numbers = numbers
      self.completions = completions
    }
  }

  private(set) var stores: [Store] = []

  mutating func add(
    _ operation: StorageOperation, _ numbers: [EntityID: Int], _ completions: [(Bool) -> Void]
  ) -> Store {
    let store = Store(operation, numbers, completions)
    stores.append(store)
    return store
  }

  mutating func remove(_ store: Store) { stores.removeAll { $0 === store } }

  /// The number of the state of a model that was passed to the storage last; nil when no store is in progress.
  func number(of model: EntityID) -> Int? { stores.last { $0.numbers[model] != nil }?.numbers[model] }
}
