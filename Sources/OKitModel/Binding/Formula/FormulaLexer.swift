/// Reads the tokens of a formula, one after the other, from the characters of its binding.
///
/// An escaped character (`\u{HEX}`) has no special meaning: it belongs to a text or a name.
struct FormulaLexer {
  let text: String
  let tokens: [Token]
  var position: Int

  private static let symbols = [
    "||", "<<", ">>", "<=", ">=", "<>", "==", "!=", "+", "-", "*", "/", "%", "&", "|", "<", ">", "=", "~", "(", ")",
    ",",
    ".", "[", "]", "@",
  ]

  /// Returns the next token, after white space and comments.
  mutating func next() throws(Diagnostic) -> FormulaToken {
    skipSpaceAndComments()
    let start = position
    guard let scalar = scalar(at: start) else {
      // An escaped character begins a name.
      return start < tokens.count ? name() : token(.end, from: start)
    }
    switch scalar {
    case "'", "\"":
      let content = try quoted(scalar)
      return token(.text(content), from: start)
    case "x", "X":
      guard self.scalar(at: start + 1) == "'" else { return name() }
      let bytes = try blob()
      return token(.blob(bytes), from: start)
    case "0"..."9": return try number()
    case ".":
      if isDigit(start + 1) { return try number() }
    default:
      if Self.beginsName(scalar) { return name() }
    }
    guard let symbol = Self.symbols.first(where: { matches($0, at: start) }) else {
      throw failure("unexpected \"\(scalar)\" in a formula", from: start, hint: Self.hint(for: scalar))
    }
    position += symbol.utf8.count
    return token(.symbol(symbol), from: start)
  }

  private static func hint(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "!": "write \"!=\" or NOT"
    case "$", "`", "#", ":", "?", "{": "write any other binding in brackets, such as [$ref/name]"
    default: nil
    }
  }

  // MARK: Characters

  /// Returns the character at a position; nil for an escaped one, and after the end.
  private func scalar(at position: Int) -> Unicode.Scalar? {
    guard position < tokens.count, tokens[position].kind != .escaped else { return nil }
    return tokens[position].scalar
  }

  private func isDigit(_ position: Int) -> Bool {
    guard let scalar = scalar(at: position) else { return false }
    return ("0"..."9").contains(scalar)
  }

  private func matches(_ symbol: String, at position: Int) -> Bool {
    symbol.unicodeScalars.enumerated().allSatisfy { scalar(at: position + $0) == $1 }
  }

  private func token(_ kind: FormulaToken.Kind, from start: Int, isEscaped: Bool = false) -> FormulaToken {
    FormulaToken(kind: kind, range: range(from: start, to: position), isEscaped: isEscaped)
  }

  private func range(from start: Int, to end: Int) -> SourceRange {
    let lower = start < tokens.count ? tokens[start].range.lower : text.utf8.count
    return SourceRange(lower, end > start && end <= tokens.count ? tokens[end - 1].range.upper : lower)
  }

  private func failure(_ message: String, from start: Int, hint: String? = nil) -> Diagnostic {
    Diagnostic(
      "binding.syntax", message,
      excerpt: .init(
        source: SourceText(name: "", text: text), range: range(from: start, to: min(start + 1, tokens.count))),
      hint: hint)
  }

  /// Returns the text of a range.
  func spelling(_ range: SourceRange) -> String {
    let utf8 = text.utf8
    guard let lower = utf8.index(utf8.startIndex, offsetBy: range.lower, limitedBy: utf8.endIndex),
      let upper = utf8.index(lower, offsetBy: range.upper - range.lower, limitedBy: utf8.endIndex)
    else { return "" }
    return String(text[lower..<upper])
  }

  private mutating func skipSpaceAndComments() {
    while position < tokens.count {
      if tokens[position].kind == .space {
        position += 1
      } else if matches("--", at: position) {
        while position < tokens.count, scalar(at: position) != "\n" { position += 1 }
      } else if matches("/*", at: position) {
        position += 2
        while position < tokens.count, !matches("*/", at: position) { position += 1 }
        position = min(position + 2, tokens.count)
      } else {
        return
      }
    }
  }

  // MARK: Names

  static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    default: scalar.value >= 0x80 && !scalar.properties.isWhitespace
    }
  }

  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    beginsName(scalar) || ("0"..."9").contains(scalar) || scalar == "$"
  }

  private mutating func name() -> FormulaToken {
    let start = position
    var name = ""
    var isEscaped = false
    while position < tokens.count, tokens[position].kind == .escaped || Self.continuesName(tokens[position].scalar) {
      name.unicodeScalars.append(tokens[position].scalar)
      if tokens[position].kind == .escaped { isEscaped = true }
      position += 1
    }
    let keyword = isEscaped ? nil : FormulaToken.Keyword(rawValue: name.uppercased())
    return token(keyword.map { .keyword($0) } ?? .name(name), from: start, isEscaped: isEscaped)
  }

  // MARK: Literals

  /// A doubled quote stands for one.
  private mutating func quoted(_ quote: Unicode.Scalar) throws(Diagnostic) -> String {
    let start = position
    var content = ""
    position += 1
    while position < tokens.count {
      let isQuote = scalar(at: position) == quote
      if isQuote, scalar(at: position + 1) != quote {
        position += 1
        return content
      }
      content.unicodeScalars.append(tokens[position].scalar)
      position += isQuote ? 2 : 1
    }
    throw failure("expected \(quote) to close the text", from: start)
  }

  /// `x'0aff'`
  private mutating func blob() throws(Diagnostic) -> [UInt8] {
    let start = position
    position += 1
    let digits = Array(try quoted("'").utf8)
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count - 1, by: 2) {
      guard let high = Self.hexDigit(digits[index]), let low = Self.hexDigit(digits[index + 1]) else { break }
      bytes.append(UInt8(high << 4 | low))
    }
    guard digits.count == 2 * bytes.count else {
      throw failure("expected pairs of hexadecimal digits in \"x'…'\"", from: start)
    }
    return bytes
  }

  private static func hexDigit(_ byte: UInt8) -> UInt64? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt64.init)
  }

  private mutating func number() throws(Diagnostic) -> FormulaToken {
    let start = position
    if scalar(at: start) == "0", scalar(at: start + 1) == "x" || scalar(at: start + 1) == "X" {
      position += 2
      let value = try hexadecimal(from: start)
      return try ending(value, from: start)
    }
    let whole = digits()
    var fraction: String?
    if scalar(at: position) == "." {
      position += 1
      fraction = digits()
    }
    let exponent = exponent()
    if fraction == nil, exponent == nil, let int = Int(whole) { return try ending(.int(int), from: start) }
    let number = Double("0\(whole).\(fraction ?? "")0e\(exponent ?? "0")") ?? .infinity
    return try ending(.double(number), from: start)
  }

  private mutating func exponent() -> String? {
    guard scalar(at: position) == "e" || scalar(at: position) == "E" else { return nil }
    let hasSign = scalar(at: position + 1) == "+" || scalar(at: position + 1) == "-"
    guard isDigit(position + (hasSign ? 2 : 1)) else { return nil }
    let sign = scalar(at: position + 1) == "-" ? "-" : ""
    position += hasSign ? 2 : 1
    return sign + digits()
  }

  private mutating func hexadecimal(from start: Int) throws(Diagnostic) -> Value {
    var value: UInt64 = 0
    var count = 0
    while let scalar = scalar(at: position), scalar.isASCII, let digit = Self.hexDigit(UInt8(scalar.value)) {
      guard value >> 60 == 0 else { throw failure("a hexadecimal number has at most 64 bits", from: start) }
      value = value << 4 | digit
      count += 1
      position += 1
    }
    guard count > 0 else { throw failure("expected hexadecimal digits after \"0x\"", from: start) }
    return .int(Int(bitPattern: UInt(value)))
  }

  private mutating func digits() -> String {
    let start = position
    while isDigit(position) { position += 1 }
    return tokens[start..<position].reduce(into: "") { $0.unicodeScalars.append($1.scalar) }
  }

  /// A number ends where no name could go on.
  private func ending(_ value: Value, from start: Int) throws(Diagnostic) -> FormulaToken {
    guard position < tokens.count, tokens[position].kind == .escaped || Self.continuesName(tokens[position].scalar)
    else { return token(.number(value), from: start) }
    throw failure("unexpected \"\(tokens[position].scalar)\" in a number", from: position)
  }
}
