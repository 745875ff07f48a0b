@_spi(Observation) internal import OKitModel

/// Finds the controllers whose context has left its model.
///
/// Each controller has a node in the dependency graph that reads the place of its context. So a turn costs nothing for
/// the controllers whose context stays where it is. A controller that keeps its context alive may be over one that is
/// in no model yet.
final class ContextObserver {
  private final class Handler: NodeHandler {
    // Unchecked because every turn reads them: no access of these is ever made inside another one.
    /// The contexts and nodes of the controllers, by the numbers of their handles.
    @exclusivity(unchecked) var observed: [UInt32: (context: EntityID, node: NodeID)] = [:]
    /// The controllers whose context may have left its model.
    @exclusivity(unchecked) var changed: Set<UInt32> = []
    /// The controllers whose context has been in no model so far, and that keep it.
    @exclusivity(unchecked) var unmanaged: Set<UInt32> = []
    /// The other controllers whose context was in no model when they were opened.
    @exclusivity(unchecked) var misplaced: Set<UInt32> = []
    let store: ModelStore

    init(_ store: ModelStore) { self.store = store }

    override func recompute(_ node: NodeID, token: UInt32) -> Bool {
      if let context = observed[token]?.context { _ = store.parent(of: context) }
      return true
    }

    override func invalidated(_ node: NodeID, token: UInt32) { changed.insert(token) }

    override func title(of token: UInt32) -> String { "the context of a controller" }
  }

  private let handler: Handler
  private let store: ModelStore

  init(_ store: ModelStore) {
    self.store = store
    handler = Handler(store)
  }

  deinit { for (_, node) in handler.observed.values { store.graph.remove(node) } }

  func observe(_ controller: Controller) {
    guard let context = controller.modelContext else { return }
    let number = controller.handle.id
    handler.changed.insert(number)
    if !store.isManaged(context) {
      if controller.keepsContext { handler.unmanaged.insert(number) } else { handler.misplaced.insert(number) }
    }
    handler.observed[number] = (context, store.graph.makeNode(handler, token: number))
  }

  func stopObserving(_ controller: Controller) {
    let number = controller.handle.id
    if let (_, node) = handler.observed.removeValue(forKey: number) { store.graph.remove(node) }
    if !handler.changed.isEmpty { handler.changed.remove(number) }
    settle(number)
  }

  /// Forgets that the context of a controller was in no model.
  private func settle(_ number: UInt32) {
    if !handler.unmanaged.isEmpty { handler.unmanaged.remove(number) }
    if !handler.misplaced.isEmpty { handler.misplaced.remove(number) }
  }

  /// Returns whether the context of a removed controller has never been in a model; true once.
  func takeMisplaced(_ number: UInt32) -> Bool { handler.misplaced.remove(number) != nil }

  /// Returns the numbers of the handles of the controllers whose context is in no model, the oldest first.
  func takeRemoved() -> [UInt32] {
    guard !handler.changed.isEmpty else { return [] }
    let changed = handler.changed.sorted()
    handler.changed = []
    return changed.filter { number in
      guard let (context, node) = handler.observed[number] else { return false }
      store.graph.withoutTracking { _ = store.graph.update(node) }
      // The graph refuses to update nodes that are nested too deeply; the next turn tries again.
      if store.graph.state(of: node) != .clean { handler.changed.insert(number) }
      if store.isManaged(context) {
        settle(number)
        return false
      }
      return !handler.unmanaged.contains(number)
    }
  }

  /// Has the next `takeRemoved` return a controller again.
  func keepRemoved(_ handle: UInt32) { handler.changed.insert(handle) }
}
