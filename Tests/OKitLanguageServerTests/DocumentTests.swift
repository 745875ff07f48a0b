import OKitEngine
import Testing

@testable import OKitLanguageServer

/// Open buffers: positions in both encodings, and incremental changes.
@Suite struct DocumentTests {
  private static let text = "aä€😀b\r\nzwei\n\nlast"

  /// Positions, and the UTF-8 offsets that they mean.
  private static let positions: [(PositionEncoding, line: Int, character: Int, offset: Int)] = [
    (.utf16, 0, 0, 0), (.utf16, 0, 1, 1), (.utf16, 0, 2, 3), (.utf16, 0, 3, 6), (.utf16, 0, 4, 6), (.utf16, 0, 5, 10),
    (.utf16, 0, 6, 11), (.utf16, 0, 99, 11), (.utf16, 1, 0, 13), (.utf16, 1, 4, 17), (.utf16, 2, 0, 18),
    (.utf16, 2, 7, 18), (.utf16, 3, 4, 23), (.utf16, 9, 0, 23), (.utf16, -1, 5, 0), (.utf16, 1, -5, 13),
    (.utf8, 0, 1, 1), (.utf8, 0, 2, 1), (.utf8, 0, 3, 3), (.utf8, 0, 7, 6), (.utf8, 0, 10, 10), (.utf8, 0, 11, 11),
    (.utf8, 1, 2, 15),
  ]

  @Test(arguments: positions) func offsets(_ encoding: PositionEncoding, _ line: Int, _ character: Int, _ offset: Int) {
    let text = DocumentText(Self.text, encoding)
    #expect(text.offset(of: Position(line: line, character: character)) == offset)
  }

  @Test func positionsOfOffsets() {
    for encoding in [PositionEncoding.utf8, .utf16] {
      let text = DocumentText(Self.text, encoding)
      for scalar in [0, 1, 3, 6, 10, 11, 13, 17, 18, 19, 23] {
        #expect(text.offset(of: text.position(of: scalar)) == scalar)
      }
      #expect(text.position(of: -1) == Position(line: 0, character: 0))
      #expect(text.position(of: 1000) == Position(line: 3, character: 4))
    }
    #expect(DocumentText(Self.text, .utf16).position(of: 10) == Position(line: 0, character: 5))
  }

  /// A client that sends a byte order mark counts it in the first line.
  @Test func byteOrderMarks() {
    for (encoding, mark) in [(PositionEncoding.utf16, 1), (.utf8, 3)] {
      var text = DocumentText("\u{FEFF}ab\ncd", encoding)
      #expect(text.string == "ab\ncd" && text.lineText(0) == "ab")
      #expect(text.offset(of: Position(line: 0, character: 0)) == 0)
      #expect(text.offset(of: Position(line: 0, character: mark + 1)) == 1)
      #expect(text.offset(of: Position(line: 1, character: 1)) == 4)
      #expect(text.position(of: 1) == Position(line: 0, character: mark + 1))
      #expect(text.position(of: 4) == Position(line: 1, character: 1))
      #expect(text.position(line: 0, column: 2) == Position(line: 0, character: mark + 1))
      text.replace(from: Position(line: 0, character: mark), to: Position(line: 0, character: mark + 1), with: "x")
      #expect(text.string == "xb\ncd" && text.position(of: 0) == Position(line: 0, character: mark))
      text.replace(from: Position(line: 0, character: 0), to: Position(line: 0, character: mark), with: "")
      #expect(text.string == "xb\ncd" && text.position(of: 0) == Position(line: 0, character: 0))
      text.replace(from: Position(line: 0, character: 0), to: Position(line: 0, character: 0), with: "\u{FEFF}y")
      #expect(text.string == "yxb\ncd" && text.position(of: 1) == Position(line: 0, character: mark + 1))
    }
  }

  /// Random changes give the same lines as reading the changed text again.
  @Test func changesKeepLines() {
    var generator = SystemRandomNumberGenerator()
    let pieces = ["", "a", "ä", "\n", "\r", "\r\n", "😀", "one\ntwo\r\nthree", "\r\r\n\n"]
    for _ in 0..<200 {
      var text = DocumentText("first\r\nsecond\n😀\rlast", .utf16)
      for _ in 0..<10 {
        let ends = (0..<2).map { _ in
          Position(line: .random(in: -1...6, using: &generator), character: .random(in: -1...8, using: &generator))
        }
        text.replace(from: ends[0], to: ends[1], with: pieces.randomElement(using: &generator) ?? "")
        let again = DocumentText(text.string, .utf16)
        #expect(again.bytes == text.bytes)
        #expect((0...12).map(again.line).map(Array.init) == (0...12).map(text.line).map(Array.init), "\(text.bytes)")
      }
    }
  }

  @Test(
    arguments: [
      ("file:///tmp/a%20b%C3%A4.lua", "/tmp/a bä.lua"), ("file://localhost/tmp/x.lua", "/tmp/x.lua"),
      ("FILE:///x", "/x"), ("file:///a%zzb", "/a%zzb"), ("file:///a?q#f", "/a"),
      ("untitled:Untitled-1", nil), ("file://host/x", nil), ("file:///a%00", nil), ("file://", nil), ("", nil),
    ] as [(String, String?)]) func paths(_ uri: String, _ path: String?)
  { #expect(DocumentURI.path(uri) == path) }

  @Test func urisOfPaths() {
    let path = "/tmp/a b/ä%#?.lua"
    #expect(DocumentURI.uri(path) == "file:///tmp/a%20b/%C3%A4%25%23%3F.lua")
    #expect(DocumentURI.path(DocumentURI.uri(path)) == path)
  }
}
