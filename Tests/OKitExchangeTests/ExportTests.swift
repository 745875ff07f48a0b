import Foundation
import OKitTestSupport
import OKitValues
import Testing

@testable import OKitExchange

@Suite struct ExportTests {
  static let films = """
    {
      "id": "root",
      "films": [
        {"id": "f1", "title": "Alien, \\"the\\" first", "price": 9.5, "seen": true, "director": {"id": "r1", "refKey": \
    "p1"},
         "scenes": [{"id": "s1", "title": "Nostromo"}, {"id": "s2", "title": "O'Bannon"}], "tags": ["a", "b"]},
        {"id": "f2", "title": "", "price": 12, "seen": false, "notes": null, "year": 123456789012345678901234567890}
      ],
      "people": [{"id": "p1", "name": "Ridley\\nScott"}],
      "watched": [{"id": "r2", "refKey": "f1"}],
      "ratings": {"imdb": 8.5}
    }
    """

  @Test func `csv without classes`() throws {
    let expected = [
      "id,title,price,seen,director,notes,year", "f1,\"Alien, \"\"the\"\" first\",9.5,true,p1,,",
      "f2,\"\",12,false,,,123456789012345678901234567890", "",
    ]
    #expect(
      try ExportFixture.export(Self.films, .csv("films")) == expected.joined(separator: "\r\n"))
    #expect(try ExportFixture.export(Self.films, .csv("people")) == "id,name\r\np1,\"Ridley\nScott\"\r\n")
    #expect(try ExportFixture.export(#"{"a": []}"#, .csv(nil)) == "id\r\n")
    #expect(try ExportFixture.export(#"{"a": [{"$type": "B", "id": "1"}]}"#, .csv(nil)) == "id,$type\r\n1,B\r\n")
  }

  static let wrongLists = [
    (
      films, nil as String?,
      """
      export.list: model "default" has 2 lists of entities (set the list of the export to films, or the list of the \
      export to people)
      """
    ),
    (films, "film", "export.list: model \"default\" has no list of entities \"film\" (did you mean \"films\"?)"),
    (films, "watched", "export.list: model \"default\" has no list of entities \"watched\""),
    ("{}", nil, "export.list: model \"default\" has no list of entities, which CSV needs"),
    ("[]", nil, "model.decode: d.json: a stored model must be a JSON object"),
    (#"{"a": [{}, 1]}"#, nil, "model.decode: d.json: byte 11: expected an object in \"a\""),
    (#"{"a": [{"#, nil, "json.syntax: d.json: byte 8: expected a key or '}', found the end of the file"),
  ]

  @Test(arguments: wrongLists)
  func `csv needs a list`(json: String, list: String?, expected: String) {
    #expect(problem { _ = try ExportFixture.export(json, .csv(list)) } == expected)
  }

  @Test func `columns are limited`() {
    let members = (0...2000).map { "\"m\($0)\": 1" }.joined(separator: ", ")
    let json = "{\"id\": \"r\", \"a\": [{\"id\": \"1\", \(members)}]}"
    for format in [ExportFixture.Format.csv(nil), .sql] {
      #expect(problem { _ = try ExportFixture.export(json, format) }.contains("export.columns"))
    }
    let entities = (0...2000).map { "\"m\($0)\": {\"id\": \"\($0)\", \"x\": 1}" }.joined(separator: ", ")
    #expect(problem { _ = try ExportFixture.export("{\(entities)}", .sql) }.contains("at most 2000 tables"))
  }

  @Test func `sql without classes`() throws {
    #expect(
      try ExportFixture.export(Self.films, .sql) == """
        BEGIN;
        CREATE TABLE "default" (
          "id" TEXT PRIMARY KEY,
          "parent_id" TEXT,
          "parent_property" TEXT,
          "position",
          "watched" TEXT,
          "ratings" TEXT
        );
        CREATE INDEX "index_default" ON "default" ("parent_id");
        CREATE TABLE "films" (
          "id" TEXT PRIMARY KEY,
          "parent_id" TEXT,
          "parent_property" TEXT,
          "position",
          "title" TEXT,
          "price" REAL,
          "seen" INTEGER,
          "director" TEXT,
          "tags" TEXT,
          "notes",
          "year"
        );
        CREATE INDEX "index_films" ON "films" ("parent_id");
        CREATE TABLE "scenes" (
          "id" TEXT PRIMARY KEY,
          "parent_id" TEXT,
          "parent_property" TEXT,
          "position",
          "title" TEXT
        );
        CREATE INDEX "index_scenes" ON "scenes" ("parent_id");
        CREATE TABLE "people" (
          "id" TEXT PRIMARY KEY,
          "parent_id" TEXT,
          "parent_property" TEXT,
          "position",
          "name" TEXT
        );
        CREATE INDEX "index_people" ON "people" ("parent_id");
        INSERT INTO "scenes" ("id", "parent_id", "parent_property", "position", "title") VALUES ('s1', 'f1', 'scenes', \
        0, 'Nostromo');
        INSERT INTO "scenes" ("id", "parent_id", "parent_property", "position", "title") VALUES ('s2', 'f1', 'scenes', \
        1, 'O''Bannon');
        INSERT INTO "films" ("id", "parent_id", "parent_property", "position", "title", "price", "seen", "director", \
        "tags") VALUES ('f1', 'root', 'films', 0, 'Alien, "the" first', 9.5, 1, 'p1', '["a","b"]');
        INSERT INTO "films" ("id", "parent_id", "parent_property", "position", "title", "price", "seen", "year") \
        VALUES ('f2', 'root', 'films', 1, '', 12, 0, '123456789012345678901234567890');
        INSERT INTO "people" ("id", "parent_id", "parent_property", "position", "name") VALUES ('p1', 'root', \
        'people', 0, 'Ridley
        Scott');
        INSERT INTO "default" ("id", "watched", "ratings") VALUES ('root', '["f1"]', '{"imdb":8.5}');
        COMMIT;

        """)
  }

  @Test func `names in sql differ without regard to case`() throws {
    let sql = try ExportFixture.export(
      #"""
      {"A": {"id": "1", "b": 1}, "a": {"id": "2", "Position": 1, "x\"y": "\u0000"}, "sqlite_x": {"id": "3", "b": 1}}
      """#,
      .sql)
    for text in [
      "CREATE TABLE \"A\" (", "CREATE TABLE \"a_2\" (", "\"Position_2\" INTEGER", "\"x\"\"y\" TEXT",
      "CREATE TABLE \"_sqlite_x\" (", "CAST(X'00' AS TEXT)",
    ] {
      #expect(sql.contains(text), "\(text)")
    }
  }

  @Test func `classes give columns and kinds`() throws {
    let fixture = try ModelFixture()
    let author = try fixture.add("Person", ["id": .string("p"), "name": .string("Ann")], to: "persons")
    try fixture.add(
      "Novel",
      [
        "id": .string("b"), "title": .string("Emma"), "released": .date(DateValue(secondsSince2001: 0.5)),
        "cover": .data(DataValue(bytes: [1, 255])), "author": .entity(author), "tint": .string("#ff0000"),
      ], to: "books")
    let document = try ExportFixture.document(fixture)
    let model = try ExportFixture.model(fixture)
    #expect(
      try ExportFixture.export(document, .csv("books"), model) == """
        id,$type,title,price,isRead,released,cover,tint,genre,subtitle,author,hero\r
        b,Novel,Emma,0,false,2001-01-01T00:00:00.500Z,Af8=,#ff0000,fiction,,p,""\r

        """)
    let sql = try ExportFixture.export(document, .sql, model)
    #expect(sql.contains("CREATE TABLE \"Novel\""))
    for text in ["\"price\" REAL", "\"isRead\" INTEGER", "\"cover\" BLOB", "\"released\" TEXT", "X'01FF'"] {
      #expect(sql.contains(text), "\(text)")
    }
    #expect(sql.contains("'2001-01-01T00:00:00.500Z'"))
    #expect(!sql.contains("\"draft\"") && !sql.contains("\"chapters\""))
  }

  @Test func `property lists`() throws {
    let json = #"{"id": "r", "n": null, "list": [1, -0.5, true, null, "a<&>\u0001"], "big": 99999999999999999999}"#
    let text = try ExportFixture.export(json, .plist)
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let members = try #require(list as? [String: Any])
    #expect(Set(members.keys) == ["id", "list", "big"])
    #expect(members["big"] as? String == "99999999999999999999")
    let elements = try #require(members["list"] as? [Any])
    #expect(elements.count == 5)
    #expect(elements[0] as? Int == 1 && elements[1] as? Double == -0.5 && elements[2] as? Bool == true)
    #expect(elements[3] as? String == "$null" && elements[4] as? String == "a<&>\u{FFFD}")
  }

  @Test func xml() throws {
    let json = #"{"id": "a\"b", "n": null, "e": {}, "list": [1, [], {"k\n": "\r<"}, false]}"#
    #expect(
      try ExportFixture.export(json, .xml) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <model name="default">
          <string key="id">a"b</string>
          <null key="n"/>
          <object key="e"/>
          <array key="list">
            <number>1</number>
            <array/>
            <object>
              <string key="k&#10;">&#13;&lt;</string>
            </object>
            <bool>false</bool>
          </array>
        </model>

        """)
  }

  @Test func `an export ends when its progress throws`() throws {
    struct Stop: Error {}
    var written = 0
    Array(Self.films.utf8).withUnsafeBufferPointer { bytes in
      let document = DocumentExport(bytes, file: "d.json", name: "default") { _ in throw Stop() }
      let writer = PieceWriter { written += $0.count }
      #expect(throws: Stop.self) {
        var export = try CSVExport(document, list: "films")
        try export.run(writer)
      }
      #expect(throws: Stop.self) {
        var export = SQLExport(document)
        try export.run(writer)
      }
      #expect(throws: Stop.self) {
        var export = XMLExport(document, writer)
        try export.run()
      }
      #expect(throws: Stop.self) {
        var export = PropertyListExport(document, writer)
        try export.run()
      }
    }
    #expect(written == 0)
  }

  @Test func `json is the document`() throws {
    #expect(try ExportFixture.export(Self.films, .json) == Self.films)
    let large = "{\"a\": \"\(String(repeating: "日本", count: 100_000))\"}"
    #expect(try ExportFixture.export(large, .json) == large)
    #expect(problem { _ = try ExportFixture.export("{", .json) }.hasPrefix("json.syntax"))
  }

  @Test func `pieces consist of whole characters`() throws {
    for shift in 0..<4 {
      let text = String(repeating: "x", count: shift) + String(repeating: "🎬", count: 40_000)
      var pieces: [[UInt8]] = []
      let writer = PieceWriter { pieces.append($0) }
      try Array(text.utf8).withUnsafeBufferPointer { try writer.write($0) }
      try writer.flush()
      #expect(pieces.count > 2)
      #expect(pieces.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
      #expect(pieces.flatMap(\.self) == Array(text.utf8))
    }
  }
}
