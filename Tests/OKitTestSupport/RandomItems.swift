import OKitEngine

/// Random changes of an `ItemWorld`, reproducible by seed.
package struct RandomItems {
  private struct Stop: Error {}

  package let world: ItemWorld
  package var random: SplitMix
  private var snapshots: [JSONValue] = []
  private var store: ModelStore { world.store }

  package init(_ world: ItemWorld, seed: UInt64) {
    self.world = world
    random = SplitMix(seed: seed)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  /// A random action: a few changes, committed or rolled back, or a step of the history.
  package mutating func step() throws {
    switch number(0..<20) {
    case 0: store.history.undo(store)
    case 1: store.history.redo(store)
    case 2:
      do {
        try store.transaction {
          for _ in 0..<number(1..<6) { try change() }
          throw Stop()
        }
      } catch is Stop {}
    case 3: store.collectGarbage()
    case 4...6: if let item = store.entities(world.items).randomElement(using: &random) { try set(item) }
    default: try store.transaction { for _ in 0..<number(1..<4) { try change() } }
    }
  }

  private mutating func change() throws {
    let items = store.entities(world.items)
    switch number(0..<24) {
    case 0...12: if let item = items.randomElement(using: &random) { try set(item) }
    case 13, 14: if items.count < 60 { try world.add(number(0..<9), at: number(0..<items.count + 1)) }
    case 15: if !items.isEmpty { try store.remove(from: world.items, at: number(0..<items.count)) }
    case 16: if items.count < 60 { try world.add(number(0..<9), as: "Special") }
    case 17:
      if !items.isEmpty { try store.move(world.items, from: number(0..<items.count), to: number(0..<items.count)) }
    case 18: try rearrange(items)
    case 19, 20: try moveToOthers(items)
    case 21:
      if let item = items.randomElement(using: &random) {
        try store.insert(.entity(item), into: world.collection("best"))
      }
    case 22:
      try store.set(
        world.shop, "items", .list(items.shuffled(using: &random).dropLast(number(0..<3)).map(Value.entity)))
    default: try applySnapshot()
    }
  }

  private mutating func set(_ item: EntityID) throws {
    switch number(0..<9) {
    case 0, 1: try store.set(item, "rank", .int(number(0..<9)))
    case 2: try store.set(item, "rank", .int([.max, .min, .max / 2, -1][number(0..<4)]))
    case 3: try store.set(item, "price", .double(Double(number(-50..<50)) / 10))
    case 4: try store.set(item, "price", .double(price()))
    case 5: try store.set(item, "stock", number(0..<3) == 0 ? .null : .int(number(0..<5)))
    case 6:
      let names = ["", "e\u{301}", "é", "12", "1e308", "b", "n5", "Zz", "nan", "a text that is longer than its head"]
      try store.set(item, "name", .string(names[number(0..<names.count)]))
    case 7: try store.set(item, "added", .date(DateValue(secondsSince2001: Double(number(-3..<9)))))
    default: try store.set(item, "marked", .bool(number(0..<2) == 0))
    }
  }

  private mutating func price() -> Double {
    let bits = Double(bitPattern: random.next())
    let special = [
      0.0, -0.0, 0.1, 1e308, -1e308, 1.7e308, .leastNonzeroMagnitude, -0x1p-1030, 0x1p53, bits.isFinite ? bits : 1,
    ]
    return special[number(0..<special.count)]
  }

  /// Leaves the list and comes back at another place of it, as something else.
  private mutating func rearrange(_ items: [EntityID]) throws {
    guard !items.isEmpty else { return }
    let (from, to) = (number(0..<items.count), number(0..<items.count))
    let changesOnItsWay = number(0..<2) == 0
    try store.transaction {
      try store.remove(from: world.items, at: from)
      if changesOnItsWay { try set(items[from]) }
      try store.insert(.entity(items[from]), into: world.items, at: to)
    }
  }

  private mutating func moveToOthers(_ items: [EntityID]) throws {
    let others = world.collection("others")
    let (key, from) = ("k\(number(0..<20))", items.isEmpty ? 0 : number(0..<items.count))
    try store.transaction {
      if case .entity(let back)? = store.element(others, key: key) {
        try store.set(others, key: key, .null)
        try store.insert(.entity(back), into: world.items, at: 0)
      } else if !items.isEmpty {
        try store.remove(from: world.items, at: from)
        try store.set(others, key: key, .entity(items[from]))
      }
    }
  }

  private mutating func applySnapshot() throws {
    if number(0..<2) == 0, let snapshot = snapshots.randomElement(using: &random) {
      try store.apply(snapshot, to: world.shop)
    } else {
      if snapshots.count > 3 { snapshots.removeFirst() }
      snapshots.append(store.jsonValue(world.shop))
    }
  }
}
