/// Updating nodes on demand.
extension DependencyGraph {
  package enum Outcome: Sendable { case unchanged, changed, cycle, tooDeep }

  /// The greatest depth of nested updates; a longer chain is a mistake in the computed properties.
  package static let maximumDepth = 500

  /// Brings a node up to date: runs it when something that it read really changed. O(what it reads).
  @discardableResult
  package func update(_ node: NodeID) -> Outcome {
    isAlive(node) ? update(node.index) : .unchanged
  }

  /// As above, for a node that is alive.
  @discardableResult
  func update(_ index: Int32) -> Outcome {
    if nodes[index].flags.contains(.busy) { return .cycle }
    if nodes[index].state == .clean { return .unchanged }
    if path.count >= Self.maximumDepth { return .tooDeep }
    if path.isEmpty {
      updates &+= 1
    } else if nodes[index].state == .maybeStale, nodes[index].unsettledIn == updates {
      // It has run already and would find the same again.
      return .unchanged
    }
    nodes[index].flags.insert(.busy)
    path.append(index)
    let isChanged = (nodes[index].state == .stale || hasChangedInput(index)) && run(index)
    path.cut(to: path.count - 1)
    nodes[index].flags.remove(.busy)
    guard nodes[index].flags.contains(.alive) else {
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
      // Checking runs other nodes; their reads do not belong to the outer node.
      let outcome = withoutTracking { update(id(owner)) }
      if !nodes[node].flags.contains(.alive) { return false }
      // A cycle or an unsettled input: running reports what is wrong.
      if outcome == .cycle || outcome == .tooDeep || nodes[owner].state != .clean { return true }
      if nodes[node].state == .stale { return true }
    }
    nodes[node].state = .clean
    return false
  }

  private func run(_ index: Int32) -> Bool {
    guard nodes[index].flags.contains(.alive) else { return false }
    // Clean from here: a change of an input during the run makes the node stale again.
    nodes[index].state = .clean
    nodes[index].flags.remove(.asleep)
    nodes[index].unsettledIn = 0
    runCount &+= 1
    let depth = frames.count
    frames.append(Frame(node: index, run: runCount, next: nodes[index].firstEdge, wasTracking: isRecording))
    isRecording = true
    prefetchEpoch.advance()
    let (node, token) = (id(index), nodes[index].token)
    let changed: Bool
    if nodes[index].flags.contains(.eager) {
      changed = nodes[index].handler._withUnsafeGuaranteedRef { $0.recompute(node, token: token) }
    } else {
      // Its computation may close the screen or remove the entity that it belongs to; the handler lives until it is
      // done.
      changed = nodes[index].handler.takeUnretainedValue().recompute(node, token: token)
    }
    let frame = frames[depth]
    isRecording = frame.wasTracking
    prefetchEpoch.advance()
    frames.cut(to: depth)
    if frame.node != Self.none { dropUnread(frame) }
    if changed, nodes[index].source != Self.none { markReadersStale(of: nodes[index].source) }
    dropLeftovers()
    return changed
  }

  /// Drops the edges of the last run that this run has not read.
  @inline(__always)
  private func dropUnread(_ frame: Frame) {
    guard frame.next != Self.none else { return }
    if frame.last == Self.none {
      nodes[frame.node].firstEdge = Self.none
    } else {
      edges[frame.last].nextOfNode = Self.none
    }
    dropEdges(frame.next)
  }

  /// Marks the readers of a recomputed value that differs as stale.
  private func markReadersStale(of source: Int32) {
    var edge = sources[source].firstEdge
    while edge != Self.none {
      let reader = edges[edge].node
      if nodes[reader].state == .maybeStale { nodes[reader].state = .stale }
      edge = edges[edge].nextOfSource
    }
  }

  /// Returns the titles of the nodes of a cycle, from `node` on.
  package func cyclePath(to node: NodeID) -> [String] {
    guard let start = (0..<path.count).first(where: { path[$0] == node.index }) else { return [] }
    return (start..<path.count).filter { nodes[path[$0]].flags.contains(.alive) }.map { title(of: path[$0]) }
  }

  func title(of node: Int32) -> String {
    let token = nodes[node].token
    return nodes[node].handler._withUnsafeGuaranteedRef { $0.title(of: token) }
  }
}
