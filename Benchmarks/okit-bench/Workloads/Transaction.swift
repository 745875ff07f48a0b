import OKitEngine

extension Workload {
  static let transaction = Workload(name: "transaction", about: "100,000 writes in one turn, with an observed sum") {
    surroundings, report in
    let findings = try surroundings.findings("transaction", [.node])
    let work = try SummedPrices(100_000)
    let result = try work.run()
    try check(result, equals: work.expected, "okit")
    let value = try measure(.milliseconds, repeats: 7) { use(try work.run()) }
    try check(work.heard, equals: work.expected, "okit")
    try report.add(
      "transaction: 100k sets and their sum", value, .milliseconds, besides: findings["sum"] ?? [], result: result,
      goals: ["node": 1])
  }
}

/// Entities with an observer of the sum of their prices.
private final class SummedPrices {
  private let engine: Engine
  private let price: Property
  private let entities: [EntityID]
  private var observation: PathObservation?
  private var number = 0
  /// The last sum that the observer received.
  private(set) var heard = 0

  init(_ count: Int) throws {
    engine = try Engine()
    entities = try engine.makeChains(count, depth: 1)
    price = try engine.store.requireType("Node", for: "a benchmark").required("price")
    observation = PathObservation(
      engine.evaluator, try engine.evaluator.program("nodes.@sum.price"), engine.store.root(named: Engine.chains)
    ) { [unowned self] new, _ in
      if case .int(let sum) = new { heard = sum }
    }
  }

  private static func price(_ index: Int, in round: Int) -> Int { (index * 31 + round) % 100_003 }

  var expected: Int { entities.indices.reduce(0) { $0 + Self.price($1, in: number) } }

  /// Changes the price of every entity in one turn. - Returns: The sum that the observer received.
  func run() throws -> Int {
    number += 1
    let (store, price, number) = (engine.store, price, number)
    try engine.runtime.turn {
      for (index, entity) in entities.enumerated() {
        try store.set(entity, price, .int(Self.price(index, in: number)))
      }
    }
    return heard
  }
}
