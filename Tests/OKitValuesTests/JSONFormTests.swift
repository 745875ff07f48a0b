import OKitModel
import OKitScreen
import OKitValues
import Testing

/// Values, patches, actions and diagnostics as bytes, in both directions.
@Suite struct JSONFormTests {
  @Test(
    arguments: [
      .null, .bool(true), .int(.min), .double(0.5), .string("ä\u{0}\n"),
      .date(DateValue(secondsSince2001: 0.25)),
      DayValue("2024-06-15").map(Value.day) ?? .null, .data(DataValue(bytes: [0, 255])),
      .color(ColorValue(red: 1, green: 2, blue: 3, alpha: 4)), .image(.named("cover")),
      .image(.data(DataValue(bytes: [1]))), .entity(EntityID(index: 7, generation: 9)),
      .list([.int(1), .list([]), .null]), .map(["a": .int(1), "b": .date(DateValue(secondsSince2001: 1))]), .map([:]),
      .map(["$day": .string("2024-06-15")]), .map(["$map": .map(["$x": .int(1)])]),
    ] as [Value])
  func `values`(_ value: Value) throws {
    let bytes = try value.json()
    #expect(try Value(json: bytes).isSame(as: value), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(arguments: [
    "", "{", "{\"$day\":1}", "{\"$day\":\"2024-13-01\"}", "{\"$entity\":[1]}", "{\"$entity\":[-1,0]}",
    "{\"$data\":\"%\"}",
    "{\"$map\":[]}", "{\"$image\":{}}", "1 2",
  ])
  func `hostile values`(_ text: String) {
    let failure = #expect(throws: Diagnostic.self) { try Value(json: text.utf8) }
    #expect(["json.syntax", "json.value"].contains(failure?.code))
  }

  @Test(arguments: [
    ("{\"$date\":\"2024\"}", "\"$date\" needs seconds since 2001, got \"2024\""),
    ("{\"$day\":\"today\"}", "\"$day\" needs a day such as \"2024-06-15\", got \"today\""),
    ("{\"$data\":1}", "\"$data\" needs a text in Base64, got 1"),
    ("{\"$entity\":[12]}", "\"$entity\" needs two numbers such as [12, 1], got [12]"),
  ])
  func `what is wrong with a value says what was expected`(text: String, message: String) {
    let failure = #expect(throws: Diagnostic.self) { try Value(json: text.utf8) }
    #expect(failure?.code == "json.value")
    #expect(failure?.message == message)
  }

  @Test func `what has no form is refused`() {
    #expect(#expect(throws: Diagnostic.self) { try Value.double(.nan).json() }?.code == "json.number")
    let collection = Value.collection(CollectionRef(owner: EntityID(index: 0, generation: 0), slot: 0))
    #expect(#expect(throws: Diagnostic.self) { try Value.list([collection]).json() }?.code == "json.value")
  }

  @Test(arguments: [
    Patch(.add, "/books/0", value: ["name": "Dune"]), Patch(.remove, "/note", old: "x"),
    Patch(.replace, "/sold", old: 1, value: 2.5), Patch(.move, "/books/0", from: "/books/1"),
  ])
  func `patches`(_ patch: Patch) throws { #expect(try Patch(json: patch.json()) == patch) }

  @Test(arguments: ["[]", "{}", "{\"op\":\"copy\",\"path\":\"/\"}", "{\"op\":\"add\",\"path\":1}", "nul"])
  func `hostile patches`(_ text: String) {
    let failure = #expect(throws: Diagnostic.self) { try Patch(json: text.utf8) }
    #expect(["json.syntax", "json.value"].contains(failure?.code))
  }

  @Test func `diagnostics`() throws {
    var diagnostic = Diagnostic(
      .luaLimit, "too long", severity: .warning, place: .init(file: "shop.lua", line: 3, column: 2),
      excerpt: .init(source: SourceText(name: "", text: "  loop()"), range: SourceRange(2, 6)), hint: "raise it",
      notes: [
        .frame(.init(file: "shop.lua", line: 3, function: .named("f"), count: 2)),
        .frame(.init(file: "shop.lua", line: 9, function: .anonymous(line: 7))), .coroutine, .hook("Book:managed"),
      ])
    diagnostic.limit = .time
    diagnostic.origin = .init(owner: "home", part: "cell", property: "path", binding: "name")
    let read = try Diagnostic(json: diagnostic.json())
    #expect(read.jsonValue == diagnostic.jsonValue)
    #expect(read.code == .luaLimit && read.limit == .time && read.place == diagnostic.place)
    #expect(read.notes.map(\.description) == diagnostic.notes.map(\.description))
    #expect(read.excerpt?.range == diagnostic.excerpt?.range && read.excerpt?.shown == diagnostic.excerpt?.shown)
  }

  @Test func `a code is shown as it is written`() {
    #expect("\(Diagnostic.Code.luaLimit)" == "lua.limit")
    #expect(String(describing: [Diagnostic("a.b", "").code]) == "[a.b]")
  }

  @Test(arguments: [
    ("  loop()", 2, 6), ("\tpritn(é)", 1, 9), ("x", 0, 0), ("x\ny", 0, 3),
    (String(repeating: "a", count: 400) + "bad" + String(repeating: "ä", count: 400), 400, 403),
    (String(repeating: "👩‍👩‍👧‍👦", count: 200), 2500, 2525), (String(repeating: "a", count: 162), 160, 162),
  ])
  func `diagnostics of a script`(_ line: String, _ start: Int, _ end: Int) throws {
    let source = SourceText(name: "shop.lua", text: line)
    for range in [nil, SourceRange(start, end)] {
      let diagnostic = Diagnostic(
        .luaError, String(repeating: "ä ", count: 2000), place: .init(file: "shop.lua", line: 1),
        excerpt: .init(source: source, range: range), hint: String(repeating: "👩‍👩‍👧‍👦", count: 500))
      let read = try Diagnostic(json: diagnostic.json())
      #expect(read.jsonValue == diagnostic.jsonValue)
      var shown = diagnostic
      shown.place?.column = read.place?.column
      #expect("\(read)" == "\(shown)")
      guard case .object(let members) = read.jsonValue else { return }
      #expect((members["endColumn"] == nil) == (range == nil))
    }
  }

  @Test(arguments: [
    "[]", "{}", "{\"code\":1,\"message\":\"\"}", "{\"code\":\"a\",\"message\":\"b\",\"severity\":\"fatal\"}",
    "{\"code\":\"a\",\"message\":\"b\",\"traceback\":[1]}", "{\"code\":\"a\",\"message\":\"b\",\"limit\":\"x\"}",
    "{\"code\":\"a\",\"message\":\"b\",\"excerpt\":{\"text\":5}}",
  ])
  func `hostile diagnostics`(_ text: String) {
    #expect(#expect(throws: Diagnostic.self) { try Diagnostic(json: text.utf8) }?.code == "json.value")
  }

  @Test func `numbers of hostile diagnostics do no harm`() throws {
    let text = """
      {"code":"a","message":"b","file":"f","line":-9223372036854775808,"column":-5,"excerpt":{"text":"ä","column":\
      -9223372036854775808,"endColumn":9223372036854775807},"traceback":[{"file":"f","line":1,\
      "function":"function <","count":-3}]}
      """
    let read = try Diagnostic(json: text.utf8)
    _ = try Diagnostic(json: read.json()).description
  }

  @Test func `actions`() throws {
    let action = Action(.edit(.path(RowPath(section: 0, row: 1)), .text("x")))
    #expect(try Action(json: action.json()) == action)
  }
}
