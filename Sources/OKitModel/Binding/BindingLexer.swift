/// Splits the text of a binding into tokens and resolves `\u{HEX}`.
///
/// The parser decides whether `#` starts a constant and whether a text may contain a slash, which depend on the
/// position. Tokens are Unicode scalars, not characters: a combining mark after a slash does not hide the slash.
enum BindingLexer {
  static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", ",", "(", ")", "[", "]", ">", ".", "@", "#", "%", "$", "!", "=": true
    default: false
    }
  }

  static func tokens(of text: String) throws(Diagnostic) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(text.utf8.count)
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var offset = 0
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if scalar == "\\", let (token, end) = try escape(in: text, at: index, offset: offset) {
        tokens.append(token)
        (index, offset) = (end, token.range.upper)
        continue
      }
      let kind: Token.Kind = isSpecial(scalar) ? .special : scalar.isWhitespace ? .space : .plain
      let range = SourceRange(offset, offset + UTF8.width(scalar))
      tokens.append(Token(scalar: scalar, kind: kind, range: range))
      index = scalars.index(after: index)
      offset = range.upper
    }
    return tokens
  }

  /// Returns the escape that starts with the backslash at `index`; nil for a literal backslash (`#C:\temp`).
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
    // Accepts any number of leading zeros; a value beyond Unicode stays beyond it, without an overflow.
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
