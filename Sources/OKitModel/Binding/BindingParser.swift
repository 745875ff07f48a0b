/// Parses the tokens of one binding, by recursive descent; only parameter lists and formulas recurse.
///
/// This file parses parts, `BindingParser+Path` parses paths, `FormulaParser` formulas, and `BindingParser+Failure` has
/// the messages.
struct BindingParser {
  static let maximumLength = 64 * 1024
  static let maximumDepth = 100

  let text: String
  let tokens: [Token]
  private let mode: Binding.Mode
  var position = 0
  /// The number of open parameter lists, and of levels in formulas.
  var depth = 0
  /// What closes the parameter list, or the brackets of a formula, around the part; nil for a part of the whole
  /// binding.
  private(set) var closer: Unicode.Scalar?
  /// The position of the `)` of each `(` that has one, and of the `]` of each `[`: in a constant, only a comma outside
  /// of such pairs ends the part.
  private let closings: [Int: Int]

  init(text: String, tokens: [Token], mode: Binding.Mode) {
    (self.text, self.tokens, self.mode) = (text, tokens, mode)
    var (open, openBrackets): ([Int], [Int]) = ([], [])
    var closings: [Int: Int] = [:]
    for (position, token) in tokens.enumerated() where token.kind == .special {
      switch token.scalar {
      case "(": open.append(position)
      case "[": openBrackets.append(position)
      case ")": if let start = open.popLast() { closings[start] = position }
      case "]": if let start = openBrackets.popLast() { closings[start] = position }
      default: break
      }
    }
    self.closings = closings
  }

  mutating func parse() throws(Diagnostic) -> [Binding.Part] {
    let parts = try parseParts()
    guard position == tokens.count else { throw unexpectedToken() }
    return parts
  }

  // MARK: Parts

  private mutating func parseParts() throws(Diagnostic) -> [Binding.Part] {
    var parts = [try parsePart()]
    while commaSeparates, consume(",") { parts.append(try parsePart()) }
    return parts
  }

  /// Whether a comma ends the part.
  private var commaSeparates: Bool { mode.hasParts || closer != nil }

  private mutating func parsePart() throws(Diagnostic) -> Binding.Part {
    skipSpace()
    let start = position
    guard mode != .binding, closer == nil, special.map({ !"#%=/!".unicodeScalars.contains($0) }) ?? true else {
      return try parseBindingPart(from: start)
    }
    let before = self
    do {
      let part = try parseBindingPart(from: start)
      if position == tokens.count || (commaSeparates && special == ",") { return part }
    } catch {
      // Not a binding, but a text.
    }
    self = before
    let text = parseText().text
    return Binding.Part(range: range(from: start), negated: false, kind: .constant(.string(text)))
  }

  private mutating func parseBindingPart(from start: Int) throws(Diagnostic) -> Binding.Part {
    let negated = consume("!")
    skipSpace()
    let kind: Binding.Part.Kind
    switch special {
    case "#":
      position += 1
      let (text, escaped) = parseText()
      // An escaped character has no special meaning, so it is not part of a number or of `true` either.
      kind = .constant(escaped ? .string(text) : Value(constant: text))
    case "%":
      position += 1
      kind = .localized(parseText().text)
    case "=":
      position += 1
      var parser = try FormulaParser(self)
      kind = .formula(try parser.parse())
      position = parser.outer.position
    default: kind = .path(try parsePath())
    }
    return Binding.Part(range: range(from: start), negated: negated, kind: kind)
  }

  /// The parameters of a function, from its `(` to after its `)`; `()` has none.
  mutating func parseArguments() throws(Diagnostic) -> [Binding.Part] {
    let start = position
    position += 1
    guard depth < Self.maximumDepth else { throw depthFailure(at: start) }
    let outer = closer
    depth += 1
    closer = ")"
    defer { (depth, closer) = (depth - 1, outer) }
    skipSpace()
    if consume(")") { return [] }
    let parts = try parseParts()
    guard consume(")") else {
      if position < tokens.count { throw unexpectedToken() }
      throw failure(#"expected ")" to close the parameter list"#, at: start)
    }
    return parts
  }

  /// The binding in the brackets of a formula, from the character after `[` to the one after `]`.
  mutating func parseBracketed() throws(Diagnostic) -> [Binding.Part] {
    let (start, outer) = (position - 1, closer)
    closer = "]"
    defer { closer = outer }
    let parts = try parseParts()
    guard consume("]") else {
      if position < tokens.count { throw unexpectedToken() }
      throw failure(#"expected "]" to close the binding in brackets"#, at: start)
    }
    return parts
  }

  /// Parses the text of a constant: up to the comma or parenthesis that ends the part, without white space around it.
  private mutating func parseText() -> (text: String, escaped: Bool) {
    let start = position
    while !isPartEnd(inText: true) {
      let isPair = special == "(" || (special == "[" && closer == "]")
      position = (isPair ? closings[position] : nil) ?? position
      position += 1
    }
    return text(from: start)
  }

  // MARK: Tokens

  /// The character of the grammar at the position, nil for any other.
  var special: Unicode.Scalar? {
    guard position < tokens.count, tokens[position].kind == .special else { return nil }
    return tokens[position].scalar
  }

  /// Whether the part ends here. A text ends only at what closes the list around it; in a path any `)` ends the part.
  func isPartEnd(inText: Bool = false) -> Bool {
    guard position < tokens.count, let special else { return position >= tokens.count }
    return (special == "," && commaSeparates) || special == closer || (special == ")" && !inText)
  }

  mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard special == scalar else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    while position < tokens.count, tokens[position].kind == .space { position += 1 }
  }

  /// Returns the characters from `start` to the position, without white space around them.
  func text(from start: Int) -> (text: String, escaped: Bool) {
    var range = tokens[start..<position]
    while range.first?.kind == .space { range.removeFirst() }
    while range.last?.kind == .space { range.removeLast() }
    guard range.contains(where: { $0.kind == .escaped }) else { return (plainText(of: range), false) }
    var text = ""
    for token in range { text.unicodeScalars.append(token.scalar) }
    return (text, true)
  }

  /// Returns the text of tokens without escapes: that part of the binding.
  private func plainText(of range: ArraySlice<Token>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: first.range.lower)
    return String(text[start..<utf8.index(start, offsetBy: last.range.upper - first.range.lower)])
  }

  /// Returns the range from the token at `start` to the last one before the position that is not white space.
  func range(from start: Int) -> SourceRange {
    let lower = start < tokens.count ? tokens[start].range.lower : text.utf8.count
    let last = tokens[start..<max(start, position)].last { $0.kind != .space }
    return SourceRange(lower, last?.range.upper ?? lower)
  }
}
