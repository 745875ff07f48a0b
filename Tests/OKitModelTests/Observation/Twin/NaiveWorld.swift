/// A tree of nodes in plain Swift: what the store of a `TwinWorld` must hold. Nodes are known by their ids.
struct NaiveWorld: Equatable {
  struct Node: Equatable {
    var name = ""
    var value = 0
    var rate = 0.0
    var flag = false
    /// The id that a reference points at, empty for none.
    var link = ""
    /// A text that may be an id.
    var key = ""
    var kids: [String] = []
    var part: String?
    var parent: String?
  }

  /// Something that a binding can read and a write can change. The slot of an id is `lookup`, that of a place `parent`.
  struct Slot: Hashable {
    var id: String
    var name: String
  }

  static let root = "world"

  var nodes: [String: Node] = [root: Node()]

  var ids: [String] { nodes.keys.sorted() }

  func children(of id: String) -> [String] {
    guard let node = nodes[id] else { return [] }
    return node.kids + [node.part].compactMap(\.self)
  }

  func subtree(of id: String) -> [String] { [id] + children(of: id).flatMap(subtree) }

  func depth(of id: String) -> Int { nodes[id]?.parent.map { depth(of: $0) + 1 } ?? 0 }

  // MARK: Changes: each answers what it has touched

  /// Removes what is below `id`, and empties the references to it from elsewhere.
  mutating func remove(_ id: String) -> [Slot] {
    guard let parent = nodes[id]?.parent else { return [] }
    var touched: [Slot] = []
    let leaving = Set(subtree(of: id))
    for other in ids where !leaving.contains(other) {
      guard let link = nodes[other]?.link, leaving.contains(link) else { continue }
      nodes[other]?.link = ""
      touched.append(Slot(id: other, name: "link"))
    }
    touched += detach(id, from: parent)
    for member in leaving {
      touched += Self.place(member)
      nodes[member] = nil
    }
    return touched
  }

  private mutating func detach(_ id: String, from parent: String) -> [Slot] {
    if nodes[parent]?.part == id {
      nodes[parent]?.part = nil
      return [Slot(id: parent, name: "part")]
    }
    nodes[parent]?.kids.removeAll { $0 == id }
    return [Slot(id: parent, name: "kids")]
  }

  mutating func insert(_ node: Node, id: String, into parent: String, at index: Int) -> [Slot] {
    nodes[id] = node
    nodes[id]?.parent = parent
    nodes[parent]?.kids.insert(id, at: index)
    return Self.place(id) + [Slot(id: parent, name: "kids")]
  }

  mutating func setPart(_ node: Node, id: String, of parent: String) -> [Slot] {
    var touched = nodes[parent]?.part.map { remove($0) } ?? []
    nodes[id] = node
    nodes[id]?.parent = parent
    nodes[parent]?.part = id
    touched += Self.place(id) + [Slot(id: parent, name: "part")]
    return touched
  }

  /// Takes a kid, with everything below it, to another parent: references to it are emptied on the way.
  mutating func reparent(_ id: String, to parent: String, at index: Int) -> [Slot] {
    let tree = subtree(of: id).map { ($0, nodes[$0]) }
    var touched = remove(id)
    for (member, node) in tree {
      nodes[member] = node
      touched += Self.place(member)
    }
    nodes[id]?.parent = parent
    nodes[parent]?.kids.insert(id, at: index)
    return touched + [Slot(id: parent, name: "kids")]
  }

  mutating func move(in parent: String, from: Int, to: Int) -> [Slot] {
    guard from != to, let id = nodes[parent]?.kids.remove(at: from) else { return [] }
    nodes[parent]?.kids.insert(id, at: to)
    return [Slot(id: parent, name: "kids")]
  }

  /// Nothing is touched when the value is there already.
  mutating func set<Value: Equatable>(
    _ id: String, _ name: String, _ path: WritableKeyPath<Node, Value>, _ value: Value
  )
    -> [Slot]
  {
    guard var node = nodes[id], node[keyPath: path] != value else { return [] }
    node[keyPath: path] = value
    nodes[id] = node
    return [Slot(id: id, name: name)]
  }

  private static func place(_ id: String) -> [Slot] { [Slot(id: id, name: "parent"), Slot(id: id, name: "lookup")] }
}
