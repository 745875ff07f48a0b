/// One character of a binding, as the grammar sees it.
struct Token {
  enum Kind: Equatable {
    /// A character of the grammar, `/ , ( ) [ ] > . @ # % $ ! =`, written as itself.
    case special
    case space
    /// Any other character.
    case plain
    /// Written as `\u{HEX}`: never special, never trimmed.
    case escaped
  }

  let scalar: Unicode.Scalar
  let kind: Kind
  let range: SourceRange
}

/// Splits the text of a binding into glyphs and resolves `\u{HEX}`.
///
/// Whether `#` starts a constant or a text may contain a slash depends on the place; that is for the parser. Scalars,
/// not characters: a combining mark behind a slash does not hide the slash.
enum BindingLexer {
  static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", ",", "(", ")", "[", "]", ">", ".", "@", "#", "%", "$", "!", "=": true
    default: false
    }
  }

  static func glyphs(of text: String) throws(Diagnostic) -> [Token] {
    var glyphs: [Token] = []
    glyphs.reserveCapacity(text.utf8.count)
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var offset = 0
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if scalar == "\\", let (glyph, end) = try escape(in: text, at: index, offset: offset) {
        glyphs.append(glyph)
        (index, offset) = (end, glyph.range.upper)
        continue
      }
      let kind: Token.Kind =
        isSpecial(scalar) ? .special : scalar.properties.isWhitespace ? .space : .plain
      let range = SourceRange(offset, offset + UTF8.width(scalar))
      glyphs.append(Token(scalar: scalar, kind: kind, range: range))
      index = scalars.index(after: index)
      offset = range.upper
    }
    return glyphs
  }

  /// The escape that starts with the backslash at `index`; nil when the backslash is one for itself (`#C:\temp`).
  private static func escape(
    in text: String, at index: String.Index, offset: Int
  ) throws(Diagnostic) -> (Token, end: String.Index)? {
    guard text.unicodeScalars[index...].starts(with: "\\u{".unicodeScalars) else { return nil }
    let digitsStart = text.utf8.index(index, offsetBy: 3)
    let digits = text.utf8[digitsStart...].prefix { hexDigit($0) != nil }
    func failure(_ message: String, at lower: Int) -> Diagnostic {
      Diagnostic(
        "binding.syntax", message,
        excerpt: .init(
          source: SourceText(name: "", text: text), range: SourceRange(lower, min(lower + 1, text.utf8.count))))
    }
    guard !digits.isEmpty else {
      throw failure(#"expected hexadecimal digits after "\u{""#, at: offset + 3)
    }
    guard digits.endIndex < text.utf8.endIndex, text.utf8[digits.endIndex] == UInt8(ascii: "}") else {
      throw failure(#"expected "}" to close the escape"#, at: offset + 3 + digits.count)
    }
    // Any number of leading zeros is fine; a value beyond Unicode stays beyond, without overflowing.
    let value = digits.reduce(into: UInt32(0)) { value, byte in
      value = value > 0x10_FFFF ? value : value << 4 | (hexDigit(byte) ?? 0)
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw failure(#""\u{\#(Substring(digits))}" is not a Unicode character"#, at: offset)
    }
    let range = SourceRange(offset, offset + 4 + digits.count)
    return (Token(scalar: scalar, kind: .escaped, range: range), text.utf8.index(after: digits.endIndex))
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
