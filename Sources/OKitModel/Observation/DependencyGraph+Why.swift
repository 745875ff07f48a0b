/// Explaining a node: what it has read, and what made it stale.
extension DependencyGraph {
  /// Returns the keys of the sources that the node read when it ran last, in the order of reading; 0 for those without
  /// one.
  package func reads(of node: NodeID) -> [UInt64] {
    guard isAlive(node) else { return [] }
    var keys: [UInt64] = []
    var edge = nodes[node.index].firstEdge
    while edge != Self.none {
      if edges[edge].source != Self.none { keys.append(sources[edges[edge].source].key) }
      edge = edges[edge].nextOfNode
    }
    return keys
  }

  /// Returns the key of the source whose change made the node stale last, nil before any.
  package func cause(of node: NodeID) -> UInt64? {
    guard isAlive(node), nodes[node.index].cause != 0 else { return nil }
    return nodes[node.index].cause
  }
}
