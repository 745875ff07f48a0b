import OKitModel
import OKitTestSupport
import Testing

@Suite struct ManagingTests {
  private let fixture: ModelFixture
  private var store: ModelStore { fixture.store }

  init() throws { fixture = try ModelFixture() }

  /// Notes each hook of a class: name, entity, context.
  private func noteHooks(of types: [String], _ note: @escaping (String) -> Void) throws {
    for name in types {
      let type = try store.requireType(name, for: "test")
      for hook in ["managed", "unmanaged"] {
        type.define(
          function: hook,
          fixture.host.function { [store] receiver, arguments in
            guard case .entity(let entity) = receiver else { return .null }
            let context: String
            switch arguments.first {
            case .entity(let parent): context = store.id(of: parent) ?? "?"
            case .collection(let collection):
              let property = store.type(of: collection.owner)?.properties[Int(collection.slot)].name
              context = "\(store.id(of: collection.owner) ?? "?")[\(property ?? "?")]"
            default: context = "nothing"
            }
            note("\(hook) \(store.id(of: entity) ?? "?") in \(context)")
            return .null
          })
      }
    }
  }

  @Test func enteringAndLeavingATree() throws {
    var notes: [String] = []
    try noteHooks(of: ["Book", "Chapter"]) { notes.append($0) }
    let root = store.id(of: fixture.library) ?? ""
    let book = try fixture.make("Book", ["id": .string("b")])
    let chapter = try fixture.add("Chapter", ["id": .string("c")], to: "chapters", of: book)
    try fixture.add("Chapter", ["id": .string("s")], to: "scenes", of: chapter)
    try store.set(book, "appendix", .map(["id": .string("x")]))
    #expect(notes.isEmpty)
    #expect(!store.isManaged(book) && store.find("c") == nil)
    #expect(store.model(of: chapter) == nil)
    #expect(store.parent(of: chapter) == book)

    try store.insert(.entity(book), into: try fixture.list("books"))
    #expect(notes == ["managed b in \(root)[books]", "managed c in b", "managed x in b", "managed s in c"])
    #expect(store.find("s").flatMap(store.model) == fixture.library)
    #expect(store.parent(of: book) == fixture.library)

    notes = []
    try store.set(book, "appendix", .null)
    #expect(notes == ["unmanaged x in b"])
    #expect(store.find("x") == nil)

    notes = []
    try store.remove(from: try fixture.list("books"), at: 0)
    #expect(notes == ["unmanaged b in \(root)[books]", "unmanaged c in b", "unmanaged s in c"])
    #expect(store.find("c") == nil && store.parent(of: book) == nil && store.model(of: book) == nil)
    #expect(store.parent(of: chapter) == book)
  }

  @Test func hooksMayWriteAndMove() throws {
    let type = try store.requireType("Book", for: "test")
    let library = fixture.library
    type.define(
      function: "managed",
      fixture.host.function { [store, fixture] receiver, _ in
        guard case .entity(let book) = receiver else { return .null }
        try store.set(book, "title", .string("managed"))
        try fixture.add("Chapter", to: "chapters", of: book)
        return .null
      })
    try store.requireType("Chapter", for: "test").define(
      function: "managed",
      fixture.host.function { [store] _, _ in
        try store.set(library, "motto", .string("a chapter came"))
        return .null
      })
    let book = try fixture.add("Book", to: "books")
    #expect(store.get(book, "title") == .string("managed"))
    #expect(store.count(try fixture.list("chapters", of: book)) == 1)
    #expect(store.get(library, "motto") == .string("a chapter came"))
  }

  @Test func aHookThatFailsTakesTheWholeOperationBack() throws {
    try store.requireType("Chapter", for: "test").define(
      function: "managed", fixture.host.function { _, _ in throw Diagnostic("test.no", "not today") })
    let book = try fixture.make("Book")
    try fixture.add("Chapter", to: "chapters", of: book)
    let before = fixture.snapshot
    #expect(
      problem { try store.insert(.entity(book), into: try fixture.list("books")) }
        == "test.no: not today\n    in Chapter:managed")
    #expect(fixture.snapshot == before)
    #expect(!store.isManaged(book) && store.parent(of: book) == nil)
    #expect(
      problem { try store.set(fixture.library, "featured", .entity(book)) }
        == "test.no: not today\n    in Chapter:managed")
    #expect(fixture.snapshot == before)
  }

  @Test func anEntityIsInOnePlace() throws {
    let book = try fixture.add("Book", ["id": .string("b")], to: "books")
    #expect(
      problem { try store.set(fixture.library, "featured", .entity(book)) }
        == """
        model.owned: Book(b) is already in Library.books; an entity has only one place (remove it there first, or use \
        a reference)
        """
    )
    #expect(
      problem { try store.insert(.entity(book), into: try fixture.list("books")) }.hasPrefix(
        "model.owned: Book(b) is already in"))
    #expect(store.get(fixture.library, "featured") == .null)
    // Also while neither is in a model.
    let (outer, chapter) = (try fixture.make("Book"), try fixture.make("Chapter", ["id": .string("c")]))
    try store.set(outer, "appendix", .entity(chapter))
    #expect(
      problem { try store.insert(.entity(chapter), into: try fixture.list("chapters", of: outer)) }.hasPrefix(
        "model.owned: Chapter(c)"))
    // Writing the same entity again changes nothing; removing it makes it free.
    try store.set(outer, "appendix", .entity(chapter))
    try store.set(outer, "appendix", .null)
    try store.insert(.entity(chapter), into: try fixture.list("chapters", of: outer))
    #expect(store.parent(of: chapter) == outer)
  }

  @Test func cyclesCannotArise() throws {
    let outer = try fixture.make("Chapter", ["id": .string("outer")])
    let inner = try fixture.add("Chapter", ["id": .string("inner")], to: "scenes", of: outer)
    #expect(
      problem { try store.insert(.entity(outer), into: try fixture.list("scenes", of: inner)) }
        == "model.owned: Chapter(outer) cannot be put below itself")
    #expect(
      problem { try store.insert(.entity(outer), into: try fixture.list("scenes", of: outer)) }
        == "model.owned: Chapter(outer) cannot be put below itself")
    #expect(store.parent(of: outer) == nil)
  }

  @Test func aRootHasNoOtherPlace() throws {
    try fixture.host.define("Holder", "Model", [Property("library", .entity("Library"))])
    let holder = try fixture.registry.register(try store.requireType("Holder", for: "test"), name: "holder")
    let id = store.id(of: fixture.library) ?? ""
    #expect(
      problem { try store.set(holder, "library", .entity(fixture.library)) }
        == "model.owned: Library(\(id)) is the root of model \"default\"; an entity has only one place")
  }

  @Test func idsAreUniqueAmongManagedEntities() throws {
    try fixture.add("Book", ["id": .string("b")], to: "books")
    let other = try fixture.make("Book", ["id": .string("b")])
    #expect(
      problem { try store.insert(.entity(other), into: try fixture.list("books")) }
        == "model.duplicateId: the id \"b\" is already used by Book(b)")
    let parent = try fixture.make("Chapter", ["id": .string("p")])
    try fixture.add("Chapter", ["id": .string("twin")], to: "scenes", of: parent)
    try fixture.add("Chapter", ["id": .string("twin")], to: "scenes", of: parent)
    #expect(
      problem { try store.insert(.entity(parent), into: try fixture.list("books")) }.hasPrefix("model.type:"))
    let book = try fixture.make("Book")
    try store.insert(.entity(parent), into: try fixture.list("chapters", of: book))
    #expect(
      problem { try store.insert(.entity(book), into: try fixture.list("books")) }.hasPrefix(
        "model.duplicateId: the id \"twin\" is used twice below Book("))
    #expect(store.count(try fixture.list("books")) == 1)
  }

  @Test func replacingAnEntityMayReuseItsIds() throws {
    try store.set(fixture.library, "featured", .map(["id": .string("f"), "title": .string("old")]))
    let first = store.find("f")
    try store.set(fixture.library, "featured", .map(["id": .string("f"), "title": .string("new")]))
    let second = store.find("f")
    #expect(first != second)
    #expect(second.map { store.get($0, "title") } == .string("new"))
    #expect(first.map(store.isManaged) == false)
  }

  @Test func handlesOfFreedEntitiesReadAsNil() throws {
    let book = try fixture.make("Book")
    store.collectGarbage()
    #expect(!store.exists(book))
    #expect(store.get(book, "title") == .null)
    #expect(store.id(of: book) == nil)
    #expect(problem { try store.set(book, "title", .string("x")) } == "model.gone: the entity no longer exists")
    // The place is taken by another one; the old handle does not lead to it.
    let successors = try (0..<3).map { try fixture.make("Book", ["title": .string("\($0)")]) }
    #expect(successors.flatMap(store.subtree).contains { $0.index == book.index })
    #expect(store.get(book, "title") == .null)
  }

  @Test func garbageIsWhatNobodyHolds() throws {
    let start = store.entityCount
    let (free, pinned) = (try fixture.make("Book"), try fixture.make("Book"))
    let inner = try fixture.add("Chapter", to: "chapters", of: free)
    store.pin(pinned)
    store.collectGarbage()
    #expect(!store.exists(free) && !store.exists(inner) && store.exists(pinned))
    store.unpin(pinned)
    store.collectGarbage()
    #expect(store.entityCount == start)
    // A part that is held keeps the whole.
    let whole = try fixture.make("Book")
    let part = try fixture.add("Chapter", to: "chapters", of: whole)
    store.pin(part)
    store.collectGarbage()
    #expect(store.exists(whole))
    store.unpin(part)
    store.collectGarbage()
    #expect(store.entityCount == start)
  }

  @Test func everythingIsFreedInTheEnd() throws {
    let start = (store.entityCount, store.graph.census)
    for round in 0..<3 {
      for index in 0..<50 {
        let book = try fixture.add(
          "Book", ["title": .string("\(round) \(index)"), "author": .string("nobody")], to: "books")
        try fixture.add("Chapter", to: "chapters", of: book)
      }
      let books = try fixture.list("books")
      let evaluator = fixture.host.evaluator
      var observed: [ObservedBinding] = []
      for book in store.entities(books) {
        observed.append(ObservedBinding(evaluator, try evaluator.program("title,chapters/title,..,$title"), book))
      }
      for binding in observed { _ = binding.value }
      #expect(store.graph.census.nodes == start.1.nodes + 50)
      observed = []
      try store.removeAll(books)
      store.collectGarbage()
      #expect(store.entityCount == start.0)
      #expect(store.graph.census.nodes == start.1.nodes)
      #expect(store.graph.census.edges == start.1.edges)
    }
    #expect(store.referrers(of: "nobody").isEmpty)
  }

  @Test func idsThatNobodyLooksForAreForgotten() throws {
    let evaluator = fixture.host.evaluator
    let book = try fixture.add("Book", to: "books")
    for index in 0..<3000 {
      let binding = ObservedBinding(evaluator, try evaluator.program("$title"), book)
      try store.set(book, "title", .string("looked for \(index)"))
      _ = binding.value
    }
    store.collectGarbage()
    #expect(store.graph.census.sources < 100)
  }
}
