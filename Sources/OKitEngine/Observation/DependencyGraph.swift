/// Who read what: sources (something that can change), nodes (something that was computed from sources) and the edges
/// between them.
///
/// The graph knows neither models nor bindings. A node is clean, maybe stale (something below it is stale) or stale;
/// `update` re-checks the sources in the order in which they were read and runs the node only when one really changed,
/// so a node runs at most once per change and never sees half-updated inputs.
public final class DependencyGraph {
  public enum State: UInt8, Sendable, BitwiseCopyable { case clean, maybeStale, stale }

  struct Edge: BitwiseCopyable {
    var source: Int32
    var node: Int32
    var nextOfNode: Int32
    var nextOfSource: Int32
    var previousOfSource: Int32
  }

  struct Source: BitwiseCopyable {
    var firstEdge: Int32 = none
    /// The computed node behind the source, or none for a plain property.
    var owner: Int32 = none
    /// The last run that recorded a read, to drop repeated reads of one run.
    var lastRun: UInt32 = 0
    /// What the source stands for, to whoever made it.
    var key: UInt64 = 0
  }

  struct Node: BitwiseCopyable {
    var firstEdge: Int32 = none
    var lastEdge: Int32 = none
    /// The source through which other nodes observe this one.
    var source: Int32 = none
    var generation: UInt32 = 0
    /// Position among all nodes ever made: the order in which a turn runs them.
    var serial: UInt32 = 0
    var state: State = .stale
    /// Being checked or run.
    var isBusy = false
    var isScheduled = false
    /// Left stale without anybody being told again: the next change of an input tells its handler once more.
    var isAsleep = false
    /// The outermost update in which the node read something that could not come to rest; 0 for none.
    var unsettledIn: UInt32 = 0
    var isAlive = true
    /// The key of the source whose change made the node stale last; 0 before any.
    var cause: UInt64 = 0
  }

  static let none: Int32 = -1

  // Unchecked where every read and write of a property passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) var edges = Slab<Edge>()
  @exclusivity(unchecked) var sources = Slab<Source>()
  @exclusivity(unchecked) var nodes = Slab<Node>()
  var handlers: [(any NodeHandler)?] = []
  var tokens: [UInt64] = []
  /// Nodes that are running, outermost first; the last one records reads.
  @exclusivity(unchecked) var running: [Int32] = []
  @exclusivity(unchecked) var runs: [UInt32] = []
  var runCount: UInt32 = 0
  /// Nodes that are being checked or run, outermost first.
  var path: [Int32] = []
  /// The number of outermost updates so far.
  var updates: UInt32 = 0
  var scheduled: [Int32] = []
  var isFlushing = false
  private var serial: UInt32 = 0
  /// While positive, reads are not recorded.
  @exclusivity(unchecked) var untracked = 0
  /// While positive, handlers are not told.
  var silent = 0

  public init() {}

  /// Whether a read has to be recorded now.
  @inline(__always)
  public var isTracking: Bool { !running.isEmpty && untracked == 0 }

  /// Edges, sources and nodes that are alive; for leak checks.
  public var census: (edges: Int, sources: Int, nodes: Int) { (edges.live, sources.live, nodes.live) }

  // MARK: Sources

  /// - Parameter key: what the source stands for, for `reads` and `cause`; not 0.
  public func makeSource(key: UInt64 = 0) -> SourceID { SourceID(index: sources.allocate(Source(key: key))) }

  /// Forgets a source; the nodes that read it become stale.
  public func remove(_ source: SourceID) {
    changed(source)
    var edge = sources[source.index].firstEdge
    while edge != Self.none {
      let next = edges[edge].nextOfSource
      // The edge stays in its node's list until the node runs again or goes; it just leads nowhere.
      edges[edge].source = Self.none
      edge = next
    }
    sources.release(source.index)
  }

  /// Notes that the running node read `source`. O(1); repeated reads in one run cost one comparison.
  ///
  /// A node that reads something that could not come to rest (it was cut off by its depth, or changed what it had read
  /// itself) is not at rest either.
  /// - Parameter telling: whether the handler of the reading node hears of that.
  public func read(_ source: SourceID, telling: Bool = true) {
    guard untracked == 0, let node = running.last, let run = runs.last else { return }
    let owner = sources[source.index].owner
    if owner != Self.none, nodes[owner].state != .clean { unsettle(node, telling: telling) }
    guard sources[source.index].lastRun != run else { return }
    sources[source.index].lastRun = run
    let first = sources[source.index].firstEdge
    let edge = edges.allocate(
      Edge(source: source.index, node: node, nextOfNode: Self.none, nextOfSource: first, previousOfSource: Self.none))
    if first != Self.none { edges[first].previousOfSource = edge }
    sources[source.index].firstEdge = edge
    let last = nodes[node].lastEdge
    if last == Self.none { nodes[node].firstEdge = edge } else { edges[last].nextOfNode = edge }
    nodes[node].lastEdge = edge
  }

  public func hasReaders(_ source: SourceID) -> Bool { sources[source.index].firstEdge != Self.none }

  /// Marks everything that read `source`, directly as stale and above that as maybe stale. O(readers).
  public func changed(_ source: SourceID) {
    var woken: [NodeID] = []
    var edge = sources[source.index].firstEdge
    while edge != Self.none {
      wake(edges[edge].node, .stale, &woken, cause: sources[source.index].key)
      edge = edges[edge].nextOfSource
    }
    tell(woken)
  }

  /// Runs `body` without telling handlers what it makes stale: who looks again sees it, and the next change tells.
  public func withoutTelling<T>(_ body: () throws -> T) rethrows -> T {
    silent += 1
    defer { silent -= 1 }
    return try body()
  }

  private func unsettle(_ node: Int32, telling: Bool) {
    defer { nodes[node].unsettledIn = updates }
    guard telling else {
      if raise(node, to: .maybeStale) { nodes[node].isAsleep = true }
      return
    }
    var woken: [NodeID] = []
    wake(node, .maybeStale, &woken)
    tell(woken)
  }

  /// Marks a node and what depends on it; those that were at rest are added to `woken`.
  private func wake(_ first: Int32, _ state: State, _ woken: inout [NodeID], cause: UInt64 = 0) {
    if cause != 0 { nodes[first].cause = cause }
    guard raise(first, to: state) else { return }
    var next = woken.count
    woken.append(id(first))
    while next < woken.count {
      let source = nodes[woken[next].index].source
      next += 1
      guard source != Self.none else { continue }
      var edge = sources[source].firstEdge
      while edge != Self.none {
        let reader = edges[edge].node
        if cause != 0 { nodes[reader].cause = cause }
        if raise(reader, to: .maybeStale) { woken.append(id(reader)) }
        edge = edges[edge].nextOfSource
      }
    }
  }

  /// - Returns: whether the node was at rest, so that its handler and its readers do not know yet.
  private func raise(_ node: Int32, to state: State) -> Bool {
    let wasAtRest = nodes[node].state == .clean || nodes[node].isAsleep
    nodes[node].isAsleep = false
    nodes[node].unsettledIn = 0
    if nodes[node].state.rawValue < state.rawValue { nodes[node].state = state }
    return wasAtRest
  }

  /// Tells handlers when all marks are made, so that they may remove nodes.
  private func tell(_ woken: [NodeID]) {
    guard silent == 0 else {
      for node in woken { nodes[node.index].isAsleep = true }
      return
    }
    for node in woken where isAlive(node) {
      handlers[Int(node.index)]?.invalidated(node, token: tokens[Int(node.index)])
    }
  }

  // MARK: Nodes

  /// A new, stale node. `handler` computes it; `token` is handed back to the handler to tell its nodes apart.
  public func makeNode(_ handler: any NodeHandler, token: UInt64 = 0, isSource: Bool = false) -> NodeID {
    serial &+= 1
    let index = nodes.allocate(Node(serial: serial))
    while handlers.count <= Int(index) {
      handlers.append(nil)
      tokens.append(0)
      generations.append(0)
    }
    handlers[Int(index)] = handler
    tokens[Int(index)] = token
    nodes[index].generation = generations[Int(index)]
    if isSource {
      let source = makeSource(key: token)
      sources[source.index].owner = index
      nodes[index].source = source.index
    }
    return id(index)
  }
  private var generations: [UInt32] = []

  /// Forgets a node and its edges; one that is running is forgotten when it ends.
  public func remove(_ node: NodeID) {
    guard isAlive(node) else { return }
    dropEdges(of: node.index)
    let source = nodes[node.index].source
    nodes[node.index].isAlive = false
    handlers[Int(node.index)] = nil
    generations[Int(node.index)] &+= 1
    if source != Self.none {
      nodes[node.index].source = Self.none
      remove(SourceID(index: source))
    }
    releaseIfDead(node.index)
  }

  public func isAlive(_ node: NodeID) -> Bool {
    node.index >= 0 && Int(node.index) < generations.count && generations[Int(node.index)] == node.generation
      && nodes[node.index].isAlive
  }

  public func state(of node: NodeID) -> State { isAlive(node) ? nodes[node.index].state : .stale }

  /// The source that stands for a computed node's value.
  public func source(of node: NodeID) -> SourceID? {
    guard isAlive(node), nodes[node.index].source != Self.none else { return nil }
    return SourceID(index: nodes[node.index].source)
  }

  /// Makes a node stale by hand.
  public func invalidate(_ node: NodeID) {
    guard isAlive(node) else { return }
    var woken: [NodeID] = []
    wake(node.index, .stale, &woken)
    tell(woken)
  }

  func id(_ index: Int32) -> NodeID { NodeID(index: index, generation: generations[Int(index)]) }

  func dropEdges(of node: Int32) {
    var edge = nodes[node].firstEdge
    while edge != Self.none {
      let record = edges[edge]
      if record.source != Self.none {
        if record.previousOfSource == Self.none {
          sources[record.source].firstEdge = record.nextOfSource
        } else {
          edges[record.previousOfSource].nextOfSource = record.nextOfSource
        }
        if record.nextOfSource != Self.none {
          edges[record.nextOfSource].previousOfSource = record.previousOfSource
        }
      }
      edges.release(edge)
      edge = record.nextOfNode
    }
    nodes[node].firstEdge = Self.none
    nodes[node].lastEdge = Self.none
  }

  func releaseIfDead(_ node: Int32) {
    if !nodes[node].isAlive, !nodes[node].isBusy, !nodes[node].isScheduled { nodes.release(node) }
  }
}

/// A handle on something that can change.
public struct SourceID: Hashable, Sendable {
  public let index: Int32
  public init(index: Int32) { self.index = index }
}

/// A handle on something computed; stale handles are detected by their generation.
public struct NodeID: Hashable, Sendable {
  let index: Int32
  let generation: UInt32
}

/// Computes nodes and hears when they become stale.
public protocol NodeHandler: AnyObject {
  /// Runs the node's computation inside `DependencyGraph.update`; answers whether its value is another one now.
  func recompute(_ node: NodeID, token: UInt64) -> Bool
  /// Called once when a clean node becomes stale or maybe stale. Must not read or write a model.
  func invalidated(_ node: NodeID, token: UInt64)
}
