import OKitEngine

extension Workload {
  static let observers = Workload(name: "observers", about: "writing a property that bindings observe") {
    surroundings, report in
    let findings = try surroundings.findings("observers", [.node])
    for (count, rounds) in [(1, 10_000), (10, 2000), (1000, 30)] {
      let work = try Observed(entities: 1, observers: count)
      let result = try work.run(rounds: 10)
      let value = try measure(.nanoseconds, per: rounds) { use(try work.run(rounds: rounds)) }
      try report.add(
        "observers: set, run \(count)", value, .nanoseconds, besides: findings["run\(count)"] ?? [], result: result,
        goals: count == 1 ? ["node": 0.4] : [:])
    }
    let work = try Observed(entities: 100_000, observers: 1)
    let result = try work.run(rounds: 10)
    let value = try measure(.nanoseconds, per: 10_000) { use(try work.run(rounds: 10_000)) }
    try report.add(
      "observers: set, run 1, of 100k", value, .nanoseconds, besides: findings["one100k"] ?? [], result: result)
  }
}

private final class Heard {
  var sum = 0
}

/// Entities with observers that add up the received values.
private final class Observed {
  private let engine: Engine
  private let price: Property
  private let entities: [EntityID]
  private var observations: [PathObservation] = []
  private let heard = Heard()
  private var number = 0

  init(entities count: Int, observers: Int) throws {
    engine = try Engine()
    entities = try engine.makeChains(count, depth: 1)
    price = try engine.store.requireType("Node", for: "a benchmark").required("price")
    let program = try engine.evaluator.program("price")
    for entity in entities {
      for _ in 0..<observers {
        observations.append(
          PathObservation(engine.evaluator, program, entity) { [heard] new, _ in
            if case .int(let price) = new { heard.sum &+= price }
          })
      }
    }
  }

  /// Writes to one entity after the other, each time with all consequences. - Returns: The sum of the received values.
  func run(rounds: Int) throws -> Int {
    number += 1
    heard.sum = 0
    let (store, graph, entities, number) = (engine.store, engine.store.graph, entities, number)
    let step = 7919 % entities.count
    var index = 0
    for round in 0..<rounds {
      try store.set(entities[index], price, .int(1000 * number + round))
      _ = graph.flush()
      index += step
      if index >= entities.count { index -= entities.count }
    }
    return heard.sum
  }
}
