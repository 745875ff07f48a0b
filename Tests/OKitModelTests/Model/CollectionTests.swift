@_spi(Observation) import OKitModel
import OKitTestSupport
import Testing

@Suite struct CollectionTests {
  private let fixture: ModelFixture
  private var store: ModelStore { fixture.store }
  private let book: EntityID

  init() throws {
    fixture = try ModelFixture()
    book = try fixture.add("Book", ["id": .string("b")], to: "books")
  }

  private func values(_ name: String) throws -> [Value] { store.elements(try fixture.list(name, of: book)) }

  @Test func lists() throws {
    let tags = try fixture.list("tags", of: book)
    try store.insert(.string("b"), into: tags)
    try store.insert(.string("a"), into: tags, at: 0)
    try store.insert(.int(3), into: tags, at: 2)
    #expect(try values("tags") == [.string("a"), .string("b"), .string("3")])
    #expect(store.element(tags, 1) == .string("b"))
    #expect(store.element(tags, 3) == nil && store.element(tags, -1) == nil)
    #expect(store.index(of: .string("3"), in: tags) == 2)
    #expect(store.index(of: .string("x"), in: tags) == nil)
    try store.move(tags, from: 2, to: 0)
    #expect(try values("tags") == [.string("3"), .string("a"), .string("b")])
    try store.set(tags, at: 1, .string("A"))
    try store.remove(from: tags, at: 0)
    #expect(try values("tags") == [.string("A"), .string("b")])
    try store.set(book, "tags", .list([.string("b"), .string("b"), .string("c"), .string("A")]))
    #expect(try values("tags") == [.string("b"), .string("b"), .string("c"), .string("A")])
    try store.set(book, "tags", .list([.string("b")]))
    #expect(try values("tags") == [.string("b")])
    try store.removeAll(tags)
    #expect(try values("tags").isEmpty)
    try store.set(book, "tags", .null)
    #expect(try values("tags").isEmpty)
  }

  @Test func `a set knows its members after every kind of change`() throws {
    let labels = try fixture.list("labels", of: book)
    func add(_ text: String) throws { try store.insert(.string(text), into: labels) }
    try add("a")
    try store.remove(from: labels, at: 0)
    try add("a")
    struct Abandoned: Error {}
    do {
      try store.transaction {
        try add("b")
        try store.removeAll(labels)
        throw Abandoned()
      }
    } catch is Abandoned {}
    #expect(try values("labels") == [.string("a")])
    try add("b")
    try add("a")
    try store.set(labels, at: 0, .string("c"))
    try add("a")
    try add("c")
    try store.set(book, "labels", .list([.string("d"), .string("a")]))
    try add("b")
    try add("d")
    #expect(try values("labels") == ["d", "a", "b"].map(Value.string))
  }

  @Test func wrongPositions() throws {
    let tags = try fixture.list("tags", of: book)
    try store.insert(.string("a"), into: tags)
    #expect(
      problem { try store.insert(.string("x"), into: tags, at: 2) }
        == "model.index: tags has no position 2; it has 1 elements")
    #expect(
      problem { try store.insert(.string("x"), into: tags, at: -1) }
        == "model.index: tags has no position -1; it has 1 elements")
    #expect(problem { try store.remove(from: tags, at: 1) } == "model.index: tags has no element 1; it has 1")
    #expect(problem { try store.set(tags, at: 1, .string("x")) } == "model.index: tags has no element 1; it has 1")
    #expect(
      problem { try store.move(tags, from: 0, to: 1) } == "model.index: tags cannot move 0 to 1; it has 1 elements")
    #expect(
      problem { try store.set(tags, key: "x", .string("x")) }
        == "model.type: tags is a list; set an element by its position")
    #expect(try values("tags") == [.string("a")])
  }

  @Test func setsHoldEachValueOnce() throws {
    let labels = try fixture.list("labels", of: book)
    for text in ["x", "y", "x"] { try store.insert(.string(text), into: labels) }
    try store.insert(.int(7), into: labels)
    try store.insert(.string("7"), into: labels)
    try store.insert(.int(7), into: labels)
    #expect(try values("labels") == [.string("x"), .string("y"), .string("7")])
    try store.set(book, "labels", .list([.string("z"), .string("y"), .string("z")]))
    #expect(try values("labels") == [.string("z"), .string("y")])
    try store.set(labels, at: 0, .string("y"))
    #expect(try values("labels") == [.string("y")])
  }

  @Test func mapsKeepTheirKeysSorted() throws {
    let prices = try fixture.list("prices", of: book)
    for (key, price) in [("usd", 3.0), ("eur", 2.5), ("chf", 4)] { try store.set(prices, key: key, .double(price)) }
    #expect(store.keys(prices) == ["chf", "eur", "usd"])
    #expect(store.element(prices, key: "eur") == .double(2.5))
    #expect(store.element(prices, key: "gbp") == nil)
    try store.set(prices, key: "eur", .string("2"))
    try store.set(prices, key: "usd", .null)
    try store.set(prices, key: "gbp", .null)
    #expect(store.jsonValue(book)["prices"] == ["chf": 4.0, "eur": 2.0])
    try store.set(book, "prices", .map(["jpy": .int(100), "chf": .int(4)]))
    #expect(store.jsonValue(book)["prices"] == ["chf": 4.0, "jpy": 100.0])
    let other = try fixture.make("Book")
    try store.set(other, "prices", .collection(prices))
    #expect(store.jsonValue(other)["prices"] == ["chf": 4.0, "jpy": 100.0])
    #expect(
      problem { try store.insert(.double(1), into: prices) } == "model.type: prices has keys; set an element by its key"
    )
    #expect(problem { try store.move(prices, from: 0, to: 1) } == "model.type: prices has keys and no order")
    #expect(
      problem { try store.set(prices, key: "eur", .string("cheap")) }
        == "model.type: an element of Book.prices needs a Double, got String \"cheap\"")
  }

  @Test func mapsOfEntities() throws {
    let parts = try fixture.list("parts", of: book)
    try store.set(parts, key: "one", .map(["id": .string("p1"), "title": .string("first")]))
    #expect(store.find("p1").flatMap(store.parent) == book)
    try store.set(parts, key: "one", .map(["id": .string("p2")]))
    #expect(store.find("p1") == nil && store.find("p2") != nil)
    try store.set(parts, key: "one", .null)
    #expect(store.find("p2") == nil)
    #expect(store.count(parts) == 0)
    #expect(
      problem { try store.set(parts, key: "x", .int(1)) }
        == "model.type: an element of Book.parts needs a Chapter, got Number 1")
  }

  @Test func assigningKeepsWhatIsThere() throws {
    let ids = ["1", "2", "3", "4"]
    for id in ids { try fixture.add("Chapter", ["id": .string(id)], to: "chapters", of: book) }
    let before = store.entities(try fixture.list("chapters", of: book))
    let fresh = try fixture.make("Chapter", ["id": .string("5")])
    try store.set(book, "chapters", .list([.entity(before[3]), .entity(fresh), .entity(before[0])]))
    #expect(try fixture.ids("chapters", of: book) == ["4", "5", "1"])
    #expect(store.isManaged(before[0]) && !store.isManaged(before[1]))
    #expect(
      problem { try store.set(book, "chapters", .list([.entity(fresh), .entity(fresh)])) }
        .hasPrefix("model.owned: Chapter(5) is already in"))
    #expect(try fixture.ids("chapters", of: book) == ["4", "5", "1"], "all or nothing")
  }

  @Test func anElementThatCannotComeLeavesTheOldOne() throws {
    try fixture.add("Chapter", ["id": .string("1")], to: "chapters", of: book)
    let other = try fixture.add("Book", to: "books")
    let owned = try fixture.add("Chapter", ["id": .string("2")], to: "chapters", of: other)
    let chapters = try fixture.list("chapters", of: book)
    #expect(
      problem { try store.set(chapters, at: 0, .entity(owned)) }.hasPrefix(
        "model.owned: Chapter(2) is already in Book.chapters"))
    #expect(try fixture.ids("chapters", of: book) == ["1"])
    try store.set(chapters, at: 0, .map(["id": .string("1"), "title": .string("new")]))
    #expect(store.find("1").map { store.get($0, "title") } == .string("new"))
  }

  @Test func writingTheSameValuesChangesNothing() throws {
    try store.set(book, "tags", .list([.string("a"), .string("b")]))
    try store.set(book, "prices", .map(["eur": .int(2)]))
    try store.set(book, "labels", .list([.string("x")]))
    let evaluator = fixture.host.evaluator
    let observed = ObservedBinding(evaluator, try evaluator.program("tags,prices,labels,price"), book)
    _ = observed.value
    let (_, changes) = try store.recording {
      try store.transaction {
        try store.set(book, "tags", .list([.string("a"), .string("b")]))
        try store.set(book, "prices", .map(["eur": .string("2")]))
        try store.set(book, "labels", .list([.string("x"), .string("x")]))
        try store.set(book, "price", .int(0))
        let tags = try fixture.list("tags", of: book)
        try store.set(tags, at: 0, .string("a"))
        try store.move(tags, from: 1, to: 1)
      }
    }
    _ = observed.value
    #expect(changes.isEmpty)
    #expect(observed.runs == 1)
    #expect(!store.history.canUndo)
  }
}
