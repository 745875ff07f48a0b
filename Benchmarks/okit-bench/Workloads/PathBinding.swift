import Foundation
import OKitEngine

extension Workload {
  static let path = Workload(name: "path", about: "a binding of four segments") { surroundings, report in
    let findings = try surroundings.findings("path")
    let work = try PathBinding()
    let sum = PathBinding.count * (PathBinding.count - 1) / 2
    try check(work.compiled(), equals: sum, "okit")
    try check(work.byHand(), equals: sum, "Swift")
    try check(work.splitting(), equals: sum, "splitting the text")

    let rounds = 2000
    let per = rounds * PathBinding.count
    let compiled = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.compiled()) } }
    let byHand = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.byHand()) } }
    let splitting = measure(.nanoseconds, per: rounds * PathBinding.count / 100) {
      for _ in 0..<rounds / 100 { use(work.splitting()) }
    }
    let name = "path: child/child/child/price"
    try report.add(name, compiled, .nanoseconds, peer: "Swift by hand", byHand, goal: 3)
    try report.add(name, compiled, .nanoseconds, peer: "split at each get", splitting, goal: 1.0 / 80)
    try report.add(name, compiled, .nanoseconds, besides: findings["path"] ?? [], result: sum, goals: ["lua5.4": 0.4])
  }
}

/// Chains of four objects, in a model and as instances of a class. The price at the end of a chain determines the next
/// chain, so that a get must end before the next one can start.
private struct PathBinding {
  static let count = 128
  /// Visits all chains before it returns to the first one.
  private static func next(_ index: Int) -> Int { (5 * index + 3) % count }
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
    entities = try engine.makeChains(Self.count, depth: 4, price: Self.next)
    nodes = (0..<Self.count).map { index in
      var first: Node?
      for _ in 0..<3 { first = Node(price: Self.next(index), child: first) }
      return Node(price: Self.next(index), child: first)
    }
  }

  @inline(never)
  func compiled() -> Int {
    var (sum, index) = (0, 0)
    for _ in 0..<Self.count {
      guard case .int(let price) = evaluator.get(program, entities[index]) else { return -1 }
      index = price
      sum &+= price
    }
    return sum
  }

  @inline(never)
  func byHand() -> Int {
    var (sum, index) = (0, 0)
    for _ in 0..<Self.count {
      guard let price = nodes[index].child?.child?.child?.price else { return -1 }
      index = price
      sum &+= price
    }
    return sum
  }

  /// Evaluates without compiling: finds parts, segments and names in the text each time.
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
