import OKitEngine

extension Workload {
  static let property = Workload(name: "property", about: "reading and writing one typed property") {
    surroundings, report in
    let findings = try surroundings.findings("property")
    let work = try PropertyAccess()

    let sum = PropertyAccess.count * (PropertyAccess.count - 1) / 2
    try check(work.read(), equals: sum, "okit")
    try check(work.readFloor(), equals: sum, "Swift")
    try check(work.readInARow(), equals: sum, "okit in a row")
    let rounds = 8000
    let per = rounds * PropertyAccess.count
    let read = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.read()) } }
    let readFloor = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.readFloor()) } }
    try report.add("property: get", read, .nanoseconds, peer: "Swift class", readFloor, goal: 2.5)
    try report.add("property: get", read, .nanoseconds, besides: findings["get"] ?? [], result: sum)
    let inARow = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.readInARow()) } }
    let inARowFloor = measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(work.readInARowFloor()) } }
    try report.add("property: get, in a row", inARow, .nanoseconds, peer: "Swift class", inARowFloor)

    let written = sum + PropertyAccess.count
    try work.write(1)
    work.writeFloor(1)
    try check(work.readInARow(), equals: written, "okit")
    try check(work.readInARowFloor(), equals: written, "Swift")
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
    use(work.readInARow() + work.readInARowFloor())
    try report.add("property: set, unobserved", write, .nanoseconds, peer: "Swift class", writeFloor, goal: 3)
    try report.add(
      "property: set, unobserved", write, .nanoseconds, besides: findings["set"] ?? [], result: written)
  }
}

/// The same items twice, as many as the fastest memory holds: in a model, and as objects of a class.
///
/// They are visited in an order that has to be looked up, one after the other: each price, or a table when writing, says
/// which item is next. In a row, a processor reads many at a time, and what is measured is how many fit.
private struct PropertyAccess {
  static let count = 256
  /// Goes through all items before it comes back.
  private static func next(_ index: Int) -> Int { (5 * index + 3) % count }

  private final class Item {
    var price: Int
    init(price: Int) { self.price = price }
  }

  private let store: ModelStore
  private let price: PlainProperty<Int>
  private let entities: [EntityID]
  private let items: [Item]
  private let order = (0..<Self.count).map(Self.next)

  init() throws {
    let engine = try Engine()
    store = engine.store
    entities = try engine.makeChains(Self.count, depth: 1, price: Self.next)
    price = try store.requireType("Node", for: "a benchmark").plain("price")
    items = (0..<Self.count).map { Item(price: Self.next($0)) }
  }

  @inline(never)
  func read() -> Int {
    var (sum, index) = (0, 0)
    for _ in 0..<Self.count {
      guard let price = store.get(entities[index], price) else { return -1 }
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

  @inline(never)
  func readInARow() -> Int {
    var sum = 0
    for entity in entities { if let price = store.get(entity, price) { sum &+= price } }
    return sum
  }

  @inline(never)
  func readInARowFloor() -> Int {
    var sum = 0
    for item in items { sum &+= item.price }
    return sum
  }

  @inline(never)
  func write(_ offset: Int) throws {
    var index = 0
    for number in 0..<Self.count {
      index = order[index]
      try store.set(entities[index], price, number + offset)
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
