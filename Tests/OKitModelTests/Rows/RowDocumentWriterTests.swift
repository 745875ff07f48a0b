import OKitTestSupport
import Testing

@testable import OKitModel
@testable import OKitSQLite

/// The document that is written row by row is the one that all rows in memory are.
@Suite struct RowDocumentWriterTests {
  let rows: RowFixture

  init() throws {
    rows = try RowFixture()
    let fixture = rows.fixture
    try rows.store.transaction {
      let novel: [String: Value] = [
        "id": .string("n"), "title": .string("N"), "isRead": .bool(true), "hero": .string("H"),
      ]
      try fixture.add("Novel", novel, to: "books")
      let (first, second) = (try rows.entity("a"), try rows.entity("b"))
      try rows.store.set(first, "subtitle", .string("S"))
      try rows.store.set(first, "tags", .list([.string("y"), .string("x"), .string("y")]))
      try rows.store.set(first, "prices", .map(["z": .double(1), "e\u{301}": .double(2.5), "a": .double(3)]))
      try rows.store.set(second, "author", .string("p"))
      try rows.store.set(second, "appendix", .map(["id": .string("c1"), "title": .string("C1")]))
      let parts: [String: Value] = [
        "two": .map(["id": .string("c2"), "pages": .int(2)]),
        "one": .map(["id": .string("c3"), "remarks": .list([.string("r")])]),
      ]
      try rows.store.set(second, "parts", .map(parts))
      let chapter = try rows.entity("c1")
      for id in ["s1", "s2"] { try fixture.add("Chapter", ["id": .string(id)], to: "scenes", of: chapter) }
    }
    try rows.registry.storeState()
  }

  private func change(_ sql: String...) throws {
    try rows.database.withConnection { connection in
      try connection.run("PRAGMA foreign_keys = OFF")
      for statement in sql { try connection.run(statement) }
    }
  }

  @Test func `the document has everything`() throws {
    let text = try rows.streamedDocument
    #expect(try text == rows.wholeDocument)
    for part in [
      "\"$type\": \"Novel\"", "\"hero\": \"H\"", "\"isRead\": true", "\"refKey\": \"p\"", "\"remarks\": [\n",
      "\"id\": \"s2\"", "\"one\": {", "\"released\": 0",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(try JSONValue.parse(json: Array(text.utf8), file: "test")["books"] != nil)
  }

  @Test(arguments: [
    #"""
    UPDATE Book SET extra = \#
    '{"zz":1,"aa":[{"b":2,"a":1}],"title":"x","tags":4,"id":"other","$type":"Q","released":9}'
    """#,
    "UPDATE Book SET parent_property = 'gone'",
    "UPDATE Novel SET parent_property = 'gone', position = 'key'",
    "UPDATE Novel SET parent_property = 'gone', position = NULL",
    "UPDATE Book SET position = NULL; UPDATE Novel SET position = NULL",
    "UPDATE Book SET position = 5; UPDATE Novel SET position = 5",
    "UPDATE Book SET position = 'key' WHERE id = 'a'",
    "UPDATE Chapter SET position = 5 WHERE parent_property = 'parts'",
    "UPDATE Chapter SET parent_property = 'appendix', position = NULL WHERE id = 'c2'",
    "UPDATE okit_model SET version = 7",
    #"""
    UPDATE okit_model SET schema = json_remove(schema, '$.classes.Book.owned', '$.classes.Library.owned', \#
    '$.classes.Book.codings')
    """#,
    "DELETE FROM Chapter",
  ])
  func `rows that another program has changed`(sql: String) throws {
    for statement in sql.split(separator: "; ") { try change(String(statement)) }
    let text = try rows.streamedDocument
    #expect(try text == rows.wholeDocument)
  }

  @Test(arguments: [
    ("UPDATE Book SET parent_id = 'nobody' WHERE id = 'b'", "storage.row", "table \"Book\", row \"b\": its owner,"),
    ("UPDATE Novel SET parent_id = NULL", "storage.row", "row \"n\": its owner, the row with the id \"\", is"),
    ("INSERT INTO Library (id) VALUES ('second')", "storage.row", "table \"Library\", row \"second\": its owner"),
    ("INSERT INTO Novel (id) VALUES ('b')", "model.duplicateId", "the id \"b\" is used twice"),
    ("DELETE FROM Library", "storage.row", "is missing"),
    (
      "UPDATE Chapter SET parent_id = CASE id WHEN 'c1' THEN 'c2' ELSE 'c1' END WHERE id IN ('c1', 'c2')",
      "storage.row", "the row is nested more than 250 levels deep, or owns itself"
    ),
    ("UPDATE Chapter SET parent_id = id WHERE id = 'c1'", "storage.row", "row \"c1\": the row is nested"),
    ("DELETE FROM okit_model", "storage.damaged", "0 rows"),
    ("ALTER TABLE Book RENAME COLUMN title TO other", "storage.read", "no such column: title"),
  ])
  func `damage is an error`(sql: String, code: Diagnostic.Code, message: String) throws {
    try change(sql)
    let error = #expect(throws: Diagnostic.self) { _ = try rows.streamedDocument }
    #expect(error?.code == code)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.place?.file == rows.database.location)
  }

  @Test func `rows may be nested as deep as entities`() throws {
    let insert = "INSERT INTO Chapter (id, title, pages, parent_id, parent_property, position) VALUES"
    for depth in 3...ModelStore.maximumDepth {
      try change("\(insert) ('d\(depth)', '', 0, '\(depth == 3 ? "c1" : "d\(depth - 1)")', 'scenes', 9)")
    }
    #expect(try rows.streamedDocument == rows.wholeDocument)
    try change("\(insert) ('deeper', '', 0, 'd\(ModelStore.maximumDepth)', 'scenes', 1)")
    let error = #expect(throws: Diagnostic.self) { _ = try rows.streamedDocument }
    #expect(error?.code == "storage.row")
    #expect(error?.message.contains("row \"deeper\": the row is nested more than") == true)
  }

  @Test func `progress reaches the end, and its error ends the work`() throws {
    struct Stop: Error {}
    var parts: [Double] = []
    try RowDocumentWriter.write(rows.database) {
      parts.append($0)
    } _: { _ in
    }
    #expect(parts.first == 0 && parts.last == 1 && parts == parts.sorted())
    #expect(throws: Stop.self) {
      try RowDocumentWriter.write(rows.database) {
        if $0 > 0.5 { throw Stop() }
      } _: { _ in
      }
    }
    #expect(throws: Stop.self) { try RowDocumentWriter.write(rows.database) { _ in throw Stop() } }
  }

  @Test func `an empty database is an empty document`() throws {
    var bytes: [UInt8] = []
    try RowDocumentWriter.write(SQLiteDatabases(documents: nil).open("new.sqlite")) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == "{}\n")
  }
}

extension RowFixture {
  /// The document, written row by row.
  var streamedDocument: String {
    get throws {
      var bytes: [UInt8] = []
      try RowDocumentWriter.write(database) { bytes += $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The document of all rows in memory.
  var wholeDocument: String {
    get throws {
      let model = try #require(try ModelRow.read(database))
      let all = try RowDocument(database, model, of: Array(model.layout.classes.keys))
      guard case .object(var members) = try all.value(of: model.rootID) else { return "" }
      if model.version != 1 { members[ModelRegistry.versionKey] = .int(model.version) }
      return try JSONValue.object(members).json(pretty: true) + "\n"
    }
  }
}
