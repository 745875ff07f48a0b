import OKitTestSupport
import Testing

@testable import OKitModel

@Suite("Binding grammar")
struct BindingGrammarTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let structure: String
    init(_ text: String, _ structure: String) { (self.text, self.structure) = (text, structure) }
    var testDescription: String { text }
  }

  static let constants: [Case] = [
    Case("#true", "true"),
    Case("#false", "false"),
    Case("#True", #""True""#),
    Case("#12", "12"),
    Case("#-5", "-5"),
    Case("#9223372036854775807", "9223372036854775807"),
    Case("#9223372036854775808", #""9223372036854775808""#),
    Case("#007", #""007""#),
    Case("#+1", #""+1""#),
    Case("#-0", #""-0""#),
    Case("#0.19", "double(0.19)"),
    Case("#-12.5", "double(-12.5)"),
    Case("#1.50", #""1.50""#),
    Case("#2.0", #""2.0""#),
    Case("#.5", #"".5""#),
    Case("#1e5", #""1e5""#),
    Case("#nan", #""nan""#),
    Case("#0.1000000000000000055", #""0.1000000000000000055""#),
    Case("#", #""""#),
    Case("#  spaced out  ", #""spaced out""#),
    Case("#2019-01-01T00:00:00+0000", #""2019-01-01T00:00:00+0000""#),
    Case("#a/b.c>[d]@e#f%g$h!i=j", ##""a/b.c>[d]@e#f%g$h!i=j""##),
    Case("#Price (a, b), x", #""Price (a, b)" , (path x)"#),
    Case("#:-) ,x", #"":-)" , (path x)"#),
    Case("#:-( ,x", #"":-(" , (path x)"#),
    Case("%Book Shop", #"%"Book Shop""#),
    Case("% Name ", #"%"Name""#),
    Case("!#true", "(! true)"),
  ]

  static let paths: [Case] = [
    Case("", "(path)"),
    Case("  ", "(path)"),
    Case(".", "(path self)"),
    Case("..", "(path parent)"),
    Case("<", "(path root)"),
    Case("~", "(path root)"),
    Case("/", "(path /)"),
    Case("/./", "(path / self self)"),
    Case("/../", "(path / parent self)"),
    Case("//a", "(path / self a)"),
    Case("a//b", "(path a self b)"),
    Case("a/ .. / < /b", "(path a parent root b)"),
    Case(" a / b ", "(path a b)"),
    Case("name", "(path name)"),
    Case("Straße/größe", "(path Straße größe)"),
    Case("第一/😀", "(path 第一 😀)"),
    Case("lead author", #"(path "lead author")"#),
    Case("<a/~b", #"(path "<a" "~b")"#),
    Case("a-b/c_d", "(path a-b c_d)"),
    Case("settings>/", "(path settings> /)"),
    Case("settings>", "(path settings>)"),
    Case("settings > darkMode", "(path settings> darkMode)"),
    Case("m>../a", "(path m> parent a)"),
    Case("$ref", "(path ($ ref))"),
    Case("a/$b.c/d", "(path a ($ (. b c)) d)"),
    Case("!marked", "(! (path marked))"),
    Case("! marked", "(! (path marked))"),
    Case("!/xy", "(! (path / xy))"),
    Case("!", "(! (path))"),
    Case("d[1]", "(path (at d 1))"),
    Case("d[-1]", "(path (at d -1))"),
    Case("d [ 12 ] /e", "(path (at d 12) e)"),
    Case("a.b.c", "(path (. a b c))"),
    Case("a . b", "(path (. a b))"),
    Case("authors.@count", "(path (. authors @count))"),
    Case("authors@count", "(path (. authors @count))"),
    Case("authors/@count", "(path authors @count)"),
    Case("a.b.c@avg.d", "(path (. a b c @avg d))"),
    Case("a@distinctUnionOfArrays.b@sum.c", "(path (. a @distinctUnionOfArrays b @sum c))"),
    Case(
      "m1>/a/$b/../c()/d[1]/e(/a)/f.@avg.h",
      "(path m1> / a ($ b) parent (call c) (at d 1) (call e (path / a)) (. f @avg h))"),
  ]

  static let calls: [Case] = [
    Case("f()", "(path (call f))"),
    Case("f( )", "(path (call f))"),
    Case("f(.)", "(path (call f (path self)))"),
    Case("f(,)", "(path (call f (path) (path)))"),
    Case("f(a/b,!c,#1,%k)", #"(path (call f (path a b) (! (path c)) 1 %"k"))"#),
    Case("price/vat(#0.19)/round2", "(path price (call vat double(0.19)) round2)"),
    Case("f ( a , #b c ) [0] / g", #"(path (at (call f (path a) "b c") 0) g)"#),
    Case("f(g(h(a,b),c),d)", "(path (call f (path (call g (path (call h (path a) (path b))) (path c))) (path d)))"),
    Case("f(#x(y, z)),b", #"(path (call f "x(y, z)")) , (path b)"#),
    Case("a.b(c)", "(path (call (. a b) (path c)))"),
    Case("f(m>/x)", "(path (call f (path m> / x)))"),
    Case("f(a,b)[2]/c", "(path (at (call f (path a) (path b)) 2) c)"),
  ]

  static let parts: [Case] = [
    Case("%Price: ,price/round2, %EUR", #"%"Price:" , (path price round2) , %"EUR""#),
    Case(",!marked", "(path) , (! (path marked))"),
    Case(",,%Footer", #"(path) , (path) , %"Footer""#),
    Case("a,", "(path a) , (path)"),
    Case("A,B", "(path A) , (path B)"),
    Case("#a\n,\tb", #""a" , (path b)"#),
  ]

  static let escapes: [Case] = [
    Case(#"#a\u{002c}b"#, #""a,b""#),
    Case(#"#\u{20}x\u{20}"#, #"" x ""#),
    Case(#"#\u{31}2"#, #""12""#),
    Case(#"#t\u{72}ue"#, #""true""#),
    Case(#"#C:\temp\u"#, #""C:\\temp\\u""#),
    Case(#"#\u{5c}u{41}"#, #""\\u{41}""#),
    Case(#"#\u{1F600}\u{000000041}"#, #""😀A""#),
    Case(#"a\u{2f}b/c\u{2E}d"#, #"(path "a/b" "c.d")"#),
    Case(#"\u{3c}/\u{7e}"#, #"(path "<" "~")"#),
    Case(#"\u{21}a"#, "(path !a)"),
    Case(#"f(#\u{29},b)"#, #"(path (call f ")" (path b)))"#),
    Case(#"%\u{25}"#, #"%"%""#),
  ]

  @Test("text to structure", arguments: constants + paths + calls + parts + escapes)
  func structure(_ example: Case) throws {
    let binding = try Binding.parse(example.text)
    #expect(BindingNotation.text(of: binding.parts) == example.structure)
    #expect(binding.text == example.text)
  }

  @Test(
    "an empty part is distinguishable", arguments: [("", true), (" ", true), (".", false), ("/", false), ("!", false)])
  func emptyPart(_ text: String, isEmpty: Bool) throws {
    #expect(try Binding.parse(text).parts.map(\.isEmpty) == [isEmpty])
    #expect(try Binding.parse("a, \(text) ,b").parts.map(\.isEmpty) == [false, isEmpty, false])
  }

  @Test func `every node knows its range`() throws {
    let text = " ä / f( b ,#x)[1] , !m > c.@sum "
    var pieces: [String] = []
    BindingRanges.visit(try Binding.parse(text)) { range, node in
      pieces.append("\(node): \(String(decoding: Array(text.utf8)[range.lower..<range.upper], as: UTF8.self))")
    }
    #expect(
      pieces == [
        "part: ä / f( b ,#x)[1]", "path: ä / f( b ,#x)[1]", "segment: ä", "step: ä", "segment: f( b ,#x)[1]", "step: f",
        "part: b", "path: b", "segment: b", "step: b", "part: #x",
        "part: !m > c.@sum", "path: m > c.@sum", "segment: c.@sum", "step: c", "step: @sum",
      ])
  }

  @Test func `bindings are equal when their texts are`() throws {
    #expect(try Binding.parse("a/b") == Binding.parse("a/b"))
    #expect(try Binding.parse("a/b") != Binding.parse("a / b"))
    #expect(try Set([Binding.parse("a"), Binding.parse("a"), Binding.parse("b")]).count == 2)
  }

  @Test(
    "canonical text",
    arguments: [
      (" a / b ", "a/b"), ("a@avg.b", "a.@avg.b"), ("~/x", "</x"), ("% Price: , x ", "%Price:,x"),
      (#"#\u{61}\u{2c}b"#, #"#a\u{2c}b"#), (#"#\u{31}"#, #"#\u{31}"#), ("f( a , #1 ) [ 2 ]", "f(a,#1)[2]"),
      ("m > / a", "m>/a"), ("! x", "!x"), ("a//b/", "a/./b/."), ("#a b\tc", #"#a b\u{9}c"#),
    ])
  func canonical(_ text: String, expected: String) throws {
    #expect(try Binding.parse(text).description == expected)
  }
}
