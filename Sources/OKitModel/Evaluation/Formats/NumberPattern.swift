/// Checks number patterns of Unicode TR 35: `#,##0.00;(#,##0.00)`.
///
/// ICU reads the same patterns, but does not say where a mistake is. This grammar is that of ICU, except that it needs
/// a digit in each subpattern and in an exponent: ICU ignores what stands beside a missing one.
enum NumberPattern {
  /// - Throws: the first mistake.
  static func check(_ pattern: String) throws(PatternMistake) {
    var subpattern = Subpattern(reader: try PatternReader(pattern))
    try subpattern.read()
    guard subpattern.reader.accept(";") else { return try subpattern.end() }
    var negative = Subpattern(reader: subpattern.reader)
    try negative.read()
    try negative.end()
  }

  /// Returns a valid pattern as ICU needs it: with quotes around the characters that Unicode TR 35 does not reserve,
  /// but ICU does.
  ///
  /// ICU takes `~` for the sign of an approximate number, and aborts the process when it parses with one.
  static func quotedForICU(_ pattern: String) -> String {
    // A combining character makes one character of a sign and itself; ICU reads scalars.
    guard pattern.unicodeScalars.contains("~") else { return pattern }
    var (result, literal, isQuoted) = ("".unicodeScalars, "".unicodeScalars, false)
    var scalars = Array(pattern.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      if scalar == "'" {
        // Two quotes stand for one.
        if scalars.first == "'" { literal.append(scalars.removeFirst()) } else { isQuoted.toggle() }
      } else if isQuoted || scalar == "~" {
        literal.append(scalar)
      } else {
        result += quoted(literal)
        literal = "".unicodeScalars
        result.append(scalar)
      }
    }
    return String(result + quoted(literal))
  }

  /// A text in quotes, except for the quotes at its beginning, which are doubled.
  private static func quoted(_ literal: String.UnicodeScalarView) -> String.UnicodeScalarView {
    let rest = literal.drop { $0 == "'" }
    var result = "".unicodeScalars
    for _ in 0..<(literal.count - rest.count) { result += "''".unicodeScalars }
    guard !rest.isEmpty else { return result }
    result.append("'")
    for scalar in rest { result += scalar == "'" ? "''".unicodeScalars : String(scalar).unicodeScalars }
    result.append("'")
    return result
  }

  /// `[padding] prefix [padding] digits [exponent] [padding] suffix [padding]`
  private struct Subpattern {
    var reader: PatternReader
    private var isPadded = false
    private var hasGrouping = false
    private var digits = 0

    init(reader: PatternReader) { self.reader = reader }

    mutating func read() throws(PatternMistake) {
      try padding()
      try affix()
      try padding()
      try integer()
      try fraction()
      guard digits > 0 else { throw reader.mistake("a digit is missing: \"0\", \"#\" or \"@\"") }
      try exponent()
      try padding()
      try affix()
      try padding()
    }

    func end() throws(PatternMistake) {
      guard let scalar = reader.next else { return }
      throw reader.mistake("\"\(scalar)\" cannot stand there; quote it where it is a text: '\(scalar)'")
    }

    private mutating func padding() throws(PatternMistake) {
      guard reader.next == "*" else { return }
      guard !isPadded else { throw reader.mistake("there is a second padding") }
      isPadded = true
      reader.take()
      guard reader.next != nil else { throw reader.mistake("\"*\" needs the character of the padding") }
      try literal()
    }

    /// Text up to the next character that means something.
    private mutating func affix() throws(PatternMistake) {
      while let scalar = reader.next {
        switch scalar {
        case "#", "@", ";", "*", ".", ",", "0"..."9": return
        case "¤":
          let sign = reader
          // ICU knows more, and aborts the process when there are more than five.
          if reader.run(of: "¤") > 3 { throw sign.mistake("at most three currency signs can follow each other") }
        // In front of a digit it may stand for the decimal separator; that is for `fraction` to decide.
        default: try literal()
        }
      }
    }

    private mutating func literal() throws(PatternMistake) {
      if reader.next == "'" { try reader.quoted() } else { reader.take() }
    }

    private mutating func integer() throws(PatternMistake) {
      var (numerals, significant, hashesAfter, group) = (0, 0, 0, Int?.none)
      while let scalar = reader.next {
        switch scalar {
        case ",":
          if group == 0 { throw reader.mistake("a group has no digits") }
          (group, hasGrouping) = (0, true)
          reader.take()
          continue
        case "#":
          if numerals > 0 { throw reader.mistake("\"#\" cannot follow \"0\" before the decimal separator") }
          if significant > 0 { hashesAfter += 1 }
        case "@":
          if numerals > 0 { throw reader.mistake("\"@\" and \"0\" cannot be mixed") }
          if hashesAfter > 0 { throw reader.mistake("\"@\" cannot follow \"#\" after \"@\"") }
          significant += 1
        case "0"..."9":
          if significant > 0 { throw reader.mistake("\"@\" and \"\(scalar)\" cannot be mixed") }
          numerals += 1
        default:
          if group == 0 { throw reader.mistake("the last group has no digits") }
          return
        }
        digits += 1
        group = group.map { $0 + 1 }
        reader.take()
      }
      if group == 0 { throw reader.mistake("the last group has no digits") }
    }

    private mutating func fraction() throws(PatternMistake) {
      // A currency sign between digits stands for the decimal separator.
      let isCurrency = reader.next == "¤" && reader.second.map { $0 == "#" || ("0"..."9").contains($0) } == true
      guard reader.next == "." || isCurrency else { return }
      reader.take()
      var hashes = 0
      while let scalar = reader.next {
        switch scalar {
        case "#": hashes += 1
        case "0"..."9":
          if hashes > 0 { throw reader.mistake("\"\(scalar)\" cannot follow \"#\" after the decimal separator") }
        default: return
        }
        digits += 1
        reader.take()
      }
    }

    private mutating func exponent() throws(PatternMistake) {
      guard reader.next == "E" else { return }
      if hasGrouping { throw reader.mistake("a number with an exponent has no groups") }
      reader.take()
      _ = reader.accept("+")
      guard reader.run(of: "0") > 0 else { throw reader.mistake("the exponent needs a \"0\"") }
    }
  }
}
