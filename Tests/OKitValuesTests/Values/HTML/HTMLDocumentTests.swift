import OKitValues
import Testing

/// The HTML and the text that a web cell shows of a page.
@Suite struct HTMLDocumentTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("a  b\n\tc", "a b c"), ("a<br>b<br><br><br>c", "a\nb\n\nc"),
      ("<p>a<p>b", "a\n\nb"), ("<div>a</div><div>b</div>", "a\nb"), ("a<b>b</b> <i>c</i>d", "ab cd"),
      ("<h1>T</h1>x", "T\n\nx"), ("<ul><li>a<li>b</ul>c", "• a\n• b\nc"),
      ("<ol start=3><li>a</li><li>b</li></ol>", "3. a\n4. b"),
      ("<ul><li>a<ul><li>b</ul><li>c</ul>", "• a\n  • b\n• c"), ("<ul><li><p>a</p></li></ul>", "• a"),
      ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "a | b\nc | d"),
      ("<pre>a\n  b</pre>c", "a\n  b\n\nc"), ("a<hr>b", "a\n———\nb"), ("<img src=x alt=Logo> b", "[Logo] b"),
      ("<a href=https://e.org>x</a>y", "x (https://e.org)y"),
      ("<a href=https://e.org>https://e.org</a>", "https://e.org"),
      ("<a href=mailto:a@e.org>a@e.org</a>", "a@e.org"), ("<a href='https://e.org'></a>", "https://e.org"),
      ("<a href=javascript:x>y</a>", "y"), ("<a href=/a>b<a href=/c>d", "b (/a)d (/c)"),
      ("<title>t</title><style>s</style><script>x</script>y<!-- z -->", "y"), ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
      ("<unknown>x</unknown>", "x"), ("<object><p>a<object></object></object>b", "b"), ("<svg/>a", "a"), ("", ""),
    ] as [(String, String)])
  func hasTheText(source: String, text: String) { #expect(HTMLDocument(source).text == text) }

  @Test(
    arguments: [
      ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&euro;&hellip;&nbsp;&Ouml;", "€…\u{A0}Ö"),
      ("&#8364;&#x20ac;&#X20AC", "€€€"),
      ("&#128;&#0;&#xD800;&#x110000;&#99999999999999999999;", "€\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("&copy 2020 &ampx &notit;", "© 2020 &x ¬it;"), ("&;&#;&#x;&nosuch;&", "&;&#;&#x;&nosuch;&"),
      ("<a href='/a?b=1&copy=2'>x</a>", "x (/a?b=1&copy=2)"), ("a\0b", "a\u{FFFD}b"),
    ] as [(String, String)])
  func decodesReferences(source: String, text: String) { #expect(HTMLDocument(source).text == text) }

  @Test(
    arguments: [
      ("<p onclick='x()' style='y' class=z title='a\"b'>c", "<p title=\"a&quot;b\">c</p>"),
      ("<script>alert(1)</script >a<SCRIPT src=//x></SCRIPT>", "a"),
      ("<scr<script>ipt>alert(1)</script>", "ipt&gt;alert(1)"),
      ("<img src=x onerror=alert(1)>", "<img src=\"x\">"), ("<iframe src=//x></iframe>a", "a"),
      ("<a href='javascript:alert(1)'>x</a>", "<a>x</a>"), ("<a href=' java\nscript:alert(1)'>x</a>", "<a>x</a>"),
      ("<a href='&#1;javascript&colon;alert(1)'>x</a>", "<a>x</a>"), ("<a href='data:text/html,x'>x</a>", "<a>x</a>"),
      ("<a href='vbscript:x'>x</a>", "<a>x</a>"), ("<img src='data:image/svg+xml,x'>", "<img>"),
      ("<a href=HTTPS://e.org/>x</a>", "<a href=\"HTTPS://e.org/\">x</a>"), ("<form action=x><input>a</form>", "a"),
      ("<svg onload=alert(1)><script>x</script></svg>a", "a"), ("<math><mi href=javascript:x>a</mi></math>b", "b"),
      ("<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<img src=\"x\">&#39;&gt;"),
      ("<b><i>a</b>c", "<b><i>a</i></b>c"), ("</b></p>a", "a"), ("a<b", "a"), ("<b title='a", ""),
      ("<td colspan=2 rowspan=x>a", "<td colspan=\"2\">a</td>"),
      ("<base href=//x><meta http-equiv=refresh content='0;x'><link rel=stylesheet>a", "a"),
    ] as [(String, String)])
  func isSafe(source: String, html: String) {
    #expect(HTMLDocument(source).html == html.replacing("&#39;", with: "'"))
  }

  @Test func boundsTheDepth() {
    let source = String(repeating: "<div>", count: 100_000) + "x" + String(repeating: "</div>", count: 100_000) + "<p>y"
    let document = HTMLDocument(source)
    #expect(document.text == "x\n\ny")
    #expect(document.html.utf8.count < 1000)
    #expect(HTMLDocument(document.html) == document)
  }

  /// Each of these would take hours if what never ends were looked for again and again.
  @Test(
    arguments: [
      "<!--", "<a href='", "<script>", "<b", "&#x1", "&amp", "<", "</", "<p>", "<li>", "<br>", "<a href=x>", "<ol><li>",
      "<table><td>", "<svg>", "\0", "<b a=1", "--!", "<pre>\n",
    ])
  func readsLongTextsInLinearTime(part: String) {
    let source = String(repeating: part, count: 100_000 / part.utf8.count)
    let document = HTMLDocument(source)
    #expect(document.html.utf8.count < 10 * source.utf8.count)
    #expect(document.text.utf8.count < 10 * source.utf8.count)
  }

  @Test func readsAMegabyte() {
    let paragraph = Array("<p>a &amp; <b>b</b>".utf8) + [UInt8](repeating: 0xFF, count: 10_000)
    let source = [[UInt8]](repeating: paragraph, count: 100).flatMap(\.self)
    #expect(source.count > 900_000)
    let document = HTMLDocument(source)
    #expect(document.text.hasPrefix("a & b"))
  }

  @Test func repairsBrokenUTF8() {
    #expect(HTMLDocument([0x61, 0xFF, 0xC3, 0x3C, 0x62, 0x3E, 0x62]).text == "a\u{FFFD}\u{FFFD}b")
  }
}
