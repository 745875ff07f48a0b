import OKitModel
import OKitTestSupport
import Testing

@Suite struct SnapshotTests {
  private let fixture: ModelFixture
  private var store: ModelStore { fixture.store }
  private let book: EntityID

  init() throws {
    fixture = try ModelFixture()
    book = try fixture.add(
      "Book", ["id": .string("b"), "title": .string("old"), "subtitle": .string("s")], to: "books")
  }

  private func changes(_ body: () throws -> Void) throws -> [Patch] {
    try store.recording { try store.transaction(body) }.1
  }

  @Test func partialDataLeavesTheRestAlone() throws {
    #expect(
      try changes { try store.apply(["title": "new"], to: book) }
        == [Patch(.replace, "/books/0/title", old: "old", value: "new")])
    #expect(store.get(book, "subtitle") == .string("s"))
    #expect(
      problem { try store.apply(["titel": "x"], to: book) }
        == "model.unknownProperty: Book has no property \"titel\" (did you mean \"title\"?)")
  }

  @Test func wholeDataSaysEverything() throws {
    try store.set(book, "tags", .list([.string("x")]))
    try store.set(book, "author", .string("p"))
    try store.apply(["id": "b", "title": "new"], to: book)
    #expect(store.get(book, "subtitle") == .null)
    #expect(store.elements(try fixture.list("tags", of: book)).isEmpty)
    #expect(store.referrers(of: "p").isEmpty)
    #expect(store.get(book, "title") == .string("new"))
  }

  @Test(arguments: [
    (JSONValue.object(["title": 5]), "model.decode: /title: expected a String, found 5"),
    (
      JSONValue.object(["chapters": ["id": "x"]]),
      "model.decode: /chapters: expected a list of Chapter, found an object"
    ),
    (JSONValue.object(["chapters": [5]]), "model.decode: /chapters/0: expected an object, found 5"),
    (
      JSONValue.object(["chapters": [["id": "c", "pages": "x"]]]),
      "model.decode: /chapters/0/pages: expected an Int, found \"x\""
    ),
    (
      JSONValue.object(["chapters": [["id": "c"], ["id": "c"]]]),
      "model.duplicateId: /chapters/1: the id \"c\" is used twice"
    ),
    (JSONValue.object(["appendix": true]), "model.decode: /appendix: expected an object, found true"),
    (JSONValue.object(["prices": ["eur": "x"]]), "model.decode: /prices/eur: expected a Double, found \"x\""),
    (
      JSONValue.object(["chapters": [["$type": "Chaptr"]]]),
      "model.unknownType: /chapters/0: unknown entity class \"Chaptr\" (did you mean \"Chapter\"?)"
    ),
  ])
  func wrongDataChangesNothing(jsonValue: JSONValue, expected: String) throws {
    let before = fixture.snapshot
    guard case .object(var members) = jsonValue else { return }
    members["subtitle"] = "changed first"
    #expect(problem { try store.apply(.object(members), to: book) } == expected)
    #expect(fixture.snapshot == before)
  }

  @Test func entitiesThatMovedKeepTheirIdentity() throws {
    let chapter = try fixture.add("Chapter", ["id": .string("c")], to: "chapters", of: book)
    let other = try fixture.add("Book", ["id": .string("o")], to: "books")
    let scene = try fixture.add("Chapter", ["id": .string("s")], to: "scenes", of: chapter)
    let before = fixture.snapshot
    try store.transaction {
      try store.removeAll(try fixture.list("scenes", of: chapter))
      try store.removeAll(try fixture.list("chapters", of: book))
      try store.insert(.entity(scene), into: try fixture.list("chapters", of: other))
      try store.insert(.entity(chapter), into: try fixture.list("scenes", of: scene))
    }
    let after = fixture.snapshot
    try store.apply(before, to: fixture.library)
    #expect(fixture.snapshot == before)
    #expect(store.find("c") == chapter && store.find("s") == scene)
    try store.apply(after, to: fixture.library)
    #expect(fixture.snapshot == after)
    #expect(store.parent(of: chapter) == scene)
  }

  @Test func rulesHoldForWhatIsGoneAfterwards() throws {
    try fixture.host.define(
      "Desk", "Model",
      [Property("reading", .reference("Book", .restrict)), Property("next", .reference("Book", .nullify))])
    let desk = try fixture.registry.register(try store.requireType("Desk", for: "test"), name: "desk")
    try store.set(desk, "next", .entity(book))
    let withBook = fixture.snapshot
    try store.apply(["books": []], to: fixture.library)
    #expect(store.referrers(of: "b").isEmpty)
    try store.apply(withBook, to: fixture.library)
    try store.set(desk, "reading", .string("b"))
    let before = fixture.snapshot
    #expect(
      problem { try store.apply(["books": []], to: fixture.library) }.hasPrefix(
        "model.restricted: Book(b) cannot be removed: Desk("))
    #expect(fixture.snapshot == before)
    // An entity that only moves is not removed.
    try store.apply(["featured": store.jsonValue(book), "books": []], to: fixture.library)
    #expect(store.get(fixture.library, "featured").isNull == false)
    #expect(store.referrers(of: "b").count == 1)
  }

  @Test func aTypeThatChangesMakesANewEntity() throws {
    try store.apply(["books": [["id": "b", "$type": "Novel", "hero": "Emma"]]], to: fixture.library)
    let novel = try #require(store.find("b"))
    #expect(novel != book)
    #expect(store.type(of: novel)?.name == "Novel")
    #expect(store.get(novel, "hero") == .string("Emma"))
  }

  @Test func unknownKeysAreUndoneToo() throws {
    let before = fixture.snapshot
    let found = try changes { try store.apply(["id": "b", "later": [1], "title": "t"], to: book) }
    #expect(found.contains(Patch(.add, "/books/0/later", value: [1])))
    #expect(store.jsonValue(book)["later"] == [1])
    store.history.undo(store)
    #expect(fixture.snapshot == before)
    store.history.redo(store)
    #expect(store.jsonValue(book)["later"] == [1])
  }
}
