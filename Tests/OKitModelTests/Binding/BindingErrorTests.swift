import OKitModel
import Testing

@Suite("Binding errors")
struct BindingErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let code: Diagnostic.Code
    let rendered: String
    init(_ text: String, _ rendered: String, code: Diagnostic.Code = "binding.syntax") {
      (self.text, self.code, self.rendered) = (text, code, rendered)
    }
    var testDescription: String { text }
  }

  static let lists: [Case] = [
    Case(
      "books/first(name/initial",
      """
      expected ")" to close the parameter list
          books/first(name/initial
                     ^
      """),
    Case(
      "f(g(a)",
      """
      expected ")" to close the parameter list
          f(g(a)
           ^
      """),
    Case(
      "f(#:()",
      """
      expected ")" to close the parameter list
          f(#:()
           ^
      """),
    Case(
      "f(a))",
      """
      unexpected ")", no parameter list is open
          f(a))
              ^
      """),
    Case(
      "f(a)b",
      """
      expected "/", "," or the end, found "b"
          f(a)b
              ^
      """),
    Case(
      "f(g(a)(b))",
      """
      expected "/", "," or ")", found "("
          f(g(a)(b))
                ^
      """),
    Case(
      "größe/(x)",
      """
      expected a name before "("
          größe/(x)
                ^
      """),
  ]

  static let indexes: [Case] = [
    Case(
      "a[1",
      """
      expected "]" to close the index
          a[1
           ^
      """),
    Case(
      "a[]",
      """
      expected an integer after "["
          a[]
            ^
      """),
    Case(
      "a[one]",
      """
      expected an integer after "["
          a[one]
            ^
      """),
    Case(
      "a[99999999999999999999]",
      """
      the index 99999999999999999999 is too large
          a[99999999999999999999]
            ^
      """),
    Case(
      "[0]",
      """
      expected a name before "["
          [0]
          ^
      """),
    Case(
      "$p[0]",
      """
      expected "/", "," or the end, found "["
          $p[0]
            ^
      """),
  ]

  static let names: [Case] = [
    Case(
      "a.",
      """
      expected a name after "."
          a.
            ^
      """),
    Case(
      "a..b",
      """
      expected a name after "."
          a..b
            ^
      """),
    Case(
      "a/.b",
      """
      expected a name before "."
          a/.b
            ^
      """),
    Case(
      "...",
      """
      expected "/", "," or the end, found "."
          ...
            ^
      """),
    Case(
      "$/a",
      """
      expected a name after "$"
          $/a
           ^
      """),
    Case(
      "a#b",
      #"""
      expected "/", "," or the end, found "#" (write "\u{23}" for the character itself)
          a#b
           ^
      """#),
    Case(
      "a/!b",
      """
      "!" may only stand at the front of a part
          a/!b
            ^
      """),
    Case(
      "!!a",
      """
      "!" may only stand at the front of a part
          !!a
           ^
      """),
    Case(
      ">a>b",
      """
      a model name and ">" may only stand at the front of a path
          >a>b
            ^
      """),
    Case(
      "a/b>c",
      """
      a model name and ">" may only stand at the front of a path
          a/b>c
             ^
      """),
    Case(
      "a@",
      """
      expected a collection operator after "@"
          a@
            ^
      """),
    Case(
      "name,\n  b c@cuont",
      """
      unknown collection operator "@cuont" (did you mean "@count"?)
            b c@cuont
               ^
      """, code: "binding.operator"),
    Case(
      "a.@everything",
      """
      unknown collection operator "@everything"
          a.@everything
            ^
      """, code: "binding.operator"),
  ]

  static let others: [Case] = [
    Case(
      #"#a\u{}"#,
      #"""
      expected hexadecimal digits after "\u{"
          #a\u{}
               ^
      """#),
    Case(
      #"#a\u{2c"#,
      #"""
      expected "}" to close the escape
          #a\u{2c
                 ^
      """#),
    Case(
      #"#a\u{d800}"#,
      #"""
      "\u{d800}" is not a Unicode character
          #a\u{d800}
            ^
      """#),
    Case(
      #"#\u{FFFFFFFFFFFFFFFFFF}"#,
      #"""
      "\u{FFFFFFFFFFFFFFFFFF}" is not a Unicode character
          #\u{FFFFFFFFFFFFFFFFFF}
           ^
      """#),
  ]

  @Test("text to message", arguments: lists + indexes + names + others)
  func message(_ example: Case) {
    let diagnostic = #expect(throws: Diagnostic.self) { try Binding.parse(example.text) }
    #expect(diagnostic?.description == example.rendered)
    #expect(diagnostic?.code == example.code)
  }

  @Test func `a place and a property print in front`() {
    let diagnostic = #expect(throws: Diagnostic.self) { try Binding.parse("f(") }
    #expect(
      diagnostic?.at(.init(file: "app.lua", line: 41)).description == """
        app.lua:41: expected ")" to close the parameter list
            f(
             ^
        """)
  }

  @Test func `a hundred parameter lists may be inside each other`() throws {
    let deepest = String(repeating: "f(", count: 100) + String(repeating: ")", count: 100)
    #expect(try Binding.parse(deepest).description == deepest)
    let diagnostic = #expect(throws: Diagnostic.self) { try Binding.parse("f(\(deepest))") }
    #expect(diagnostic?.code == "binding.limit")
    #expect(diagnostic?.message == "parameter lists are nested more than 100 levels deep")
    #expect(diagnostic?.excerpt?.range == SourceRange(201, 202))
  }

  @Test("hostile nesting is an error", arguments: ["f(", "f(f,", "!f(", "a/f(#x,"])
  func hostileNesting(_ piece: String) {
    let diagnostic = #expect(throws: Diagnostic.self) {
      try Binding.parse(String(repeating: piece, count: 5_000))
    }
    #expect(diagnostic?.code == "binding.limit")
  }

  @Test func `parentheses in a constant do not nest`() throws {
    let text = String(repeating: "(", count: 20_000) + String(repeating: ")", count: 20_000)
    #expect(try Binding.parse("#" + text).parts.map(\.kind) == [.constant(.string(text))])
  }

  @Test func `the length is limited`() throws {
    let longest = "#" + String(repeating: "a", count: 65_535)
    #expect(try Binding.parse(longest).parts.count == 1)
    let diagnostic = #expect(throws: Diagnostic.self) { try Binding.parse(longest + "a") }
    #expect(diagnostic?.description == "the binding has 65537 bytes, at most 65536 are allowed")
    #expect(diagnostic?.code == "binding.limit")
  }
}
