import OKitEngine
import OKitLua

extension Workload {
  static let property = Workload(
    name: "property", about: "reading and writing one property: from Swift, by a binding, from Lua"
  ) { surroundings, report in
    let findings = try surroundings.findings("property")
    let work = try PropertyAccess()
    let script = try ScriptedAccess()

    let sum = PropertyAccess.count * (PropertyAccess.count - 1) / 2
    try check(work.read(), equals: sum, "okit")
    try check(work.readByBinding(), equals: sum, "a binding")
    try check(work.readFloor(), equals: sum, "Swift")
    try check(script.read(1), equals: sum, "a script")
    let rounds = 4000
    let per = rounds * PropertyAccess.count
    let readFloor = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.readFloor()) } }
    let read = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.read()) } }
    try report.add("property: store.get", read, .nanoseconds, peer: "Swift class", readFloor, goal: 2)
    let bound = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.readByBinding()) } }
    try report.add("property: a binding gets", bound, .nanoseconds, peer: "Swift class", readFloor, goal: 5)
    let scripted = try measure(.nanoseconds, per: per / 10) { use(try script.read(rounds / 10)) }
    try report.add("property: e.price", scripted, .nanoseconds, besides: findings["get"] ?? [], result: sum)

    let written = sum + PropertyAccess.count
    try work.write(1)
    work.writeFloor(1)
    try check(work.total(), equals: written, "okit")
    try check(work.totalFloor(), equals: written, "Swift")
    try check(script.write(1), equals: written, "a script")
    var number = 0
    let write = try measure(.nanoseconds, per: per) {
      for _ in 0..<rounds {
        number += 1
        try work.write(number & 1)
      }
    }
    let writeFloor = measure(.nanoseconds, per: per) {
      for _ in 0..<rounds {
        number += 1
        work.writeFloor(number & 1)
      }
    }
    use(work.total() + work.totalFloor())
    try report.add("property: store.set", write, .nanoseconds, peer: "Swift class", writeFloor, goal: 2.5)
    let assigned = try measure(.nanoseconds, per: per / 40) { use(try script.write(rounds / 40)) }
    try report.add("property: e.price = n", assigned, .nanoseconds, besides: findings["set"] ?? [], result: written)
  } verify: { _ in
    let (script, sum) = (try ScriptedAccess(), PropertyAccess.count * (PropertyAccess.count - 1) / 2)
    try check(script.read(1), equals: sum, "a script")
    try check(script.write(1), equals: sum + PropertyAccess.count, "a script")
  }
}

/// The same items in a model and as instances of a class, as many as fit into the fastest cache. They have no
/// observers.
///
/// Each price, or a table when writing, determines the next item. Otherwise the processor would read several at a time,
/// and the benchmark would measure how many.
private struct PropertyAccess {
  static let count = 256
  /// Visits all items before it returns to the first one.
  private static func next(_ index: Int) -> Int { (5 * index + 3) % count }

  private final class Item {
    var price: Int
    init(price: Int) { self.price = price }
  }

  private let store: ModelStore
  private let evaluator: Evaluator
  private let price: Property
  private let program: BindingProgram
  private let entities: [EntityID]
  private let items: [Item]
  private let order = (0..<Self.count).map(Self.next)

  init() throws {
    let engine = try Engine()
    (store, evaluator) = (engine.store, engine.evaluator)
    entities = try engine.makeChains(Self.count, depth: 1, price: Self.next)
    price = try store.requireType("Node", for: "a benchmark").required("price")
    program = try evaluator.program("price")
    items = (0..<Self.count).map { Item(price: Self.next($0)) }
  }

  @inline(never)
  func read() -> Int {
    var (sum, index) = (0, 0)
    for _ in 0..<Self.count {
      guard case .int(let price) = store.get(entities[index], price) else { return -1 }
      index = price
      sum &+= price
    }
    return sum
  }

  @inline(never)
  func readByBinding() -> Int {
    var (sum, index) = (0, 0)
    for _ in 0..<Self.count {
      guard case .int(let price) = evaluator.get(program, entities[index]) else { return -1 }
      index = price
      sum &+= price
    }
    return sum
  }

  @inline(never)
  func readFloor() -> Int {
    var (sum, index) = (0, 0)
    for _ in 0..<Self.count {
      index = items[index].price
      sum &+= index
    }
    return sum
  }

  func total() -> Int { entities.reduce(0) { $0 + (store.get($1, price).int ?? 0) } }
  func totalFloor() -> Int { items.reduce(0) { $0 + $1.price } }

  @inline(never)
  func write(_ offset: Int) throws {
    var index = 0
    for number in 0..<Self.count {
      index = order[index]
      try store.set(entities[index], price, .int(number + offset))
    }
  }

  @inline(never)
  func writeFloor(_ offset: Int) {
    var index = 0
    for number in 0..<Self.count {
      index = order[index]
      items[index].price = number + offset
    }
  }
}

/// The same items in an application whose script reads and writes them. Its writes are one turn.
private struct ScriptedAccess {
  private static let script = """
    local okit = require "okit"
    local Item = okit.ModelEntity:extend("Item", { price = 0 })
    local Shop = okit.Model:extend("Shop", { items = okit.types.list(Item) })
    local shop = okit.Model.register(Shop)
    okit.ModelDetailTableController:extend("shop", { titlePath = "'Shop'" })
    local order, items = {}, {}
    for i = 0, \(PropertyAccess.count - 1) do
      order[i + 1] = (5 * i + 3) % \(PropertyAccess.count)
      items[i + 1] = shop.items:add(Item { price = order[i + 1] })
    end

    function read(rounds)
      local items, sum = items, 0
      for _ = 1, rounds do
        local index = 0
        sum = 0
        for _ = 1, #items do
          index = items[index + 1].price
          sum = sum + index
        end
      end
      return sum
    end

    function write(rounds)
      local items, order = items, order
      for round = 1, rounds do
        local index, offset = 0, (rounds - round + 1) % 2
        for i = 0, #items - 1 do
          index = order[index + 1]
          items[index + 1].price = i + offset
        end
      end
      local sum = 0
      for i = 1, #items do sum = sum + items[i].price end
      return sum
    end
    """

  private let application: LuaApplication

  init() throws {
    application = try LuaApplication(
      text: Self.script, chunk: "property.lua", folder: ".",
      options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
  }

  func read(_ rounds: Int) throws -> Int { try application.call("read", rounds) }
  func write(_ rounds: Int) throws -> Int { try application.call("write", rounds) }
}
