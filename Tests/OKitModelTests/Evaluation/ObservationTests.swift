@_spi(Observation) import OKitModel
import OKitTestSupport
import Testing

/// The bindings that each kind of write invalidates.
@Suite struct ObservationTests {
  private let fixture: EvaluationFixture
  private var store: ModelStore { fixture.store }
  init() throws { fixture = try EvaluationFixture() }

  private func observe(_ text: String, in context: String) throws -> ObservedBinding {
    ObservedBinding(fixture.evaluator, try fixture.evaluator.program(text), try fixture.entity(context))
  }

  /// Path of the binding, its context; what is written where; whether the binding reads that.
  @Test(arguments: [
    ("title", "b1", "title", Value.string("X"), "b1", true), ("title", "b1", "price", .int(1), "b1", false),
    ("title", "b1", "title", .string("X"), "b2", false), ("title", "b1", "title", .string("Emma"), "b1", false),
    ("title,price", "b1", "price", .int(1), "b1", true), ("title,price", "b1", "price", .double(9.99), "b1", false),
    ("/books.title", "b1", "title", .string("X"), "b3", true), ("/books.title", "b1", "price", .int(2), "b3", false),
    ("/books.@count", "b1", "title", .string("X"), "b3", false),
    ("/books.@sum.price", "b1", "price", .int(2), "b2", true),
    ("/books[1]/title", "p1", "title", .string("X"), "b2", true),
    ("/books[1]/title", "p1", "title", .string("X"), "b1", false),
    ("$authorKey/name", "b1", "name", .string("X"), "p1", true),
    ("$authorKey/name", "b1", "name", .string("X"), "p2", false),
    ("$authorKey/name", "b1", "authorKey", .string("p2"), "b1", true),
    ("author.ref.name", "b1", "author", .string("p2"), "b1", true),
    ("author.ref.name", "b1", "author", .string("p1"), "b1", false), ("label", "b1", "title", .string("X"), "b1", true),
    ("label", "b1", "price", .int(3), "b1", false), ("join(title)", "b1", "title", .string("X"), "b1", true),
    ("../books[1]/join(title)", "b1", "title", .string("X"), "b2", false),
    ("../title", "c1", "title", .string("X"), "b1", true),
    ("prices/eur", "b1", "prices/eur", .int(1), "b1", true), ("tags", "b1", "tags[0]", .string("x"), "b1", true),
    ("tags", "b1", "tags[0]", .string("old"), "b1", false), ("!isRead", "b1", "isRead", .bool(true), "b1", true),
    ("/persons/joined", "b1", "name", .string("X"), "p2", true),
    ("sequel/title", "b1", "sequel", .map(["title": .string("II")]), "b1", true),
    ("#x", "b1", "title", .string("X"), "b1", false),
    ("= price * stock", "b1", "stock", .int(7), "b1", true),
    ("= price * stock", "b1", "title", .string("X"), "b1", false),
    ("= price * stock", "b1", "stock", .int(7), "b2", false),
    ("= [/books.@count] + 1", "b1", "title", .string("X"), "b3", false),
    ("= CASE WHEN isRead THEN title ELSE price END", "b1", "title", .string("X"), "b1", false),
    ("= CASE WHEN isRead THEN title ELSE price END", "b1", "isRead", .bool(true), "b1", true),
    ("= [$authorKey/name] || '!'", "b1", "name", .string("X"), "p1", true),
    ("= upper(title)", "b1", "title", .string("X"), "b1", true),
    ("join(= title || '!')", "b1", "title", .string("X"), "b1", true),
  ])
  func invalidation(text: String, context: String, path: String, value: Value, of entity: String, runs: Bool) throws {
    let observed = try observe(text, in: context)
    let program = try fixture.evaluator.program(text)
    let before = fixture.evaluator.getString(program, observed.context)
    _ = observed.value
    let runsBefore = observed.runs
    try fixture.evaluator.set(try fixture.evaluator.program(path), try fixture.entity(entity), value)
    _ = observed.value
    #expect(observed.runs == runsBefore + (runs ? 1 : 0))
    let after = ObservedBinding(fixture.evaluator, program, observed.context)
    #expect(observed.value == after.value)
    if !runs { #expect(fixture.evaluator.getString(program, observed.context) == before) }
  }

  @Test func membershipAndPlaces() throws {
    let books = CollectionRef(
      owner: fixture.shop, slot: try #require(store.type(of: fixture.shop)?.property(named: "books")).slot)
    let count = try observe("/books.@count", in: "b1")
    let titles = try observe("/books.title", in: "p1")
    let parent = try observe("../name", in: "b3")
    let model = try observe("</name", in: "b3")
    let found = try observe("$authorKey", in: "b3")
    let all = [count, titles, parent, model, found]
    #expect(
      all.map { fixture.shown($0.value) } == [
        "3", "[\"Emma\" \"Faust\" \"Zen\"]", "\"Books & Co\"", "\"Books & Co\"", "nil",
      ])
    let zen = try fixture.entity("b3")
    store.pin(zen)
    try store.remove(from: books, at: 2)
    #expect(all.map { fixture.shown($0.value) } == ["2", "[\"Emma\" \"Faust\"]", "nil", "nil", "nil"])
    try store.insert(.entity(zen), into: books, at: 0)
    #expect(
      all.map { fixture.shown($0.value) } == [
        "3", "[\"Zen\" \"Emma\" \"Faust\"]", "\"Books & Co\"", "\"Books & Co\"", "nil",
      ])
    let person = try store.create(try store.requireType("Person", for: "test"), ["id": .string("nobody")])
    #expect(found.value == .null)
    try store.insert(
      .entity(person),
      into: CollectionRef(
        owner: fixture.shop, slot: try #require(store.type(of: fixture.shop)?.property(named: "persons")).slot))
    #expect(found.value == .entity(person), "the id that was looked for has come")
    store.unpin(zen)
  }

  @Test func modelsThatComeLaterAreSeen() throws {
    let observed = try observe("late>name", in: "b1")
    #expect(observed.value == .null)
    let registry = ModelRegistry(store: store, storage: TransientStorage())
    let late = try registry.register(try store.requireType("Shop", for: "test"), name: "late")
    try store.set(late, "name", .string("here"))
    #expect(observed.value == .string("here"))
  }

  @Test func languageAndClock() throws {
    let text = try observe("%price", in: "b1")
    let relative = try observe("released/formatRelativeDate", in: "b1")
    let title = try observe("title", in: "b1")
    for binding in [text, relative, title] { _ = binding.value }
    fixture.host.environment.locale = "de_DE"
    store.graph.changed(store.localeSource)
    #expect(text.value == .string("Preis:"))
    for binding in [text, relative, title] { _ = binding.value }
    // A time of the day that was read changes nothing.
    for _ in 0..<3 {
      store.timeChanged()
      for binding in [text, relative, title] { _ = binding.value }
    }
    #expect((text.runs, relative.runs, title.runs) == (2, 2, 1))
    fixture.host.environment.now.secondsSince2001 += 86_400
    store.timeChanged()
    for binding in [text, relative, title] { _ = binding.value }
    #expect((text.runs, relative.runs, title.runs) == (2, 3, 1))
  }

  @Test func atMostOnceATurnHoweverMuchIsWritten() throws {
    var told = 0
    let sum = ObservedBinding(
      fixture.evaluator, try fixture.evaluator.program("/books.@sum.price"), nil, onStale: { told += 1 })
    _ = sum.value
    try store.transaction {
      for id in ["b1", "b2", "b3"] {
        for price in 1...5 { try store.set(try fixture.entity(id), "price", .int(price)) }
      }
    }
    #expect(told == 1)
    #expect(sum.runs == 1)
    #expect(sum.value == .double(15))
    #expect(sum.runs == 2)
  }

  @Test func bindingsOnBindingsStopWhereNothingChanges() throws {
    let isLong = try observe("title/length", in: "b1")
    let outer = ObservedBinding(
      fixture.evaluator, try fixture.evaluator.program("title"), try fixture.entity("b1"),
      read: { .string("\(isLong.value.scalarText ?? "") letters") }, onStale: {})
    #expect(outer.value == .string("4 letters"))
    try store.set(try fixture.entity("b1"), "title", .string("Anne"))
    #expect(outer.value == .string("4 letters"))
    #expect((isLong.runs, outer.runs) == (2, 1))
    try store.set(try fixture.entity("b1"), "title", .string("Jo"))
    #expect(outer.value == .string("2 letters"))
    #expect((isLong.runs, outer.runs) == (3, 2))
  }

  @Test func entitiesThatAFunctionMadeLiveAsLongAsTheBinding() throws {
    let store = store
    try store.requireType("Shop", for: "test").define(
      function: "search",
      fixture.host.function { _, _ in
        .list(
          try (0..<3).map {
            .entity(try store.create(try store.requireType("Person", for: "test"), ["name": .string("\($0)")]))
          })
      })
    let start = store.entityCount
    var observed: ObservedBinding? = try observe("search()", in: "shop")
    let found = observed?.value ?? .null
    store.collectGarbage()
    #expect(store.entityCount == start + 3)
    #expect(fixture.evaluator.text(found) == "0, 1, 2")
    observed = nil
    store.collectGarbage()
    #expect(store.entityCount == start)
  }

  // MARK: Subscriptions

  @Test func subscribersHearOnceATurnOfRealChanges() throws {
    var heard: [String] = []
    let fixture = fixture
    let program = try fixture.evaluator.program("../books.@count,title")
    let book = try fixture.entity("b1")
    let observation = PathObservation(fixture.evaluator, program, book) { new, old in
      heard.append("\(fixture.shown(old)) → \(fixture.shown(new))")
    }
    #expect(heard.isEmpty && observation.isActive && observation.path == program.text)
    try store.set(book, "title", .string("X"))
    try store.set(book, "title", .string("Y"))
    #expect(heard.isEmpty)
    #expect(store.graph.flush().isEmpty)
    try store.set(book, "title", .string("Z"))
    try store.set(book, "title", .string("Y"))
    #expect(store.graph.flush().isEmpty)
    try store.set(book, "price", .int(5))
    #expect(store.graph.flush().isEmpty)
    #expect(heard == ["\"3 Emma\" → \"3 Y\""])
    observation.cancel()
    #expect(!observation.isActive)
    try store.set(book, "title", .string("after"))
    #expect(store.graph.flush().isEmpty)
    #expect(heard.count == 1)
  }

  @Test func theElementsOfACollectionAreWhatIsObserved() throws {
    var heard: [String] = []
    let fixture = fixture
    let book = try fixture.entity("b1")
    let observation = PathObservation(fixture.evaluator, try fixture.evaluator.program("tags"), book) { new, old in
      heard.append("\(fixture.shown(old)) → \(fixture.shown(new))")
    }
    try store.insert(
      .string("more"),
      into: CollectionRef(owner: book, slot: try #require(store.type(of: book)?.property(named: "tags")).slot))
    #expect(store.graph.flush().isEmpty)
    #expect(heard == ["[\"old\" \"new\"] → [\"old\" \"new\" \"more\"]"])
    withExtendedLifetime(observation) {}
  }

  @Test func subscribersMayWriteAndCancel() throws {
    let store = store
    let book = try fixture.entity("b1")
    var heard: [String] = []
    var second: PathObservation?
    let first = PathObservation(fixture.evaluator, try fixture.evaluator.program("title"), book) { new, _ in
      heard.append("first \(new.scalarText ?? "")")
      do { try store.set(book, "stock", .int(new.scalarText?.count ?? 0)) } catch { heard.append("\(error)") }
    }
    second = PathObservation(fixture.evaluator, try fixture.evaluator.program("stock"), book) { new, _ in
      heard.append("second \(new.scalarText ?? "")")
      second?.cancel()
    }
    try store.set(book, "title", .string("Longer"))
    #expect(store.graph.flush().isEmpty)
    try store.set(book, "title", .string("Short"))
    #expect(store.graph.flush().isEmpty)
    #expect(heard == ["first Longer", "second 6", "first Short"])
    withExtendedLifetime(first) {}
  }

  @Test func whatAHandlerReadsIsNotObserved() throws {
    let store = store
    let book = try fixture.entity("b1")
    var heard = 0
    let observation = PathObservation(fixture.evaluator, try fixture.evaluator.program("title"), book) { _, _ in
      heard += 1
      _ = store.get(book, "price")
    }
    try store.set(book, "title", .string("X"))
    _ = store.graph.flush()
    try store.set(book, "price", .int(1))
    _ = store.graph.flush()
    #expect(heard == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func subscribersThatFeedThemselvesAreCut() throws {
    let store = store
    let book = try fixture.entity("b1")
    var heard = 0
    let observation = PathObservation(fixture.evaluator, try fixture.evaluator.program("price"), book) { new, _ in
      heard += 1
      do { try store.set(book, "price", .double((new.double ?? 0) + 1)) } catch { Issue.record("\(error)") }
    }
    try store.set(book, "price", .int(1))
    #expect(store.graph.flush().count == 1)
    #expect(heard == DependencyGraph.maximumRunsPerTurn)
    withExtendedLifetime(observation) {}
  }

  /// The runs after the first one do not record what they read.
  @Test(arguments: ["stock", "title"])
  func subscribersOfOnePropertyMayGoInTheirHandlers(_ name: String) throws {
    let store = store
    let before = store.graph.census
    let book = try fixture.entity("b1")
    var heard = ""
    var observation: PathObservation?
    let last = Value.int(3)
    observation = PathObservation(fixture.evaluator, try fixture.evaluator.program(name), book) { new, old in
      heard += "\(old.scalarText ?? "-") → \(new.scalarText ?? "-"), "
      if new.scalarText == last.scalarText { observation = nil }
    }
    let start = observation?.last.scalarText ?? "-"
    for number in [1, 1, 2, 3, 4] {
      try store.set(book, name, name == "title" ? .string("\(number)") : .int(number))
      #expect(store.graph.flush().isEmpty)
    }
    #expect(heard == "\(start) → 1, 1 → 2, 2 → 3, ")
    #expect(observation == nil)
    #expect(store.graph.census.nodes == before.nodes && store.graph.census.edges == before.edges)
  }

  @Test func subscribersOfOnePropertyHearThatItsEntityIsGone() throws {
    let book = try fixture.entity("b1")
    var heard: [Value] = []
    let observation = PathObservation(fixture.evaluator, try fixture.evaluator.program("stock"), book) { new, _ in
      heard.append(new)
    }
    for number in 1...3 {
      try store.set(book, "stock", .int(number))
      _ = store.graph.flush()
    }
    let books = CollectionRef(
      owner: fixture.shop, slot: try #require(store.type(of: fixture.shop)?.property(named: "books")).slot)
    try store.remove(from: books, at: 0)
    store.collectGarbage()
    _ = store.graph.flush()
    #expect(heard == [.int(1), .int(2), .int(3), .null])
    withExtendedLifetime(observation) {}
  }

  @Test func nothingIsLeftBehind() throws {
    let before = store.graph.census
    var bindings: [ObservedBinding] = []
    var observations: [PathObservation] = []
    for text in ["title", "/books.title", "label", "$authorKey/name", "%price"] {
      let binding = try observe(text, in: "b1")
      _ = binding.value
      bindings.append(binding)
      let program = try fixture.evaluator.program(text)
      observations.append(PathObservation(fixture.evaluator, program, binding.context) { _, _ in })
    }
    #expect(store.graph.census.nodes > before.nodes)
    bindings = []
    observations = []
    #expect(store.graph.census.edges <= before.edges + 1, "the computed label keeps its one edge")
    #expect(store.graph.census.nodes == before.nodes + 1)
  }
}
