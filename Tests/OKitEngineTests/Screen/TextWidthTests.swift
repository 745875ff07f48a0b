import Testing

@testable import OKitEngine

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("ﾊ", 1), ("→", 1), ("㌀", 2), ("中", 2), ("한", 2), ("か", 2), ("Ａ", 2), ("｠", 2),
    ("￠", 2), ("𠀀", 2), ("\u{2FFFD}", 2), ("\u{303F}", 1), ("\u{2329}", 2), ("\u{232B}", 1), ("👍", 2), ("👩‍👧", 2),
    ("🇩🇪", 2),
    ("❤️", 2), ("\u{200B}", 0), ("\u{301}", 0), ("", 0),
  ])
  func columns(text: String, width: Int) { #expect(TextWidth.columns(text) == width) }
}
