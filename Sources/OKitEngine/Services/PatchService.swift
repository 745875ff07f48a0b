/// Delivers the patches of each turn to those who observe an entity.
package final class PatchService {
  private let store: ModelStore
  private let diagnostics: DiagnosticLog
  /// The changes that were committed since the last delivery. It records while there are observers.
  private let committed: ChangeRecorder
  private struct Observer {
    /// Nil for all models.
    var entity: EntityID?
    var place: Diagnostic.Place?
    var handler: ([Patch]) -> Void
  }

  // Unchecked because every turn reads it: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var observers: [UInt32: Observer] = [:]
  private var lastHandle: UInt32 = 0
  private var isDelivering = false

  init(_ store: ModelStore, _ diagnostics: DiagnosticLog) {
    (self.store, self.diagnostics, committed) = (store, diagnostics, ChangeRecorder(store))
  }

  /// Calls `handler` after each turn with the patches at and below an entity.
  ///
  /// - Parameters:
  ///   - entity: Nil for the patches of all models.
  ///   - place: the place in a script that registers the handler.
  /// - Returns: A handle for `cancel`.
  package func observe(
    _ entity: EntityID?, place: Diagnostic.Place? = nil, _ handler: @escaping ([Patch]) -> Void
  ) -> RuntimeHandle {
    lastHandle += 1
    if observers.isEmpty { store.startRecording(committed) }
    observers[lastHandle] = Observer(entity: entity, place: place, handler: handler)
    return RuntimeHandle(.observation, lastHandle)
  }

  package func cancel(_ handle: RuntimeHandle) {
    if observers.removeValue(forKey: handle.id) != nil, observers.isEmpty { store.stopRecording(committed) }
  }

  /// Cancels all observers of entities, which are those of scripts.
  ///
  /// - Returns: What the observers kept alive, so that the caller can free it later.
  @discardableResult
  package func cancelAll() -> Any {
    let cancelled = observers
    observers = observers.filter { $0.value.entity == nil }
    if observers.isEmpty { store.stopRecording(committed) }
    return cancelled
  }

  /// A Boolean value that indicates whether changes wait for delivery.
  var isPending: Bool { !observers.isEmpty && !committed.isEmpty }

  /// Delivers what was committed since the last delivery; after that what the observers have changed, and so on.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    var rounds = 0
    while isPending {
      var patches = store.patches(committed)
      if store.hidesOldValues { for index in patches.indices { patches[index].old = .null } }
      let deliveries = deliveries(of: patches)
      committed.clear()
      rounds += 1
      guard rounds <= DependencyGraph.maximumRunsPerTurn else {
        return diagnostics.report(
          Diagnostic(
            "observe.endless",
            "observers of patches keep changing what they observe; they were stopped after \(rounds - 1) rounds",
            place: deliveries.lazy.compactMap { self.observers[$0.number]?.place }.first))
      }
      // An observer that ran before may have cancelled this one.
      for (number, patches) in deliveries { observers[number]?.handler(patches) }
    }
  }

  /// Returns the patches for each observer. The handlers may change the models, and with them the paths.
  private func deliveries(of patches: [Patch]) -> [(number: UInt32, patches: [Patch])] {
    observers.sorted { $0.key < $1.key }.compactMap { number, observer in
      guard let entity = observer.entity else { return patches.isEmpty ? nil : (number, patches) }
      guard let path = store.path(of: entity) else { return nil }
      let below = path + "/"
      let own = patches.filter { $0.path.begins(with: below) || $0.path == path }
      return own.isEmpty ? nil : (number, own)
    }
  }
}
