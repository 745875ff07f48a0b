import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitStoryboard

@Suite struct XMLDocumentTests {
  @Test func `elements and attributes have positions`() throws {
    let root = try XMLDocument.read(
      "<a>\n  <b x=\"1\"\n     y='zwölf' zz = \"3\"/>\n\tü<c/>text</a>", file: "f")
    let b = try #require(root.child("b"))
    #expect(b.position == XMLPosition(line: 2, column: 3))
    #expect(b.attributes.map(\.name) == ["x", "y", "zz"])
    #expect(b.attributes.map(\.value) == ["1", "zwölf", "3"])
    #expect(b.attributes.map(\.position.line) == [2, 3, 3])
    #expect(b.attributes.map(\.position.column) == [6, 6, 16])
    #expect(b.attributes.map(\.valuePosition.column) == [9, 9, 22])
    #expect(root.child("c")?.position == XMLPosition(line: 4, column: 3))
    #expect(root.text.hasSuffix("text"))
  }

  @Test func `lines end as in files of other systems`() throws {
    let root = try XMLDocument.read("<a\r\n b='1'\r c='2'/>", file: "f")
    #expect(root.attributes.map(\.position) == [XMLPosition(line: 2, column: 2), XMLPosition(line: 3, column: 2)])
  }

  @Test func `escapes are read`() throws {
    let root = try XMLDocument.read("<a b=\"directory&gt;/ &#65;&quot;\">x&amp;y<![CDATA[<z>]]></a>", file: "f")
    #expect(root["b"] == "directory>/ A\"")
    #expect(root.text == "x&y<z>")
  }

  static let damaged: [(String, String)] = [
    ("", "storyboard.xml: f:1:1: the XML is damaged: no element found"),
    ("text", "storyboard.xml: f:1:1: the XML is damaged: syntax error"),
    (
      "<a>\n<b>\n</a>",
      "storyboard.xml: f:3:3: the XML is damaged: mismatched tag (expected </b>, for the element that begins at 2:1)"
    ),
    (
      "<a>\n <b>",
      "storyboard.xml: f:2:5: the XML is damaged: no element found (expected </b>, for the element that begins at 2:2)"
    ),
    ("<a b=1/>", "storyboard.xml: f:1:6: the XML is damaged: not well-formed (invalid token)"),
    ("<a b=\"1\" b=\"2\"/>", "storyboard.xml: f:1:10: the XML is damaged: duplicate attribute"),
    ("<a>&lol;</a>", "storyboard.xml: f:1:4: the XML is damaged: undefined entity"),
    ("<a/><b/>", "storyboard.xml: f:1:5: the XML is damaged: junk after document element"),
  ]

  @Test(arguments: damaged) func `damaged XML has a message with line and column`(text: String, message: String) {
    #expect(problem { _ = try XMLDocument.read(text, file: "f") } == message)
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY x \"y\">]>", "<!DOCTYPE a SYSTEM \"/etc/passwd\">",
    "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>",
  ])
  func `a document type, which can define entities, is refused`(type: String) {
    let text = problem { _ = try XMLDocument.read("\n\(type)<a>&c;</a>", file: "f") }
    #expect(text.hasPrefix("storyboard.xml: f:2:"))
    #expect(text.contains(": a storyboard has no document type, which could define entities (remove the"))
  }

  @Test func `the size is bounded`() {
    func read(_ text: String, _ limits: XMLDocument.Limits) -> String {
      problem { _ = try XMLDocument.read(text, file: "f", limits: limits) }
    }
    #expect(read("<a><b/><c/></a>", .init(elements: 3)) == "no error")
    #expect(
      read("<a><b/>\n<c/></a>", .init(elements: 2)) == "storyboard.size: f:2:1: the storyboard has more than 2 elements"
    )
    #expect(read("<a><b><c/></b></a>", .init(depth: 3)) == "no error")
    #expect(
      read("<a><b><c/></b></a>", .init(depth: 2))
        == "storyboard.size: f:1:7: the elements of the storyboard are nested more than 2 deep")
  }

  @Test func `50 MB are refused without reading them as XML`() {
    let text = "<a>" + String(repeating: "<b/>", count: 50 << 18) + "</a>"
    #expect(
      problem { _ = try Storyboard(text, file: "f") }
        == "storyboard.size: f: the storyboard is larger than 16 MiB (split it into several storyboards)")
  }

  @Test func `deep elements do not exhaust the stack`() {
    let text = String(repeating: "<a>", count: 1_000_000)
    #expect(problem { _ = try XMLDocument.read(text, file: "f") }.hasPrefix("storyboard.size: f:1:601: the elements"))
  }
}
