/// Splits a script, which may be unfinished, into tokens. A mistake is noted and does not end the text.
package struct LuaLexer: IteratorProtocol {
  private let bytes: [UInt8]
  private let keywords = LuaToken.keywordWords
  private let keywordLengths = LuaToken.keywordLengths
  private var position: Int
  /// The first mistake: a string or comment that is not closed, or a character that Lua does not have.
  package private(set) var failure: Diagnostic?
  /// The number of equals signs in the long bracket that is not closed at the end of the text; nil for none.
  package private(set) var openBracket: Int?

  /// - Parameters:
  ///   - start: The offset of the first byte.
  ///   - openBracket: The number of equals signs in a long bracket that was opened before the text.
  package init(_ bytes: [UInt8], from start: Int = 0, openBracket: Int? = nil) {
    (self.bytes, position) = (bytes, start)
    if let openBracket { _ = skipLong(openBracket) }
  }

  /// Returns the next token or comment; nil after the last one.
  package mutating func next() -> LuaToken? {
    while Self.isSpace(at(position)) { position += 1 }
    let start = position
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    if Self.isNamePart(byte), !Self.isDigit(byte) { return name() }
    if Self.isDigit(byte) || (byte == UInt8(ascii: ".") && Self.isDigit(at(position + 1))) {
      skipNumber()
      return token(.number, start)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return shortString(byte) }
    if byte == UInt8(ascii: "-"), at(position + 1) == byte {
      position += 2
      let contents = longBracket().map { long($0) } ?? restOfLine()
      return token(.comment(contents: contents), start)
    }
    guard let level = longBracket() else { return symbol(byte) }
    let contents = long(level)
    return token(.string(contents: contents), start)
  }

  private func token(_ kind: LuaToken.Kind, _ start: Int) -> LuaToken {
    LuaToken(kind: kind, range: SourceRange(start, position))
  }

  private func at(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func fail(_ message: String, at offset: Int) {
    if failure == nil { failure = LuaSyntax.failure(message, at: offset) }
  }

  private func follows(_ text: String) -> Bool {
    position + text.utf8.count <= bytes.count
      && bytes[position..<(position + text.utf8.count)].elementsEqual(text.utf8)
  }

  // MARK: Names, numbers and symbols

  /// A letter that Lua does not have is a mistake in a name.
  private mutating func name() -> LuaToken {
    let start = position
    while Self.isNamePart(at(position)) {
      if bytes[position] >= 0x80 { fail("unexpected symbol", at: position) }
      position += 1
    }
    let length = position - start
    guard length <= 8, keywordLengths[Int(bytes[start])] & (1 << length) != 0 else { return token(.name, start) }
    let word = LuaToken.Word(bytes[start..<position])
    return token(keywords.contains(word) ? .keyword(word) : .name, start)
  }

  private mutating func symbol(_ byte: UInt8) -> LuaToken {
    let start = position
    let length = Self.symbolLength(byte, at(start + 1), at(start + 2))
    if length == nil { fail("unexpected symbol", at: start) }
    position += length ?? 1
    return token(.symbol(LuaToken.Word(bytes[start..<position])), start)
  }

  /// The number of bytes of the symbol that begins with three bytes; nil for none.
  private static func symbolLength(_ byte: UInt8, _ next: UInt8, _ third: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "."): next != byte ? 1 : third != byte ? 2 : 3
    case UInt8(ascii: "<"), UInt8(ascii: ">"): next == byte || next == UInt8(ascii: "=") ? 2 : 1
    case UInt8(ascii: "/"), UInt8(ascii: ":"): next == byte ? 2 : 1
    case UInt8(ascii: "="), UInt8(ascii: "~"): next == UInt8(ascii: "=") ? 2 : 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "^"),
      UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ";"),
      UInt8(ascii: ","):
      1
    default: nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func restOfLine() -> SourceRange {
    let start = position
    while position < bytes.count, !Self.isLineBreak(bytes[position]) { position += 1 }
    return SourceRange(start, position)
  }

  private mutating func skipNumber() {
    let isHexadecimal = at(position) == 0x30 && (at(position + 1) | 0x20) == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    while position < bytes.count {
      let byte = bytes[position]
      if byte | 0x20 == exponent, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(at(position + 1)) {
        position += 2
      } else if byte == UInt8(ascii: ".") || Self.isNamePart(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  // MARK: Strings

  /// The number of equals signs in the long bracket at the position; nil without one.
  private func longBracket() -> Int? {
    guard at(position) == UInt8(ascii: "[") else { return nil }
    var end = position + 1
    while at(end) == UInt8(ascii: "=") { end += 1 }
    return at(end) == UInt8(ascii: "[") ? end - position - 1 : nil
  }

  /// Skips a long bracket and returns its contents. The first line break is not a part of them.
  private mutating func long(_ level: Int) -> SourceRange {
    let start = position
    position += level + 2
    if at(position) == 0x0D, at(position + 1) == 0x0A { position += 2 } else if at(position) == 0x0A { position += 1 }
    let first = position
    let end = skipLong(level)
    if openBracket != nil { fail("unfinished long string or comment", at: start) }
    return SourceRange(first, end)
  }

  /// Skips to the end of the long bracket that is open, and returns the end of its contents.
  private mutating func skipLong(_ level: Int) -> Int {
    let closing = "]" + String(repeating: "=", count: level) + "]"
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "]"), follows(closing) {
        defer { position += level + 2 }
        return position
      }
      position += 1
    }
    openBracket = level
    return position
  }

  private mutating func shortString(_ quote: UInt8) -> LuaToken {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != quote, !Self.isLineBreak(bytes[position]) {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      let (escaped, next) = (at(position + 1), at(position + 2))
      position += 2
      if escaped == UInt8(ascii: "z") {
        while Self.isSpace(at(position)) { position += 1 }
      } else if Self.isLineBreak(escaped), Self.isLineBreak(next), next != escaped {
        position += 1
      }
    }
    position = min(position, bytes.count)
    let end = position
    if at(position) == quote { position += 1 } else { fail("unfinished string", at: start) }
    return token(.string(contents: SourceRange(start + 1, end)), start)
  }
}
