import OKitExchange
import OKitModel
import OKitTestSupport
import Testing

@Suite struct ImportTests {
  enum Format { case csv, json, jsonl, spon }

  /// Imports a file into a new library. - Returns: the library, and the problems of the rows.
  static func read(
    _ text: String, _ format: Format = .csv, into list: String? = "books", fixture: ModelFixture? = nil
  ) throws -> (fixture: ModelFixture, problems: [String]) {
    let fixture = try fixture ?? ModelFixture()
    var problems: [String] = []
    let rows = try ModelImport(into: list, of: fixture.library, in: fixture.store) {
      problems.append("\($0.code.rawValue): \($0)")
    }
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      switch format {
      case .csv: try rows.readCSV(bytes, file: "f")
      case .json: try rows.readJSON(bytes, file: "f")
      case .jsonl: try rows.readJSONLines(bytes, file: "f")
      case .spon: try rows.readSPON(bytes, file: "f")
      }
    }
    try fixture.store.transaction { try rows.insert() }
    return (fixture, problems)
  }

  @Test func `fields become values of the properties`() throws {
    let (fixture, problems) = try Self.read(
      "id,title,price,isRead,released,cover,tint,genre,subtitle,author\n"
        + "b1,Emma,9.5,TRUE,2020-01-31T12:00:00Z,AQI=,#00ff00,poetry,\"\",p7\r\n" + ",,,,,,,,,\n")
    #expect(problems == [])
    let books = fixture.store.entities(try fixture.list("books"))
    #expect(books.count == 2)
    let values = ["title", "price", "isRead", "released", "cover", "tint", "genre", "subtitle"].map {
      fixture.store.get(books[0], $0)
    }
    #expect(
      values == [
        .string("Emma"), .double(9.5), .bool(true), .date(try #require(ISO8601.parse("2020-01-31T12:00:00Z"))),
        .data(DataValue(bytes: [1, 2])), .color(try #require(ColorValue(hex: "#00ff00"))), .string("poetry"),
        .string(""),
      ])
    #expect(fixture.store.id(of: books[0]) == "b1")
    #expect(fixture.store.jsonValue(books[0]).json.contains("\"refKey\":\"p7\""))
    let plain = try fixture.make("Book")
    for name in ["title", "price", "isRead", "genre", "subtitle", "cover"] {
      #expect(fixture.store.get(books[1], name) == fixture.store.get(plain, name), "\(name)")
    }
  }

  static let numbers: [(String, String, Double?)] = [
    (";", "1,5", 1.5), (";", "1.234,50", 1234.5), (";", "-1,234", -1.234), (";", "1.234.567", 1_234_567),
    (";", "1.234", 1.234), (";", "1,234.5", nil), (",", "\"1,234.50\"", 1234.5), (",", "\"1,234\"", 1234),
    (",", "\"1,5\"", 1.5), ("\t", "1,5", 1.5), ("\t", "1,234", nil), ("|", "1.234,5", 1234.5), (";", "1,5,5", nil),
    (";", "1,x", nil), (";", ",5", nil), (";", "1e3", 1000),
  ]

  @Test(arguments: numbers)
  func `numbers have the marks of the file`(separator: String, text: String, number: Double?) throws {
    let (fixture, problems) = try Self.read("title\(separator)price\nEmma\(separator)\(text)\n")
    let books = fixture.store.entities(try fixture.list("books"))
    #expect(books.first.map { fixture.store.get($0, "price") } == number.map(Value.double))
    #expect(
      problems.count == (number == nil ? 1 : 0) && problems.allSatisfy { $0.hasPrefix("model.type") }, "\(problems)")
  }

  @Test func `spaces around the names of columns do not count`() throws {
    let (fixture, problems) = try Self.read("title , \"price\"\nEmma,1\n")
    #expect(problems == [])
    let book = try #require(fixture.store.entities(try fixture.list("books")).first)
    #expect(fixture.store.get(book, "price") == .double(1))
  }

  @Test func `each line of JSON Lines is a row`() throws {
    let (fixture, problems) = try Self.read(
      """
      \u{FEFF}{"title": "Emma"}\r\n\n  {"title": "Dune", "price": 2}\n{"title": \n[1]\n{"titel": 1} \n{"title": \
      "Mars"} {}\n
      """
        + "{\"price\": \"x\"}\n{\"title\": \"Last\"}", .jsonl)
    let books = fixture.store.entities(try fixture.list("books"))
    #expect(books.map { fixture.store.get($0, "title") } == ["Emma", "Dune", "Last"].map(Value.string))
    #expect(
      problems.map { $0.prefix(24) } == [
        "json.syntax: f:4:11: exp", "import.rows: f:5:1: expe", "model.decode: f:6:2: /: ", "json.syntax: f:7:19: exp",
        "model.decode: f:8:11: /p",
      ])
  }

  /// A file and the problem of its only wrong row or of the whole file.
  struct Wrong: Sendable {
    let text: String
    let format: Format
    let problem: String
    let line: Int

    init(_ text: String, _ problem: String, _ format: Format = .csv, line: Int = #line) {
      (self.text, self.problem, self.format, self.line) = (text, problem, format, line)
    }
  }

  static let wrong = [
    Wrong("", "csv.header: f:1:1: expected a record with the names of properties"),
    Wrong("title,titel\n", "model.unknownProperty: f:1:7: Book has no property \"titel\" (did you mean \"title\"?)"),
    Wrong(
      "title:price\n",
      """
      model.unknownProperty: f:1:1: Book has no property "title:price" (fields are separated by ","; a first line \
      such as sep=: names another separator)
      """
    ),
    Wrong(
      "sep=:\ntitle,price\n",
      """
      model.unknownProperty: f:2:1: Book has no property "title,price" (fields are separated by ":"; a first line \
      such as sep=, names another separator)
      """
    ),
    Wrong("title;price\na;1;2\n", "csv.fields: f:2:1: expected 2 fields, found 3 (fields are separated by \";\")"),
    Wrong("title,title\n", "csv.header: f:1:7: the column \"title\" occurs twice"),
    Wrong(
      "chapters\n",
      """
      csv.header: f:1:1: Book.chapters cannot be imported from CSV (CSV has stored properties of one value and \
      references; use JSON)
      """
    ),
    Wrong("title,price\na,b\n", "model.type: f:2:3: Book.price needs a Double, got String \"b\""),
    Wrong("title,isRead\na,yes\n", "model.type: f:2:3: Book.isRead needs true or false, got \"yes\""),
    Wrong(
      "released\n2020-02-30\n",
      """
      model.type: f:2:1: Book.released needs a Date, got String "2020-02-30" (use 2020-01-31 or 2020-01-31T12:00:00Z)
      """
    ),
    Wrong(
      "genre\npoety\n",
      """
      model.type: f:2:1: Book.genre is one of "fiction", "science", "poetry", not "poety" (did you mean "poetry"?)
      """
    ),
    Wrong("cover\n!\n", "model.type: f:2:1: Book.cover needs Base64, got \"!\""),
    Wrong(
      "title,price\n\"a\n\nb\",1\na\n",
      """
      csv.fields: f:5:1: expected 2 fields, found 1 (fields are separated by ",")
      """),
    Wrong("id\n1\n1\n", "model.duplicateId: f:3:1: the id \"1\" is already used by an earlier row"),
    Wrong("$type\nPerson\n", "model.type: f:2:1: expected a class of Book, got \"Person\""),
    Wrong("$type,hero\n,x\n", "model.unknownProperty: f:2:2: Book has no property \"hero\""),
    Wrong("[1]", "import.rows: f:1:2: expected an object", .json),
    Wrong("[\n {\"titel\": 1}]", "model.decode: f:2:3: /: unknown member \"titel\" (did you mean \"title\"?)", .json),
    Wrong("[{\"price\": \"x\"}]", "model.decode: f:1:12: /price: expected a Double, found \"x\"", .json),
    Wrong("[{\"cover\": \"!\"}]", "model.decode: f:1:12: /cover: expected a Data as Base64 text, found \"!\"", .json),
    Wrong("[{}\n", "json.syntax: f:2:1: expected ',' or ']', found the end of the file", .json),
    Wrong(
      "[{\"id\": \"1\", \"chapters\": [{\"id\": \"1\"}]}]",
      "model.duplicateId: f:1:2: the id \"1\" is used twice in the row", .json),
    Wrong("@array[@obj<price$=`x`>]", "model.decode: f:1:8: /price: expected a Double, found \"x\"", .spon),
    Wrong("@array[\n@obj<a!=`x`>]", "spon.syntax: f:2:9: expected an integer of 64 bits, found \"x\"", .spon),
  ]

  @Test(arguments: wrong)
  func `wrong files have a place`(_ example: Wrong) throws {
    do {
      let (_, problems) = try Self.read(example.text, example.format)
      #expect(problems == [example.problem], "line \(example.line)")
    } catch let diagnostic as Diagnostic {
      #expect("\(diagnostic.code.rawValue): \(diagnostic)" == example.problem, "line \(example.line)")
    }
  }

  @Test func `every wrong row is reported, and the others are there`() throws {
    let (fixture, problems) = try Self.read("title,price\na,1\nb,x\n\"c\"d,2\ne,3\nf,y\n")
    #expect(problems.map { $0.prefix { $0 != ":" } } == ["model.type", "csv.syntax", "model.type"])
    #expect(problems.map { $0.split(separator: ":")[2] } == ["3", "4", "6"])
    #expect(
      fixture.store.entities(try fixture.list("books")).map { fixture.store.get($0, "title") } == [
        .string("a"), .string("e"),
      ])
  }

  @Test func `lists are named, and ids of the models are taken`() throws {
    #expect(problem { _ = try Self.read("a\n", into: nil) }.hasPrefix("import.list: model \"default\" has 2 lists"))
    #expect(
      problem { _ = try Self.read("a\n", into: "book") }
        == "import.list: model \"default\" has no list of entities \"book\" (did you mean \"books\"?)")
    #expect(problem { _ = try Self.read("a\n", into: "shelf") }.hasPrefix("import.list"))
    let fixture = try ModelFixture()
    try fixture.add("Person", ["id": .string("p")], to: "persons")
    let (_, problems) = try Self.read("id\np\n", into: "books", fixture: fixture)
    #expect(problems == ["model.duplicateId: f:2:1: the id \"p\" is already used by Person(p)"])
  }

  @Test func `objects have everything that a document has`() throws {
    let json =
      #"[{"id": "b", "chapters": [{"id": "c", "title": "One"}], "tags": ["x"], "$type": "Novel", "hero": "H"}]"#
    let spon =
      "@array[@obj:Novel<id$=`b` chapters=@array[@obj:Chapter<id$=`c` title$=`One`>] tags=@array[`x`] hero$=`H`>]"
    for (text, format) in [(json, Format.json), (spon, .spon)] {
      let (fixture, problems) = try Self.read(text, format)
      #expect(problems == [])
      let book = try #require(fixture.store.find("b"))
      #expect(fixture.store.type(of: book)?.name == "Novel" && fixture.store.get(book, "hero") == .string("H"))
      #expect(fixture.store.find("c").map { fixture.store.get($0, "title") } == .string("One"))
    }
    let (converted, problems) = try Self.read(
      #"[{"id": 7, "title": 12, "price": "9.5", "released": "2020-01-31T12:00:00Z", "author": {"refKey": "p"}}]"#, .json
    )
    #expect(problems == [])
    let book = try #require(converted.store.find("7"))
    #expect(
      ["title", "price", "released"].map { converted.store.get(book, $0) }
        == [.string("12"), .double(9.5), .date(try #require(ISO8601.parse("2020-01-31T12:00:00Z")))])
    let (single, _) = try Self.read(#"{"id": "b"}"#, .json)
    #expect(try single.ids("books") == ["b"])
  }

  @Test func `a document replaces the model`() throws {
    let fixture = try ModelFixture()
    let kept = try fixture.add("Book", ["id": .string("b"), "title": .string("old")], to: "books")
    let document = try JSONValue.parse(
      json: #"{"id": "x", "$version": 1, "motto": "new", "books": [{"id": "b", "title": "new"}]}"#)
    try fixture.registry.importDocument(document, into: "default")
    #expect(fixture.store.get(fixture.library, "motto") == .string("new"))
    #expect(fixture.store.get(kept, "title") == .string("new"))
    for (json, code) in [
      (#"{"$version": 2}"#, "model.version"), (#"{"$version": "1"}"#, "model.decode"), ("[]", "model.decode"),
    ] {
      let wrong = try JSONValue.parse(json: json)
      #expect(problem { try fixture.registry.importDocument(wrong, into: "default") }.hasPrefix(code), "\(json)")
    }
    #expect(fixture.store.get(fixture.library, "motto") == .string("new"))
  }
}

extension JSONValue {
  fileprivate var json: String { (try? self.json()) ?? "" }
}
