/// Reads the glyphs of one binding into parts, by recursive descent; only parameter lists recurse.
///
/// This file has the parts and the walk over glyphs, `BindingParser+Path` what stands between slashes,
/// `BindingParser+Failure` the messages.
struct BindingParser {
  static let maximumLength = 64 * 1024
  static let maximumDepth = 100

  let text: String
  let glyphs: [Token]
  var position = 0
  /// How many parameter lists are open.
  private(set) var depth = 0
  /// The `)` of each `(` that has one, by position: in a constant only such pairs keep commas together.
  private let closings: [Int: Int]

  init(text: String, glyphs: [Token]) {
    self.text = text
    self.glyphs = glyphs
    var open: [Int] = []
    var closings: [Int: Int] = [:]
    for (position, glyph) in glyphs.enumerated() where glyph.kind == .special {
      if glyph.scalar == "(" { open.append(position) }
      if glyph.scalar == ")", let start = open.popLast() { closings[start] = position }
    }
    self.closings = closings
  }

  mutating func parse() throws(Diagnostic) -> [Binding.Part] {
    let parts = try parseParts()
    guard position == glyphs.count else { throw unexpectedGlyph() }
    return parts
  }

  // MARK: Parts

  private mutating func parseParts() throws(Diagnostic) -> [Binding.Part] {
    var parts = [try parsePart()]
    while take(",") { parts.append(try parsePart()) }
    return parts
  }

  private mutating func parsePart() throws(Diagnostic) -> Binding.Part {
    skipSpace()
    let start = position
    let negated = take("!")
    skipSpace()
    let kind: Binding.Part.Kind
    switch special {
    case "#":
      position += 1
      let (text, escaped) = takeText()
      // An escaped character has no special meaning, so it is not part of a number or of `true` either.
      kind = .constant(escaped ? .string(text) : Value(constant: text))
    case "%":
      position += 1
      kind = .localized(takeText().text)
    case "=": throw formulaFailure()
    default: kind = .path(try parsePath())
    }
    return Binding.Part(range: range(from: start), negated: negated, kind: kind)
  }

  /// The parameters of a function, from its `(` to behind its `)`; `()` has none.
  mutating func parseArguments() throws(Diagnostic) -> [Binding.Part] {
    let start = position
    position += 1
    guard depth < Self.maximumDepth else { throw depthFailure(at: start) }
    depth += 1
    defer { depth -= 1 }
    skipSpace()
    if take(")") { return [] }
    let parts = try parseParts()
    guard take(")") else {
      if position < glyphs.count { throw unexpectedGlyph() }
      throw failure(#"expected ")" to close the parameter list"#, at: start)
    }
    return parts
  }

  /// The text of a constant: up to the comma or parenthesis that ends the part, without white space around it.
  private mutating func takeText() -> (text: String, escaped: Bool) {
    let start = position
    while !isPartEnd(inText: true) {
      position = (special == "(" ? closings[position] : nil) ?? position
      position += 1
    }
    return takenText(from: start)
  }

  // MARK: Glyphs

  /// The character of the grammar at the position, nil for any other.
  var special: Unicode.Scalar? {
    guard position < glyphs.count, glyphs[position].kind == .special else { return nil }
    return glyphs[position].scalar
  }

  /// Whether the part ends here. A text ends only at a `)` that closes its list; in a path any `)` ends the part.
  func isPartEnd(inText: Bool = false) -> Bool {
    guard position < glyphs.count else { return true }
    return special == "," || (special == ")" && (depth > 0 || !inText))
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard special == scalar else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    while position < glyphs.count, glyphs[position].kind == .space { position += 1 }
  }

  /// The characters from `start` to the position, without white space around them.
  func takenText(from start: Int) -> (text: String, escaped: Bool) {
    var taken = glyphs[start..<position]
    while taken.first?.kind == .space { taken.removeFirst() }
    while taken.last?.kind == .space { taken.removeLast() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: taken.lazy.map(\.scalar))
    return (String(text), taken.contains { $0.kind == .escaped })
  }

  /// From the glyph at `start` to the last one before the position that is not white space.
  func range(from start: Int) -> SourceRange {
    let lower = start < glyphs.count ? glyphs[start].range.lower : text.utf8.count
    let last = glyphs[start..<max(start, position)].last { $0.kind != .space }
    return SourceRange(lower, last?.range.upper ?? lower)
  }
}
