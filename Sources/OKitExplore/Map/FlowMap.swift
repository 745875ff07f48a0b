/// The screens of an application and the ways between them, without data.
package struct FlowMap: Sendable {
  package struct Node: Sendable {
    package var place: ExploredState.Place
    package var visits = 0
    /// The statements of the shortest flow from a launch.
    package var flow: [ExploredStep] = []
    package var tests: Set<String> = []
  }

  package struct EdgeKey: Sendable, Hashable, Comparable {
    package let from: String
    package let to: String
    package let action: String
    /// Whether a timer or an answer has opened the screen.
    package let isAutomatic: Bool

    package static func < (a: Self, b: Self) -> Bool {
      (a.from, a.to, a.action, a.isAutomatic ? 1 : 0) < (b.from, b.to, b.action, b.isAutomatic ? 1 : 0)
    }
  }

  package struct Edge: Sendable {
    package var count = 0
    package var label = ""
    package var tests: Set<String> = []
  }

  package private(set) var nodes: [String: Node] = [:]
  package private(set) var edges: [EdgeKey: Edge] = [:]

  package init() {}

  package mutating func visit(_ place: ExploredState.Place, flow: [ExploredStep] = [], test: String? = nil) {
    var node = nodes[place.text] ?? Node(place: place, flow: flow)
    node.visits += 1
    if flow.count < node.flow.count { node.flow = flow }
    if let test { node.tests.insert(test) }
    nodes[place.text] = node
  }

  package mutating func add(
    _ from: ExploredState.Place, _ to: ExploredState.Place, action: String, label: String, isAutomatic: Bool,
    test: String? = nil
  ) {
    let key = EdgeKey(from: from.text, to: to.text, action: action, isAutomatic: isAutomatic)
    var edge = edges[key] ?? Edge(label: label)
    edge.count += 1
    if let test { edge.tests.insert(test) }
    edges[key] = edge
  }

  package mutating func merge(_ other: FlowMap) {
    nodes.merge(other.nodes) { own, new in
      var node = own
      node.visits += new.visits
      if new.flow.count < node.flow.count { node.flow = new.flow }
      node.tests.formUnion(new.tests)
      return node
    }
    edges.merge(other.edges) { own, new in
      Edge(count: own.count + new.count, label: own.label, tests: own.tests.union(new.tests))
    }
  }
}
