import OKitModel
import OKitTestSupport
import Testing

/// Rows that are used again, and the index of ids, against what a dictionary says.
@Suite struct EntityMemoryTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func idsAreFoundAsInADictionary(seed: UInt64) throws {
    let fixture = try ModelFixture()
    let store = fixture.store
    let persons = try fixture.list("persons")
    var random = SplitMix(seed: seed)
    var expected: [String: EntityID] = [:]
    // Few ids, so that many come again; some are equal only as texts.
    let ids = (0..<300).map { index in
      let number = "\(index / 2)"
      return switch index % 8 {
      case 0: "caf\u{E9}\(number)"
      case 1: "cafe\u{301}\(number)"
      case 2, 3: "a long id that no text keeps inside itself, number \(index)"
      default: "n\(index)"
      }
    }
    for step in 0..<4000 {
      let id = ids[Int.random(in: ids.indices, using: &random)]
      if let entity = expected[id], Int.random(in: 0..<3, using: &random) == 0 {
        let index = try #require(store.index(of: .entity(entity), in: persons))
        try store.remove(from: persons, at: index)
        expected[id] = nil
      } else {
        let entity = try store.create(try store.requireType("Person", for: "test"), ["id": .string(id)])
        let isTaken = expected[id] != nil
        let refused = problem { _ = try store.insert(.entity(entity), into: persons) }
        #expect(refused.contains("model.duplicateId") == isTaken, "seed \(seed), step \(step)")
        if !isTaken { expected[id] = entity }
      }
      if step % 100 == 0 { store.collectGarbage() }
      let other = ids[Int.random(in: ids.indices, using: &random)]
      #expect(store.find(other) == expected[other], "seed \(seed), step \(step)")
    }
    for id in ids { #expect(store.find(id) == expected[id], "seed \(seed)") }
  }

  @Test func newEntitiesHaveTheirDefaults() throws {
    let host = TestHost()
    let long = "a default that no text keeps inside itself"
    try host.define(
      "Thing",
      [
        Property("text", .string, default: .string(long)), Property("short", .string, default: .string("s")),
        Property("empty", .string), Property("note", .optional(.string)), Property("count", .int, default: .int(7)),
        Property("weight", .double, default: .double(0.5)), Property("isOn", .bool, default: .bool(true)),
        Property("data", .data, default: .data(DataValue(bytes: [1, 2]))), Property("list", .list(.int)),
        Property("moment", .date),
      ])
    let type = try host.store.requireType("Thing", for: "test")
    let store = host.store
    for round in 0..<50 {
      let things = (0..<40).map { _ in store.make(type) }
      for thing in things {
        #expect(store.get(thing, "text") == .string(long))
        #expect(store.get(thing, "short") == .string("s"))
        #expect(store.get(thing, "empty") == .string(""))
        #expect(store.get(thing, "note") == .null)
        #expect(store.get(thing, "count") == .int(7))
        #expect(store.get(thing, "weight") == .double(0.5))
        #expect(store.get(thing, "isOn") == .bool(true))
        #expect(store.get(thing, "data") == .data(DataValue(bytes: [1, 2])))
        #expect(store.get(thing, "moment") == .date(store.now))
        try store.set(thing, "text", .string("another text that needs memory, \(round)"))
        try store.set(thing, "empty", .string("what is no longer empty, \(round)"))
        try store.set(thing, "data", .null)
        try store.set(thing, "count", .int(round))
      }
      store.collectGarbage()
      #expect(!things.contains(where: store.exists))
    }
    #expect(store.entityCount == 0)
  }
}
