import OKitModel
import OKitTestSupport
import Testing

@Suite struct ExtensionTests {
  private let fixture: EvaluationFixture
  init() throws { fixture = try EvaluationFixture() }

  private func register(_ name: String, on type: String, _ answer: String) {
    fixture.evaluator.functions.register(name, on: type, fixture.host.function { _, _ in .string(answer) })
  }

  private func get(_ text: String, _ context: String = "b1") throws -> String {
    fixture.shown(try fixture.get(text, in: context))
  }

  @Test func theMostSpecificTypeWins() throws {
    for type in ["Novel", "Book", "Entity", "Any"].reversed() {
      register("who", on: type, type)
      #expect(try get("who", "b3") == "\"\(type)\"")
    }
    #expect(try get("who", "b1") == "\"Book\"")
    #expect(try get("who", "p1") == "\"Entity\"")
    #expect(try get("title/who", "p1") == "nil")
    #expect(try get("title/who") == "\"Any\"")
    register("who", on: "String", "String")
    register("who", on: "List", "List")
    #expect(try get("title/who") == "\"String\"")
    #expect(try get("price/who") == "\"Any\"")
    #expect(try get("tags/who") == "\"List\"")
    #expect(try get("../books/who") == "[\"Book\" \"Book\" \"Novel\"]", "elements that know a name are asked")
    #expect(try get("sequel/who") == "nil")
  }

  @Test func amongEqualsTheLastRegisteredWins() throws {
    register("x", on: "String", "first")
    register("x", on: "String", "second")
    #expect(try get("title/x") == "\"second\"")
    register("length", on: "String", "mine")
    #expect(try get("title/length") == "\"mine\"", "also over those that are built in")
    #expect(try get("tags/length") == "[\"mine\" \"mine\"]")
  }

  @Test func propertiesAndFunctionsOfTheClassComeFirst() throws {
    register("title", on: "Book", "extension")
    register("label", on: "Novel", "extension")
    register("join", on: "Novel", "extension")
    register("id", on: "Any", "extension")
    #expect(try get("title") == "\"Emma\"")
    #expect(try get("label", "b3") == "\"Zen!\"")
    #expect(try get("join()", "b3") == "\"\"")
    #expect(try get("id") == "\"b1\"")
  }

  @Test func everyCoreTypeCanBeExtended() throws {
    let paths = [
      "Bool": "isRead", "Number": "price", "String": "title", "Date": "released", "Color": "tint", "Image": "cover",
      "List": "tags",
      "Entity": ".", "Data": "data", "Day": "premiere",
    ]
    let premiere = try #require(DayValue("2024-06-15"))
    fixture.evaluator.functions.register("premiere", on: "Book", fixture.host.function { _, _ in .day(premiere) })
    for type in FunctionRegistry.coreTypes { register("kind", on: type, type) }
    for (type, path) in paths where type != "Data" { #expect(try get("\(path)/kind") == "\"\(type)\"") }
    #expect(paths.count == FunctionRegistry.coreTypes.count - 1)
  }

  @Test func receiverAndArgumentsArrive() throws {
    var seen: [[Value]] = []
    fixture.evaluator.functions.register(
      "note", on: "Any",
      fixture.host.function { receiver, arguments in
        seen.append([receiver] + arguments)
        return .null
      })
    _ = try fixture.get("price/note(stock,#x)", in: "b1")
    _ = try fixture.get("tags/note()", in: "b1")
    #expect(seen == [[.double(9.99), .int(3), .string("x")], [.string("old")], [.string("new")]])
  }

  @Test func failuresAreReportedWithTheBinding() throws {
    fixture.evaluator.functions.register(
      "bad", on: "String", fixture.host.function { _, _ in throw Diagnostic("script.error", "boom") })
    #expect(try get("title/bad") == "nil")
    #expect(try get("fail()") == "nil")
    #expect(try get("price/round(#x)") == "nil")
    #expect(try get("title/length(#1)") == "nil")
    #expect(
      fixture.host.reports.map(\.description) == [
        "boom\n    in extension function 'bad', called from 'title/bad'",
        "boom\n    in function 'fail', called from 'fail()'",
        """
        parameter "digits" of "round" must be an integer, not "x"\n    in function 'round', called from \
        'price/round(#x)'
        """,
        "\"length\" takes 0 parameters, not 1\n    in function 'length', called from 'title/length(#1)'",
      ])
  }

  @Test(arguments: [
    (
      "titel",
      "binding.unknownName: Book has no property or function \"titel\" (did you mean \"title\"?)\n    titel\n    ^"
    ),
    (
      "../books[1]/pirce",
      """
      binding.unknownName: Book has no property or function "pirce" (did you mean "price"?)\n    ../books[1]/pirce\n  \
                    ^
      """
    ),
    (
      "title/lenght",
      """
      binding.unknownName: String has no property or function "lenght" (did you mean "length"?)\n    title/lenght\n   \
             ^
      """
    ),
    (
      "../books/titel",
      """
      binding.unknownName: Book has no property or function "titel" (did you mean "title"?)\n    ../books/titel\n     \
              ^
      """
    ),
    ("zzzzzz", "binding.unknownName: Book has no property or function \"zzzzzz\"\n    zzzzzz\n    ^"),
    (
      "jion()",
      "binding.unknownName: Book has no property or function \"jion\" (did you mean \"join\"?)\n    jion()\n    ^"
    ),
    ("othr>name", "binding.unknownModel: unknown model \"othr\" (did you mean \"other\"?)\n    othr>name\n    ^"),
    (
      "title,othr>name",
      "binding.unknownModel: unknown model \"othr\" (did you mean \"other\"?)\n    title,othr>name\n          ^"
    ),
    ("title.@count", "binding.notACollection: @count needs a collection, got String\n    title.@count\n          ^"),
    ("price@sum.x", "binding.notACollection: @sum needs a collection, got Number\n    price@sum.x\n         ^"),
  ])
  func mistakesAreReported(text: String, expected: String) throws {
    let value = fixture.evaluator.getAll(try fixture.evaluator.program(text), try fixture.entity("b1")).last
    #expect(value == .null || value == .list([.null, .null, .null]))
    let first = try #require(fixture.host.reports.first)
    #expect("\(first.code.rawValue): \(first)" == expected)
  }

  @Test func nilIsNoMistake() throws {
    for text in ["sequel/title", "sequel.zzz", "$authorKey/zzz", "../../..", "tags[9]/length", "sequel.@count"] {
      _ = try fixture.get(text, in: "b3")
    }
    #expect(fixture.host.reports.isEmpty)
  }
}
