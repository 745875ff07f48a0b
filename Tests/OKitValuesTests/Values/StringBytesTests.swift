import OKitValues
import Testing

@Suite struct StringBytesTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "", true), ("a", "ab", false), ("aab", "ab", true), ("abc", "abc", true),
    ("abc", "bd", false), ("a\0b", "\0b", true), ("é", "\u{301}", false), ("e\u{301}", "e", true),
    (String(repeating: "ä", count: 40), "ää", true),
  ])
  func `a text contains the bytes of another one`(text: String, part: String, isContained: Bool) {
    #expect(text.containsBytes(of: part) == isContained)
  }
}
