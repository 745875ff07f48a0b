import OKitModel
import OKitTestSupport
import Testing

/// Reading and writing the documents of models.
@Suite struct DocumentTests {
  private static let hint =
    "\n    the file was not changed; StoredModels.restore(\"default\") restores the previous version"

  /// Returns the result of registering a library with a document.
  private func refusal(_ text: String) throws -> String {
    let storage = try RecordingStorage(text)
    let found = problem { _ = try ModelFixture(storage: storage) }
    #expect(try storage.text() == text, "a document that is refused stays as it is")
    #expect(storage.writes.isEmpty)
    return found
  }

  @Test(arguments: [
    ("", "json.syntax: docs/okit/data/default.json: byte 0: the file is empty"),
    ("{\"books\": [", "json.syntax: docs/okit/data/default.json: byte 11: expected a value, found the end of the file"),
    ("{} x", "json.syntax: docs/okit/data/default.json: byte 3: expected the end of the file, found 'x'"),
    ("[]", "model.decode: docs/okit/data/default.json: byte 0: /: expected an object, found an array of 0"),
    (
      "{\"motto\": 3}",
      "model.decode: docs/okit/data/default.json: byte 10: /motto: expected a String, found 3"
    ),
    (
      "{\n  \"books\": [{\"id\": \"1\"}, {\"id\": \"2\", \"title\": [1, 2]}]\n}",
      "model.decode: docs/okit/data/default.json: byte 48: /books/1/title: expected a String, found an array of 2"
    ),
    (
      "{\"books\": [{\"price\": \"cheap\"}]}",
      "model.decode: docs/okit/data/default.json: byte 21: /books/0/price: expected a Double, found \"cheap\""
    ),
    (
      "{\"books\": [{\"genre\": \"drama\"}]}",
      """
      model.decode: docs/okit/data/default.json: byte 21: /books/0/genre: expected one of "fiction", "science", \
      "poetry", found "drama"
      """
    ),
    (
      "{\"books\": [{\"released\": \"soon\"}]}",
      "model.decode: docs/okit/data/default.json: byte 24: /books/0/released: expected a Date, found \"soon\""
    ),
    (
      "{\"books\": {}}",
      "model.decode: docs/okit/data/default.json: byte 10: /books: expected an array, found an object"
    ),
    (
      "{\"books\": [null]}",
      "model.decode: docs/okit/data/default.json: byte 11: /books/0: expected an object, found null"
    ),
    (
      "{\"books\": [{\"prices\": [1]}]}",
      "model.decode: docs/okit/data/default.json: byte 22: /books/0/prices: expected an object, found an array of 1"
    ),
    (
      "{\"books\": [{\"parts\": {\"a/b\": null}}]}",
      "model.decode: docs/okit/data/default.json: byte 29: /books/0/parts/a~1b: expected an object, found null"
    ),
    (
      "{\"books\": [{\"author\": 5}]}",
      "model.decode: docs/okit/data/default.json: byte 22: /books/0/author: expected a reference, found 5"
    ),
    (
      "{\"books\": [{\"id\": \"\"}]}",
      "model.decode: docs/okit/data/default.json: byte 18: /books/0/id: expected a string as id, found \"\""
    ),
    (
      "{\"books\": [{\"$type\": \"Novl\"}]}",
      """
      model.unknownType: docs/okit/data/default.json: byte 21: /books/0/$type: unknown entity class "Novl" (did you \
      mean "Novel"?)
      """
    ),
    (
      "{\"books\": [{\"$type\": \"Person\"}]}",
      "model.decode: docs/okit/data/default.json: byte 21: /books/0/$type: expected a class of Book, found \"Person\""
    ),
    (
      "{\"books\": [{\"id\": \"x\"}, {\"id\": \"x\"}]}",
      "model.duplicateId: docs/okit/data/default.json: byte 31: the id \"x\" is used twice in model \"default\""
    ),
    (
      "{\"motto\": \"a\", \"motto\": \"b\"}",
      "json.syntax: docs/okit/data/default.json: byte 15: duplicate key \"motto\""
    ),
    (
      "{\"$version\": 2, \"motto\": 5}",
      """
      model.version: docs/okit/data/default.json: the document of model "default" has version 2; this application \
      supports up to version 1
      """
    ),
    (
      "{\"motto\": 5, \"$version\": 2}",
      """
      model.version: docs/okit/data/default.json: the document of model "default" has version 2; this application \
      supports up to version 1
      """
    ),
    (
      "{\"$version\": \"new\"}",
      "model.decode: docs/okit/data/default.json: byte 13: /$version: expected the version of the schema, found \"new\""
    ),
  ])
  func refused(text: String, expected: String) throws {
    // A document of a newer version is in order, only not for this application.
    #expect(try refusal(text) == (expected.hasPrefix("model.version") ? expected : expected + Self.hint))
  }

  @Test func deepNestingIsRefused() throws {
    let text = String(repeating: "{\"x\":[", count: 5000)
    #expect(
      try refusal(text)
        == "json.syntax: docs/okit/data/default.json: byte 1536: expected at most 512 levels of nesting, found more"
        + Self.hint)
  }

  @Test func invalidUTF8IsRefused() throws {
    let storage = try RecordingStorage([
      "okit/data/default.json": Array("{\"motto\": \"".utf8) + [0xC3, 0x28, 0x22, 0x7D]
    ])
    #expect(
      problem { _ = try ModelFixture(storage: storage) }.hasPrefix("json.syntax: docs/okit/data/default.json: byte 11:")
    )
  }

  @Test func valuesOfAllTypes() throws {
    let storage = try RecordingStorage(
      """
      {"books": [{"released": 86400.5, "price": 3, "cover": "aGk=", "tint": "#0a141e", "subtitle": null, "isRead": true,
      "author": {"id": "r", "refKey": "p"}, "labels": ["a", "b", "a"], "prices": {"b": 2, "a": 1.5},
      "appendix": {"id": "x", "title": "A"}}, {"released": "2001-01-02T00:00:00Z", "author": "q", "chapters": null}]}
      """)
    let fixture = try ModelFixture(storage: storage)
    let store = fixture.store
    let books = store.entities(try fixture.list("books"))
    let expected: [(String, Value)] = [
      ("released", .date(DateValue(secondsSince2001: 86400.5))), ("price", .double(3)),
      ("cover", .data(DataValue(bytes: [104, 105]))), ("tint", .color(ColorValue(red: 10, green: 20, blue: 30))),
      ("subtitle", .null), ("isRead", .bool(true)), ("genre", .string("fiction")),
    ]
    for (name, value) in expected { #expect(store.get(books[0], name) == value, "\(name)") }
    #expect(store.elements(try fixture.list("labels", of: books[0])) == [.string("a"), .string("b")])
    #expect(store.keys(try fixture.list("prices", of: books[0])) == ["a", "b"])
    #expect(store.find("x").flatMap(store.parent) == books[0])
    #expect(store.find("r").map { store.get($0, "refKey") } == .string("p"))
    #expect(store.referrers(of: "p") == [store.find("r")])
    #expect(store.get(books[1], "released") == .date(DateValue(secondsSince2001: 86400)))
    #expect(store.referrers(of: "q").count == 1)
    #expect(store.count(try fixture.list("chapters", of: books[1])) == 0)
    #expect(store.id(of: books[0])?.utf8.count == 36, "a missing id is filled in")
    for entity in store.subtree(fixture.library) { #expect(store.id(of: entity) != "") }
  }

  @Test func unknownKeysAreKeptAndWrittenBack() throws {
    let text = """
      {
        "$a": null,
        "Zz": [
          1,
          {
            "deep": "er"
          }
        ],
        "books": [
          {
            "appendix": {
              "id": "c",
              "pages": 1,
              "remarks": [],
              "scenes": [],
              "title": "",
              "whatever": 2.5
            },
            "author": {
              "extra": true,
              "id": "r"
            },
            "chapters": [],
            "genre": "poetry",
            "id": "b",
            "isRead": false,
            "labels": [],
            "parts": {},
            "price": 0.1,
            "prices": {
              "": 1,
              "z": 2
            },
            "released": 0,
            "tags": [],
            "title": "ü/\\"\\u0001"
          }
        ],
        "id": "root",
        "motto": "",
        "persons": [],
        "shelf": [],
        "zzz": "last"
      }

      """
    let storage = try RecordingStorage(text)
    let fixture = try ModelFixture(storage: storage)
    #expect(fixture.registry.pending.isEmpty)
    try fixture.store.set(fixture.library, "motto", .string("x"))
    try fixture.registry.store(fixture.library)
    #expect(try storage.text() == text.replacing("\"motto\": \"\"", with: "\"motto\": \"x\""))
  }

  @Test func aSubclassIsNamedAndFound() throws {
    let fixture = try ModelFixture()
    try fixture.add("Novel", ["id": .string("n"), "hero": .string("Emma")], to: "books")
    try fixture.add("Book", ["id": .string("b")], to: "books")
    let jsonValue = fixture.snapshot
    let text = try jsonValue.json()
    #expect(text.contains("{\"$type\":\"Novel\","))
    #expect(text.components(of: "$type") == 1)
    // The class also counts when the document names it last.
    let late = text.replacing("{\"$type\":\"Novel\",", with: "{").replacing(
      "\"hero\":\"Emma\"", with: "\"hero\":\"Emma\",\"$type\":\"Novel\"")
    for document in [text, late] {
      let copy = try ModelFixture(storage: try RecordingStorage(document))
      #expect(copy.snapshot == jsonValue)
      #expect(copy.store.find("n").flatMap(copy.store.type)?.name == "Novel")
      copy.store.collectGarbage()
      #expect(copy.store.entityCount == copy.store.subtree(copy.library).count)
    }
  }

  /// References of a class of their own are found by their keys, like plain ones.
  @Test func referencesOfASubclassAreFound() throws {
    let host = TestHost()
    try host.define("Pick", "ModelRef", [Property("note", .string)])
    try host.define(
      "Box", "Model", [Property("picks", .list(.entity("Pick"))), Property("only", .reference("Pick", .keep))])
    let text = #"{"id": "box", "picks": [{"refKey": "x"}, {"note": "n", "refKey": "y"}], "only": {"refKey": "z"}}"#
    let registry = ModelRegistry(store: host.store, storage: try RecordingStorage(text))
    _ = try registry.register(try host.store.requireType("Box", for: "test"))
    #expect(try host.store.danglingReferences().map { "\($0.property) \($0.key)" } == ["picks x", "picks y", "only z"])
  }

  @Test func filesOfOKitAppsLoad() throws {
    // As Swift's Codable writes them: dates as seconds since 2001, references with id and refKey, no class names.
    let storage = try RecordingStorage(
      """
      {"id":"F00","books":[{"released":602164800,"title":"Emma","author":{"refKey":"P1","id":"R1"},"id":"B1","isRead"\
      :false}],
      """
        + "\"persons\":[{\"name\":\"Jane\",\"id\":\"P1\"}],\"settings\":{\"themeName\":\"Default\"}}")
    let fixture = try ModelFixture(storage: storage)
    let book = try #require(fixture.store.find("B1"))
    #expect(
      ISO8601.text(of: fixture.store.get(book, "released").date ?? DateValue(secondsSince2001: 0))
        == "2020-01-31T12:00:00Z")
    #expect(fixture.host.evaluator.getString(try fixture.host.evaluator.program("author.ref.name"), book) == "Jane")
    #expect(fixture.snapshot["settings"] == ["themeName": "Default"])
  }

  @Test func manyEntitiesLoadAndStore() throws {
    let count = 3000
    let items = (0..<count).map { "{\"id\":\"\($0)\",\"title\":\"t\($0)\",\"price\":\($0).25,\"tags\":[\"a\",\"b\"]}" }
    let storage = try RecordingStorage("{\"id\":\"root\",\"books\":[\(items.joined(separator: ","))]}")
    let fixture = try ModelFixture(storage: storage)
    #expect(fixture.store.count(try fixture.list("books")) == count)
    #expect(fixture.store.find("2999").map { fixture.store.get($0, "price") } == .double(2999.25))
    #expect(try JSONValue.parse(json: try fixture.store.jsonValue(fixture.library).json()) == fixture.snapshot)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
