/// Computes nodes and is notified when they become stale.
///
/// The graph does not keep its handlers: the creator of a node removes it before the handler is freed.
@_spi(Observation) open class NodeHandler {
  public init() {}

  /// Runs the node's computation inside `DependencyGraph.update`; returns whether its value has changed.
  open func recompute(_ node: NodeID, token: UInt32) -> Bool { false }

  /// Looks at what a steady node reads, without recording the read, and does what a run would do; see
  /// `DependencyGraph.markSteady`. Returns false, with nothing done, if the node may have to read something else.
  package func runSteadily() -> Bool { false }

  /// Called once when a clean node becomes stale or maybe stale. Must not read or write a model.
  open func invalidated(_ node: NodeID, token: UInt32) {}

  /// The name of the node in messages.
  open func title(of token: UInt32) -> String { "a computation" }

  /// The place in a script that made the node; nil where it has none.
  package func place(of token: UInt32) -> Diagnostic.Place? { nil }
}

/// A handle on something that can change.
@usableFromInline package struct SourceID: Hashable, Sendable {
  @usableFromInline package let index: Int32
  package init(index: Int32) { self.index = index }
}

/// A handle on something computed; stale handles are detected by their generation.
@_spi(Observation) public struct NodeID: Hashable, Sendable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32

  package init(index: Int32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}
