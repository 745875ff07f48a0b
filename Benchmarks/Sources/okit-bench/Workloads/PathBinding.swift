import Foundation
import OKitEngine

extension Workload {
  static let path = Workload(name: "path", about: "a binding of four segments") { surroundings, report in
    let findings = try surroundings.findings("path", [.lua, .luajit, .node, .python])
    let work = try PathBinding()
    let sum = PathBinding.count * (PathBinding.count - 1) / 2
    try check(work.compiled(), equals: sum, "okit")
    try check(work.byHand(), equals: sum, "Swift")
    try check(work.splitting(), equals: sum, "splitting the text")

    let rounds = 200
    let per = rounds * PathBinding.count
    let compiled = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.compiled()) } }
    let byHand = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.byHand()) } }
    let splitting = measure(.nanoseconds, per: rounds * PathBinding.count / 20) {
      for _ in 0..<rounds / 20 { use(work.splitting()) }
    }
    let name = "path: child/child/child/price"
    try report.add(name, compiled, .nanoseconds, peer: "Swift by hand", byHand, goal: 10)
    try report.add(name, compiled, .nanoseconds, peer: "split at each get", splitting, goal: 1.0 / 80)
    try report.add(name, compiled, .nanoseconds, besides: findings["path"] ?? [], result: sum, goals: ["lua5.4": 0.5])
  }
}

/// A thousand chains of four, in a model and as objects of a class.
private struct PathBinding {
  static let count = 1000
  private static let text = "child/child/child/price"

  private final class Node {
    var child: Node?
    var price: Int

    init(price: Int, child: Node?) {
      self.price = price
      self.child = child
    }
  }

  private let store: ModelStore
  private let evaluator: Evaluator
  private let program: BindingProgram
  private let entities: [EntityID]
  private let nodes: [Node]

  init() throws {
    let engine = try Engine()
    store = engine.store
    evaluator = engine.evaluator
    program = try evaluator.program(Self.text)
    entities = try engine.makeChains(Self.count, depth: 4)
    nodes = (0..<Self.count).map { index in
      var first: Node?
      for _ in 0..<3 { first = Node(price: index, child: first) }
      return Node(price: index, child: first)
    }
  }

  @inline(never)
  func compiled() -> Int {
    var sum = 0
    for entity in entities { if case .int(let price) = evaluator.get(program, entity) { sum &+= price } }
    return sum
  }

  @inline(never)
  func byHand() -> Int {
    var sum = 0
    for node in nodes { sum &+= node.child?.child?.child?.price ?? 0 }
    return sum
  }

  /// As it is done without compiling: parts, segments and names are found in the text each time.
  @inline(never)
  func splitting() -> Int {
    var sum = 0
    for entity in entities {
      for part in Self.text.components(separatedBy: ",") {
        var current = Value.entity(entity)
        for segment in part.components(separatedBy: "/") {
          for name in segment.components(separatedBy: ".") {
            guard case .entity(let entity) = current else { break }
            current = store.get(entity, name.trimmingCharacters(in: .whitespaces))
          }
        }
        if case .int(let price) = current { sum &+= price }
      }
    }
    return sum
  }
}
