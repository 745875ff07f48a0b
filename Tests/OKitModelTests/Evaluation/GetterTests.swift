import OKitModel
import OKitTestSupport
import Testing

@Suite struct GetterTests {
  private let fixture: EvaluationFixture
  init() throws { fixture = try EvaluationFixture() }

  private func program(_ text: String) throws -> BindingProgram { try fixture.evaluator.program(text) }

  @Test(
    arguments: [
      ("title", "Emma"), ("price", "9.99"), ("stock", "3"), ("isRead", "false"), ("released", "2020-01-31T12:00:00Z"),
      ("tint", "#ff0000"),
      ("cover", "emma"), ("sequel", nil), ("sequel,sequel", nil), ("title,price", "Emma 9.99"),
      ("title,sequel,stock", "Emma 3"),
      ("%price ,price/round2, %eur", "Price: 9.99 EUR"), ("tags", "old, new"), ("chapters/title", "One, Two"),
      ("$authorKey", "Ada"),
      ("/persons", "Ada, Bob"), (".", "Book(b1)"), ("/books", "Book(b1), Book(b2), Novel(b3)"),
      ("/books[1]/price", "5"), ("prices", "9, 10.5"),
      ("#,#x", " x"), ("/books.stock", "3, 0"),
    ] as [(String, String?)])
  func getString(text: String, expected: String?) throws {
    let book = try fixture.entity("b1")
    #expect(fixture.evaluator.getString(try program(text), book) == expected)
    #expect(fixture.host.reports.isEmpty)
  }

  @Test func getOfSeveralPartsIsTheirText() throws {
    #expect(try fixture.get("title,stock", in: "b1") == .string("Emma 3"))
    #expect(try fixture.get("sequel,sequel", in: "b1") == .null)
    #expect(
      fixture.evaluator.getAll(try program("title,sequel,stock,isRead"), try fixture.entity("b1"))
        == [.string("Emma"), .null, .int(3), .bool(false)])
    #expect(
      fixture.evaluator.getParts(try program("title,,.."), try fixture.entity("b1")) == [
        .string("Emma"), nil, .entity(fixture.shop),
      ])
  }

  @Test(arguments: [
    ("#true", true), ("#false", false), ("#no", false), ("#0", false), ("#0.0", true), ("#yes", true), ("#", false),
    ("stock", true),
    ("/books[2]/stock", false), ("sequel", false), ("title", true), (".", true), ("tags", true), ("isRead", false),
    ("price", true),
    ("#0.5", true), ("#false,#false", true),
  ])
  func getBool(text: String, expected: Bool) throws {
    #expect(fixture.evaluator.getBool(try program(text), try fixture.entity("b1")) == expected)
  }

  @Test(
    arguments: [
      ("#2", 2, 2.0), ("#2.5", nil, 2.5), ("# 2.0", 2, 2), ("stock", 3, 3), ("price", nil, 9.99), ("title", nil, nil),
      ("sequel", nil, nil),
      ("#1e3", 1000, 1000), ("isRead", nil, nil), ("#x", nil, nil), ("/books[1]/price", 5, 5),
    ] as [(String, Int?, Double?)])
  func numbers(text: String, int: Int?, double: Double?) throws {
    let book = try fixture.entity("b1")
    #expect(fixture.evaluator.getInt(try program(text), book) == int)
    #expect(fixture.evaluator.getDouble(try program(text), book) == double)
  }

  @Test func datesAndImages() throws {
    let book = try fixture.entity("b1")
    let date = DateValue(secondsSince1970: 1_580_472_000)
    #expect(fixture.evaluator.getDate(try program("released"), book) == date)
    #expect(fixture.evaluator.getDate(try program("#2020-01-31T12:00:00Z"), book) == date)
    #expect(fixture.evaluator.getDate(try program("title"), book) == nil)
    #expect(fixture.evaluator.getImage(try program("cover"), book) == .named("emma"))
    #expect(fixture.evaluator.getImage(try program("#star"), book) == .named("star"))
    #expect(fixture.evaluator.getImage(try program("price"), book) == nil)
  }

  @Test func aDescriptionThatAsksItselfEnds() throws {
    let fixture = fixture
    try fixture.store.requireType("Book", for: "test").define(
      function: "description", fixture.host.function { book, _ in .string("<\(fixture.evaluator.text(book) ?? "")>") })
    let text = fixture.evaluator.getString(try program("."), try fixture.entity("b1"))
    #expect(text?.hasPrefix("<<<") == true)
    #expect(fixture.host.reports.map(\.code) == ["binding.depth"])
    #expect(fixture.evaluator.getString(try program("title"), try fixture.entity("b1")) == "Emma")
  }

  @Test(arguments: ["books/title/joined(-)", "books/title/joined(join(-))", "name/prefix(-)", "bestBook(-)"])
  func aMistakeInAParameterIsReportedOnce(text: String) throws {
    #expect(fixture.evaluator.get(try program(text), try fixture.entity("shop")).isNull)
    #expect(fixture.host.reports.map(\.code) == ["binding.unknownName"])
  }

  @Test func constantsNeedNoEvaluation() throws {
    #expect(try program("#7").constant == .int(7))
    #expect(try program("!#7").constant == .bool(false))
    #expect(try program("title").constant == nil)
    #expect(try program("#a,#b").constant == nil)
    #expect(try program("%a").constant == nil)
  }

  @Test func aTextIsCompiledOnce() throws {
    let first = try program("title")
    #expect(try program("title") === first)
    #expect(first.text == "title")
    var programs: [BindingProgram] = []
    for index in 0..<10_050 { programs.append(try program("title,#\(index)")) }
    #expect(fixture.evaluator.getString(programs[0], try fixture.entity("b1")) == "Emma 0")
    #expect(fixture.evaluator.getString(first, try fixture.entity("b1")) == "Emma", "programs in use outlive the cache")
    #expect(try program("title,#10049") === programs[10_049])
    #expect(try program("title,#0") !== programs[0], "texts come from data, too: the cache has a limit")
  }
}
