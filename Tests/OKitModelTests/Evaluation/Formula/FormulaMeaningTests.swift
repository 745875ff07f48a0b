import OKitModel
import OKitTestSupport
import Testing

/// What formulas mean beyond SQL: dates, Bools, entities, other bindings and extension functions.
@Suite struct FormulaMeaningTests {
  private let fixture: EvaluationFixture
  init() throws { fixture = try EvaluationFixture() }

  @Test(arguments: [
    // + joins texts that are no numbers
    ("= 'Title: ' + title", "b1", "\"Title: Emma\""), ("= '5' + 3", "b1", "8"), ("= ' 5 ' + '2.5'", "b1", "7.5"),
    ("= '5 apples' + 1", "b1", "\"5 apples1\""), ("= '' + 1", "b1", "\"1\""), ("= title + NULL", "b1", "nil"),
    ("= 1 + 2 + 'a' + 1 + 2", "b1", "\"3a12\""), ("= \"a\" || 'b'", "b1", "\"ab\""),
    // Bool is 0 or 1, also as text
    ("= isRead", "b2", "1"), ("= isRead || ''", "b2", "\"1\""), ("= isRead + 1", "b1", "1"),
    ("= isRead = TRUE", "b2", "1"),
    ("= typeof(isRead)", "b2", "\"integer\""), ("= [isRead]", "b2", "1"), ("!= isRead", "b2", "false"),
    // dates
    ("= released > '2020-01-01'", "b1", "1"), ("= released - '2020-01-31'", "b1", "43200"),
    ("= released + 60", "b1", "2020-01-31T12:01:00Z"), ("= 60 + released - 60 = released", "b1", "1"),
    ("= released - released", "b1", "0"), ("= released + released", "b1", "nil"),
    ("= 'on ' + released", "b1", "\"on 2020-01-31T12:00:00Z\""), ("= strftime('%Y', released)", "b1", "\"2020\""),
    ("= released BETWEEN '2020-01-01' AND '2020-12-31'", "b1", "1"), ("= released * 1e308 * 1e308", "b1", "inf"),
    ("= year(released) + 1", "b1", "2021"), ("= released IS NOT NULL", "b1", "1"),
    // other bindings
    ("= [/books.@count] * 2", "b1", "6"), ("= [price/round(#1)]", "b1", "10"),
    ("= [%price] || ' x'", "b1", "\"Price: x\""),
    ("= [$authorKey/name]", "b1", "\"Ada\""), ("= [%price, price]", "b1", "\"Price: 9.99\""),
    ("= [tags[1]]", "b1", "\"new\""),
    ("= [../name]", "b1", "\"Books & Co\""), ("= CASE WHEN isRead THEN [..] ELSE [.] END", "b1", "b1"),
    ("= [#a]", "b1", "\"a\""),
    ("= [= price * 2] + 1", "b1", "20.98"), ("= author.ref.name || sequel.title", "b1", "nil"),
    ("= title.length + 1", "b1", "5"), ("= chapters.@count", "b1", "2"), ("= [/books].@count", "b1", "error"),
    // entities, lists and colors are their texts
    ("= author.ref || '!'", "b1", "\"Ada!\""), ("= tags || '!'", "b1", "\"old, new!\""),
    ("= tint || ''", "b1", "\"#ff0000\""),
    ("= author.ref = [$authorKey]", "b1", "1"), ("= author.ref = 'Ada'", "b1", "1"), ("= sequel IS NULL", "b1", "1"),
    ("= CASE WHEN author.ref THEN 1 ELSE 0 END", "b1", "1"), ("= author.ref", "b1", "p1"),
    ("= tags", "b1", "[\"old\" \"new\"]"),
    // functions of the model and extension functions
    ("= label || '?'", "b1", "\"Emma!?\""), ("= bestBook()", "shop", "b1"), ("= join(., 'a', 1)", "b1", "error"),
    ("= join([.], 'a', price)", "b1", "\"a+9.99\""), ("= round2(price / 3)", "b1", "3.33"),
    ("= initial(title)", "b1", "\"E\""),
    ("= upper(initial(lower(title)))", "b1", "\"E\""), ("= round(price, 1)", "b1", "10"),
    ("= count([/books])", "b1", "3"),
    ("= isDark(tint)", "b1", "1"), ("= capitalize(NULL)", "b1", "nil"),
    // affinities of properties
    ("= stock = '3'", "b1", "1"), ("= [stock] = '3'", "b1", "0"), ("= price < '10'", "b1", "1"),
    ("= [price] < '10'", "b1", "1"),
    ("= authorKey = 5", "b1", "0"), ("= stock IN ('3')", "b1", "1"), ("= price BETWEEN '9' AND '10'", "b1", "1"),
    // choices
    ("= compare(stock > 2, 'many', 'few')", "b1", "\"many\""), ("= coalesce(stock, fail([.]))", "b1", "3"),
    ("= iif(1, 'yes', fail([.]))", "b1", "\"yes\""), ("= 0 AND fail([.])", "b1", "0"),
    ("= concat(title, NULL, 1)", "b1", "\"Emma1\""),
    // arithmetic
    ("= 9223372036854775807 + 1", "b1", "9.223372036854776e+18"), ("= 1 / 0", "b1", "nil"), ("= 7 / 2", "b1", "3"),
    ("= price * stock", "b1", "29.97"), ("= price * stock", "b2", "nil"),
  ])
  func value(text: String, context: String, expected: String) throws {
    do {
      let value = try fixture.get(text, in: context)
      #expect(fixture.shown(value) == expected)
      #expect(fixture.host.reports == [])
    } catch { #expect(expected == "error", "\(error)") }
  }

  @Test(arguments: [
    ("= pric * 2", "binding.unknownName", "Book has no property or function \"pric\" (did you mean \"price\"?)", 2),
    ("= 1 + [author/nme]", "binding.unknownName", "ModelRef has no property or function \"nme\"", 14),
    (
      "= lenght(title)", "binding.unknownName",
      "unknown function \"lenght\" (did you mean \"length\"?)", 2
    ),
    ("= 1 + FOOBAR(1)", "binding.unknownName", "unknown function \"FOOBAR\"", 6),
    ("= nothing()", "binding.unknownName", "Book has no function \"nothing\"", 2),
    ("= 1 + substr(title)", "function.parameters", "\"substr\" takes 2 to 3 arguments, not 1", 6),
    ("= round2(price, 1)", "function.parameters", "\"round2\" takes 0 parameters, not 1", -1),
    ("= fail([.])", "script.error", "boom", -1),
  ])
  func mistake(text: String, code: String, message: String, offset: Int) throws {
    #expect(try fixture.get(text, in: "b1").isNull)
    let report = try #require(fixture.host.reports.first)
    #expect(report.code.rawValue == code)
    #expect(report.message + (report.hint.map { " (\($0))" } ?? "") == message)
    if offset >= 0 { #expect(report.excerpt?.range?.lower == offset) }
    #expect(fixture.host.reports.count == 1)
  }

  @Test func `getters`() throws {
    let evaluator = fixture.evaluator
    let book = try fixture.entity("b1")
    #expect(evaluator.getBool(try evaluator.program("= price > 5"), book))
    #expect(evaluator.getString(try evaluator.program("= price * 2"), book) == "19.98")
    #expect(evaluator.getString(try evaluator.program("#Total:, = price * 2"), book) == "Total: 19.98")
    #expect(evaluator.getInt(try evaluator.program("= 7 / 2"), book) == 3)
    #expect(evaluator.getAll(try evaluator.program("title, = 1 + 1"), book) == [.string("Emma"), .int(2)])
    #expect(evaluator.resolve(try evaluator.program("= coalesce([..], 1)"), book) == fixture.shop)
    #expect(
      evaluator.contexts(try evaluator.program("= author.ref.name || title"), book).contains(try fixture.entity("p1")))
    #expect(evaluator.getString(try evaluator.program("join(= price * 2, = 'a,b')"), book) == "19.98+a,b")
  }

  @Test func `a formula cannot be written`() throws {
    let program = try fixture.evaluator.program("= title")
    let error = #expect(throws: Diagnostic.self) {
      try fixture.evaluator.set(program, try fixture.entity("b1"), .string("x"))
    }
    #expect(error?.code == "binding.notWritable")
    #expect(error?.message == "a formula cannot be written")
    #expect(fixture.evaluator.writeObstacle(program, in: nil)?.message == "a formula cannot be written")
  }

  @Test func `nested too deeply by functions`() throws {
    let host = fixture.host
    let book = try #require(host.store.type(named: "Book"))
    book.define(
      function: "again",
      host.function { [unowned host] receiver, _ in
        guard case .entity(let entity) = receiver else { return .null }
        return host.evaluator.get(try host.evaluator.program("= 1 + again()"), entity)
      })
    #expect(try fixture.get("= again()", in: "b1").isNull)
    #expect(host.reports.contains { $0.code == "binding.depth" })
  }

  @Test func `texts have a limit`() throws {
    let text = "= " + Array(repeating: "title", count: 8_000).joined(separator: "||")
    try fixture.store.set(try fixture.entity("b1"), "title", .string(String(repeating: "x", count: 10_000)))
    #expect(try fixture.get(text, in: "b1").isNull)
    #expect(fixture.host.reports.first?.code == "app.size")
  }
}
