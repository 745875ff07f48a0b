/// The stores that their storage has not finished, in the order in which they were begun.
struct UnfinishedStores {
  final class Store {
    let operation: StorageOperation
    /// The number of each model's state that is being stored.
    let numbers: [EntityID: Int]
    /// The files of parts that the store writes, and that are deleted after it.
    let parts: [PartChanges]
    /// Called with whether the store has succeeded.
    let completions: [(Bool) -> Void]
    /// The models whose databases the store removes.
    let replacedDatabases: [String]
    /// Whether a caller waits for the operation, and gets its failure.
    var isAwaited = false

    init(_ operation: StorageOperation, _ commit: SharedCommit) {
      (self.operation, numbers, parts) = (operation, commit.numbers, commit.parts)
      (completions, replacedDatabases) = (commit.writes.map(\.finish), commit.replaced)
    }

    /// Returns the number of the state of a model or part that is being stored.
    func number(of entity: EntityID) -> Int? {
      if let number = numbers[entity] { return number }
      for changes in parts { if let state = changes.states.first(where: { $0.part == entity }) { return state.number } }
      return nil
    }

    /// Returns whether the file of a part is stored at a path.
    func storesPart(at path: String) -> Bool { parts.contains { $0.states.contains { $0.file?.path == path } } }
  }

  private(set) var stores: [Store] = []

  mutating func add(_ operation: StorageOperation, _ commit: SharedCommit) -> Store {
    let store = Store(operation, commit)
    stores.append(store)
    return store
  }

  mutating func remove(_ store: Store) { stores.removeAll { $0 === store } }

  /// The number of the state of a model or part that was passed to the storage last; nil when no store is in progress.
  func number(of entity: EntityID) -> Int? { stores.reversed().lazy.compactMap { $0.number(of: entity) }.first }
}
