/// A token of a Lua script, with its UTF-8 offsets in the text.
package struct LuaToken: Equatable {
  package enum Kind: Equatable {
    case name, number
    /// After the last token of a script.
    case end
    case symbol(Word)
    case keyword(Word)
    /// The contents are what is between the quotes or long brackets, up to the end of the line or text if these are not
    /// closed.
    case string(contents: SourceRange)
    /// The contents are those of a long comment, or all after the two hyphens.
    case comment(contents: SourceRange)
  }

  /// A symbol or keyword, as a number that is compared at once.
  package struct Word: Hashable, ExpressibleByStringLiteral {
    private let bits: UInt64

    package init(stringLiteral text: StaticString) {
      var (bits, shift): (UInt64, UInt64) = (0, 0)
      for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) {
        bits |= UInt64(byte) << shift
        shift += 8
      }
      self.bits = bits
    }

    /// - Parameter bytes: At most eight.
    init(_ bytes: ArraySlice<UInt8>) {
      var (bits, shift): (UInt64, UInt64) = (0, 0)
      for byte in bytes {
        bits |= UInt64(byte) << shift
        shift += 8
      }
      self.bits = bits
    }

    var text: String {
      String(decoding: (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  package var kind: Kind
  package var range: SourceRange

  package func isSymbol(_ symbol: Word) -> Bool { if case .symbol(let text) = kind { text == symbol } else { false } }

  package func isKeyword(_ keyword: Word) -> Bool {
    if case .keyword(let text) = kind { text == keyword } else { false }
  }

  package var isString: Bool { if case .string = kind { true } else { false } }

  /// The change of the depth of brackets and blocks. The `do` of a loop opens its block.
  package var depthChange: Int {
    switch kind {
    case .symbol("("), .symbol("["), .symbol("{"), .keyword("function"), .keyword("do"), .keyword("if"),
      .keyword("repeat"):
      1
    case .symbol(")"), .symbol("]"), .symbol("}"), .keyword("end"), .keyword("until"): -1
    default: 0
    }
  }

  package static let keywords = LuaText.keywords

  /// Whether a text is a name that a variable or a field can have.
  package static func isName(_ text: String) -> Bool {
    let tokens = LuaTokens(line: text)
    return tokens.isName(0) && tokens.all[0].range == SourceRange(0, tokens.bytes.count) && tokens.failure == nil
  }

  /// The lengths of the keywords that begin with a byte, as bits.
  static let keywordLengths: [UInt16] = keywords.reduce(into: Array(repeating: 0, count: 256)) { table, keyword in
    table[Int(keyword.utf8.first ?? 0)] |= 1 << keyword.utf8.count
  }

  static let keywordWords = Set(keywords.map { Word(Array($0.utf8)[...]) })
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
      let low = max(0, runs.partitionPoint { $0.value <= offset } - 1)
      guard runs.indices.contains(low) else { return range.lower }
      return min(runs[low].source + max(0, offset - runs[low].value), end)
    }

    /// Returns the range in the script of a range in the value.
    package func sourceRange(of part: SourceRange) -> SourceRange {
      SourceRange(sourceOffset(of: part.lower), sourceOffset(of: part.upper))
    }
  }
}
