import Foundation
import OKitStorage
import OKitTestSupport
import Testing

@testable import OKitExchange

/// The encodings of files that are imported.
@Suite struct ImportedTextTests {
  /// A text in an encoding.
  private static func bytes(_ text: String, _ encoding: String) -> [UInt8] {
    switch encoding {
    case "utf-16le": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case "utf-16be": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case "utf-32le": text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xFF) } }
    case "utf-32be": bytes(text, "utf-32le").indices.map { bytes(text, "utf-32le")[$0 ^ 3] }
    case "windows-1252":
      text.unicodeScalars.map { scalar in
        if scalar.value < 0x80 { return UInt8(scalar.value) }
        return UInt8(0x80 + (TextEncoding.characters.firstIndex(of: UInt16(scalar.value)) ?? 0))
      }
    default: Array(text.utf8)
    }
  }

  /// Reads a file. - Returns: its text, and the message of the note.
  private func read(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) throws -> (text: String, note: String?) {
    let folder = try TestFolder()
    let path = "\(folder.path)/f"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = try MappedFile(importing: path, limit: 1 << 20, limitHint: nil)
    let text = try ImportedText(file, path: "f", encoding: encoding)
    return (String(decoding: text.bytes, as: UTF8.self), text.note?.description)
  }

  private static let sample = "Größe;Preis €\nMüller – „Straße“;1,5\nŽižek 🎬;2\n"

  @Test(arguments: ["utf-16le", "utf-16be", "utf-32le", "utf-32be"])
  func `UTF-16 and UTF-32 are detected with and without a mark`(name: String) throws {
    let note = "f: note: the file is not UTF-8; it is read as \(name) (save it as UTF-8 if it has another one)"
    for text in ["\u{FEFF}" + Self.sample, Self.sample] {
      let found = try read(Self.bytes(text, name))
      #expect(found.text == Self.sample)
      #expect(found.note == note)
      let named = try read(Self.bytes(text, name), TextEncoding(named: name.uppercased()))
      #expect(named.text == Self.sample)
      #expect(named.note == nil)
    }
    let family = try #require(TextEncoding(named: String(name.dropLast(2))))
    #expect(try read(Self.bytes("\u{FEFF}" + Self.sample, name), family).text == Self.sample)
  }

  @Test func `Windows-1252 is detected`() throws {
    let text = "Größe;Preis €\nMüller – „Straße“;1,5\n"
    let found = try read(Self.bytes(text, "windows-1252"))
    #expect(found.text == text)
    #expect(found.note?.contains("it is read as windows-1252") == true)
    #expect(try read(Self.bytes(text, "windows-1252"), .windows1252).note == nil)
    #expect(try read([0x61, 0xE4, 0x0A], .latin1).text == "a\u{E4}\n")
  }

  @Test func `UTF-8 has no note, also when it is damaged`() throws {
    for bytes in [Array(Self.sample.utf8), Array("plain".utf8), Array(Self.sample.utf8) + [0xFC], []] {
      let found = try read(bytes)
      #expect(found.note == nil)
      #expect(found.text == String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: [
    ("utf-16le", "f: the file is utf-16le, and not UTF-8 (convert it: iconv -f utf-16le -t utf-8)"),
    ("windows-1252", "f: the file is windows-1252, and not UTF-8 (convert it: iconv -f windows-1252 -t utf-8)"),
    ("damaged", "f:3:1: the file is not valid UTF-8"),
  ])
  func `what has to be UTF-8 names its encoding`(name: String, message: String) {
    let bytes = name == "damaged" ? Array("äö\nü\n".utf8) + [0xFF] : Self.bytes("Größe – „Straße“\n", name)
    let failure = bytes.withUnsafeBufferPointer { UTF8Text.failure($0, file: "f") }
    #expect(failure.description == message)
  }

  @Test func `a mistake says how to name another encoding`() {
    #expect {
      try read([0x61, 0, 0x62], .utf16)
    } throws: {
      ($0 as? Diagnostic)?.hint == """
        save it as UTF-8, or in another encoding that is found: utf-8, utf-16, \
        utf-16le, utf-16be, utf-32, utf-32le, utf-32be, windows-1252 or iso-8859-1
        """
    }
  }

  static let mistakes: [([UInt8], TextEncoding, String)] = [
    ([0x61, 0x0A, 0x62, 0x81], .windows1252, "f:2:2: the byte 0x81 is not a character in windows-1252"),
    ([0x61, 0, 0x62], .utf16, "f:1:2: half of a character at the end of the file in utf-16"),
    ([0x61, 0, 0x0A, 0, 0x3D, 0xD8, 0x62, 0], .utf16LittleEndian, "f:2:1: 0xD83D is half of a character in utf-16le"),
    ([0x61, 0, 0, 0, 0, 0, 0x11, 0], .utf32LittleEndian, "f:1:2: 0x110000 is not a character in utf-32le"),
    (
      [0xFF, 0xFE, 0x61, 0], .utf16BigEndian,
      "f: the file begins with the byte order mark of utf-16le, and not of utf-16be"
    ),
    (
      [0xEF, 0xBB, 0xBF, 0x61], .windows1252,
      "f: the file begins with the byte order mark of utf-8, and not of windows-1252"
    ),
  ]

  @Test(arguments: mistakes) func rejects(_ bytes: [UInt8], _ encoding: TextEncoding, _ message: String) throws {
    #expect { try read(bytes, encoding) } throws: {
      ($0 as? Diagnostic)?.code == "file.encoding" && "\($0)".hasPrefix(message)
    }
  }
}
