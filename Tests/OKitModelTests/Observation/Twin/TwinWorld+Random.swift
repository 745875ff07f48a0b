import OKitModel
import OKitTestSupport

/// Random changes of both sides of a `TwinWorld`.
extension TwinWorld {
  static let maximumNodes = 24
  static let maximumDepth = 6

  private func kids(_ id: String) throws -> CollectionRef {
    guard let entity = entity(id), case .collection(let kids) = store.get(entity, "kids") else {
      throw Diagnostic("test.kids", "\(id) has no kids")
    }
    return kids
  }

  private func set<Value: Equatable>(
    _ id: String, _ name: String, _ path: WritableKeyPath<NaiveWorld.Node, Value>, _ new: Value,
    _ value: OKitValues.Value
  ) throws {
    change { $0.set(id, name, path, new) }
    if let entity = entity(id) { try store.set(entity, name, value) }
  }

  /// Sets a plain property of a node to a value that is often there already.
  private func setAny(_ id: String, _ random: inout SplitMix) throws {
    let number = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try set(id, "name", \.name, ["", "a", "b", "no"][number], .string(["", "a", "b", "no"][number]))
    case 1, 2: try set(id, "value", \.value, number, .int(number))
    case 3: try set(id, "rate", \.rate, Double(number) / 4, .double(Double(number) / 4))
    case 4: try set(id, "flag", \.flag, number < 2, .bool(number < 2))
    default:
      let key = number == 0 ? "" : number == 1 ? "nobody" : naive.ids.randomElement(using: &random) ?? ""
      try set(id, "key", \.key, key, .string(key))
    }
  }

  private func freshNode(_ random: inout SplitMix) throws -> (String, NaiveWorld.Node, EntityID) {
    let id = nextID()
    let node = NaiveWorld.Node(
      name: ["x", "y", ""][Int.random(in: 0..<3, using: &random)], value: Int.random(in: -2..<3, using: &random),
      flag: Bool.random(using: &random))
    let values: [String: Value] = [
      "id": .string(id), "name": .string(node.name), "value": .int(node.value), "flag": .bool(node.flag),
    ]
    return (id, node, try store.create(try store.requireType("Node", for: "the test"), values))
  }

  func changeAtRandom(_ random: inout SplitMix) throws {
    guard let id = naive.ids.randomElement(using: &random), let node = naive.nodes[id] else { return }
    let hasRoom = naive.nodes.count < Self.maximumNodes && naive.depth(of: id) < Self.maximumDepth
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2 where hasRoom:
      let (fresh, values, entity) = try freshNode(&random)
      let index = Int.random(in: 0...node.kids.count, using: &random)
      change { $0.insert(values, id: fresh, into: id, at: index) }
      try store.insert(.entity(entity), into: try kids(id), at: index)
    case 3 where hasRoom:
      let (fresh, values, part) = try freshNode(&random)
      change { $0.setPart(values, id: fresh, of: id) }
      if let entity = entity(id) { try store.set(entity, "part", .entity(part)) }
    case 4:
      guard let part = node.part else { return }
      change { $0.remove(part) }
      if let entity = entity(id) { try store.set(entity, "part", .null) }
    case 5:
      guard let index = node.kids.indices.randomElement(using: &random) else { return }
      let kid = node.kids[index]
      change { $0.remove(kid) }
      try store.remove(from: try kids(id), at: index)
    case 6:
      guard let from = node.kids.indices.randomElement(using: &random),
        let to = node.kids.indices.randomElement(using: &random)
      else { return }
      change { $0.move(in: id, from: from, to: to) }
      try store.move(try kids(id), from: from, to: to)
    case 7: try reparent(id, node, &random)
    case 8, 9:
      let target = naive.ids.randomElement(using: &random) ?? ""
      let link = target == NaiveWorld.root ? "" : target
      try set(id, "link", \.link, link, .string(link))
    default: try setAny(id, &random)
    }
  }

  private func reparent(_ id: String, _ node: NaiveWorld.Node, _ random: inout SplitMix) throws {
    guard let from = node.kids.indices.randomElement(using: &random) else { return }
    let kid = node.kids[from]
    let tree = Set(naive.subtree(of: kid))
    guard let target = naive.ids.filter({ !tree.contains($0) && $0 != id }).randomElement(using: &random),
      naive.depth(of: target) < Self.maximumDepth, let entity = entity(kid)
    else { return }
    let index = Int.random(in: 0...(naive.nodes[target]?.kids.count ?? 0), using: &random)
    change { $0.reparent(kid, to: target, at: index) }
    try store.transaction {
      try store.remove(from: try kids(id), at: from)
      try store.insert(.entity(entity), into: try kids(target), at: index)
    }
  }
}
