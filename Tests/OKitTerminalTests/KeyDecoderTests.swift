import OKitTerminal
import Testing

@Suite struct KeyDecoderTests {
  private static func keys(_ parts: [String]) -> [TerminalKey] {
    var decoder = KeyDecoder()
    return parts.flatMap { part in part.utf8.flatMap { decoder.feed($0) } }
  }

  private static let cases: [(String, [TerminalKey])] = [
    ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
    ("\u{1B}[Z\t", [.backTab, .tab]), ("\u{1B}[1;5C", [.wordRight]), ("日é", [.character("日"), .character("é")]),
    ("\u{1A}\u{3}", [.suspend, .interrupt]),
    ("\u{1B}[200~a\nb\u{1B}[31m\u{1B}[201~x", [.paste("a\nb\u{1B}[31m"), .character("x")]),
    ("\u{1B}[<0;12;3M\u{1B}[<0;12;3m", [.mouse(MouseEvent(.press, column: 11, row: 2))]),
    ("\u{1B}[<2;1;1M", [.mouse(MouseEvent(.secondaryPress, column: 0, row: 0))]),
    (
      "\u{1B}[<64;5;6M\u{1B}[<65;5;6M",
      [.mouse(MouseEvent(.wheelUp, column: 4, row: 5)), .mouse(MouseEvent(.wheelDown, column: 4, row: 5))]
    ),
    // A movement, and texts that are no events.
    ("\u{1B}[<35;5;6M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<;;M\u{1B}[<0;1;1Aq", [.character("q")]),
    ("\u{1B}[99~\u{1B}[?1;2cq", [.character("q")]),
  ]

  @Test(arguments: cases)
  func `reads keys, however their sequences are split`(_ text: String, _ expected: [TerminalKey]) {
    #expect(Self.keys([text]) == expected)
    let bytes = Array(text.utf8)
    for split in bytes.indices {
      var decoder = KeyDecoder()
      let keys = bytes[..<split].flatMap { decoder.feed($0) } + bytes[split...].flatMap { decoder.feed($0) }
      #expect(keys == expected, "\(split)")
    }
  }

  @Test func `Esc is a key of its own unless a sequence follows`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(0x1B) == [])
    #expect(decoder.mayBeEscape)
    #expect(decoder.endEscape() == .escape)
    #expect(!decoder.mayBeEscape)
    _ = decoder.feed(0x1B)
    #expect(decoder.feed(UInt8(ascii: "[")) == [])
    #expect(!decoder.mayBeEscape)
    #expect(decoder.feed(UInt8(ascii: "B")) == [.down])
  }

  @Test func `without Alt, Esc is a key of its own before any other key`() {
    var decoder = KeyDecoder(hasAlt: false)
    let keys = "\u{1B}q\u{1B}\u{1B}[A\u{1B}é".utf8.flatMap { decoder.feed($0) }
    #expect(keys == [.escape, .character("q"), .escape, .up, .escape, .character("é")])
  }

  @Test func `a paste is cut at its limit`() {
    let long = String(repeating: "a", count: KeyDecoder.maximumPaste + 50)
    let keys = Self.keys(["\u{1B}[200~", long, "\u{1B}[201~", "b"])
    #expect(keys.count == 2)
    guard case .paste(let text)? = keys.first else { return #expect(Bool(false), "no paste") }
    #expect(text == String(repeating: "a", count: KeyDecoder.maximumPaste))
    #expect(keys.last == .character("b"))
  }

  @Test func `a paste into a line has no line breaks and no control characters`() {
    var line = LineBuffer("x")
    line.edit(.paste("a\tb\r\nc\u{1B}[31m\n"))
    #expect(line.text == "xa b c[31m")
    var text = LineBuffer()
    text.edit(.paste("a\r\nb\u{7}"), isMultiline: true)
    #expect(text.text == "a\nb")
    let moves = [text.moveLine(by: -1), text.moveLine(by: -1)]
    #expect(moves == [true, false])
    text.edit(.character("!"))
    #expect(text.text == "a!\nb")
  }

  @Test func `a combining mark that is pasted joins the character before it`() {
    var line = LineBuffer("e")
    line.edit(.paste("\u{301}a"))
    #expect(line.text == "e\u{301}a")
    #expect(line.cursor == 2)
  }
}
