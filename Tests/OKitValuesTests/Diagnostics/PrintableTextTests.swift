import OKitScreen
import Testing

@Suite struct PrintableTextTests {
  @Test(
    arguments: [
      "\0", "\u{1B}", "\r", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}", "\u{61C}", "\u{180E}", "\u{200B}", "\u{200E}",
      "\u{200F}",
      "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{206F}", "\u{FEFF}",
      "\u{FFF9}",
      "\u{E0001}", "\u{E007F}",
    ] as [Unicode.Scalar] + [0xFDD0, 0xFFFE, 0xFFFF, 0x10FFFF].compactMap { Unicode.Scalar($0 as UInt32) })
  func `controls and invisible characters are escaped`(scalar: Unicode.Scalar) {
    let escape = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    #expect(PrintableText.escaped("a\(scalar)b") == "a\(escape)b")
    #expect(PrintableText.line("a\(scalar)\n\tb") == "a\(escape)\\n b")
    #expect(
      TextWidth.printable("a\(scalar)b")
        == (["\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) ? "a⏎b" : "a\(escape)b"))
  }

  @Test(arguments: ["a", "~", "ä", "e\u{301}", "👨‍👩‍👧", "❤️", "می‌خواهم", "\u{600}", "\u{A0}", "中"])
  func `texts stay as they are`(text: String) {
    #expect(PrintableText.line(text) == text)
    #expect(TextWidth.printable(text) == text)
  }

  @Test func `a quoted text is bounded`() {
    #expect(PrintableText.quoted("a\nb") == #""a\nb""#)
    #expect(PrintableText.quoted(String(repeating: "x", count: 100_000)).utf8.count < 400)
  }
}
