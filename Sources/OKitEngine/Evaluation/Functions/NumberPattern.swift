/// Checks Unicode number patterns (`#,##0.00;(#,##0.00)`).
///
/// Foundation traps on some patterns that ICU cannot use, so none reaches it unchecked. Rounding increments (`#5`),
/// padding (`*x`) and significant digits (`@@@`) are refused: they are among these, or next to them.
enum NumberPattern {
  /// The problem of a pattern, nil when it is valid.
  static func problem(in pattern: String) -> String? {
    guard pattern.utf8.count <= 200 else { return "it is longer than 200 bytes" }
    var reader = Reader(rest: Array(pattern)[...])
    repeat {
      if let problem = reader.subpattern() { return problem }
    } while reader.acceptSeparator()
    return reader.problemAtEnd
  }

  private struct Reader {
    var rest: ArraySlice<Character>
    private var subpatterns = 1

    init(rest: ArraySlice<Character>) { self.rest = rest }

    var problemAtEnd: String? { rest.first.map { "\"\($0)\" cannot stand there" } }

    mutating func acceptSeparator() -> Bool {
      guard rest.first == ";", subpatterns == 1 else { return false }
      rest.removeFirst()
      subpatterns = 2
      return true
    }

    /// A prefix, the digits, a suffix.
    mutating func subpattern() -> String? {
      affix() ?? digits() ?? affix()
    }

    /// Text up to the next character that means something, quoted text included.
    private mutating func affix() -> String? {
      while let character = rest.first {
        if character == "'" {
          rest.removeFirst()
          guard let end = rest.firstIndex(of: "'") else { return "the quote is not closed" }
          rest = rest[(end + 1)...]
        } else if "#0,.;@*".contains(character) || character.isNumber {
          return nil
        } else {
          rest.removeFirst()
        }
      }
      return nil
    }

    private mutating func digits() -> String? {
      var (optional, required, fraction) = (0, 0, 0)
      while let character = rest.first, "#,".contains(character) {
        optional += character == "#" ? 1 : 0
        rest.removeFirst()
      }
      while let character = rest.first, "0,".contains(character) {
        required += character == "0" ? 1 : 0
        rest.removeFirst()
      }
      if rest.first == "." {
        rest.removeFirst()
        fraction = take("0") + take("#")
      }
      guard optional + required + fraction > 0 else { return "it has no digits" }
      guard rest.first == "E" else { return nil }
      rest.removeFirst()
      _ = take("+")
      return take("0") > 0 ? nil : "the exponent has no digits"
    }

    /// Consumes a run of one character and returns its length.
    private mutating func take(_ character: Character) -> Int {
      let count = rest.prefix { $0 == character }.count
      rest.removeFirst(count)
      return count
    }
  }
}
