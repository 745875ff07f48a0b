import OKitTestSupport
import Testing

@_spi(Observation) @testable import OKitModel

/// Aggregates of live collections: what they depend on, what they cost, how long they live.
@Suite struct AggregateTests {
  private let world: ItemWorld
  init() throws { world = try ItemWorld() }

  private var store: ModelStore { world.store }
  private var cache: AggregateCache { world.evaluator.aggregates }

  private func observed(_ path: String) throws -> ObservedBinding {
    ObservedBinding(world.evaluator, try world.evaluator.program(path), world.shop)
  }

  @Test(arguments: [
    ("items.@sum.rank", Value.int(190)), ("items.@avg.rank", .double(9.5)), ("items.@min.rank", .int(0)),
    ("items.@max.name", .string("n9")), ("items.@count", .int(20)), ("items.@sum.price", .double(19)),
    ("items.@max.added", .date(DateValue(secondsSince2001: 19))), ("items.@sum.name", .double(0)),
    ("items.@min.marked", .bool(false)), ("items.@avg.name", .null), ("items.@max.rank.round2", .int(19)),
  ])
  func dependsOnOneSource(path: String, expected: Value) throws {
    for rank in 0..<20 { try world.add(rank) }
    let binding = try observed(path)
    #expect(binding.value == expected)
    let node = try #require(binding.node)
    // A path of several segments is followed through each element.
    #expect(store.graph.reads(of: node).count == (path.contains("round2") ? 21 : 1))
  }

  @Test func costsNoEvaluationUntilSomethingThatCountsChanges() throws {
    for rank in 0..<20 { try world.add(rank) }
    let (sum, maximum) = (try observed("items.@sum.rank"), try observed("items.@max.rank"))
    #expect(sum.value == .int(190))
    #expect(maximum.value == .int(19))
    let items = store.entities(world.items)
    try store.set(items[3], "name", .string("other"))
    try store.move(world.items, from: 2, to: 9)
    _ = (sum.value, maximum.value)
    #expect((sum.runs, maximum.runs) == (1, 1))
    try store.set(items[3], "rank", .int(5))
    #expect(sum.value == .int(192))
    #expect(maximum.value == .int(19))
    #expect((sum.runs, maximum.runs) == (2, 1))
    try store.set(items[19], "rank", .int(1))
    #expect(maximum.value == .int(18))
    try store.remove(from: world.items, at: 18)
    #expect(maximum.value == .int(17))
    #expect(sum.value == .int(156))
  }

  @Test func followsRollbackUndoAndRedo() throws {
    struct Stop: Error {}
    for rank in 0..<20 { try world.add(rank) }
    let (sum, minimum) = (try observed("items.@avg.price"), try observed("items.@min.price"))
    func values() -> [Value] { [sum.value, minimum.value] }
    let before = values()
    try? store.transaction {
      try store.remove(from: world.items, at: 0)
      try store.set(store.entities(world.items)[4], "price", .double(-7.3))
      #expect(values()[1] == .double(-7.3))
      throw Stop()
    }
    #expect(values() == before)
    try store.transaction {
      try store.remove(from: world.items, at: 0)
      try store.set(store.entities(world.items)[4], "price", .double(-7.3))
    }
    let after = values()
    store.history.undo(store)
    #expect(values() == before)
    store.history.redo(store)
    #expect(values() == after)
  }

  /// Equal texts can be spelled in two ways, and zero has two signs.
  @Test func whatIsEqualIsToldApart() throws {
    for rank in 1..<20 { try world.add(rank) }
    let item = store.entities(world.items)[0]
    let maximum = try observed("items.@max.name")
    func scalars() -> [UInt32]? { maximum.value.scalarText?.unicodeScalars.map(\.value) }
    try store.set(item, "name", .string("é"))
    #expect(scalars() == [0xE9])
    try store.set(item, "name", .string("z"))
    try store.set(item, "name", .string("e\u{301}"))
    #expect(scalars() == [0x65, 0x301])
    try store.set(item, "name", .string("z"))
    try store.set(item, "name", .string("é"))
    #expect(scalars() == [0xE9])
  }

  @Test func isForgottenWhenNobodyReadsIt() throws {
    for rank in 0..<20 { try world.add(rank) }
    var binding: ObservedBinding? = try observed("items.@sum.rank")
    _ = binding?.value
    #expect(cache.count == 1)
    let rank = try #require(store.type(named: "Item")?.property(named: "rank"))
    #expect(rank.observerCount == 1)
    binding = nil
    try store.set(store.entities(world.items)[0], rank, .int(7))
    #expect(cache.count == 0)
    #expect(rank.observerCount == 0)
    #expect(store.storage(world.items)?.elements.observations.isEmpty == true)
  }

  @Test func thoseThatNeverChangeAreSweptAway() throws {
    for _ in 0..<300 {
      let shelf = try world.addShelf()
      let program = try world.evaluator.program("items.@sum.rank")
      #expect(ObservedBinding(world.evaluator, program, shelf).value == .int(45))
      #expect(cache.count <= 64)
    }
  }

  @Test func readingOutsideOfABindingKeepsNothing() throws {
    for rank in 0..<20 { try world.add(rank) }
    #expect(world.evaluator.get(try world.evaluator.program("items.@sum.rank"), world.shop) == .int(190))
    #expect(cache.count == 0)
  }

  @Test func goesWithTheOwnerOfTheCollection() throws {
    let shelf = try world.addShelf()
    let binding = ObservedBinding(world.evaluator, try world.evaluator.program("items.@max.rank"), shelf)
    #expect(binding.value == .int(9))
    try store.remove(from: world.shelves, at: 0)
    #expect(binding.value == .int(9), "it still exists, in no model")
    store.history.clear(store)
    store.collectGarbage()
    #expect(!store.exists(shelf))
    #expect(binding.value == .null)
    #expect(cache.count == 0)
    #expect(store.type(named: "Item")?.property(named: "rank")?.observerCount == 0)
  }

  @Test func subclassesAreElementsToo() throws {
    for rank in 0..<20 { try world.add(rank, as: rank % 2 == 0 ? "Item" : "Special") }
    let binding = try observed("items.@sum.rank")
    #expect(binding.value == .int(190))
    try store.set(store.entities(world.items)[1], "rank", .int(101))
    #expect(binding.value == .int(290))
    // A class that comes later.
    try world.define("Later", "Special", [Property("more", .int)])
    let later = try world.add(10, as: "Later")
    #expect(binding.value == .int(300))
    try store.set(later, "rank", .int(0))
    #expect(binding.value == .int(290))
    #expect(cache.count == 1)
  }

  @Test func aClassThatComputesThePropertyIsEvaluated() throws {
    for rank in 0..<20 { try world.add(rank) }
    let binding = try observed("items.@max.rank")
    #expect(binding.value == .int(19))
    try world.define(
      "Computing", "Item",
      [
        Property(
          "rank", .int,
          computed: world.services.host.function { [world] item, _ in
            guard case .entity(let item) = item else { return .null }
            return world.store.get(item, "price")
          })
      ])
    let computing = try world.create("Computing", ["price": .double(50)])
    try store.insert(.entity(computing), into: world.items)
    #expect(binding.value == .double(50))
    #expect(cache.count == 0)
    try store.set(computing, "price", .double(60))
    #expect(binding.value == .double(60))
  }

  /// Stored numbers are finite; computed ones need not be.
  @Test func computedNumbersThatAreNotFinite() throws {
    for rank in 1..<20 { try world.add(rank) }
    let items = store.entities(world.items)
    func ratio(_ rank: Int, _ price: Double) throws {
      try store.set(items[rank], "rank", .int(0))
      try store.set(items[rank], "price", .double(price))
    }
    let (sum, minimum, maximum) = (
      try observed("items.@sum.ratio"), try observed("items.@min.ratio"), try observed("items.@max.ratio")
    )
    try ratio(5, 1)
    #expect(sum.value == .double(.infinity))
    #expect(maximum.value == .double(.infinity))
    #expect(minimum.value.double?.isFinite == true)
    try ratio(6, 0)
    #expect(sum.value.double?.isNaN == true)
    #expect(maximum.value.double?.isNaN == true, "the largest of all, as in sorting")
    try ratio(6, -1)
    #expect(sum.value.double?.isNaN == true)
    #expect(minimum.value == .double(-.infinity))
  }
}
