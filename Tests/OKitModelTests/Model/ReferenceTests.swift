import OKitModel
import OKitTestSupport
import Testing

@Suite struct ReferenceTests {
  private let host = TestHost()
  private var store: ModelStore { host.store }
  private let registry: ModelRegistry
  private let authors: EntityID
  private let library: EntityID

  init() throws {
    try host.define("Author", [Property("name", .string)])
    try host.define(
      "Book",
      [
        Property("nullified", .reference("Author", .nullify)), Property("kept", .reference("Author", .keep)),
        Property("restricted", .reference("Author", .restrict)), Property("removed", .reference("Author", .remove)),
      ])
    try host.define(
      "Authors", "Model", [Property("authors", .list(.entity("Author"))), Property("chief", .entity("Author"))])
    try host.define(
      "Library", "Model",
      [
        Property("books", .list(.entity("Book"))), Property("nullified", .list(.reference("Author", .nullify))),
        Property("kept", .list(.reference("Author", .keep))), Property("removed", .list(.reference("Author", .remove))),
        Property("named", .map(.reference("Author", .remove))), Property("unique", .set(.reference("Author", .remove))),
      ])
    registry = ModelRegistry(store: host.store, storage: TransientStorage())
    authors = try registry.register(try host.store.requireType("Authors", for: "test"), name: "authors")
    library = try registry.register(try host.store.requireType("Library", for: "test"))
  }

  private func list(_ name: String, of owner: EntityID) throws -> CollectionRef {
    guard let slot = store.type(of: owner)?.property(named: name)?.slot else { throw Diagnostic("test.property", name) }
    return CollectionRef(owner: owner, slot: slot)
  }

  private func addAuthor(_ id: String) throws -> EntityID {
    let author = try store.create(try store.requireType("Author", for: "test"), ["id": .string(id)])
    try store.insert(.entity(author), into: try list("authors", of: authors))
    return author
  }

  private func addBook() throws -> EntityID {
    let book = try store.create(try store.requireType("Book", for: "test"), ["id": .string("book")])
    try store.insert(.entity(book), into: try list("books", of: library))
    return book
  }

  private func key(_ name: String, of entity: EntityID) -> Value {
    guard case .entity(let reference) = store.get(entity, name) else { return .string("no reference") }
    return store.get(reference, "refKey")
  }

  private func keys(_ name: String) throws -> [Value] {
    store.entities(try list(name, of: library)).map { store.get($0, "refKey") }
  }

  @Test func referencesTakeEntitiesKeysAndOtherReferences() throws {
    let (author, book) = (try addAuthor("a"), try addBook())
    try store.set(book, "nullified", .entity(author))
    #expect(key("nullified", of: book) == .string("a"))
    try store.set(book, "kept", store.get(book, "nullified"))
    #expect(key("kept", of: book) == .string("a"))
    try store.set(book, "removed", .map(["refKey": .string("a")]))
    #expect(key("removed", of: book) == .string("a"))
    guard case .entity(let reference) = store.get(book, "nullified") else { return }
    #expect(store.target(of: reference) == author)
    try store.set(book, "nullified", .string(""))
    #expect(key("nullified", of: book) == .null)
    #expect(store.target(of: reference) == nil)
    #expect(store.get(book, "nullified") == .entity(reference), "the holder stays the same")
    #expect(problem { try store.set(book, "kept", .int(5)) } == "model.type: kept refers to an Author, got Number 5")
  }

  @Test func targetsInOtherModelsAndThoseToCome() throws {
    let book = try addBook()
    try store.set(book, "kept", .string("later"))
    guard case .entity(let reference) = store.get(book, "kept") else { return }
    #expect(store.target(of: reference) == nil)
    #expect(try store.danglingReferences().map { "\($0.property) \($0.key)" } == ["kept later"])
    let author = try addAuthor("later")
    #expect(store.target(of: reference) == author)
    #expect(try store.danglingReferences().isEmpty)
    #expect(store.referrers(of: "later") == [reference])
  }

  @Test func whatRefersToAnEntityThatLeaves() throws {
    let (author, other, book) = (try addAuthor("a"), try addAuthor("b"), try addBook())
    for name in ["nullified", "kept", "removed"] {
      try store.set(book, name, .entity(author))
      try store.set(library, name, .list([.string("b"), .string("a"), .string("b")]))
    }
    try store.set(library, "named", .map(["one": .string("a"), "two": .string("b")]))
    try store.set(library, "unique", .list([.string("a"), .string("b"), .string("a")]))
    #expect(store.count(try list("unique", of: library)) == 2)
    try store.remove(from: try list("authors", of: authors), at: 0)
    #expect(key("nullified", of: book) == .null)
    #expect(key("kept", of: book) == .string("a"))
    #expect(key("removed", of: book) == .null, "a single reference cannot be removed, it becomes empty")
    #expect(try keys("nullified") == [.string("b"), .null, .string("b")])
    #expect(try keys("kept") == [.string("b"), .string("a"), .string("b")])
    #expect(try keys("removed") == [.string("b"), .string("b")])
    #expect(store.keys(try list("named", of: library)) == ["two"])
    #expect(try keys("unique") == [.string("b")])
    #expect(try store.danglingReferences().map { "\($0.property) \($0.key)" } == ["kept a", "kept a"])
    #expect(!store.isManaged(author) && store.isManaged(other))
  }

  @Test func restrictForbidsAndNamesWhoRefers() throws {
    let (author, book) = (try addAuthor("a"), try addBook())
    try store.set(book, "restricted", .entity(author))
    try store.set(book, "nullified", .entity(author))
    let message = "model.restricted: Author(a) cannot be removed: Book(book).restricted refers to it"
    #expect(problem { try store.remove(from: try list("authors", of: authors), at: 0) } == message)
    #expect(problem { try store.removeAll(try list("authors", of: authors)) } == message)
    #expect(problem { try store.set(authors, "authors", .list([])) } == message)
    #expect(key("nullified", of: book) == .string("a"), "nothing has changed")
    #expect(store.isManaged(author))
    // Entities that are removed together do not restrict each other.
    try store.remove(from: try list("books", of: library), at: 0)
    try store.remove(from: try list("authors", of: authors), at: 0)
    #expect(!store.isManaged(author))
  }

  @Test func severalAreRemovedOrNone() throws {
    let first = try addAuthor("a")
    let second = try addAuthor("b")
    let book = try addBook()
    try store.set(book, "restricted", .entity(first))
    #expect(problem { try store.removeAll(try list("authors", of: authors)) }.hasPrefix("model.restricted"))
    #expect(store.isManaged(first) && store.isManaged(second))
    #expect(store.entities(try list("authors", of: authors)) == [first, second])
  }

  @Test func rulesHoldForWhatIsBelowTheLeavingEntity() throws {
    try host.define(
      "Shelf", "Model", [Property("library", .entity("Book")), Property("reading", .reference("Book", .nullify))])
    let shelf = try registry.register(try store.requireType("Shelf", for: "test"), name: "shelf")
    let book = try addBook()
    try store.set(shelf, "reading", .entity(book))
    #expect(key("reading", of: shelf) == .string("book"))
    try store.set(library, "books", .null)
    #expect(key("reading", of: shelf) == .null)
  }

  @Test func emptyingRunsTheObserverOfTheProperty() throws {
    var seen: [String] = []
    try host.define(
      "Loan", "Model",
      [
        Property(
          "author", .reference("Author", .nullify),
          didSet: host.function { _, arguments in
            seen.append(arguments.map { $0.scalarText ?? "nil" }.joined(separator: " → "))
            return .null
          })
      ])
    let loan = try registry.register(try store.requireType("Loan", for: "test"), name: "loan")
    let author = try addAuthor("a")
    try store.set(loan, "author", .entity(author))
    try store.set(loan, "author", .string("a"))
    try store.remove(from: try list("authors", of: authors), at: 0)
    #expect(seen == ["nil → a", "a → nil"])
  }

  @Test func assigningTheSameKeysKeepsTheReferences() throws {
    _ = try addAuthor("a")
    try store.set(library, "kept", .list([.string("a"), .string("b")]))
    let before = store.entities(try list("kept", of: library))
    let jsonValue = store.jsonValue(library)
    let (_, changes) = try store.recording {
      try store.transaction { try store.set(library, "kept", .list([.string("a"), .string("b")])) }
    }
    #expect(changes.isEmpty)
    #expect(store.jsonValue(library) == jsonValue)
    try store.set(library, "kept", .list([.string("b"), .string("c"), .string("a")]))
    let after = store.entities(try list("kept", of: library))
    #expect(after.first == before.last && after.last == before.first)
    #expect(store.index(of: .string("c"), in: try list("kept", of: library)) == 1)
  }

  @Test func undoBringsBackWhatTheRulesDid() throws {
    let (author, book) = (try addAuthor("a"), try addBook())
    try store.transaction {
      try store.set(book, "nullified", .entity(author))
      try store.set(library, "removed", .list([.string("a")]))
    }
    let before = [store.jsonValue(authors), store.jsonValue(library)]
    try store.transaction { try store.remove(from: try list("authors", of: authors), at: 0) }
    #expect([store.jsonValue(authors), store.jsonValue(library)] != before)
    store.history.undo(store)
    #expect([store.jsonValue(authors), store.jsonValue(library)] == before)
    #expect(store.referrers(of: "a").count == 2)
    #expect(store.find("a") == author)
  }
}
