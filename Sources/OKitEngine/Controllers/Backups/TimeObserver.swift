@_spi(Observation) internal import OKitModel

/// Invalidates a screen that shows relative times when the time or the locale changes.
final class TimeObserver {
  private final class Handler: NodeHandler {
    let store: ModelStore

    init(_ store: ModelStore) { self.store = store }

    override func recompute(_ node: NodeID, token: UInt32) -> Bool {
      store.graph.read(store.clockSource)
      store.graph.read(store.localeSource)
      return true
    }

    override func title(of token: UInt32) -> String { "relative times" }
  }

  private let handler: Handler
  private let graph: DependencyGraph
  private let node: NodeID

  init(_ store: ModelStore) {
    handler = Handler(store)
    graph = store.graph
    node = graph.makeNode(handler, token: 0)
  }

  deinit { graph.remove(node) }

  /// Called while relative times are written.
  func observe() { if graph.state(of: node) != .clean { graph.update(node) } }
}
