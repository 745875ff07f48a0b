import OKitEngine

/// Splits a script into tokens and comments.
struct LuaLexer {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var comments: [LuaSyntax.Comment] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    // The first line of a program may name its interpreter.
    if at(0) == UInt8(ascii: "#") { skipLine() }
  }

  /// Returns all tokens, the last of which is the end.
  ///
  /// - Throws: `lua.syntax` for a string or comment that does not end, an invalid escape, or a sign that Lua does not
  ///   have.
  mutating func tokens() throws(Diagnostic) -> [LuaToken] {
    var tokens: [LuaToken] = []
    repeat { tokens.append(try next()) } while !tokens[tokens.count - 1].range.isAtEnd(bytes.count)
    return tokens
  }

  private func at(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  private func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

  func failure(_ message: String, at offset: Int) -> Diagnostic {
    Diagnostic("lua.syntax", message, place: .init(file: "", line: 0, offset: offset))
  }

  private mutating func next() throws(Diagnostic) -> LuaToken {
    try skipSpaceAndComments()
    let start = position
    guard position < bytes.count else { return token(.end, start) }
    let byte = at(position)
    if Self.isNameStart(byte) {
      while Self.isNameStart(at(position)) || Self.isDigit(at(position)) { position += 1 }
      let word = text(from: start)
      return token(LuaToken.keywords.contains(word) ? .keyword : .name, start)
    }
    if Self.isDigit(byte) || (byte == UInt8(ascii: ".") && Self.isDigit(at(position + 1))) {
      skipNumber()
      return token(.number, start)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let string = try shortString(byte)
      return token(.string(string), start)
    }
    if let level = longBracket() {
      let string = try longString(level)
      return token(.string(string), start)
    }
    guard let length = symbolLength(byte) else { throw failure("unexpected symbol", at: position) }
    position += length
    return token(.symbol, start)
  }

  private func token(_ kind: LuaToken.Kind, _ start: Int) -> LuaToken {
    LuaToken(kind: kind, text: text(from: start), range: SourceRange(start, position))
  }

  /// The number of bytes of the symbol that begins with a byte; nil for none.
  private func symbolLength(_ byte: UInt8) -> Int? {
    let next = at(position + 1)
    switch byte {
    case UInt8(ascii: "."):
      guard next == byte else { return 1 }
      return at(position + 2) == byte ? 3 : 2
    case UInt8(ascii: "<"), UInt8(ascii: ">"): return next == byte || next == UInt8(ascii: "=") ? 2 : 1
    case UInt8(ascii: "/"), UInt8(ascii: ":"): return next == byte ? 2 : 1
    case UInt8(ascii: "="), UInt8(ascii: "~"): return next == UInt8(ascii: "=") ? 2 : 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "^"),
      UInt8(ascii: "#"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ";"), UInt8(ascii: ","):
      return 1
    default: return nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  // MARK: What is between tokens

  private mutating func skipLine() { while position < bytes.count, at(position) != 0x0A { position += 1 } }

  private mutating func skipSpaceAndComments() throws(Diagnostic) {
    while position < bytes.count {
      switch at(position) {
      case 0x20, 0x09...0x0D: position += 1
      case UInt8(ascii: "-") where at(position + 1) == UInt8(ascii: "-"):
        let start = position
        position += 2
        if let level = longBracket() {
          let text = try longString(level)
          comments.append(.init(text: text.value, range: SourceRange(start, position)))
        } else {
          let first = position
          skipLine()
          comments.append(.init(text: text(from: first), range: SourceRange(start, position)))
        }
      default: return
      }
    }
  }

  private mutating func skipNumber() {
    let isHexadecimal = at(position) == 0x30 && (at(position + 1) | 0x20) == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    while position < bytes.count {
      let byte = at(position)
      if byte | 0x20 == exponent, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(at(position + 1)) {
        position += 2
      } else if byte == UInt8(ascii: ".") || Self.isDigit(byte) || Self.isNameStart(byte) {
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

  private mutating func longString(_ level: Int) throws(Diagnostic) -> LuaSyntax.StringLiteral {
    let start = position
    position += level + 2
    // The first line break is not a part of the string.
    if at(position) == 0x0D, at(position + 1) == 0x0A { position += 2 } else if at(position) == 0x0A { position += 1 }
    let closing = [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    let first = position
    while position < bytes.count {
      if at(position) == UInt8(ascii: "]"), bytes[position...].starts(with: closing) {
        let end = position
        position += closing.count
        return LuaSyntax.StringLiteral(
          value: String(decoding: bytes[first..<end], as: UTF8.self), range: SourceRange(start, position),
          runs: [.init(value: 0, source: first)], end: end)
      }
      position += 1
    }
    throw failure("unfinished long string or comment", at: start)
  }

  private mutating func shortString(_ quote: UInt8) throws(Diagnostic) -> LuaSyntax.StringLiteral {
    let start = position
    position += 1
    var value: [UInt8] = []
    var runs: [LuaSyntax.StringLiteral.Run] = [.init(value: 0, source: position)]
    while at(position) != quote {
      guard position < bytes.count, at(position) != 0x0A else { throw failure("unfinished string", at: start) }
      guard at(position) == UInt8(ascii: "\\") else {
        value.append(at(position))
        position += 1
        continue
      }
      runs.append(.init(value: value.count, source: position))
      value += try escape()
      runs.append(.init(value: value.count, source: position))
    }
    position += 1
    return LuaSyntax.StringLiteral(
      value: String(decoding: value, as: UTF8.self), range: SourceRange(start, position), runs: runs, end: position - 1)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11,
    UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "\""): 0x22,
    UInt8(ascii: "'"): 0x27, 0x0A: 0x0A,
  ]

  /// Reads an escape from its backslash on, and returns the bytes that it stands for.
  private mutating func escape() throws(Diagnostic) -> [UInt8] {
    let start = position
    position += 2
    let byte = at(start + 1)
    if let single = Self.escapes[byte] { return [single] }
    switch byte {
    case UInt8(ascii: "z"):
      while (0x09...0x0D).contains(at(position)) || at(position) == 0x20 { position += 1 }
      return []
    case UInt8(ascii: "x"):
      guard let value = UInt8(digits(2), radix: 16) else { throw failure("invalid escape sequence", at: start) }
      return [value]
    case UInt8(ascii: "u"):
      guard let close = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: "}")),
        at(position) == UInt8(ascii: "{"),
        let scalar = UInt32(String(decoding: bytes[(position + 1)..<close], as: UTF8.self), radix: 16)
          .flatMap(Unicode.Scalar.init)
      else { throw failure("invalid escape sequence", at: start) }
      position = close + 1
      return Array(String(Character(scalar)).utf8)
    case 0x30...0x39:
      position -= 1
      var count = 1
      while count < 3, Self.isDigit(at(position + count)) { count += 1 }
      guard let value = UInt8(digits(count)) else { throw failure("invalid escape sequence", at: start) }
      return [value]
    default: throw failure("invalid escape sequence", at: start)
    }
  }

  private mutating func digits(_ count: Int) -> String {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }
}

extension SourceRange {
  /// Whether it is the empty range after a text of that many bytes.
  fileprivate func isAtEnd(_ count: Int) -> Bool { lower == count && upper == count }
}
