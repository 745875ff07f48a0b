/// Making and removing nodes.
extension DependencyGraph {
  /// Makes a new, stale node. `handler` computes it and must outlive it; `token` is passed back to the handler to tell
  /// its nodes apart.
  ///
  /// - Parameters:
  ///   - key: what the node's value stands for; with it, others can observe the node.
  ///   - isEager: the node is updated at the end of each turn in which it became stale. Its handler is not kept while
  ///     it runs.
  ///   - isRestartable: the node computes a value without side effects and keeps its last value when a run ends without
  ///     a result. Chains of such nodes may have any length.
  package func makeNode(
    _ handler: NodeHandler, token: UInt32 = 0, source key: UInt64? = nil, isEager: Bool = false,
    isRestartable: Bool = false
  ) -> NodeID {
    serial &+= 1
    let generation = (nodes.next?.generation ?? 0) &+ 1
    var flags: Flags = isEager ? [.alive, .eager] : .alive
    if isRestartable { flags.insert(.restartable) }
    let index = nodes.allocate(
      Node(
        handler: .passUnretained(handler), generation: generation, serial: serial, token: token, flags: flags))
    if let key {
      let source = makeSource(key: key)
      sources[source.index].owner = index
      nodes[index].source = source.index
    }
    return NodeID(index: index, generation: generation)
  }

  /// Makes a node that nobody reads as if it was new: stale, without edges, a run or a cause. Takes half of the time of
  /// removing it and making another one.
  ///
  /// - Returns: Its new identifier; nil, with nothing done, for a node that runs, is scheduled or has readers.
  package func renew(_ node: NodeID) -> NodeID? {
    let index = node.index
    guard isAlive(node), nodes[index].flags == .alive else { return nil }
    let (old, source) = (nodes[index], nodes[index].source)
    guard source == Self.none || sources[source].firstEdge == Self.none else { return nil }
    dropEdges(old.firstEdge)
    serial &+= 1
    let generation = old.generation &+ 1
    nodes[index] = Node(
      handler: old.handler, source: source, generation: generation, serial: serial, token: old.token, flags: .alive)
    return NodeID(index: index, generation: generation)
  }

  /// Forgets a node and its edges; one that is running is forgotten when it ends.
  package func remove(_ node: NodeID) {
    guard isAlive(node) else { return }
    let index = node.index
    dropEdges(nodes[index].firstEdge)
    nodes[index].firstEdge = Self.none
    let source = nodes[index].source
    nodes[index].flags.remove(.alive)
    if nodes[index].flags.contains(.busy) {
      for frame in 0..<frames.count where frames[frame].node == index { frames[frame].node = Self.none }
    }
    if source != Self.none {
      nodes[index].source = Self.none
      remove(SourceID(index: source))
    }
    releaseIfDead(index)
  }

  @inline(__always)
  package func isAlive(_ node: NodeID) -> Bool {
    node.index >= 0 && Int(node.index) < nodes.count && nodes[node.index].generation == node.generation
      && nodes[node.index].flags.contains(.alive)
  }

  package func state(of node: NodeID) -> State { isAlive(node) ? nodes[node.index].state : .stale }

  /// Returns the source that stands for a computed node's value.
  package func source(of node: NodeID) -> SourceID? {
    guard isAlive(node), nodes[node.index].source != Self.none else { return nil }
    return SourceID(index: nodes[node.index].source)
  }

  @inline(__always)
  func id(_ index: Int32) -> NodeID { NodeID(index: index, generation: nodes[index].generation) }

  /// Takes a chain of edges of one node out of the lists of their sources.
  func dropEdges(_ first: Int32) {
    var edge = first
    while edge != Self.none {
      let record = edges[edge]
      if record.source != Self.none {
        if record.previousOfSource == Self.none {
          sources[record.source].firstEdge = record.nextOfSource
        } else {
          edges[record.previousOfSource].nextOfSource = record.nextOfSource
        }
        if record.nextOfSource == Self.none {
          sources[record.source].lastEdge = record.previousOfSource
        } else {
          edges[record.nextOfSource].previousOfSource = record.previousOfSource
        }
      }
      edges.release(edge)
      edge = record.nextOfNode
    }
  }

  func releaseIfDead(_ node: Int32) {
    if nodes[node].flags.isDisjoint(with: [.alive, .busy, .scheduled]) { nodes.release(node) }
  }
}
