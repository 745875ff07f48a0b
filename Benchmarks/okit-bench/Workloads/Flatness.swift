import OKitEngine
import OKitLua

extension Workload {
  static let flatness = Workload(name: "flat", about: "a write among few and among many others") { _, report in
    try writes(report)
    try screens(report)
    try sets(report)
  } verify: { _ in
    try check(SetOfNumbers(100).run(rounds: 1000), equals: 100, "okit")
    try check(OneOfMany(1, unrelated: 0).run(rounds: 10), equals: 10_045, "okit")
    try TopScreen(over: 2).run(rounds: 10)
  }

  private static func writes(_ report: Report) throws {
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

  private static func screens(_ report: Report) throws {
    let rounds = 200
    var first: Double?
    for screens in [1, 99] {
      let work = try TopScreen(over: screens)
      try work.run(rounds: 10)
      let value = try measure(.microseconds, per: rounds) { try work.run(rounds: rounds) }
      try report.add(
        "flat: turn and screen, over \(screens)", value, .microseconds, besides: "over one", first, goal: 1.1)
      first = first ?? value
    }
  }
}

extension Workload {
  fileprivate static func sets(_ report: Report) throws {
    let rounds = 10_000
    var first: Double?
    for (size, count) in [("1k", 1000), ("100k", 100_000)] {
      let work = try SetOfNumbers(count)
      let value = try measure(.nanoseconds, per: rounds) { use(try work.run(rounds: rounds)) }
      try report.add("flat: add to a set of \(size)", value, .nanoseconds, besides: "to one of 1k", first, goal: 3)
      first = first ?? value
    }
  }
}

/// A set to which its own elements are added again.
private final class SetOfNumbers {
  private let application: LuaApplication
  private let set: CollectionRef
  private let count: Int

  init(_ count: Int) throws {
    self.count = count
    application = try LuaApplication(
      text: """
        local Box = okit.Model:extend("Box", { numbers = okit.types.set(okit.types.int) })
        okit.Model.register(Box)
        """,
      chunk: "flat.lua", folder: ".", options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    let store = application.runtime.store
    guard let root = store.root(named: ModelStore.defaultModelName),
      case .collection(let set) = store.get(root, "numbers")
    else { throw BenchError("no set") }
    self.set = set
    for number in 0..<count { try store.insert(.int(number), into: set) }
  }

  func run(rounds: Int) throws -> Int {
    let store = application.runtime.store
    for round in 0..<rounds { try store.insert(.int(round % count), into: set) }
    return store.count(set)
  }
}

/// One entity that is written and observed, among others that are not.
private final class OneOfMany {
  private let engine: Engine
  private let entity: EntityID
  private let price: Property
  private var observations: [PathObservation] = []
  private var (sum, number) = (0, 0)

  /// - Parameter unrelated: The number of observers of something else, half of them of another property of the entity.
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

/// A screen that shows the written property, on top of screens that show something else.
private final class TopScreen {
  private static let script = """
    local okit = require "okit"
    local Item = okit.ModelEntity:extend("Item", { name = "", price = 0, count = 0 })
    local Shop = okit.Model:extend("Shop", { items = okit.types.list(Item) })
    local shop = okit.Model.register(Shop)
    for i = 1, 100 do shop.items:add(Item { name = "Item " .. i }) end
    okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })
    okit.ModelDetailTableController:extend("item", { titlePath = "name", sections = { { cells = {
      okit.ModelTableCell { path = "name", detailPath = "price" },
      okit.ModelTableCell { path = "#Count", detailPath = "count" },
      okit.ModelTextCell { path = "#Name", textPath = "name" },
    } } } })
    """

  private let application: LuaApplication
  private let item: EntityID
  private let price: Property
  private var number = 0

  init(over screens: Int) throws {
    application = try LuaApplication(
      text: Self.script, chunk: "flat.lua", folder: ".",
      options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    let (runtime, store) = (application.runtime, application.runtime.store)
    guard let root = store.root(named: ModelStore.defaultModelName),
      case .collection(let collection) = store.get(root, "items"), let item = store.entities(collection).first
    else { throw BenchError("no items") }
    self.item = item
    price = try store.requireType("Item", for: "a benchmark").required("price")
    // The first screen exists already.
    for other in store.entities(collection)[1..<screens] + [item] {
      try runtime.turn { try runtime.navigate(to: "item", context: other) }
      use(runtime.screen().sections.count)
    }
  }

  func run(rounds: Int) throws {
    for _ in 0..<rounds {
      number += 1
      try application.runtime.turn { try application.runtime.store.set(item, price, .int(number)) }
      guard application.runtime.screen().sections.first?.rows.first?.detail == "\(number)" else {
        throw BenchError("the screen does not show \(number)")
      }
    }
  }
}
