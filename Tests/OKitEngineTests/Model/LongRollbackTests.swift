import OKitTestSupport
import Testing

@testable import OKitEngine

/// Taking back so many changes of long collections that their elements are kept in pieces meanwhile.
@Suite struct LongRollbackTests {
  private struct Stop: Error {}

  @Test(arguments: [1, 2, 3] as [UInt64])
  func anArrayInPiecesIsAnArray(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var expected = Array(0..<Int.random(in: 0..<3000, using: &random))
    var pieces = ChunkedArray(expected)
    // Shrinks to nothing, and grows again to several pieces.
    for step in 0..<20_000 {
      let isGrowing = step % 10_000 < 5000
      if expected.isEmpty || (Int.random(in: 0..<4, using: &random) == 0) != isGrowing {
        let index = step % 3 == 0 ? 0 : Int.random(in: 0...expected.count, using: &random)
        pieces.insert(step, at: index)
        expected.insert(step, at: index)
      } else {
        let index = Int.random(in: 0..<expected.count, using: &random)
        #expect(pieces.remove(at: index) == expected.remove(at: index), "seed \(seed), step \(step)")
      }
    }
    #expect(pieces.count == expected.count && pieces.joined == expected, "seed \(seed)")
  }

  /// A library with long collections of every kind.
  private func fixture() throws -> (ModelFixture, EntityID) {
    let fixture = try ModelFixture()
    let (store, count) = (fixture.store, 700)
    let book = try fixture.add("Book", to: "books")
    for number in 0..<count {
      let name = Value.string("n\(number)")
      try fixture.add("Person", ["name": name], to: "persons")
      try fixture.add("Book", ["title": name], to: "books")
      try store.insert(name, into: try fixture.list("tags", of: book))
      try store.insert(name, into: try fixture.list("labels", of: book))
      try store.set(try fixture.list("prices", of: book), key: "n\(number)", .double(Double(number)))
      try store.set(try fixture.list("parts", of: book), key: "n\(number)", .map(["title": name]))
    }
    return (fixture, book)
  }

  private func change(_ fixture: ModelFixture, _ book: EntityID, _ step: Int, _ random: inout SplitMix) throws {
    let store = fixture.store
    let number = Int.random(in: 0..<1000, using: &random)
    switch step % 8 {
    case 0: try fixture.store.insert(.map(["name": .string("front \(step)")]), into: try fixture.list("persons"), at: 0)
    case 1: try store.remove(from: try fixture.list("persons"), at: number % 300)
    case 2: try store.move(try fixture.list("books"), from: number % 600, to: (number * 7) % 600)
    case 3: try store.insert(.string("tag \(step)"), into: try fixture.list("tags", of: book), at: number % 600)
    case 4: try store.remove(from: try fixture.list("labels", of: book), at: number % 300)
    case 5: try store.set(try fixture.list("prices", of: book), key: "n\(number)", step % 3 == 0 ? .null : .int(step))
    case 6: try store.set(try fixture.list("parts", of: book), key: "n\(number)", step % 3 == 0 ? .null : .map([:]))
    default: try store.insert(.string("label \(step)"), into: try fixture.list("labels", of: book), at: 0)
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func manyChangesOfLongCollectionsAreTakenBack(seed: UInt64) throws {
    let (fixture, book) = try fixture()
    let store = fixture.store
    let (persons, books) = (store.entities(try fixture.list("persons")), store.entities(try fixture.list("books")))
    try store.set(fixture.library, "shelf", .list(books.map(Value.entity)))
    let (before, count) = (fixture.snapshot, store.entityCount)
    var random = SplitMix(seed: seed)
    var new: [EntityID] = []
    #expect(throws: Stop.self) {
      try store.transaction {
        for step in 0..<800 { try change(fixture, book, step, &random) }
        let middle = fixture.snapshot
        do {
          try store.transaction {
            for step in 0..<800 { try change(fixture, book, step, &random) }
            throw Stop()
          }
        } catch is Stop {}
        #expect(fixture.snapshot == middle, "inner, seed \(seed)")
        for step in 0..<100 { try change(fixture, book, step, &random) }
        // As many more as there are, so that the indexes are rebuilt.
        for _ in 0..<5000 { new.append(try fixture.add("Person", to: "persons")) }
        try store.set(fixture.library, "shelf", .list([]))
        throw Stop()
      }
    }
    #expect(fixture.snapshot == before, "seed \(seed)")
    #expect(store.entities(try fixture.list("persons")) == persons, "seed \(seed)")
    #expect(new.allSatisfy { store.find(store.id(of: $0) ?? "") == nil }, "seed \(seed)")
    #expect((persons + books).allSatisfy { store.find(store.id(of: $0) ?? "") == $0 }, "seed \(seed)")
    #expect(books.allSatisfy { store.referrers(of: store.id(of: $0) ?? "").count == 1 }, "seed \(seed)")
    #expect(persons.allSatisfy { store.parent(of: $0) == fixture.library && store.isManaged($0) }, "seed \(seed)")
    store.collectGarbage()
    #expect(store.entityCount == count, "seed \(seed)")
  }

  @Test func manyChangesOfLongCollectionsAreUndone() throws {
    let (fixture, book) = try fixture()
    let (store, before) = (fixture.store, fixture.snapshot)
    store.history.clear(store)
    var random = SplitMix(seed: 3)
    try store.transaction { for step in 0..<1600 { try change(fixture, book, step, &random) } }
    let after = fixture.snapshot
    for _ in 0..<2 {
      store.history.undo(store)
      #expect(fixture.snapshot == before)
      store.history.redo(store)
      #expect(fixture.snapshot == after)
    }
  }

  @Test func whatIsTakenBackIsFreedInParts() throws {
    let fixture = try ModelFixture()
    let (store, type) = (fixture.store, try fixture.store.requireType("Person", for: "test"))
    let count = store.entityCount
    for _ in 0..<(GarbageQueue.candidatesAtOnce + 1000) { _ = store.make(type) }
    store.collectGarbage()
    #expect(store.entityCount == count + 1000)
    store.collectGarbage()
    #expect(store.entityCount == count)
  }

  @Test func aTreeThatIsHeldBelowStays() throws {
    let fixture = try ModelFixture()
    let store = fixture.store
    let book = try fixture.make("Book", ["chapters": .list([.map([:]), .map([:])])])
    let chapter = try #require(store.entities(try fixture.list("chapters", of: book)).first)
    store.pin(chapter)
    // The book is a candidate several times.
    for _ in 0..<3 {
      store.pin(book)
      store.unpin(book)
    }
    store.collectGarbage()
    #expect(store.exists(book) && store.exists(chapter))
    let count = store.entityCount
    store.unpin(chapter)
    store.collectGarbage()
    // With its reference to an author.
    #expect(!store.exists(book) && store.entityCount == count - 4)
  }
}
