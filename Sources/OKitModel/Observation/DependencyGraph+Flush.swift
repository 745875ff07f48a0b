/// A node that a flush stopped because it kept invalidating itself or others.
package struct StoppedNode {
  package let title: String
  /// The place in a script that made the node; nil where it has none.
  package let place: Diagnostic.Place?
}

/// Flushing: running stale nodes at the end of a turn.
extension DependencyGraph {
  /// The number of runs in one turn from which on a node is considered to invalidate itself endlessly.
  package static let maximumRunsPerTurn = 100
  /// The number of rounds, or of runs of nodes made during the flush, from which on the flush is considered endless.
  static let maximumRounds = 1000

  /// A Boolean value that indicates whether nodes wait for an update.
  package var isStale: Bool { !scheduled.isEmpty }

  /// Schedules a node for an update at the end of the turn.
  @inline(__always)
  func enqueue(_ node: Int32) {
    guard !nodes[node].flags.contains(.scheduled) else { return }
    nodes[node].flags.insert(.scheduled)
    scheduled.append(node)
  }

  /// Updates the scheduled nodes, and those that they schedule in turn: in rounds, each in the order in which the nodes
  /// were made. Inside a flush it does nothing.
  ///
  /// - Returns: The nodes that kept invalidating each other. They stay stale, and the next change of what
  ///   they read schedules them again.
  package func flush() -> [StoppedNode] {
    guard !isFlushing, !scheduled.isEmpty else { return [] }
    isFlushing = true
    defer { isFlushing = false }
    let last = serial
    beginRound()
    var index = 0
    while index < round.count {
      let node = round[index]
      index += 1
      if updateSteadily(node) { continue }
      nodes[node].flags.remove(.scheduled)
      if nodes[node].flags.contains(.alive) { settle(node) } else { releaseIfDead(node) }
    }
    return scheduled.isEmpty ? [] : flushMore(since: last)
  }

  /// Lets the nodes that wait for an update sleep until what they have read changes again: what they have read is as it
  /// was when they ran.
  package func forgetScheduled() {
    while let node = scheduled.popLast() {
      nodes[node].flags.remove(.scheduled)
      if nodes[node].flags.contains(.alive) { nodes[node].flags.insert(.asleep) } else { releaseIfDead(node) }
    }
  }

  /// Updates a node. One that is running already, outside of the flush, stays stale until the next change schedules it.
  @inline(__always)
  private func settle(_ node: Int32) {
    let outcome = update(node)
    if outcome == .cycle || outcome == .tooDeep || outcome == .failed { nodes[node].flags.insert(.asleep) }
  }

  @inline(__always)
  private func beginRound() {
    swap(&round, &scheduled)
    scheduled.cut(to: 0)
    if round.count > 1 { round.sort { nodes[$0].serial < nodes[$1].serial } }
  }

  /// Returns the rounds after the first, which count how often a node runs.
  @inline(never)
  private func flushMore(since last: UInt32) -> [StoppedNode] {
    var endless: Set<Int32> = []
    var runsOfNew = 0
    var rounds = 1
    while !scheduled.isEmpty {
      rounds += 1
      beginRound()
      var index = 0
      while index < round.count {
        let node = round[index]
        index += 1
        nodes[node].flags.remove(.scheduled)
        guard nodes[node].flags.contains(.alive) else {
          releaseIfDead(node)
          continue
        }
        if nodes[node].runs == 0 { counted.append(node) }
        nodes[node].runs += 1
        if nodes[node].serial > last { runsOfNew += 1 }
        // The first round is not counted.
        if nodes[node].runs < Self.maximumRunsPerTurn, rounds <= Self.maximumRounds,
          runsOfNew <= Self.maximumRounds
        {
          settle(node)
        } else if nodes[node].state != .clean {
          nodes[node].flags.insert(.asleep)
          endless.insert(node)
        }
      }
    }
    while let node = counted.popLast() {
      // Nodes that took turns with those that were stopped.
      if !endless.isEmpty, nodes[node].runs > Self.maximumRunsPerTurn / 2 { endless.insert(node) }
      nodes[node].runs = 0
    }
    return endless.isEmpty ? [] : stopped(endless)
  }

  private func stopped(_ endless: Set<Int32>) -> [StoppedNode] {
    endless.filter { nodes[$0].flags.contains(.alive) }.sorted { nodes[$0].serial < nodes[$1].serial }.map {
      let (token, handler) = (nodes[$0].token, nodes[$0].handler)
      return StoppedNode(title: title(of: $0), place: handler._withUnsafeGuaranteedRef { $0.place(of: token) })
    }
  }
}
