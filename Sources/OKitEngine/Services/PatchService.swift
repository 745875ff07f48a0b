/// Delivers the patches of each turn to those who observe an entity.
package final class PatchService {
  private let store: ModelStore
  private let diagnostics: DiagnosticLog
  private var committed: [ChangeSet] = []
  private var observers: [UInt32: (entity: EntityID, handler: ([Patch]) -> Void)] = [:]
  private var lastHandle: UInt32 = 0
  private var isDelivering = false

  init(_ store: ModelStore, _ diagnostics: DiagnosticLog) {
    (self.store, self.diagnostics) = (store, diagnostics)
    store.onCommit = { [unowned self] in committed.append($0) }
  }

  /// Calls `handler` after each turn with the patches at and below an entity.
  ///
  /// - Returns: A handle for `cancel`.
  package func observe(_ entity: EntityID, _ handler: @escaping ([Patch]) -> Void) -> RuntimeHandle {
    lastHandle += 1
    observers[lastHandle] = (entity, handler)
    return RuntimeHandle(.observation, lastHandle)
  }

  package func cancel(_ handle: RuntimeHandle) { observers[handle.id] = nil }

  /// Cancels all observers.
  ///
  /// - Returns: What the observers kept alive, so that the caller can free it later.
  @discardableResult
  package func cancelAll() -> Any {
    defer { observers = [:] }
    return observers
  }

  /// A Boolean value that indicates whether changes wait for delivery.
  var isPending: Bool { !committed.isEmpty }

  /// Delivers what was committed since the last delivery, also what the observers themselves change.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    var rounds = 0
    while !committed.isEmpty {
      let changes = committed
      committed = []
      guard !observers.isEmpty else { return }
      rounds += 1
      guard rounds <= DependencyGraph.maximumRunsPerTurn else {
        return diagnostics.report(
          Diagnostic(
            "observe.endless",
            "observers of patches keep changing what they observe; the runtime stopped them after \(rounds - 1) rounds")
        )
      }
      for change in changes { deliver(store.patches(change)) }
    }
  }

  private func deliver(_ patches: [Patch]) {
    for (number, observer) in observers.sorted(by: { $0.key < $1.key }) {
      // An observer that ran before may have cancelled this one.
      guard observers[number] != nil, let path = store.path(of: observer.entity) else { continue }
      let own = patches.filter { $0.path.hasPrefix(path + "/") || $0.path == path }
      if !own.isEmpty { observer.handler(own) }
    }
  }
}
