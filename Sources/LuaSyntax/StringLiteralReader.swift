/// Reads the value of a string from its token.
struct StringLiteralReader {
  private let bytes: [UInt8]
  private var position: Int

  /// - Throws: `lua.syntax` for an invalid escape.
  static func literal(
    _ bytes: [UInt8], _ range: SourceRange, contents: SourceRange
  ) throws(Diagnostic) -> LuaSyntax.StringLiteral {
    var reader = StringLiteralReader(bytes: bytes, position: contents.lower)
    return try reader.literal(range, contents)
  }

  private mutating func literal(
    _ range: SourceRange, _ contents: SourceRange
  ) throws(Diagnostic) -> LuaSyntax.StringLiteral {
    var value: [UInt8] = []
    var runs: [LuaSyntax.StringLiteral.Run] = [.init(value: 0, source: contents.lower)]
    let isLong = at(range.lower) == UInt8(ascii: "[")
    while position < contents.upper {
      let escape = isLong ? nil : bytes[position..<contents.upper].firstIndex(of: UInt8(ascii: "\\"))
      value += bytes[position..<(escape ?? contents.upper)]
      position = escape ?? contents.upper
      guard escape != nil else { break }
      runs.append(.init(value: value.count, source: position))
      value += try self.escape()
      runs.append(.init(value: value.count, source: position))
    }
    return LuaSyntax.StringLiteral(
      value: String(decoding: value, as: UTF8.self), range: range, runs: runs, end: contents.upper)
  }

  private func at(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11,
    UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "\""): 0x22,
    UInt8(ascii: "'"): 0x27,
  ]

  /// Reads an escape from its backslash on, and returns the bytes that it stands for.
  private mutating func escape() throws(Diagnostic) -> [UInt8] {
    let start = position
    position += 2
    let byte = at(start + 1)
    if let single = Self.escapes[byte] { return [single] }
    switch byte {
    case 0x0A, 0x0D:
      // A line break may be two bytes.
      if [0x0A, 0x0D].contains(at(position)), at(position) != byte { position += 1 }
      return [0x0A]
    case UInt8(ascii: "z"):
      while (0x09...0x0D).contains(at(position)) || at(position) == 0x20 { position += 1 }
      return []
    case UInt8(ascii: "x"):
      guard let value = UInt8(digits(2), radix: 16) else { throw invalid(start) }
      return [value]
    case UInt8(ascii: "u"):
      guard let close = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: "}")),
        at(position) == UInt8(ascii: "{"), at(position + 1) != UInt8(ascii: "+"),
        let code = UInt32(String(decoding: bytes[(position + 1)..<close], as: UTF8.self), radix: 16), code < 1 << 31
      else { throw invalid(start) }
      position = close + 1
      return Self.utf8(code)
    case 0x30...0x39:
      position -= 1
      var count = 1
      while count < 3, (0x30...0x39).contains(at(position + count)) { count += 1 }
      guard let value = UInt8(digits(count)) else { throw invalid(start) }
      return [value]
    default: throw invalid(start)
    }
  }

  /// The bytes of a number up to 2³¹ − 1 in the original form of UTF-8, which Lua writes.
  private static func utf8(_ code: UInt32) -> [UInt8] {
    guard code >= 0x80 else { return [UInt8(code)] }
    var (rest, largest, tail) = (code, UInt32(0x3F), [UInt8]())
    repeat {
      tail.append(UInt8(0x80 | rest & 0x3F))
      (rest, largest) = (rest >> 6, largest >> 1)
    } while rest > largest
    return [UInt8(truncatingIfNeeded: ~largest << 1 | rest)] + tail.reversed()
  }

  private func invalid(_ offset: Int) -> Diagnostic { LuaSyntax.failure("invalid escape sequence", at: offset) }

  private mutating func digits(_ count: Int) -> String {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }
}
