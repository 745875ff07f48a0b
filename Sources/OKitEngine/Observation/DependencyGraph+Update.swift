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
    if nodes[index].isBusy { return .cycle }
    if nodes[index].state == .clean { return .unchanged }
    if path.count >= Self.maximumDepth { return .tooDeep }
    if path.isEmpty {
      updates &+= 1
    } else if nodes[index].state == .maybeStale, nodes[index].unsettledIn == updates {
      // It ran already and would find the same again.
      return .unchanged
    }
    nodes[index].isBusy = true
    path.append(index)
    let isChanged = (nodes[index].state == .stale || hasChangedInput(index)) && run(node)
    path.removeLast()
    nodes[index].isBusy = false
    guard nodes[index].isAlive else {
      dropEdges(of: index)
      releaseIfDead(index)
      return .unchanged
    }
    return isChanged ? .changed : .unchanged
  }

  /// Looks at the inputs in the order in which they were read; the node is clean when none of them has changed.
  private func hasChangedInput(_ node: Int32) -> Bool {
    var edge = nodes[node].firstEdge
    while edge != Self.none {
      let source = edges[edge].source
      edge = edges[edge].nextOfNode
      guard source != Self.none else { return true }
      let owner = sources[source].owner
      guard owner != Self.none else { continue }
      // Checking runs other nodes, but it is not the node outside that reads then.
      let outcome = withoutTracking { update(id(owner)) }
      if !nodes[node].isAlive { return false }
      // A cycle, or an input that cannot come to rest: running tells what is wrong.
      if outcome == .cycle || outcome == .tooDeep || nodes[owner].state != .clean { return true }
      if nodes[node].state == .stale { return true }
    }
    nodes[node].state = .clean
    return false
  }

  private func run(_ node: NodeID) -> Bool {
    let index = node.index
    guard nodes[index].isAlive, let handler = handlers[Int(index)] else { return false }
    dropEdges(of: index)
    // Clean from here: a change of an input during the run makes the node stale again.
    nodes[index].state = .clean
    nodes[index].isAsleep = false
    nodes[index].unsettledIn = 0
    runCount &+= 1
    running.append(index)
    runs.append(runCount)
    let outerUntracked = untracked
    untracked = 0
    let changed = handler.recompute(node, token: tokens[Int(index)])
    untracked = outerUntracked
    runs.removeLast()
    running.removeLast()
    if changed, nodes[index].isAlive, nodes[index].source != Self.none { markReadersStale(of: nodes[index].source) }
    return changed
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

  /// The tokens of the nodes that wait for each other from `node` on: the path of a cycle.
  public func cyclePath(to node: NodeID) -> [UInt64] {
    guard let start = path.firstIndex(of: node.index) else { return [] }
    return path[start...].map { tokens[Int($0)] }
  }

  /// Has the node updated when the turn ends.
  public func schedule(_ node: NodeID) {
    guard isAlive(node), !nodes[node.index].isScheduled else { return }
    nodes[node.index].isScheduled = true
    scheduled.append(node.index)
  }

  /// A node that runs more often than this in one turn feeds itself.
  public static let maximumRunsPerTurn = 100
  /// So many rounds mean that nodes make ever new ones.
  static let maximumRounds = 10_000

  /// Updates the scheduled nodes, and those that they schedule in turn: in rounds, each in the order in which the nodes
  /// were made. Inside a flush it does nothing.
  ///
  /// - Returns: the tokens of the nodes that kept each other busy, when the turn did not come to rest. They stay stale,
  ///   and the next change of what they read schedules them again.
  public func flush() -> [UInt64] {
    guard !isFlushing else { return [] }
    isFlushing = true
    defer { isFlushing = false }
    var counts: [UInt32: Int] = [:]
    var endless: [UInt32: UInt64] = [:]
    var rounds = 0
    while !scheduled.isEmpty {
      rounds += 1
      let round = scheduled.sorted { nodes[$0].serial < nodes[$1].serial }
      scheduled.removeAll(keepingCapacity: true)
      for node in round {
        nodes[node].isScheduled = false
        guard nodes[node].isAlive else {
          releaseIfDead(node)
          continue
        }
        let serial = nodes[node].serial
        counts[serial, default: 0] += 1
        if counts[serial, default: 0] <= Self.maximumRunsPerTurn, rounds <= Self.maximumRounds {
          update(id(node))
        } else if nodes[node].state != .clean {
          nodes[node].isAsleep = true
          endless[serial] = tokens[Int(node)]
        }
      }
    }
    return endless.sorted { $0.key < $1.key }.map(\.value)
  }
}
