import OKitTestSupport
import Testing

@testable import OKitScaffold

/// Documents and the classes that are inferred from them.
@Suite struct DataInferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let json: String
    let model: String

    init(_ name: String, _ json: String, _ model: String) { (self.name, self.json, self.model) = (name, json, model) }

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      "scalars", #"{"a": "x", "b": 1, "c": 1.5, "d": true, "e": null}"#,
      """
      Shop
        a: text
        b: int
        c: double
        d: bool
        e: text?

      """),
    Case(
      "a list of objects", #"{"books": [{"title": "Dune", "price": 9}, {"title": "Emma", "price": 5.5, "note": "n"}]}"#,
      """
      Shop
        books: [Book]
      Book (title)
        title: text
        price: double
        note: long text?

      """),
    Case(
      "dates",
      #"{"list": [{"day": "2020-01-31", "at": "2020-01-31T10:00:00Z", "createdAt": 1600000000, "count": 1600000000}]}"#,
      """
      Shop
        list: [Entry]
      Entry (day)
        day: date
        at: date and time
        createdAt: date and time
        count: int

      """),
    Case(
      "an enum has few distinct values",
      #"""
      {"tasks": [{"n": "a", "state": "open"}, {"n": "b", "state": "done"}, {"n": "c", "state": "open"}, {"n": "d", \#
      "state": "done"}]}
      """#,
      """
      Shop
        tasks: [Task]
      Task (n)
        n: text
        state: enum open|done

      """),
    Case(
      "three texts are no enum", #"{"tasks": [{"state": "open"}, {"state": "done"}, {"state": "open"}]}"#,
      """
      Shop
        tasks: [Task]
      Task (state)
        state: text

      """),
    Case(
      "references",
      #"""
      {"books": [{"id": 1, "title": "x", "authorId": 7, "genre_ids": ["sf"], "sequel": 1}], "authors": [{"id": 7, \#
      "name": "n"}],
       "genres": [{"id": "sf", "name": "SF"}]}
      """#,
      """
      Shop
        books: [Book]
        authors: [Author]
        genres: [Genre]
      Book (title)
        title: text
        author: -> Author
        genres: [-> Genre]
        sequel: int
      Author (name)
        name: text
      Genre (name)
        name: text

      """),
    Case(
      "an id that no object has is no reference", #"{"books": [{"authorId": 8}], "authors": [{"id": 7, "name": "n"}]}"#,
      """
      Shop
        books: [Book]
        authors: [Author]
      Book (authorId)
        authorId: int
      Author (name)
        name: text

      """),
    Case(
      "a manager is of the own class",
      #"[{"id": 1, "name": "a", "managerId": null}, {"id": 2, "name": "b", "managerId": 1}]"#,
      """
      Shop
        entries: [Entry]
      Entry (name)
        name: text
        manager: -> Entry

      """),
    Case(
      "nested objects", #"{"people": [{"name": "a", "address": {"city": "x"}}, {"name": "b", "address": null}]}"#,
      """
      Shop
        people: [Person]
      Address (city)
        city: text
      Person (name)
        name: text
        address: Address?

      """),
    Case(
      "objects that contain themselves",
      #"{"categories": [{"name": "a", "children": [{"name": "b", "children": [{"name": "c"}]}]}]}"#,
      """
      Shop
        categories: [Category]
      Category (name)
        name: text
        children: [Category]

      """),
    Case(
      "similar members alone are not the same class",
      #"{"authors": [{"id": 1, "name": "a", "publisher": {"id": 2, "name": "p"}}]}"#,
      """
      Shop
        authors: [Author]
      Publisher (name)
        name: text
      Author (name)
        name: text
        publisher: Publisher

      """),
    Case(
      "one class in two places",
      #"""
      {"orders": [{"billingAddress": {"street": "s", "city": "c"}, "shippingAddress": {"street": "s", "city": \#
      "c"}}]}
      """#,
      """
      Shop
        orders: [Order]
      Address (street)
        street: text
        city: text
      Order
        billingAddress: Address
        shippingAddress: Address

      """),
    Case(
      "maps", #"{"prices": {"2020-01": 1, "2020-02": 2.5}, "users": {"ann": {"age": 1}, "bob": {"age": 2}}}"#,
      """
      Shop
        prices: [key: double]
        users: [User]
      User (key)
        key: text
        age: int

      """),
    Case(
      "mixed and empty",
      #"""
      {"a": [1, "x", {"y": 1}], "b": [], "c": [[1, 2], [3]], "d": [null], "e": {}, "rows": [{"v": 1}, {"v": "x"}, \#
      {"v": [2]}]}
      """#,
      """
      Shop
        a: [text]
        b: [text]
        c: [CRow]
        d: [text]
        e: [key: text]
        rows: [Entry]
      CRow
        values: [int]
      Entry (v)
        v: long text

      """),
    Case(
      "names",
      #"{"end": [{"self": 1, "class": 2, "first-name": "a", "1st": 3, "Größe": 4, "日本": 5, "id": "x", "model": 6}]}"#,
      """
      Shop
        end_: [End]
      End (firstName)
        self_: int
        class: int
        firstName: text
        _1st: int
        groesse: int
        field: int
        model_: int

      """),
    Case(
      "names that are equal without case and signs", #"{"items": [{"a_b": 1, "aB": 2, "a-b": 3}]}"#,
      """
      Shop
        items: [Entry]
      Entry (aB2)
        aB2: int
        aB: int
        aB3: int

      """),
    Case(
      "big integers are texts", #"{"n": 123456789012345678901234567890}"#,
      """
      Shop
        n: text

      """),
    Case(
      "a person has a first and a last name", #"{"people": [{"title": "Dr.", "lastName": "b", "firstName": "a"}]}"#,
      """
      Shop
        people: [Person]
      Person (firstName lastName)
        title: text
        lastName: text
        firstName: text

      """),
    Case(
      "a list of values", #"["a", "b"]"#,
      """
      Shop
        entries: [Entry]
      Entry (value)
        value: text

      """),
  ]

  @Test(arguments: cases) func infers(_ test: Case) throws { #expect(try inferred(test.json) == test.model) }

  @Test func `a list at the top has the name of the file`() throws {
    #expect(try inferred(#"[{"title": "Dune"}]"#, file: "data/book-export.json").hasPrefix("Shop\n  books: [Book]\n"))
    #expect(try inferred(#"[{"title": "Dune"}]"#, file: "People.json").hasPrefix("Shop\n  people: [Person]\n"))
    // A single letter says nothing.
    #expect(try inferred(#"[{"title": "Dune"}]"#, file: "d.json").hasPrefix("Shop\n  entries: [Entry]\n"))
  }

  static let mistakes: [(String, String)] = [
    ("{}", "new.data: data.json: the document is empty (okit-run new needs an object, or a list of objects)"),
    ("[null]", "new.data: data.json: the document is empty (okit-run new needs an object, or a list of objects)"),
    ("3", "new.data: data.json: the document is a single value (okit-run new needs an object, or a list of objects)"),
    ("{\n  \"a\": tru\n}", "json.syntax: data.json:2:11: expected 'true', found the byte 0x0A"),
    ("{\"a\": 1, \"a\": 2}", "json.syntax: data.json:1:10: duplicate key \"a\""),
  ]

  @Test(arguments: mistakes) func rejects(_ test: (json: String, message: String)) {
    #expect(problem { _ = try inferred(test.json) } == test.message)
  }

  /// A list of lists takes two tables for each level.
  static let depths: [(levels: Int, open: String, inner: String, close: String, isAccepted: Bool)] = [
    (63, "{\"a\":", "{\"x\":1}", "}", true), (64, "{\"a\":", "{\"x\":1}", "}", false),
    (90, "{\"a\":", "1", "}", false), (30, "[", "{\"x\":1}", "]", true), (40, "[", "{\"x\":1}", "]", false),
  ]

  @Test(arguments: depths) func `a document that is nested too deeply is rejected`(
    _ test: (levels: Int, open: String, inner: String, close: String, isAccepted: Bool)
  ) {
    let json =
      String(repeating: test.open, count: test.levels) + test.inner + String(repeating: test.close, count: test.levels)
    let message = problem { _ = try inferred(json) }
    #expect(
      message.hasPrefix(
        test.isAccepted ? "no error" : "new.depth: data.json: the data is nested more than 64 levels deep"))
  }

  @Test func `a document with too many classes is rejected`() {
    let json = "{" + (0..<160).map { "\"thing\($0)\": {\"name\": \"a\", \"p\($0)\": 1}" }.joined(separator: ",") + "}"
    #expect(problem { _ = try inferred(json) }.hasPrefix("new.size: data.json: the data has 160 classes of objects"))
  }

  /// Ten megabytes with `OKIT_LONG`.
  @Test func `a large document is read`() throws {
    let rows = (0..<(LongTests.areOn ? 60_000 : 3_000)).map { number in
      """
      {"id":\(number),"title":"Entry number \
      \(number)","state":"\(["open", "done"][number % 2])","parentId":\(number / 2),
      """
        + "\"text\":\"\(String(repeating: "x", count: 90))\"}"
    }
    let model = try inferred("{\"nodes\":[\(rows.joined(separator: ","))]}")
    #expect(
      model == """
        Shop
          nodes: [Node]
        Node (title)
          title: text
          state: enum open|done
          parentNode: -> Node
          text: long text

        """)
  }
}
