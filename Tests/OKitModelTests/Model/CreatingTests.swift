import OKitModel
import OKitTestSupport
import Testing

/// The first values of new entities.
@Suite struct CreatingTests {
  private let fixture: ModelFixture
  private var store: ModelStore { fixture.store }

  init() throws { fixture = try ModelFixture() }

  private func books() throws -> CollectionRef { try fixture.list("books") }

  @Test func `creating an entity is not a change`() throws {
    let book = try store.transaction { try fixture.make("Book", ["title": .string("Emma")]) }
    #expect(!store.history.canUndo)
    #expect(store.get(book, "title") == .string("Emma"))
  }

  @Test func `an entity that comes back has its first values`() throws {
    let book = try store.transaction {
      let book = try fixture.make("Book", ["title": .string("Emma")])
      try store.insert(.entity(book), into: books())
      return book
    }
    store.history.undo(store)
    #expect(store.count(try books()) == 0)
    store.history.redo(store)
    #expect(store.elements(try books()) == [.entity(book)])
    #expect(store.get(book, "title") == .string("Emma"))
  }

  @Test func `the first mistake by name is reported`() throws {
    let type = try store.requireType("Book", for: "test")
    for _ in 0..<8 {
      let failure = #expect(throws: Diagnostic.self) {
        try store.create(type, ["title": .string("x"), "zzz": .int(1), "aaa": .int(1), "mmm": .int(1)])
      }
      #expect(failure?.message.contains("\"aaa\"") == true)
    }
  }

  @Test func `entities among first values have their place, and lose it when the step is taken back`() throws {
    let (appendix, chapter) = (try fixture.make("Chapter"), try fixture.make("Chapter"))
    let values: [String: Value] = ["appendix": .entity(appendix), "chapters": .list([.entity(chapter)])]
    #expect(throws: Diagnostic.self) {
      try store.transaction {
        let book = try fixture.make("Book", values)
        #expect(store.parent(of: appendix) == book)
        #expect(store.parent(of: chapter) == book)
        throw Diagnostic("test.failure", "failed")
      }
    }
    #expect(store.parent(of: appendix) == nil)
    #expect(store.parent(of: chapter) == nil)
    let book = try fixture.make("Book", values)
    #expect(store.get(book, "appendix") == .entity(appendix))
    #expect(store.parent(of: appendix) == book)
    #expect(store.elements(try fixture.list("chapters", of: book)) == [.entity(chapter)])
  }

  @Test func `entities among first values have one place, and the declared class`() throws {
    let (chapter, person) = (try fixture.make("Chapter"), try fixture.make("Person"))
    let mistakes: [[String: Value]] = [
      ["chapters": .list([.entity(chapter), .entity(chapter)])],
      ["appendix": .entity(chapter), "chapters": .list([.entity(chapter)])],
      ["appendix": .entity(person)], ["chapters": .list([.entity(chapter), .entity(person)])],
    ]
    for values in mistakes {
      #expect(throws: Diagnostic.self) { try store.transaction { _ = try fixture.make("Book", values) } }
      #expect(store.parent(of: chapter) == nil)
      #expect(store.parent(of: person) == nil)
    }
  }

  @Test func `an id of a seed is left out while an entity has it, and after the entity has left`() throws {
    var generator = IDGenerator(seed: 5)
    let (taken, next) = (generator.next(), generator.next())
    store.idGenerator = IDGenerator(seed: 5)
    try fixture.add("Person", ["id": .string(taken)], to: "persons")
    #expect(store.id(of: try fixture.make("Person")) == next)
    store.idGenerator = IDGenerator(seed: 5)
    try store.remove(from: fixture.list("persons"), at: 0)
    #expect(store.id(of: try fixture.make("Person")) == next)
  }

  @Test func `a name is found by its bytes, also in another normalization form`() throws {
    let type = try store.define("Café", extending: store.entityType, properties: [Property("caf\u{E9}", .string)])
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      #expect(Array(name.utf8).withUnsafeBufferPointer { type.slot(named: $0) } == 0)
    }
    for name in ["cafe", "", "caf\u{E9}s"] {
      #expect(Array(name.utf8).withUnsafeBufferPointer { type.slot(named: $0) } == nil)
    }
  }
}
