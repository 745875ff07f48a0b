import LuaSyntax
import OKitEngine
import Testing

/// The tokens of texts that are not finished.
@Suite struct TokenTests {
  private static func texts(_ text: String) -> [String] {
    let tokens = LuaTokens(line: text)
    return tokens.all.indices.map { tokens.string($0).map { "<\($0)>" } ?? tokens.text($0) }
  }

  static let unfinished: [(text: String, tokens: [String], mistake: String?)] = [
    ("f(\"abc", ["f", "(", "<abc>"], "unfinished string"), ("x = 'a\\", ["x", "=", "<a\\>"], "unfinished string"),
    ("'a\nb = 1", ["<a>", "b", "=", "1"], "unfinished string"), ("'a\\\nb' c", ["<a\\\nb>", "c"], nil),
    ("'a\\z\n b' c", ["<a\\z\n b>", "c"], nil), ("'a\\\r\nb' c", ["<a\\\r\nb>", "c"], nil),
    ("[==[ x ]=] y", ["< x ]=] y>"], "unfinished long string or comment"), ("[[\nx]]", ["<x>"], nil),
    ("a --[[ b", ["a"], "unfinished long string or comment"), ("a --b\nc", ["a", "c"], nil),
    ("x = $ + größe", ["x", "=", "$", "+", "größe"], "unexpected symbol"),
    ("a..b ... 0x1p-4 .5 ~= //", ["a", "..", "b", "...", "0x1p-4", ".5", "~=", "//"], nil), ("", [], nil),
  ]

  @Test(arguments: unfinished) func neverStops(_ text: (text: String, tokens: [String], mistake: String?)) {
    #expect(Self.texts(text.text) == text.tokens)
    #expect(LuaTokens(line: text.text).failure?.message == text.mistake)
  }

  @Test func endsInText() {
    for text in ["f('", "f('a", "--", "x --[[ a", "[[ a"] { #expect(LuaTokens(line: text).endsInText, "\(text)") }
    for text in ["", "f", "f('a'", "f('')", "x --[[ a ]]", "-- a\n"] {
      #expect(!LuaTokens(line: text).endsInText, "\(text)")
    }
  }

  @Test func namesOfLua() {
    for text in ["a", "_", "a1", "and_"] { #expect(LuaToken.isName(text), "\(text)") }
    for text in ["", "1a", "and", "a b", "a.b", "é", "'a'"] { #expect(!LuaToken.isName(text), "\(text)") }
  }

  /// A long bracket may begin in an earlier text.
  @Test func continuesALongBracket() {
    var lexer = LuaLexer(Array("a ]] ]=] b [[".utf8), openBracket: 1)
    #expect(lexer.next()?.kind == .name)
    #expect(lexer.next()?.kind == .string(contents: SourceRange(13, 13)))
    #expect(lexer.next() == nil)
    #expect(lexer.openBracket == 0)
  }
}
