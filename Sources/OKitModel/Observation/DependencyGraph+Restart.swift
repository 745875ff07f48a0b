/// Chains of any length: instead of nesting ever deeper, an update is postponed, and its readers start again after it.
///
/// A read of a restartable node on a deep stack ends the node that reads, without a result. The update of that node
/// then updates the one that it needs, on its own level of the stack, and starts the reader again. Nodes that wait for
/// others are kept in `awaiting`, so that a chain takes memory, not stack, and each node of it runs about twice.
extension DependencyGraph {
  /// The number of nested updates from which on nodes are postponed.
  static let postponingDepth = 16
  /// The number of restarts after which a node may nest one level deeper: a node that reads many others that are not up
  /// to date does not start again for each of them.
  static let restartsPerGrant = 4
  /// The maximum number of nested levels that are granted.
  static let maximumGrants = 16

  /// Whether restartable nodes are being updated.
  package var isComputing: Bool { restartableCount > 0 }

  @inline(__always)
  func postpones(_ depth: StackDepth) -> Bool {
    guard restartableCount > 0, path.count >= grantedDepth else { return false }
    return depth == .deep || (depth == .shallow && path.count >= Self.postponingDepth)
  }

  func postpone(_ index: Int32) -> Outcome {
    postponed = id(index)
    budget.beginUnwinding(.restart)
    return .unwinding
  }

  /// Ends the run of a node that had too little stack, and postpones it as if its reader had found the stack too deep.
  /// Returns false when the node has no reader that could start again.
  package func postponeRunning(_ node: NodeID) -> Bool {
    guard restartableCount > 1, isAlive(node) else { return false }
    _ = postpone(node.index)
    return true
  }

  /// Updates a node; as often as it needs another one first, that one and then the node again.
  @inline(__always)
  func updateAndRestart(_ index: Int32) -> Outcome {
    let outcome = updateOnce(index)
    guard budget.isUnwinding, nodes[index].flags.contains(.restartable) else { return outcome }
    return isPostponed(id(index)) ? .unwinding : restart(index)
  }

  /// Whether evaluations end because the node itself has to be updated on a stack that is less deep.
  private func isPostponed(_ node: NodeID) -> Bool { budget.unwinding == .restart && postponed == node }

  @inline(never)
  private func restart(_ index: Int32) -> Outcome {
    var outcome = Outcome.unwinding
    if budget.unwinding == .restart {
      let start = awaiting.count
      enter(id(index))
      outcome = updateAwaiting(from: start)
    }
    guard budget.unwinding == .failure else { return outcome }
    if restartableCount > 0 { return .unwinding }
    budget.endUnwinding()
    return .failed
  }

  /// Updates the nodes that wait, from the last one down to `start`. Returns the outcome of the one at `start`; of a
  /// failure, none of them gets a result.
  private func updateAwaiting(from start: Int) -> Outcome {
    var outcome = Outcome.unwinding
    while awaiting.count > start {
      let top = awaiting.count - 1
      switch budget.unwinding {
      case .failure:
        while awaiting.count > start { leave() }
        return .unwinding
      case .restart where isPostponed(awaiting[top].node):
        while awaiting.count > start { leave() }
        return .unwinding
      case .restart:
        budget.endUnwinding()
        awaiting[top].restarts += 1
        if awaiting[top].needed == postponed {
          // It was updated, and is not up to date all the same: it changes what it reads.
          awaiting[top].isGranted = true
        } else {
          awaiting[top].needed = postponed
          enter(postponed)
        }
      case .none:
        let waiting = awaiting[top]
        outcome = isAlive(waiting.node) ? updateOnce(waiting) : .unchanged
        if !budget.isUnwinding { leave() }
      }
    }
    return outcome
  }

  /// Updates a node that has started again before; one that has done so often may nest deeper.
  private func updateOnce(_ waiting: AwaitingNode) -> Outcome {
    let isWide = waiting.restarts >= Self.restartsPerGrant && grants < Self.maximumGrants
    guard isWide || waiting.isGranted else { return updateOnce(waiting.node.index) }
    let before = grantedDepth
    grantedDepth = max(before, path.count + 2)
    grants += 1
    defer { (grantedDepth, grants) = (before, grants - 1) }
    return updateOnce(waiting.node.index)
  }

  private func enter(_ node: NodeID) {
    awaiting.append(AwaitingNode(node: node, position: Int32(truncatingIfNeeded: path.count)))
    if isAlive(node) { nodes[node.index].flags.insert(.awaited) }
  }

  private func leave() {
    guard let node = awaiting.popLast()?.node, isAlive(node) else { return }
    nodes[node.index].flags.remove(.awaited)
  }

  /// Returns the titles of the nodes of a cycle, from `node` on.
  package func cyclePath(to node: NodeID) -> [String] {
    var nested: [Int32] = []
    var next = 0
    for position in 0...path.count {
      // Those that wait at a position precede the node that runs there, which may be the last of them.
      while next < awaiting.count, awaiting[next].position == position {
        if isAlive(awaiting[next].node) { nested.append(awaiting[next].node.index) }
        next += 1
      }
      if position < path.count, nested.last != path[position] { nested.append(path[position]) }
    }
    guard let start = nested.firstIndex(of: node.index) else { return [] }
    return nested[start...].filter { nodes[$0].flags.contains(.alive) }.map { title(of: $0) }
  }
}
