/// What a registry knows of its models on a server.
struct RemoteModels {
  var homes: [String: RemoteHome] = [:]
  /// The models without a document on this machine, as far as this turn has looked for many of them at once.
  var withoutDocument: Set<String> = []
  /// The models that are to be stored when the turn has ended.
  var requested: [EntityID] = []
  /// The model that is being registered: its conflicts can be resolved although a turn is running.
  var registering: EntityID?
  /// The stores of the state that wait for the models that were requested.
  var waiting: [StateStore] = []
}

/// A store of the state: finished when all its models are stored.
package final class StateStore {
  package let operation: StorageOperation
  private var models: Set<EntityID>
  /// Returns whether a caller waits for it, and gets its failure.
  private let isAwaited: () -> Bool

  init(_ models: Set<EntityID>, isAwaited: @escaping () -> Bool) {
    (self.models, self.isAwaited) = (models, isAwaited)
    operation = StorageOperation {}
    if models.isEmpty { operation.finish(.success(())) }
  }

  func isAwaited(_ models: some Sequence<EntityID>) -> Bool {
    isAwaited() && models.contains(where: self.models.contains)
  }

  func contains(_ model: EntityID) -> Bool { models.contains(model) }

  func finish(_ model: EntityID, _ outcome: StorageOperation.Outcome) {
    guard models.remove(model) != nil else { return }
    if case .failure = outcome { operation.finish(outcome) }
    if models.isEmpty { operation.finish(.success(())) }
  }
}
