/// Making, reading and changing sources.
extension DependencyGraph {
  /// - Parameter key: What the source stands for, for `reads` and `cause`; not 0.
  package func makeSource(key: UInt64 = 0) -> SourceID { SourceID(index: sources.allocate(Source(key: key))) }

  /// Forgets a source; the nodes that read it become stale.
  package func remove(_ source: SourceID) {
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

  package func hasReaders(_ source: SourceID) -> Bool { sources[source.index].firstEdge != Self.none }

  /// Records that the running node has read `source`. O(1); a read in the same order as in the last run costs a
  /// comparison.
  ///
  /// A node that reads an unsettled node (one that was stopped by a limit, or that changed what it had read itself)
  /// is unsettled, too.
  /// - Parameter telling: Whether the handler of the reading node is notified.
  @inline(__always)
  @inlinable
  package func read(_ source: SourceID, telling: Bool = true) {
    if isRecording { record(source.index, telling: telling) }
  }

  @usableFromInline
  func record(_ source: Int32, telling: Bool) {
    let top = frames.count - 1
    let node = frames[top].node
    guard node != Self.none else { return }
    let owner = sources[source].owner
    if owner != Self.none, nodes[owner].state != .clean, !nodes[owner].flags.contains(.awaited) {
      unsettle(node, telling: telling)
    }
    let run = frames[top].run
    guard sources[source].lastRun != run else { return }
    sources[source].lastRun = run
    let next = frames[top].next
    if next != Self.none, edges[next].source == source {
      frames[top].last = next
      frames[top].next = edges[next].nextOfNode
      return
    }
    let before = sources[source].lastEdge
    let edge = edges.allocate(
      Edge(source: source, node: node, nextOfNode: next, nextOfSource: Self.none, previousOfSource: before))
    if before == Self.none { sources[source].firstEdge = edge } else { edges[before].nextOfSource = edge }
    sources[source].lastEdge = edge
    let last = frames[top].last
    if last == Self.none { nodes[node].firstEdge = edge } else { edges[last].nextOfNode = edge }
    frames[top].last = edge
  }

  /// Marks everything that read `source`, directly as stale and above that as maybe stale. O(readers).
  package func changed(_ source: SourceID) {
    let start = woken.count
    let key = sources[source.index].key
    var edge = sources[source.index].firstEdge
    while edge != Self.none {
      let record = edges[edge]
      if !schedule(record.node, cause: key),
        !nodes[record.node].flags.contains(.busy) || hasRead(record.node, edge)
      {
        wake(record.node, .stale, cause: key)
      }
      edge = record.nextOfSource
    }
    if woken.count > start { tell(from: start) }
  }

  /// Makes a node at rest stale that only has to be scheduled, as `wake` does. - Returns: False, with nothing done, for
  /// any other.
  @inline(__always)
  private func schedule(_ index: Int32, cause: UInt64) -> Bool {
    let node = nodes.base + Int(index)
    guard node.pointee.flags.subtracting(.steady) == [.alive, .eager], node.pointee.state == .clean,
      node.pointee.source == Self.none, cause != 0, silent == 0
    else { return false }
    noteChange()
    node.pointee.cause = cause
    node.pointee.unsettledIn = 0
    node.pointee.state = .stale
    node.pointee.flags.insert(.scheduled)
    scheduled.append(index)
    return true
  }

  /// Makes all nodes stale, as if all that they have read had changed: what is read next is computed from scratch.
  /// O(nodes).
  package func markAllStale() {
    let start = woken.count
    for index in 0..<Int32(truncatingIfNeeded: nodes.count)
    where nodes[index].flags.contains(.alive) && !nodes[index].flags.contains(.busy) {
      wake(index, .stale)
    }
    if woken.count > start { tell(from: start) }
  }

  /// Returns whether a running node has come to that edge already; the edges after it are those of its last run.
  private func hasRead(_ node: Int32, _ edge: Int32) -> Bool {
    for index in 0..<frames.count where frames[index].node == node {
      var next = frames[index].next
      while next != Self.none {
        if next == edge { return false }
        next = edges[next].nextOfNode
      }
    }
    return true
  }

  private func unsettle(_ node: Int32, telling: Bool) {
    defer { nodes[node].unsettledIn = updates }
    guard telling else {
      if raise(node, to: .maybeStale) { nodes[node].flags.insert(.asleep) }
      return
    }
    let start = woken.count
    wake(node, .maybeStale)
    tell(from: start)
  }

  /// Marks a node and what depends on it; those that were at rest and whose handlers want to know are added to `woken`.
  @inline(__always)
  private func wake(_ node: Int32, _ state: State, cause: UInt64 = 0) {
    if cause != 0 { nodes[node].cause = cause }
    guard raise(node, to: state) else { return }
    note(node)
    if nodes[node].source != Self.none { wakeReaders(of: nodes[node].source, cause: cause) }
  }

  private func wakeReaders(of source: Int32, cause: UInt64) {
    let start = open.count
    var next: Int32? = source
    while let source = next {
      var edge = sources[source].firstEdge
      while edge != Self.none {
        let (this, reader) = (edge, edges[edge].node)
        edge = edges[edge].nextOfSource
        if nodes[reader].flags.contains(.busy), !hasRead(reader, this) { continue }
        if cause != 0 { nodes[reader].cause = cause }
        guard raise(reader, to: .maybeStale) else { continue }
        note(reader)
        if nodes[reader].source != Self.none { open.append(nodes[reader].source) }
      }
      next = open.count > start ? open.popLast() : nil
    }
  }

  /// Queues a node whose handler is to be told, or schedules it at once when that is all that its handler would do.
  @inline(__always)
  private func note(_ node: Int32) {
    if nodes[node].flags.contains(.eager), silent == 0 { return enqueue(node) }
    woken.append(id(node))
  }

  /// - Returns: Whether the node was at rest, so that its handler and its readers do not know yet.
  @inline(__always)
  private func raise(_ node: Int32, to state: State) -> Bool {
    noteChange()
    let wasAtRest = nodes[node].state == .clean || nodes[node].flags.contains(.asleep)
    nodes[node].flags.remove(.asleep)
    nodes[node].unsettledIn = 0
    if nodes[node].state.rawValue < state.rawValue { nodes[node].state = state }
    return wasAtRest
  }

  /// Notifies handlers after all marks are made, so that they may remove nodes.
  private func tell(from start: Int) {
    var index = start
    while index < woken.count {
      let node = woken[index]
      index += 1
      guard isAlive(node) else { continue }
      if silent > 0 {
        nodes[node.index].flags.insert(.asleep)
      } else {
        let token = nodes[node.index].token
        nodes[node.index].handler._withUnsafeGuaranteedRef { $0.invalidated(node, token: token) }
      }
    }
    woken.cut(to: start)
  }
}
