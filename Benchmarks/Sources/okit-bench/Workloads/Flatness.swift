import OKitEngine

extension Workload {
  static let flatness = Workload(name: "flat", about: "the same write among few and among many others") { _, report in
    let rounds = 10_000
    var first: Double?
    for (others, entities, unrelated) in [
      ("one", 1, 0), ("1k", 1000, 0), ("100k", 100_000, 0), ("100k, 1k bindings", 100_000, 1000),
    ] {
      let work = try OneOfMany(entities, unrelated: unrelated)
      try check(work.run(rounds: 10), equals: 10_045, "okit")
      let value = try measure(.nanoseconds, per: rounds) { use(try work.run(rounds: rounds)) }
      try report.add("flat: set, run 1, of \(others)", value, .nanoseconds, besides: "of one", first, goal: 2)
      first = first ?? value
    }
  }
}

/// One entity that is written and observed, while others are merely there.
private final class OneOfMany {
  private let engine: Engine
  private let entity: EntityID
  private let price: Property
  private var observations: [PathObservation] = []
  private var (sum, number) = (0, 0)

  /// - Parameter unrelated: so many observers wait for something else, half of them for another property of the entity.
  init(_ entities: Int, unrelated: Int) throws {
    engine = try Engine()
    let all = try engine.makeChains(entities, depth: 1)
    guard let entity = all.dropFirst(all.count / 2).first else { throw BenchError("there is no entity") }
    self.entity = entity
    price = try engine.store.requireType("Node", for: "a benchmark").required("price")
    let (own, other) = (try engine.evaluator.program("price"), try engine.evaluator.program("child"))
    for number in 0..<unrelated {
      let isOwn = number % 2 == 0
      observations.append(
        PathObservation(engine.evaluator, isOwn ? other : own, isOwn ? entity : all[number]) { _, _ in })
    }
    observations.append(
      PathObservation(engine.evaluator, own, entity) { [unowned self] new, _ in
        if case .int(let price) = new { sum &+= price }
      })
  }

  func run(rounds: Int) throws -> Int {
    (sum, number) = (0, number + 1)
    for round in 0..<rounds { try engine.write(entity, price, .int(1000 * number + round)) }
    return sum
  }
}
