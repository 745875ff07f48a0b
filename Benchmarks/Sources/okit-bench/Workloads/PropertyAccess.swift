import OKitEngine

extension Workload {
  static let property = Workload(name: "property", about: "reading and writing one typed property") {
    surroundings, report in
    let findings = try surroundings.findings("property")
    let work = try PropertyAccess()

    let sum = PropertyAccess.count * (PropertyAccess.count - 1) / 2
    try check(work.read(), equals: sum, "okit")
    try check(work.readFloor(), equals: sum, "Swift")
    let rounds = 2000
    let per = rounds * PropertyAccess.count
    let read = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.read()) } }
    let readFloor = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.readFloor()) } }
    try report.add("property: get", read, .nanoseconds, peer: "Swift class", readFloor, goal: 2.5)
    try report.add("property: get", read, .nanoseconds, besides: findings["get"] ?? [], result: sum)

    let written = sum + PropertyAccess.count
    try work.write(1)
    work.writeFloor(1)
    try check(work.read(), equals: written, "okit")
    try check(work.readFloor(), equals: written, "Swift")
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
    use(work.read() + work.readFloor())
    try report.add("property: set, unobserved", write, .nanoseconds, peer: "Swift class", writeFloor, goal: 3)
    try report.add(
      "property: set, unobserved", write, .nanoseconds, besides: findings["set"] ?? [], result: written)
  }
}

/// The same thousand items twice: in a model, and as objects of a class.
private struct PropertyAccess {
  static let count = 1000

  private final class Item {
    var price: Int
    init(price: Int) { self.price = price }
  }

  private let store: ModelStore
  private let price: PlainProperty<Int>
  private let entities: [EntityID]
  private let items: [Item]

  init() throws {
    let engine = try Engine()
    store = engine.store
    entities = try engine.makeChains(Self.count, depth: 1)
    price = try store.requireType("Node", for: "a benchmark").plain("price")
    items = (0..<Self.count).map(Item.init)
  }

  @inline(never)
  func read() -> Int {
    var sum = 0
    for entity in entities { if let price = store.get(entity, price) { sum &+= price } }
    return sum
  }

  @inline(never)
  func readFloor() -> Int {
    var sum = 0
    for item in items { sum &+= item.price }
    return sum
  }

  @inline(never)
  func write(_ offset: Int) throws {
    for (index, entity) in entities.enumerated() { try store.set(entity, price, index + offset) }
  }

  @inline(never)
  func writeFloor(_ offset: Int) {
    for (index, item) in items.enumerated() { item.price = index + offset }
  }
}
