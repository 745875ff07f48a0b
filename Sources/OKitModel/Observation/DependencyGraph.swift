/// Records who has read what: sources (values that can change), nodes (values computed from sources) and the edges
/// between them.
///
/// The graph knows neither models nor bindings. A node is clean, maybe stale (something below it is stale) or stale;
/// `update` re-checks the sources in the order in which they were read and runs the node only when one really changed,
/// so a node runs at most once per change and never sees half-updated inputs.
///
/// Sources, nodes and edges are plain records in raw memory, joined by indices: marking, running and reading allocate
/// nothing and count no references. A node that reads the same again keeps its edges.
@usableFromInline
package final class DependencyGraph {
  @usableFromInline
  package enum State: UInt8, Sendable, BitwiseCopyable { case clean, maybeStale, stale }

  struct Edge: BitwiseCopyable {
    var source: Int32
    var node: Int32
    var nextOfNode: Int32
    var nextOfSource: Int32
    var previousOfSource: Int32
  }

  struct Source: BitwiseCopyable {
    var firstEdge: Int32 = none
    var lastEdge: Int32 = none
    /// The computed node behind the source, or none for a plain property.
    var owner: Int32 = none
    /// The last run that recorded a read, to drop repeated reads of one run.
    var lastRun: UInt32 = 0
    /// The key that the source was made with.
    var key: UInt64 = 0
  }

  struct Node: BitwiseCopyable {
    /// Safe: the creator of the node removes it before the handler is freed.
    var handler: Unmanaged<NodeHandler>
    /// The key of the source whose change made the node stale last; 0 before any.
    var cause: UInt64 = 0
    var firstEdge: Int32 = none
    /// The source through which other nodes observe this one.
    var source: Int32 = none
    var generation: UInt32
    /// Position among all nodes ever made: the order in which a turn runs them.
    var serial: UInt32
    /// The outermost update in which the node read an unsettled node; 0 for none.
    var unsettledIn: UInt32 = 0
    /// Passed back to the handler.
    var token: UInt32
    var state: State = .stale
    var flags: Flags
    /// The number of updates of the node in the running flush.
    var runs: UInt16 = 0
  }

  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// Being checked or run.
    static let busy = Flags(rawValue: 1)
    static let scheduled = Flags(rawValue: 2)
    /// Left stale; the next change of an input notifies the handler again.
    static let asleep = Flags(rawValue: 4)
    static let alive = Flags(rawValue: 8)
    /// Scheduled by the graph itself when stale; the handler is not told.
    static let eager = Flags(rawValue: 16)
    /// Waits for a node that it has read, and starts again then.
    static let awaited = Flags(rawValue: 32)
    /// A run that ends without a result has no effect: it can be started again.
    static let restartable = Flags(rawValue: 64)
    /// Reads one source again and again, so that its handler looks at it without recording the read.
    static let steady = Flags(rawValue: 128)

    /// A steady node that only waits for an update.
    static let scheduledSteady: Flags = [.alive, .eager, .steady, .scheduled]
    static let busySteady: Flags = [.alive, .eager, .steady, .busy]
    static let restingSteady: Flags = [.alive, .eager, .steady]
  }

  /// A node that runs now.
  struct Frame: BitwiseCopyable {
    /// None when the node was removed while it runs.
    var node: Int32
    var run: UInt32
    /// The edge of the last read.
    var last: Int32 = none
    /// The edge of the run before that stands for the next read, if it reads the same again.
    var next: Int32
    /// Whether the node that ran before recorded reads.
    var wasTracking: Bool
  }

  /// A node that starts again when the node above it is up to date.
  struct AwaitingNode: BitwiseCopyable {
    var node: NodeID
    /// Its position in the path of nested updates.
    var position: Int32
    var restarts: Int32 = 0
    /// The node that was updated last because this one needs it.
    var needed = NodeID(index: none, generation: 0)
    /// Whether its reads are not postponed.
    var isGranted = false
  }

  static let none: Int32 = -1

  // Unchecked where every read and write of a property passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) var edges = Slab<Edge>()
  @exclusivity(unchecked) var sources = Slab<Source>()
  @exclusivity(unchecked) var nodes = Slab<Node>()
  /// Nodes that are running, outermost first; the last one records reads.
  @exclusivity(unchecked) var frames = RawStack<Frame>()
  /// Whether a read has to be recorded now.
  @usableFromInline
  @exclusivity(unchecked) var isRecording = false
  @exclusivity(unchecked) var runCount: UInt32 = 0
  /// Nodes that are being checked or run, outermost first.
  @exclusivity(unchecked) var path = RawStack<Int32>()
  /// The number of restartable nodes in the path.
  @exclusivity(unchecked) var restartableCount = 0
  /// The nodes that start again when the one above is up to date.
  @exclusivity(unchecked) var awaiting = RawStack<AwaitingNode>()
  /// The node that has to be updated first, while evaluations end because of it.
  @exclusivity(unchecked) var postponed = NodeID(index: none, generation: 0)
  /// The length of the path up to which no node is postponed, and the number of nodes that have raised it.
  @exclusivity(unchecked) var grantedDepth = 0
  @exclusivity(unchecked) var grants = 0
  /// Tells whether evaluations end without a result.
  @exclusivity(unchecked) package var budget: ExecutionBudget
  /// The number of changes to values that were read, and to state that the graph does not record.
  // An accessor, because other modules do not know that the number is unchecked.
  package var changeCount: UInt64 { changes }
  @usableFromInline
  @exclusivity(unchecked) var changes: UInt64 = 0
  /// The number of outermost updates so far.
  @exclusivity(unchecked) var updates: UInt32 = 0
  /// Nodes to update at the end of the turn, and those of the round that runs.
  @exclusivity(unchecked) var scheduled = RawStack<Int32>()
  @exclusivity(unchecked) var round = RawStack<Int32>()
  /// Nodes of the flush that counts how often they run.
  @exclusivity(unchecked) var counted = RawStack<Int32>()
  /// Nodes whose marks were made just now and whose handlers are to be told.
  @exclusivity(unchecked) var woken = RawStack<NodeID>()
  /// Sources whose readers are still to be marked.
  @exclusivity(unchecked) var open = RawStack<Int32>()
  @exclusivity(unchecked) var isFlushing = false
  @exclusivity(unchecked) var serial: UInt32 = 0
  /// While positive, handlers are not told.
  @exclusivity(unchecked) package var silent = 0
  /// Objects that were released while they were running and must live until nothing runs.
  @exclusivity(unchecked) private(set) var hasLeftovers = false
  @exclusivity(unchecked) private var leftovers: [Any] = []

  /// Advances when reads begin to be recorded. The owner of what is read advances it as well.
  @usableFromInline
  package let prefetchEpoch = PrefetchEpoch()

  package init(budget: ExecutionBudget = ExecutionBudget()) { self.budget = budget }

  /// Whether a read has to be recorded now.
  package var isTracking: Bool {
    @inline(__always)
    get { isRecording }
  }

  /// Invalidates what is kept while `changeCount` stays the same.
  @inline(__always)
  @inlinable
  package func noteChange() { changes &+= 1 }

  /// Edges, sources and nodes that are alive; for leak checks.
  package var census: (edges: Int, sources: Int, nodes: Int) { (edges.live, sources.live, nodes.live) }

  /// Keeps something alive until no node is updated: for handlers that may go while they run.
  func keepWhileRunning(_ object: Any) {
    guard !path.isEmpty else { return }
    leftovers.append(object)
    hasLeftovers = true
  }

  @inline(__always)
  func dropLeftovers() { if hasLeftovers, path.isEmpty { forgetLeftovers() } }

  @inline(never)
  private func forgetLeftovers() {
    hasLeftovers = false
    let gone = leftovers
    leftovers = []
    withExtendedLifetime(gone) {}
  }

  /// Runs `body` without notifying handlers of what it makes stale; the next change notifies them.
  package func withoutTelling<T>(_ body: () throws -> T) rethrows -> T {
    silent += 1
    defer { silent -= 1 }
    return try body()
  }

  /// Runs `body` without recording what it reads for the node that runs now.
  @inline(__always)
  @inlinable
  package func withoutTracking<T>(_ body: () throws -> T) rethrows -> T {
    let wasRecording = isRecording
    isRecording = false
    defer {
      isRecording = wasRecording
      if wasRecording { prefetchEpoch.advance() }
    }
    return try body()
  }
}
