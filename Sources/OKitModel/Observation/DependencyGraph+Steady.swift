/// Steady nodes: their handlers read one stored property, the same in each run. While that is so, a run needs neither a
/// frame nor a record of what it reads.
extension DependencyGraph {
  /// Says that the eager node that runs has read one source, whose place its handler finds again by itself. The next
  /// flush asks the handler to run without recording reads.
  func markSteady(_ node: NodeID) { nodes[node.index].flags.insert(.steady) }

  /// Updates a steady node that waits for nothing but its run at the end of a turn.
  ///
  /// - Returns: False, with nothing done, for any other.
  @inline(__always)
  func updateSteadily(_ index: Int32) -> Bool {
    let node = nodes.base + Int(index)
    guard node.pointee.flags == .scheduledSteady, node.pointee.state == .stale, path.isEmpty, !isRecording else {
      return false
    }
    updates &+= 1
    node.pointee.flags = .busySteady
    node.pointee.state = .clean
    path.append(index)
    let hasRun = node.pointee.handler._withUnsafeGuaranteedRef { $0.runSteadily() }
    path.cut(to: 0)
    // The run may have made nodes, so that the records have moved.
    guard hasRun, nodes[index].flags == .busySteady, !budget.isUnwinding, !hasLeftovers else {
      return endSteadily(index, hasRun)
    }
    nodes[index].flags = .restingSteady
    return true
  }

  @inline(never)
  private func endSteadily(_ index: Int32, _ hasRun: Bool) -> Bool {
    nodes[index].flags.remove(.busy)
    if !hasRun {
      nodes[index].flags.remove(.steady)
      nodes[index].state = .stale
    } else if !nodes[index].flags.contains(.alive) {
      releaseIfDead(index)
    } else if budget.isUnwinding {
      nodes[index].state = .stale
    }
    dropLeftovers()
    return hasRun
  }
}
