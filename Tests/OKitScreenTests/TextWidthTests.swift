import OKitScreen
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("ﾊ", 1), ("→", 1), ("㌀", 2), ("中", 2), ("한", 2), ("か", 2), ("Ａ", 2), ("｠", 2),
    ("￠", 2), ("𠀀", 2), ("\u{2FFFD}", 2), ("\u{303F}", 1), ("\u{2329}", 2), ("\u{232B}", 1), ("👍", 2), ("👩‍👧", 2),
    ("🇩🇪", 2),
    ("❤️", 2), ("\u{200B}", 0), ("\u{301}", 0), ("", 0),
  ])
  func columns(text: String, width: Int) { #expect(TextWidth.columns(text) == width) }

  /// Every text has the columns of its characters, also where they need not be found: each scalar alone, and before a
  /// mark.
  @Test func `columns are those of the characters`() {
    for value in UInt32(0)..<0x2600 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in [String(scalar), "a\(scalar)", "\(scalar)\u{301}", "\(scalar)\u{FE0F}b", "\(scalar)\r\n\(scalar)"] {
        let expected = text.reduce(0) { $0 + TextWidth.columns($1) }
        #expect(TextWidth.columns(text) == expected, "U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(arguments: [
    ("abc def", 3, ["abc", "def"]), ("abcdef", 3, ["abc", "def"]), ("abcde\u{301}f", 5, ["abcde\u{301}", "f"]),
    ("abe\u{301}cd", 3, ["abe\u{301}", "cd"]), ("ab中c", 3, ["ab", "中c"]), ("ab cd ef", 5, ["ab cd", "ef"]),
    ("a abcdefgh b", 6, ["a abcd", "efgh b"]), ("ab abcdef", 6, ["ab", "abcdef"]), ("a  b", 2, ["a ", "b"]),
    ("", 3, [""]), ("中中", 1, ["中", "中"]),
  ])
  func `lines have whole characters, however they are measured`(text: String, width: Int, lines: [String]) {
    #expect(TextWidth.wrapped(text, to: width) == lines)
  }
}
