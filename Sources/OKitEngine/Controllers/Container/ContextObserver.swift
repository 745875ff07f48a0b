@_spi(Observation) internal import OKitModel

/// Finds the controllers whose context has left its model.
///
/// Each controller has a node in the dependency graph that reads the place of its context. So a turn costs nothing for
/// the controllers whose context stays where it is. A controller that keeps its context alive may be over one that is
/// in no model yet.
final class ContextObserver {
  private final class Handler: NodeHandler {
    var contexts: [UInt32: EntityID] = [:]
    /// The controllers whose context may have left its model, by the numbers of their handles.
    // Unchecked because every turn reads it: no access of it is ever made inside another one.
    @exclusivity(unchecked) var changed: Set<UInt32> = []
    /// The controllers whose context has been in no model so far, and that keep it.
    var unmanaged: Set<UInt32> = []
    /// The other controllers whose context was in no model when they were opened.
    var misplaced: Set<UInt32> = []
    let store: ModelStore

    init(_ store: ModelStore) { self.store = store }

    override func recompute(_ node: NodeID, token: UInt32) -> Bool {
      if let context = contexts[token] { _ = store.parent(of: context) }
      return true
    }

    override func invalidated(_ node: NodeID, token: UInt32) { changed.insert(token) }

    override func title(of token: UInt32) -> String { "the context of a controller" }
  }

  private let handler: Handler
  private let store: ModelStore
  private var nodes: [UInt32: NodeID] = [:]

  init(_ store: ModelStore) {
    self.store = store
    handler = Handler(store)
  }

  deinit { for node in nodes.values { store.graph.remove(node) } }

  func observe(_ controller: Controller) {
    guard let context = controller.modelContext else { return }
    let number = controller.handle.id
    handler.contexts[number] = context
    handler.changed.insert(number)
    if !store.isManaged(context) {
      if controller.keepsContext { handler.unmanaged.insert(number) } else { handler.misplaced.insert(number) }
    }
    nodes[number] = store.graph.makeNode(handler, token: number)
  }

  func stopObserving(_ controller: Controller) {
    let number = controller.handle.id
    if let node = nodes.removeValue(forKey: number) { store.graph.remove(node) }
    handler.contexts[number] = nil
    handler.changed.remove(number)
    handler.unmanaged.remove(number)
    handler.misplaced.remove(number)
  }

  /// Returns whether the context of a removed controller has never been in a model; true once.
  func takeMisplaced(_ number: UInt32) -> Bool { handler.misplaced.remove(number) != nil }

  /// Returns the numbers of the handles of the controllers whose context is in no model, the oldest first.
  func takeRemoved() -> [UInt32] {
    guard !handler.changed.isEmpty else { return [] }
    let changed = handler.changed.sorted()
    handler.changed = []
    return changed.filter { number in
      guard let context = handler.contexts[number], let node = nodes[number] else { return false }
      store.graph.withoutTracking { _ = store.graph.update(node) }
      // The graph refuses to update nodes that are nested too deeply; the next turn tries again.
      if store.graph.state(of: node) != .clean { handler.changed.insert(number) }
      if store.isManaged(context) {
        handler.unmanaged.remove(number)
        handler.misplaced.remove(number)
        return false
      }
      return !handler.unmanaged.contains(number)
    }
  }

  /// Has the next `takeRemoved` return a controller again.
  func keepRemoved(_ handle: UInt32) { handler.changed.insert(handle) }
}
