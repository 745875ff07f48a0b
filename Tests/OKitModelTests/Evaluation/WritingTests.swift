import OKitModel
import OKitTestSupport
import Testing

@Suite struct WritingTests {
  private let fixture: EvaluationFixture
  private var store: ModelStore { fixture.store }
  init() throws { fixture = try EvaluationFixture() }

  private func set(_ text: String, _ value: Value, in context: String = "b1") throws {
    try fixture.evaluator.set(try fixture.evaluator.program(text), try fixture.entity(context), value)
  }

  @Test(arguments: [
    ("title", Value.string("New"), "title", "\"New\""), ("../name", .string("Shop"), "../name", "\"Shop\""),
    ("chapters[1]/title", .string("2nd"), "chapters.title", "[\"One\" \"2nd\"]"),
    ("tags[0]", .string("first"), "tags", "[\"first\" \"new\"]"),
    ("author.refKey", .string("p2"), "author.ref.name", "\"Bob\""),
    ("author", .string("p2"), "$author/name", "\"Bob\""),
    ("author.ref", .null, "author.ref", "nil"), ("price", .string("3.5"), "price", "3.5"),
    ("author/.", .string("p2"), "author.ref.name", "\"Bob\""),
    ("stock", .null, "stock", "nil"),
    ("stock", .double(4), "stock", "4"), ("title", .int(5), "title", "\"5\""),
    ("prices/eur", .int(7), "prices.eur", "7"),
    ("prices.chf", .int(1), "prices/count", "3"), ("prices/usd", .null, "prices", "[9]"),
    ("!isRead", .bool(false), "isRead", "true"),
    ("released", .string("2001-01-01T00:00:00Z"), "released/year", "2001"),
    ("$authorKey/name", .string("Eve"), "author.ref.name", "\"Eve\""),
    ("rename()", .string("Called"), "title", "\"Called\""), ("rename", .string("Called"), "title", "\"Called\""),
    ("tags", .list([.string("x")]), "tags", "[\"x\"]"),
    ("sequel", .map(["title": .string("II")]), "sequel/title", "\"II\""),
    ("/books[0]/chapters[0]/title", .string("Deep"), "chapters[0]/title", "\"Deep\""),
  ])
  func writes(text: String, value: Value, path: String, expected: String) throws {
    try set(text, value)
    #expect(fixture.shown(try fixture.get(path, in: "b1")) == expected)
    #expect(fixture.host.reports.isEmpty)
  }

  @Test func aPathWithoutNamesWritesTheReferenceThatIsTheContext() throws {
    let evaluator = fixture.evaluator
    let reference = try #require(evaluator.resolve(try evaluator.program("author"), try fixture.entity("b1")))
    for (path, value, shown) in [(".", Value.string("p2"), "\"Bob\""), ("", .null, "nil")] {
      try evaluator.set(try evaluator.program(path), reference, value)
      #expect(fixture.shown(try fixture.get("author.ref.name", in: "b1")) == shown)
    }
  }

  @Test(arguments: [
    (
      "price", Value.string("cheap"),
      """
      model.type: Book.price needs a Double, got String "cheap"
          price
          ^
      """
    ),
    (
      "../books[1]/stock", .double(2.5),
      """
      model.type: Book.stock needs an optional Int, got Number 2.5
          ../books[1]/stock
                      ^
      """
    ),
    (
      "titel", .string("x"),
      """
      binding.unknownName: Book has no property "titel" (did you mean "title"?)
          titel
          ^
      """
    ),
    (
      "sequel/title", .string("x"),
      """
      binding.nowhere: cannot write "title": the path before it is nil
          sequel/title
                 ^
      """
    ),
    (
      "title/length", .int(1),
      """
      binding.notWritable: "length" of a String cannot be written
          title/length
                ^
      """
    ),
    (
      "label", .string("x"),
      """
      model.readOnly: Book.label is computed and cannot be written
          label
          ^
      """
    ),
    (
      "id", .string("x"),
      """
      binding.notWritable: Book.id cannot be written
          id
          ^
      """
    ),
    (
      "tags[5]", .string("x"),
      """
      model.index: tags has no element 5; it has 2
          tags[5]
          ^
      """
    ),
    (
      "title[0]", .string("x"),
      """
      binding.nowhere: cannot write an element: the path before the index is nil
          title[0]
          ^
      """
    ),
    (
      "..", .null,
      """
      binding.notWritable: ".." cannot be written; use a path that ends in a property, an index or a key
          ..
          ^
      """
    ),
    (
      "#x", .null,
      """
      binding.notWritable: only a path can be written or called
          #x
          ^
      """
    ),
    (
      "title,price", .null,
      """
      binding.notWritable: a binding with several parts cannot be written
          title,price
          ^
      """
    ),
    (
      "title()", .string("x"),
      """
      binding.notWritable: Book.title cannot be written
          title()
          ^
      """
    ),
    (
      "fail()", .int(1),
      """
      script.error: boom
          fail()
          ^
      """
    ),
    (
      "sequel", .string("x"),
      """
      model.type: Book.sequel needs a Book, got String "x"
          sequel
          ^
      """
    ),
  ])
  func refuses(text: String, value: Value, expected: String) throws {
    let before = store.jsonValue(fixture.shop)
    #expect(problem { try set(text, value) } == expected)
    #expect(store.jsonValue(fixture.shop) == before)
  }

  @Test func functionsGetTheirParametersFromTheStartAndTheValueLast() throws {
    try set("../books[1]/rename(title, #1)", .string("X"))
    #expect(fixture.calls.list == ["rename b2 [\"Emma\", \"1\", \"X\"]"])
    #expect(store.get(try fixture.entity("b2"), "title") == .string("X"))
  }

  @Test func extensionFunctionsCanBeWrittenTo() throws {
    fixture.evaluator.functions.register(
      "percent", on: "Entity",
      fixture.host.function { [store] entity, arguments in
        guard case .entity(let entity) = entity, let percent = arguments.last?.double else { return .null }
        try store.set(entity, "price", .double(percent / 100))
        return .null
      })
    try set("percent", .int(50))
    #expect(store.get(try fixture.entity("b1"), "price") == .double(0.5))
    #expect(
      problem { try set("price/round2", .int(1)) }.hasPrefix(
        "binding.notWritable: \"round2\" of a Number cannot be written"))
  }

  // MARK: Calling

  private func call(_ text: String, in context: String = "b1", extra: [Value] = []) throws -> [String] {
    var results: [String] = []
    fixture.evaluator.call(try fixture.evaluator.program(text), try fixture.entity(context), extra: extra) { result in
      switch result {
      case .success(let value): results.append(fixture.shown(value))
      case .failure(let diagnostic): results.append("\(diagnostic.code.rawValue): \(diagnostic)")
      }
    }
    return results
  }

  @Test func calls() throws {
    #expect(try call("join(title, #1)", extra: [.string("extra")]) == ["\"Emma+1+extra\""])
    #expect(try call("../books[1]/join(title)") == ["\"Emma\""])
    #expect(try call("/bestBook") == ["b1"])
    #expect(try call("title") == ["\"Emma\""])
    #expect(try call("title/length") == ["4"])
    #expect(try call("fail()") == ["script.error: boom"])
    #expect(
      try call("sequel/join()")
        == [
          "binding.nowhere: cannot call \"join\": the path before it is nil\n    sequel/join()\n           ^"
        ])
    #expect(
      try call("jion()")
        == ["binding.unknownName: Book has no function \"jion\" (did you mean \"join\"?)\n    jion()\n    ^"])
    #expect(fixture.calls.list.map { $0.prefix(4) } == ["join", "join", "best", "fail"])
  }

  @Test func severalPartsAreCalledInOrder() throws {
    #expect(try call("join(#1),join(#2),join(#3)") == ["\"3\""])
    #expect(fixture.calls.list == ["join b1 [\"1\"]", "join b1 [\"2\"]", "join b1 [\"3\"]"])
  }

  @Test func functionsMayTakeTheirTime() throws {
    var started: [String] = []
    try store.requireType("Book", for: "test").define(
      function: "load",
      fixture.host.slowFunction { _, arguments in
        started.append(arguments.map { $0.scalarText ?? "nil" }.joined(separator: ","))
        return .null
      })
    var results: [Result<Value, Diagnostic>] = []
    let program = try fixture.evaluator.program("load(title)")
    fixture.evaluator.call(program, try fixture.entity("b1")) { results.append($0) }
    fixture.evaluator.call(program, try fixture.entity("b2")) { results.append($0) }
    #expect(started == ["Emma", "Faust"])
    #expect(results.isEmpty)
    fixture.host.finish(.success(.int(1)))
    fixture.host.finish(.failure(Diagnostic("net.down", "no network")))
    #expect(results == [.success(.int(1)), .failure(Diagnostic("net.down", "no network"))])
  }

  @Test func suppressInvalidateTellsNobody() throws {
    var told = 0
    let program = try fixture.evaluator.program("title")
    let book = try fixture.entity("b1")
    let observed = ObservedBinding(fixture.evaluator, program, book, onStale: { told += 1 })
    #expect(observed.value == .string("Emma"))
    try fixture.evaluator.set(program, book, .string("quiet"), suppressInvalidate: true)
    #expect(told == 0)
    #expect(observed.value == .string("quiet"), "who looks again sees it")
    try fixture.evaluator.set(program, book, .string("loud"))
    #expect(told == 1)
  }
}
