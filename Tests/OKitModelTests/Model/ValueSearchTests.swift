import OKitTestSupport
import Testing

@testable import OKitModel

/// Finding values in lists, and `didSet` of collections, compared with arrays.
@Suite struct ValueSearchTests {
  private let host = TestHost()
  private var store: ModelStore { host.store }

  /// A list of texts, with as many distinct ones as given: so few that a text is in many chunks, or many.
  @Test(arguments: zip([61, 62, 63, 64] as [UInt64], [2, 40, 900, 100_000]))
  func findsTheFirstOfEqualValues(seed: UInt64, distinct: Int) throws {
    var random = SplitMix(seed: seed)
    let type = try store.define("Box", extending: store.entityType, properties: [Property("texts", .list(.string))])
    guard case .collection(let texts) = store.get(store.make(type), "texts") else { return }
    func text() -> Value { .string("t\(Int.random(in: 0..<distinct, using: &random))") }
    var model: [Value] = []
    for _ in 0..<2500 {
      let value = text()
      model.append(value)
      try store.insert(value, into: texts)
    }
    for step in 0..<RandomSteps.count(6000) {
      let index = Int.random(in: 0..<model.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let value = text()
        model.insert(value, at: index)
        try store.insert(value, into: texts, at: index)
      case 3...5 where model.count > 600:
        model.remove(at: index)
        try store.remove(from: texts, at: index)
      case 6:
        let to = Int.random(in: 0..<model.count, using: &random)
        model.insert(model.remove(at: index), at: to)
        try store.move(texts, from: index, to: to)
      case 7:
        model[index] = text()
        try store.set(texts, at: index, model[index])
      case 8 where step % 100 == 0:
        // Whole chunks are emptied, and filled again.
        for _ in 0..<min(1200, model.count - 600) {
          model.removeFirst()
          try store.remove(from: texts, at: 0)
        }
        for _ in 0..<1200 {
          let value = text()
          model.insert(value, at: 0)
          try store.insert(value, into: texts, at: 0)
        }
      default:
        let value = text()
        let (found, expected) = (store.index(of: value, in: texts), model.firstIndex(of: value))
        #expect(found == expected, "seed \(seed), step \(step), \(value)")
        guard found == expected else { return }
      }
    }
    #expect(store.elements(texts) == model, "seed \(seed)")
  }

  @Test func searchesOnlyTheChunkOfTheValue() throws {
    let type = try store.define("Box", extending: store.entityType, properties: [Property("texts", .list(.string))])
    let box = store.make(type)
    guard case .collection(let texts) = store.get(box, "texts") else { return }
    for number in 0..<20_000 { try store.insert(.string("t\(number)"), into: texts) }
    #expect(store.index(of: .string("t19999"), in: texts) == 19_999)
    try store.remove(from: texts, at: 5)
    #expect(store.index(of: .string("t5"), in: texts) == nil)
    #expect(store.index(of: .string("t19999"), in: texts) == 19_998)
    // Removing by value copies nothing.
    let elements = try #require(store.storage(texts)?.elements)
    #expect(!elements.isPacked)
  }

  /// Values are found after the collection was emptied and filled again, also while it has other values.
  @Test(arguments: ["numbers", "list"])
  func findsValuesAfterClearing(name: String) throws {
    let type = try store.define(
      "Box", extending: store.entityType, properties: [Property("numbers", .set(.int)), Property("list", .list(.int))])
    guard case .collection(let numbers) = store.get(store.make(type), name) else { return }
    for number in 0..<1500 { try store.insert(.int(3 * number), into: numbers) }
    try store.remove(from: numbers, at: 700)
    let expected = store.elements(numbers)
    #expect(store.index(of: .int(3000), in: numbers) == 999)
    struct Stop: Error {}
    do {
      try store.transaction {
        try store.removeAll(numbers)
        #expect(store.count(numbers) == 0 && store.index(of: .int(3000), in: numbers) == nil)
        try store.insert(.int(1), into: numbers)
        #expect(store.index(of: .int(1), in: numbers) == 0)
        throw Stop()
      }
    } catch is Stop {}
    #expect(store.elements(numbers) == expected)
    #expect(store.index(of: .int(3000), in: numbers) == 999 && store.index(of: .int(1), in: numbers) == nil)
    try store.insert(.int(1), into: numbers, at: 5)
    #expect(store.index(of: .int(1), in: numbers) == 5 && store.index(of: .int(3000), in: numbers) == 1000)
  }

  // MARK: didSet

  private final class Calls { var arguments: [[Value]] = [] }

  private func box(_ type: PropertyType, takes count: Int) throws -> (CollectionRef, Calls) {
    let calls = Calls()
    let didSet = host.function { _, arguments in
      calls.arguments.append(arguments)
      return .null
    }
    let property = Property("elements", type, didSet: didSet)
    property.didSetArgumentCount = count
    let box = store.make(try store.define("Box", extending: store.entityType, properties: [property]))
    guard case .collection(let elements) = store.get(box, "elements") else { throw Diagnostic("test.box", "no list") }
    return (elements, calls)
  }

  @Test(arguments: [-1, 0, 1, 2])
  func givesDidSetOnlyWhatItTakes(count: Int) throws {
    let (list, calls) = try box(.list(.int), takes: count)
    try store.insert(.int(1), into: list)
    try store.insert(.int(2), into: list, at: 0)
    let all: [[Value]] = [
      [.list([]), .list([.int(1)])], [.list([.int(1)]), .list([.int(2), .int(1)])],
    ]
    #expect(calls.arguments == all.map { Array($0.prefix(max(0, count))) })
  }

  @Test func copiesNothingForADidSetWithoutElements() throws {
    let (list, calls) = try box(.list(.int), takes: 0)
    for number in 0..<2000 { try store.insert(.int(number), into: list) }
    let elements = try #require(store.storage(list)?.elements)
    try store.remove(from: list, at: 7)
    try store.insert(.int(-1), into: list, at: 1000)
    try store.move(list, from: 3, to: 1500)
    try store.set(list, at: 30, .int(-2))
    #expect(calls.arguments.count == 2004)
    #expect(!elements.isPacked)
  }

  @Test func runsDidSetOnlyForAnEffect() throws {
    let (list, calls) = try box(.list(.int), takes: 0)
    for number in [7, 7, 7, 8] { try store.insert(.int(number), into: list) }
    try store.move(list, from: 0, to: 2)
    try store.set(list, at: 1, .int(7))
    let owner = list.owner
    try store.set(owner, "elements", .list([.int(7), .int(7), .int(7), .int(8)]))
    #expect(calls.arguments.count == 4)
    try store.move(list, from: 0, to: 3)
    try store.set(list, at: 0, .int(9))
    try store.set(owner, "elements", .list([.int(1)]))
    try store.removeAll(list)
    try store.removeAll(list)
    #expect(calls.arguments.count == 8)
  }

  @Test(arguments: [71, 72] as [UInt64])
  func knowsTheElementsBefore(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let (list, calls) = try box(.list(.int), takes: 2)
    var before: [Value] = []
    for step in 0..<300 {
      let count = before.count
      func index(_ end: Int) -> Int { Int.random(in: 0..<max(1, end), using: &random) }
      switch index(6) {
      case 0 where count > 0: try store.remove(from: list, at: index(count))
      case 1 where count > 0: try store.move(list, from: index(count), to: index(count))
      case 2 where count > 0: try store.set(list, at: index(count), .int(index(4)))
      case 3: try store.set(list.owner, "elements", .list((0..<index(9)).map { _ in .int(index(4)) }))
      default: try store.insert(.int(index(4)), into: list, at: index(count + 1))
      }
      let now = store.elements(list)
      let expected: [Value]? = now == before ? nil : [.list(before), .list(now)]
      #expect(calls.arguments.last == expected, "seed \(seed), step \(step)")
      (before, calls.arguments) = (now, [])
    }
  }

  @Test func knowsTheMembersBefore() throws {
    let (map, calls) = try box(.map(.int), takes: 2)
    try store.set(map, key: "a", .int(1))
    try store.set(map, key: "a", .int(2))
    try store.set(map, key: "a", .null)
    let states: [Value] = [[:], ["a": .int(1)], ["a": .int(2)], [:]].map { Value.map($0) }
    #expect(calls.arguments == zip(states, states.dropFirst()).map { [$0, $1] })
  }
}
