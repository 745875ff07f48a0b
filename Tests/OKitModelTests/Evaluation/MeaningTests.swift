import OKitModel
import OKitTestSupport
import Testing

/// Every row of "Meaning" in the specification of bindings.
@Suite struct MeaningTests {
  private let fixture: EvaluationFixture
  init() throws { fixture = try EvaluationFixture() }

  @Test(arguments: [
    // constants and localized texts
    ("#true", "b1", "true"), ("#7", "b1", "7"), ("#007", "b1", "\"007\""), ("#1.5", "b1", "1.5"),
    ("#a\\u{002c}b", "b1", "\"a,b\""),
    ("%price", "b1", "\"Price:\""), ("%unknown key", "b1", "\"unknown key\""), ("!#true", "b1", "false"),
    ("!%", "b1", "true"),
    // where paths start
    (".", "b1", "b1"), ("", "b1", "b1"), ("title", "b1", "\"Emma\""), ("./title", "b1", "\"Emma\""),
    ("/name", "b1", "\"Books & Co\""), ("default>name", "b1", "\"Books & Co\""), ("other>name", "b1", "\"Other\""),
    ("other>/name", "b1", "\"Other\""), ("other>persons/name", "b1", "[\"Nine\"]"), ("default>/", "b1", "shop"),
    ("..", "b1", "shop"), ("../name", "c1", "nil"), ("../title", "c1", "\"Emma\""),
    ("../../name", "c1", "\"Books & Co\""),
    ("..", "shop", "nil"), ("../title", "shop", "nil"), ("<", "c1", "shop"), ("~/name", "c1", "\"Books & Co\""),
    ("title/..", "b1", "nil"), (" title ", "b1", "\"Emma\""), (" sequel / title ", "b1", "nil"),
    // names
    ("label", "b1", "\"Emma!\""), ("id", "b1", "\"b1\""), ("parent", "c1", "b1"), ("model", "c1", "shop"),
    ("type", "b3", "\"Novel\""),
    ("bestBook", "shop", "b1"), ("bestBook()", "shop", "b1"), ("bestBook/title", "shop", "\"Emma\""),
    ("author.name", "b1", "nil"),
    ("author.ref.name", "b1", "\"Ada\""), ("author/ref/name", "b1", "\"Ada\""), ("title.length", "b1", "4"),
    ("title/length", "b1", "4"),
    ("price/round2", "b1", "9.99"), ("tint/isDark", "b1", "true"), ("released/year", "b1", "2020"),
    ("count", "b3", "7"), ("sequel.title.length", "b1", "nil"),
    // references
    ("$authorKey", "b1", "p1"), ("$authorKey/name", "b1", "\"Ada\""), ("$authorKey", "b3", "nil"),
    ("$author", "b1", "p1"),
    ("$author.refKey/name", "b1", "\"Ada\""), ("../$bestBook.authorKey/name", "b2", "\"Ada\""), ("$title", "b1", "nil"),
    // collections
    ("books", "shop", "[b1 b2 b3]"), ("books/title", "shop", "[\"Emma\" \"Faust\" \"Zen\"]"),
    ("books.title", "shop", "[\"Emma\" \"Faust\" \"Zen\"]"),
    ("books.stock", "shop", "[3 nil 0]"), ("books/chapters/title", "shop", "[[\"One\" \"Two\"] [] []]"),
    ("books/id", "shop", "[\"b1\" \"b2\" \"b3\"]"),
    ("books/title/length", "shop", "[4 5 3]"), ("books[0]", "shop", "b1"), ("books[2]/title", "shop", "\"Zen\""),
    ("books[3]", "shop", "nil"),
    ("books[-1]", "shop", "nil"), ("books[3]/title", "shop", "nil"), ("tags[1]", "b1", "\"new\""),
    ("books.title[1]", "shop", "\"Faust\""),
    ("prices/usd", "b1", "10.5"), ("prices.eur", "b1", "9"), ("prices/gbp", "b1", "nil"),
    ("offers/daily/title", "shop", "\"Offer\""),
    ("offers/title", "shop", "[\"Offer\"]"), ("offers/weekly", "shop", "nil"), ("prices/count", "b1", "2"),
    ("prices[1]", "b1", "10.5"),
    // calls: parameters are evaluated where the whole binding started
    ("join(title)", "b1", "\"Emma\""), ("sequel/join(title)", "b1", "nil"),
    ("chapters[0]/join(title, #x, price)", "b1", "\"Emma+x+9.99\""),
    ("../books[1]/join(title, ../name)", "b1", "\"Emma+Books & Co\""),
    ("join(join(title,#1),!isRead)", "b1", "\"Emma+1+true\""),
    ("price/prefix(%eur)", "b1", "\"EUR 9.99\""), ("../books[0]/price/prefix(title)", "b2", "\"Faust 9.99\""),
    ("join()", "b1", "\"\""),
    // negation
    ("!isRead", "b1", "true"), ("!isRead", "b2", "false"), ("!stock", "b3", "true"), ("!sequel", "b1", "true"),
    ("!title", "b1", "false"),
  ])
  func meaning(text: String, context: String, expected: String) throws {
    let value = try fixture.get(text, in: context)
    #expect(
      fixture.shown(value) == expected.replacing("shop", with: fixture.store.id(of: fixture.shop) ?? ""), "\(text)")
    #expect(fixture.host.reports.isEmpty || expected == "nil", "\(fixture.host.reports)")
  }

  @Test(arguments: [
    ("title", "nil"), ("..", "nil"), (".", "nil"), ("<", "nil"), ("/name", "\"Books & Co\""), ("#x", "\"x\""),
    ("join()", "nil"),
  ])
  func withoutAContext(text: String, expected: String) throws {
    #expect(fixture.shown(try fixture.get(text)) == expected)
    #expect(fixture.host.reports.isEmpty)
  }

  @Test(arguments: [
    ("@count", "nil"), ("books.@count", "3"), ("books@count", "3"), ("books.@sum.price", "24.98"),
    ("books.@sum.stock", "3"),
    ("books.@avg.stock", "1.5"), ("books.@avg.price", "8.326666666666666"), ("books.@min.price", "5"),
    ("books.@max.title", "\"Zen\""),
    ("books.@max.stock", "3"), ("books.@first", "b1"), ("books.@first.title", "\"Emma\""),
    ("books.@last.title", "\"Zen\""),
    ("books@last.author.ref.name", "nil"), ("books.@unionOfObjects.price", "[9.99 5 9.99]"),
    ("books.@unionOfObjects.stock", "[3 0]"),
    ("books.@distinctUnionOfObjects.price", "[9.99 5]"), ("books.@unionOfArrays.tags", "[\"old\" \"new\" \"old\"]"),
    ("books.@distinctUnionOfArrays.tags", "[\"old\" \"new\"]"), ("books.@unionOfArrays.chapters", "[c1 c2]"),
    ("books.@unionOfArrays.chapters.title", "[\"One\" \"Two\"]"), ("books.@max.chapters.@count", "2"),
    ("books.chapters.@count", "3"),
    ("books[1]/chapters.@sum.price", "0"), ("books[1]/chapters.@avg.price", "nil"),
    ("books[1]/chapters.@min.price", "nil"),
    ("books[1]/chapters.@max.price", "nil"), ("books[1]/chapters.@first.title", "nil"),
    ("books[1]/chapters.@last", "nil"),
    ("books[1]/chapters.@count", "0"), ("books[1]/chapters.@unionOfObjects.title", "[]"),
    ("books.title.@max", "\"Zen\""),
    ("books.@sum.title.length", "12"), ("books.@count.round2", "3"), ("books.@min.price.round2", "5"),
    ("books[0]/prices.@sum", "19.5"), ("offers.@count", "1"),
  ])
  func operators(text: String, expected: String) throws {
    #expect(fixture.shown(try fixture.get(text, in: "shop")) == expected, "\(text)")
  }

  @Test(arguments: [
    ("books/count", "3"), ("books/first", "b1"), ("books/last/title", "\"Zen\""), ("books/reversed", "[b3 b2 b1]"),
    ("books/sorted(#price)", "[b2 b1 b3]"), ("books/sorted(#stock)", "[b3 b1 b2]"),
    ("books/sorted(#title)/reversed/title", "[\"Zen\" \"Faust\" \"Emma\"]"),
    ("books/title/joined(#-)", "\"Emma-Faust-Zen\""), ("books/title/joined", "\"Emma, Faust, Zen\""),
    ("books/sum(#price)", "24.98"),
    ("books/avg(#stock)", "1.5"), ("books/max(#price)", "9.99"), ("books[0]/tags/sorted", "[\"new\" \"old\"]"),
    ("books[0]/tags/first", "\"old\""),
    ("persons/joined", "\"Ada, Bob\""), ("books[0]/tags/count(#1)", "nil"),
  ])
  func listFunctions(text: String, expected: String) throws {
    #expect(fixture.shown(try fixture.get(text, in: "shop")) == expected, "\(text)")
  }

  @Test func contextsAndResolve() throws {
    func contexts(_ text: String, _ context: String) throws -> [String?] {
      fixture.evaluator.contexts(try fixture.evaluator.program(text), try fixture.entity(context)).map(fixture.store.id)
    }
    let shop = fixture.store.id(of: fixture.shop)
    #expect(
      try contexts("../author.ref/name", "c1").dropLast() == [
        "c1", "b1", fixture.store.id(of: try #require(try authorHolder())),
      ])
    #expect(try contexts("../author.ref/name", "c1").last == "p1")
    #expect(try contexts("/books[1]", "c1") == [shop, "b2"])
    #expect(try contexts("$authorKey/name", "b1") == ["b1", "p1"])
    #expect(try contexts("sequel/title", "b1") == ["b1"])
    #expect(try contexts(".", "b1") == ["b1"])
    func resolve(_ text: String, _ context: String) throws -> String? {
      fixture.evaluator.resolve(try fixture.evaluator.program(text), try fixture.entity(context)).flatMap(
        fixture.store.id)
    }
    #expect(try resolve("../..", "c1") == shop)
    #expect(try resolve("$authorKey", "b1") == "p1")
    #expect(try resolve("sequel", "b1") == nil)
    #expect(try resolve("..,..", "c1") == nil)
  }

  private func authorHolder() throws -> EntityID? {
    guard case .entity(let holder) = fixture.store.get(try fixture.entity("b1"), "author") else { return nil }
    return holder
  }

  /// The first evaluation fills the caches of names; types and functions that come later are seen all the same.
  @Test func namesAreLookedUpAgainWhenTheirMeaningChanges() throws {
    let book = try fixture.store.requireType("Book", for: "test")
    #expect(try fixture.get("shout", in: "b3") == .null)
    fixture.evaluator.functions.register("shout", on: "Entity", fixture.host.function { _, _ in .string("entity") })
    #expect(try fixture.get("shout", in: "b3") == .string("entity"))
    book.define(function: "shout", fixture.host.function { _, _ in .string("book") })
    #expect(try fixture.get("shout", in: "b3") == .string("book"), "a function of the superclass came later")
    #expect(try fixture.get("shout", in: "b1") == .string("book"))
    #expect(try fixture.get("shout", in: "p1") == .string("entity"))
  }
}
