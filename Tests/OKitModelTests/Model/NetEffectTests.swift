import OKitModel
import OKitTestSupport
import Testing

/// Transactions whose changes cancel out, which are no steps of the history.
@Suite struct NetEffectTests {
  private let fixture: ModelFixture
  private let first: EntityID
  private let second: EntityID
  private var store: ModelStore { fixture.store }

  init() throws {
    fixture = try ModelFixture()
    first = try fixture.add("Book", ["id": .string("a"), "tags": .list([.string("x"), .string("y")])], to: "books")
    second = try fixture.add("Book", ["id": .string("b")], to: "books")
    try fixture.add("Person", ["id": .string("p")], to: "persons")
    store.history.clear(store)
  }

  /// Runs a transaction, and returns whether it became a step.
  private func isStep(_ body: () throws -> Void) throws -> Bool {
    let count = store.history.undoCount
    try store.transaction(body)
    return store.history.undoCount > count
  }

  @Test func valuesThatAreChangedBackAreNoStep() throws {
    #expect(
      try !isStep {
        try store.set(first, "title", .string("new"))
        try store.set(first, "title", .string(""))
      }, "repeated writes, which are one mutation")
    #expect(
      try !isStep {
        try store.set(first, "title", .string("new"))
        try store.set(second, "title", .string("other"))
        try store.set(first, "title", .string("newer"))
        try store.set(second, "title", .string(""))
        try store.set(first, "title", .string(""))
      }, "several properties")
    #expect(
      try isStep {
        try store.set(first, "title", .string("new"))
        try store.set(second, "title", .string("other"))
        try store.set(first, "title", .string(""))
      }, "one of them has another value")
  }

  @Test func collectionsThatAreChangedBackAreNoStep() throws {
    let (books, tags) = (try fixture.list("books"), try fixture.list("tags", of: first))
    let prices = try fixture.list("prices", of: first)
    #expect(
      try !isStep {
        try store.insert(.string("z"), into: tags, at: 0)
        try store.remove(from: tags, at: 0)
      }, "a value that comes and goes")
    #expect(
      try !isStep {
        try store.remove(from: tags, at: 0)
        try store.insert(.string("x"), into: tags, at: 0)
      }, "a value that goes and comes")
    #expect(
      try !isStep {
        try store.move(books, from: 0, to: 1)
        try store.move(books, from: 0, to: 1)
      }, "moves")
    #expect(
      try !isStep {
        try store.set(first, "prices", .map(["a": .double(1)]))
        try store.set(first, "prices", .map([:]))
      }, "keys")
    #expect(
      try isStep {
        try store.remove(from: tags, at: 0)
        try store.insert(.string("x"), into: tags, at: 1)
      }, "another order")
    #expect(try isStep { try store.move(books, from: 0, to: 1) })
    #expect(try isStep { try store.set(first, "prices", .map(["a": .double(1)])) })
    #expect(
      try isStep {
        try store.set(first, "prices", .map(["a": .double(2)]))
        try store.set(first, "title", .string("x"))
        try store.set(first, "title", .string(""))
      }, "another value of a key")
    #expect(store.count(prices) == 1)
  }

  @Test func entitiesThatComeAndGoAreNoStep() throws {
    let books = try fixture.list("books")
    #expect(
      try !isStep {
        let new = try fixture.add("Book", ["title": .string("new")], to: "books")
        try store.set(new, "title", .string("newer"))
        try fixture.add("Chapter", to: "chapters", of: new)
        try store.remove(from: books, at: 2)
      }, "an entity that was made, changed and removed again")
    #expect(try !isStep { try store.set(try fixture.make("Book"), "title", .string("in no model")) })
    #expect(
      try !isStep {
        try store.remove(from: books, at: 1)
        try store.insert(.entity(second), into: books, at: 1)
      }, "an entity that goes and comes")
    #expect(
      try !isStep {
        try store.set(fixture.library, "featured", .entity(try fixture.make("Book")))
        try store.set(fixture.library, "featured", .null)
      }, "a single entity")
    #expect(
      try isStep {
        try store.remove(from: books, at: 1)
        try store.insert(.entity(second), into: books, at: 0)
      }, "at another place")
    #expect(
      try isStep {
        try store.remove(from: books, at: 0)
        try fixture.add("Book", ["id": .string("b2")], to: "books")
      }, "another one at its place")
  }

  @Test func entitiesInNoModelHaveStepsOfTheirOwn() throws {
    let draft = try fixture.make("Book")
    store.pin(draft)
    #expect(try isStep { try store.set(draft, "title", .string("a draft")) })
    store.history.undo(store)
    #expect(store.get(draft, "title") == .string(""))
  }

  @Test func referencesThatFollowedARemovalAreAStep() throws {
    try store.set(first, "author", .string("p"))
    let (persons, person) = (try fixture.list("persons"), try #require(store.find("p")))
    #expect(
      try isStep {
        try store.remove(from: persons, at: 0)
        try store.insert(.entity(person), into: persons, at: 0)
      }, "the reference is empty now")
    #expect(store.get(first, "author/refKey") != .string("p"))
    store.history.undo(store)
    #expect(store.referrers(of: "p").count == 1)
  }

  @Test func innerTransactionsCount() throws {
    #expect(
      try !isStep {
        try store.transaction { try store.set(first, "title", .string("inner")) }
        try store.transaction { try store.set(first, "title", .string("")) }
      })
    #expect(!store.history.canUndo)
  }

  @Test func whatWasUndoneCanStillBeRedone() throws {
    try store.transaction { try store.set(first, "title", .string("new")) }
    store.history.undo(store)
    try store.transaction {
      try store.set(first, "price", .double(3))
      try store.set(first, "price", .double(0))
    }
    #expect(store.history.canRedo)
    store.history.redo(store)
    #expect(store.get(first, "title") == .string("new"))
  }
}
