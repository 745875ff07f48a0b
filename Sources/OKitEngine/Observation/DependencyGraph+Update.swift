/// Running nodes: on demand (`update`) and at the end of a turn (`flush`).
extension DependencyGraph {
  public enum Outcome: Sendable { case unchanged, changed, cycle, tooDeep }

  /// Nodes may lead to nodes this deep; a longer chain is a mistake in the computed properties.
  public static let maximumDepth = 500

  /// Brings a node up to date: runs it when something that it read really changed. O(what it reads).
  @discardableResult
  public func update(_ node: NodeID) -> Outcome {
    guard isAlive(node) else { return .unchanged }
    let index = node.index
    if nodes[index].isRunning { return .cycle }
    if nodes[index].state == .clean { return .unchanged }
    if running.count >= Self.maximumDepth { return .tooDeep }
    if nodes[index].state == .maybeStale, !hasChangedInput(index) {
      if isAlive(node) { nodes[index].state = .clean }
      return .unchanged
    }
    return run(node)
  }

  private func hasChangedInput(_ node: Int32) -> Bool {
    var edge = nodes[node].firstEdge
    while edge != Self.none {
      let source = edges[edge].source
      edge = edges[edge].nextOfNode
      guard source != Self.none else { return true }
      let owner = sources[source].owner
      if owner != Self.none {
        // Re-checking runs other nodes, but it is not this node that reads then.
        untrackedUpdate(owner)
      }
      if nodes[node].state == .stale { return true }
      if !nodes[node].isAlive { return false }
    }
    return false
  }

  private func untrackedUpdate(_ node: Int32) {
    untracked += 1
    defer { untracked -= 1 }
    update(id(node))
  }

  private func run(_ node: NodeID) -> Outcome {
    let index = node.index
    guard let handler = handlers[Int(index)] else { return .unchanged }
    dropEdges(of: index)
    nodes[index].isRunning = true
    // Clean from here: a change of an input during the run makes the node stale again.
    nodes[index].state = .clean
    runCount &+= 1
    running.append(index)
    runs.append(runCount)
    let outerUntracked = untracked
    untracked = 0
    let changed = handler.recompute(node, token: tokens[Int(index)])
    untracked = outerUntracked
    runs.removeLast()
    running.removeLast()
    nodes[index].isRunning = false
    guard nodes[index].isAlive else {
      dropEdges(of: index)
      releaseIfDead(index)
      return .unchanged
    }
    if changed, nodes[index].source != Self.none { markReadersStale(of: nodes[index].source) }
    return changed ? .changed : .unchanged
  }

  /// A recomputed value differs: whoever read it is stale for certain.
  private func markReadersStale(of source: Int32) {
    var edge = sources[source].firstEdge
    while edge != Self.none {
      let reader = edges[edge].node
      if nodes[reader].state == .maybeStale { nodes[reader].state = .stale }
      edge = edges[edge].nextOfSource
    }
  }

  /// Runs `body` without recording what it reads for the node that runs now.
  public func withoutTracking<T>(_ body: () throws -> T) rethrows -> T {
    untracked += 1
    defer { untracked -= 1 }
    return try body()
  }

  /// The tokens of the running nodes from `node` on: the path of a cycle.
  public func cyclePath(to node: NodeID) -> [UInt64] {
    guard let start = running.firstIndex(of: node.index) else { return [] }
    return running[start...].map { tokens[Int($0)] }
  }

  /// Has the node updated when the turn ends.
  public func schedule(_ node: NodeID) {
    guard isAlive(node), !nodes[node.index].isScheduled else { return }
    nodes[node.index].isScheduled = true
    scheduled.append(node.index)
  }

  /// A node that runs more often than this in one turn feeds itself.
  public static let maximumRunsPerTurn = 100

  /// Updates the scheduled nodes, and those that they schedule in turn, in the order of scheduling.
  ///
  /// - Returns: the tokens of the nodes that kept each other busy, when the turn did not come to rest.
  public func flush() -> [UInt64] {
    var counts: [Int32: Int] = [:]
    var endless: Set<Int32> = []
    var next = 0
    while next < scheduled.count {
      let node = scheduled[next]
      next += 1
      nodes[node].isScheduled = false
      guard nodes[node].isAlive else {
        releaseIfDead(node)
        continue
      }
      let count = counts[node, default: 0] + 1
      counts[node] = count
      if count > Self.maximumRunsPerTurn {
        endless.insert(node)
        continue
      }
      update(id(node))
    }
    scheduled.removeAll(keepingCapacity: true)
    return endless.sorted().map { tokens[Int($0)] }
  }
}
