package import OKitEngine

/// A token of a Lua script, with its UTF-8 offsets in the text.
struct LuaToken {
  enum Kind {
    case name, number, symbol, keyword, end
    case string(LuaSyntax.StringLiteral)
  }

  var kind: Kind
  /// As the script writes it; empty at the end.
  var text: String
  var range: SourceRange

  func isSymbol(_ symbol: String) -> Bool { if case .symbol = kind { text == symbol } else { false } }

  func isKeyword(_ keyword: String) -> Bool { if case .keyword = kind { text == keyword } else { false } }

  static let keywords: Set = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]
}

extension LuaSyntax {
  /// A comment, without the signs that begin and end it.
  package struct Comment: Sendable {
    package var text: String
    package var range: SourceRange
  }

  /// A string in a script: its value, and where each byte of the value is written.
  package struct StringLiteral: Sendable {
    package let value: String
    /// With quotes or long brackets.
    package let range: SourceRange
    /// The runs of bytes that are written as they are; an escape begins a new run. Never empty.
    private let runs: [Run]
    private let end: Int

    struct Run: Sendable {
      /// The first byte in the value, and in the script.
      var value, source: Int
    }

    init(value: String, range: SourceRange, runs: [Run], end: Int) {
      (self.value, self.range, self.runs, self.end) = (value, range, runs, end)
    }

    /// Returns the UTF-8 offset in the script of a UTF-8 offset in the value. O(log n) in the number of escapes.
    package func sourceOffset(of offset: Int) -> Int {
      var (low, high) = (0, runs.count)
      while low + 1 < high {
        let middle = (low + high) / 2
        if runs[middle].value <= offset { low = middle } else { high = middle }
      }
      guard runs.indices.contains(low) else { return range.lower }
      return min(runs[low].source + max(0, offset - runs[low].value), end)
    }

    /// Returns the range in the script of a range in the value.
    package func sourceRange(of part: SourceRange) -> SourceRange {
      SourceRange(sourceOffset(of: part.lower), sourceOffset(of: part.upper))
    }
  }
}
