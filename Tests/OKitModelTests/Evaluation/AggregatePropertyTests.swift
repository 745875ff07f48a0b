import OKitTestSupport
import Testing

@testable import OKitModel

/// Aggregates that were kept up by differences equal those of a fresh evaluation, bit by bit, after any changes.
@Suite struct AggregatePropertyTests {
  private static let paths =
    ["rank", "price", "stock", "name"].flatMap { name in
      ["sum", "avg", "min", "max"].map { "items.@\($0).\(name)" }
    } + [
      "items.@min.added", "items.@max.added", "items.@max.marked", "items.@count", "items.@sum.ratio",
      "items.@max.ratio",
      "others.@sum.price", "others.@max.rank", "best.@max.refKey", "best.@count", "shelves[0]/items.@avg.price",
    ]

  @Test(arguments: [21, 22, 23, 24] as [UInt64])
  func equalFreshOnes(seed: UInt64) throws {
    let world = try ItemWorld()
    var changes = RandomItems(world, seed: seed)
    for rank in 0..<20 { try world.add(rank) }
    _ = try world.addShelf()
    // It observes nothing: no node records its reads.
    let fresh = Evaluator(store: world.store, TestEnvironment())
    var bindings = try Self.paths.map { try binding($0, world) }
    for step in 0..<RandomSteps.count(1000) / 4 {
      try changes.step()
      guard Int.random(in: 0..<3, using: &changes.random) == 0 else { continue }
      for (index, path) in Self.paths.enumerated() {
        let value = bindings[index].value
        let expected = fresh.get(try fresh.program(path), world.shop)
        guard bits(value) == bits(expected) else {
          Issue.record("seed \(seed), step \(step), \(path): \(value), not \(expected)")
          return
        }
      }
      let index = Int.random(in: 0..<bindings.count, using: &changes.random)
      bindings[index] = try binding(Self.paths[index], world)
      #expect(world.evaluator.aggregates.count <= 64, "seed \(seed), step \(step)")
    }
    #expect(fresh.aggregates.count == 0)
    #expect(world.evaluator.aggregates.count > 5, "they were used")
  }

  private func binding(_ path: String, _ world: ItemWorld) throws -> ObservedBinding {
    ObservedBinding(world.evaluator, try world.evaluator.program(path), world.shop)
  }

  /// Equal values can have different representations: zero has two signs, and a letter several encodings.
  private func bits(_ value: Value) -> [UInt64] {
    switch value {
    case .double(let number): [1, number.isNaN ? Double.nan.bitPattern : number.bitPattern]
    case .string(let text): [2] + text.utf8.map(UInt64.init)
    case .int(let number): [3, UInt64(bitPattern: Int64(number))]
    case .date(let date): [4, date.secondsSince2001.bitPattern]
    case .bool(let bool): [5, bool ? 1 : 0]
    default: [0]
    }
  }
}
