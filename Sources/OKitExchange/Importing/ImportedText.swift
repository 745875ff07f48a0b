/// The text of a file that is imported, in UTF-8.
package final class ImportedText {
  /// The text; the place of a problem is an offset here.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// A note about an encoding that the file has and nobody has named; nil for UTF-8.
  package let note: Diagnostic?
  private let file: MappedFile
  private let decoded: UnsafeMutableBufferPointer<UInt8>?

  /// - Parameters:
  ///   - path: The file as the command line names it.
  ///   - encoding: The encoding that a person has named; nil to detect it.
  /// - Throws: `file.encoding` for bytes that are not text in the encoding.
  package init(_ file: MappedFile, path: String, encoding: TextEncoding?) throws {
    self.file = file
    let mark = TextEncoding.mark(of: file.bytes)
    if let encoding, let mark, !encoding.permits(markOf: mark.encoding) {
      throw Diagnostic(
        "file.encoding",
        "the file begins with the byte order mark of \(mark.encoding.rawValue), and not of \(encoding.rawValue)",
        place: Diagnostic.Place(file: path), hint: "\(HintPhrase.noEncoding)")
    }
    let found = encoding ?? TextEncoding.detected(in: file.bytes)
    note =
      encoding != nil || found == .utf8
      ? nil
      : Diagnostic(
        "file.encoding", "the file is not UTF-8; it is read as \(found.rawValue)", severity: .note,
        place: Diagnostic.Place(file: path), hint: "\(HintPhrase.otherEncoding)")
    guard found != .utf8 else {
      (bytes, decoded) = (file.bytes, nil)
      return
    }
    let content = UnsafeBufferPointer(rebasing: file.bytes.dropFirst(mark?.count ?? 0))
    var decoder = TextDecoder(content, mark?.encoding ?? found)
    let text = decoder.decode()
    if let problem = decoder.problem {
      let place = text.withUnsafeBufferPointer { LineLocator($0, file: path).place($0.count) }
      throw Diagnostic(
        "file.encoding", problem, place: place,
        hint: "\(HintPhrase.encodings)\(TextEncoding.list)")
    }
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = buffer.initialize(from: text)
    (bytes, decoded) = (UnsafeBufferPointer(buffer), buffer)
  }

  deinit { decoded?.deallocate() }
}

/// Converts a text from another encoding to UTF-8.
private struct TextDecoder {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let encoding: TextEncoding
  private var text: [UInt8] = []
  /// Why a part of the text cannot be decoded; nil as long as everything can.
  private(set) var problem: String?

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding) {
    (self.bytes, self.encoding) = (bytes, encoding)
  }

  /// Returns the text up to its end, or to the first problem.
  mutating func decode() -> [UInt8] {
    text.reserveCapacity(bytes.count)
    switch encoding {
    case .utf8: text += bytes
    case .windows1252: decodeBytes { TextEncoding.characters[Int($0 - 0x80)] }
    case .latin1: decodeBytes { UInt16($0) }
    default: decodeUnits()
    }
    return text
  }

  private mutating func decodeBytes(_ character: (UInt8) -> UInt16) {
    for byte in bytes {
      guard byte >= 0x80 else {
        text.append(byte)
        continue
      }
      guard let scalar = Unicode.Scalar(character(byte)), scalar.value != 0 else {
        problem = "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not a character in \(encoding.rawValue)"
        return
      }
      text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  private mutating func decodeUnits() {
    let size = encoding.unitSize
    var index = 0
    while index + size <= bytes.count {
      var value = encoding.unit(bytes, index)
      index += size
      if size == 2, value & 0xFC00 == 0xD800, index + size <= bytes.count,
        case let low = encoding.unit(bytes, index), low & 0xFC00 == 0xDC00
      {
        value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
        index += size
      }
      guard let scalar = Unicode.Scalar(value) else {
        let number = "0x" + String(value, radix: 16, uppercase: true)
        problem = "\(number) is \(size == 2 ? "half of" : "not") a character in \(encoding.rawValue)"
        return
      }
      if value < 0x80 {
        text.append(UInt8(value))
      } else {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    if index < bytes.count { problem = "half of a character at the end of the file in \(encoding.rawValue)" }
  }
}
