import OKitTestSupport
import Testing

@testable import OKitModel

/// Changing long collections, whose elements are stored in chunks, and taking many changes back.
@Suite struct LongRollbackTests {
  private struct Stop: Error {}

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

  /// Checks that each element is found at its position.
  private func checkPositions(_ fixture: ModelFixture, _ book: EntityID, _ seed: UInt64) throws {
    for (name, owner) in [("persons", fixture.library), ("books", fixture.library), ("labels", book), ("tags", book)] {
      let list = try fixture.list(name, of: owner)
      let elements = fixture.store.elements(list)
      for (index, element) in elements.enumerated() {
        #expect(fixture.store.index(of: element, in: list) == index, "\(name), seed \(seed)")
      }
      #expect(elements.indices.map { fixture.store.element(list, $0) } == elements, "\(name), seed \(seed)")
    }
    let prices = try fixture.list("prices", of: book)
    let keys = fixture.store.keys(prices)
    #expect(keys == keys.sorted() && keys.indices.map { fixture.store.key(prices, $0) } == keys, "seed \(seed)")
    #expect(keys.map { fixture.store.element(prices, key: $0) } == fixture.store.elements(prices), "seed \(seed)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func elementsOfLongCollectionsAreFoundAtTheirPositions(seed: UInt64) throws {
    let (fixture, book) = try fixture()
    var random = SplitMix(seed: seed)
    try checkPositions(fixture, book, seed)
    for step in 0..<4000 {
      try change(fixture, book, step, &random)
      if step % 1000 == 0 { try checkPositions(fixture, book, seed) }
    }
    try checkPositions(fixture, book, seed)
    let persons = try fixture.list("persons")
    try fixture.store.removeAll(persons)
    #expect(fixture.store.entities(persons).isEmpty)
    try fixture.add("Person", to: "persons")
    try checkPositions(fixture, book, seed)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func theNetChangesOfLongCollectionsLeadFromOneStateToTheOther(seed: UInt64) throws {
    let (fixture, book) = try fixture()
    let store = fixture.store
    store.history.clear(store)
    var random = SplitMix(seed: seed)
    let before = fixture.snapshot
    let (_, patches) = try store.recording {
      for turn in 0..<30 {
        try store.transaction { for step in 0..<10 { try change(fixture, book, turn + step, &random) } }
      }
    }
    #expect(try JSONPatchInterpreter.apply(patches, to: before, model: "") == fixture.snapshot, "seed \(seed)")
    #expect(patches.count < 310, "seed \(seed)")
    let (_, none) = store.recording {
      while store.history.undo(store) != nil {}
      while store.history.redo(store) != nil {}
    }
    #expect(none.isEmpty, "seed \(seed)")
    let (_, undone) = store.recording { while store.history.undo(store) != nil {} }
    #expect(undone.count <= patches.count && fixture.snapshot == before, "seed \(seed)")
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
    try checkPositions(fixture, book, seed)
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
