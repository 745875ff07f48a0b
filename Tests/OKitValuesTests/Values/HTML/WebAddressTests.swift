import OKitValues
import Testing

/// The URLs that can be opened.
@Suite struct WebAddressTests {
  @Test(arguments: [
    "https://e.org/a?b#c", "https://a@e.org:80", "http://[::1]/", "https://e.org?a=\\b//", "HTTP://e.org",
    "mailto:a@e.org", "tel:+49", "/a/b", "a.html", "#top", "?q=a:b", "a/b:c",
    "ö",
  ])
  func canBeOpened(text: String) { #expect(WebAddress(text)?.text == text) }

  @Test(arguments: [
    "", "  ", "javascript:x", "JaVaScRiPt:x", " \u{1}javascript:x", "java\tscript:x", "java\nscript\r:x",
    "data:text/html,x", "https://", "https:///a", "https://?a", "https://a@", "https://:80", "https:e.org",
    "https:/e.org",
    "https:javascript:x", "//e.org", "/\\e.org", "\\\\e.org", "https://e.org\\@a", "mailto:", "tel:",
    "file:///etc/passwd", "vbscript:x", "blob:x", "about:blank", "a\u{0}b", "x-y.z+1:a", ":", "https://e.org/\u{7F}",
  ])
  func cannotBeOpened(text: String) { #expect(WebAddress(text) == nil) }

  @Test func isTrimmed() { #expect(WebAddress(" \n https://e.org/\na \u{1}")?.text == "https://e.org/a") }
}
