/// Updating nodes on demand.
extension DependencyGraph {
  @usableFromInline
  package enum Outcome: Sendable {
    case unchanged, changed
    /// The node depends on itself.
    case cycle
    /// Nested updates are too many, and cannot be started again.
    case tooDeep
    /// The update ended without a result, and so does its reader: see `ExecutionBudget.Unwinding`.
    case unwinding
    /// The outermost update that could not be computed has ended.
    case failed
  }

  /// The stack on which a node is read.
  package enum StackDepth: Sendable {
    case shallow
    /// Nearly used up: the node is updated after its reader has ended, which starts again then.
    case deep
    /// The reader cannot be ended, because functions of another host run between it and this read.
    case fixed
  }

  /// The maximum number of nested updates that cannot be started again.
  package static let maximumDepth = 500

  /// Brings a node up to date: runs it when something that it read really changed. O(what it reads).
  ///
  /// - Parameter depth: The stack, asked only when the node is not up to date.
  @discardableResult
  @inline(__always)
  package func update(_ node: NodeID, depth: @autoclosure () -> StackDepth = .shallow) -> Outcome {
    isAlive(node) ? update(node.index, depth: depth()) : .unchanged
  }

  /// As above, for a node that is alive.
  @discardableResult
  @inline(__always)
  func update(_ index: Int32, depth: @autoclosure () -> StackDepth = .shallow) -> Outcome {
    if nodes[index].flags.contains(.busy) { return .cycle }
    if nodes[index].state == .clean { return .unchanged }
    return path.isEmpty ? updateStale(index) : updateNested(index, depth())
  }

  private func updateStale(_ index: Int32) -> Outcome {
    updates &+= 1
    return updateAndRestart(index)
  }

  private func updateNested(_ index: Int32, _ depth: StackDepth) -> Outcome {
    if budget.isUnwinding { return .unwinding }
    // It has run already and would find the same again.
    if nodes[index].state == .maybeStale, nodes[index].unsettledIn == updates { return .unchanged }
    if nodes[index].flags.contains(.awaited) { return .cycle }
    if nodes[index].flags.contains(.restartable), postpones(depth) { return postpone(index) }
    if path.count >= Self.maximumDepth { return .tooDeep }
    return updateAndRestart(index)
  }

  /// Checks a node once, and runs it if something that it has read has changed.
  func updateOnce(_ index: Int32) -> Outcome {
    let isRestartable = nodes[index].flags.contains(.restartable)
    nodes[index].flags.insert(.busy)
    path.append(index)
    if isRestartable { restartableCount += 1 }
    let isChanged = (nodes[index].state == .stale || hasChangedInput(index)) && run(index)
    if isRestartable { restartableCount -= 1 }
    path.cut(to: path.count - 1)
    nodes[index].flags.remove(.busy)
    let isAlive = nodes[index].flags.contains(.alive)
    if !isAlive { releaseIfDead(index) }
    dropLeftovers()
    return isChanged && isAlive ? .changed : .unchanged
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
      if !nodes[node].flags.contains(.alive) || budget.isUnwinding { return false }
      // A cycle or an unsettled input: running reports what is wrong.
      if outcome == .cycle || outcome == .tooDeep || outcome == .failed || nodes[owner].state != .clean { return true }
      if nodes[node].state == .stale { return true }
    }
    nodes[node].state = .clean
    return false
  }

  private func run(_ index: Int32) -> Bool {
    guard nodes[index].flags.contains(.alive) else { return false }
    // Clean from here: a change of an input during the run makes the node stale again.
    nodes[index].state = .clean
    nodes[index].flags.remove([.asleep, .steady])
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
    if budget.isUnwinding {
      if frame.node != Self.none { discard(frame.node) }
      return false
    }
    if frame.node != Self.none { dropUnread(frame) }
    if changed, nodes[index].source != Self.none { markReadersStale(of: nodes[index].source) }
    return changed
  }

  /// Leaves a node stale whose run ended without a result. It keeps the edges of its last run, and what it had read
  /// until then.
  private func discard(_ node: Int32) {
    nodes[node].state = .stale
    // A restartable node still has its last value; what another one has now is unknown.
    if !nodes[node].flags.contains(.restartable), nodes[node].source != Self.none {
      markReadersStale(of: nodes[node].source)
    }
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

  func title(of node: Int32) -> String {
    let token = nodes[node].token
    return nodes[node].handler._withUnsafeGuaranteedRef { $0.title(of: token) }
  }
}
