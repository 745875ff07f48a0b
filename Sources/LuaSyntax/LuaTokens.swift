/// The tokens of a script, of one of its lines, or of a text that is being written. Nothing is an error.
package struct LuaTokens {
  package let bytes: [UInt8]
  package private(set) var all: [LuaToken] = []
  package private(set) var comments: [LuaToken] = []
  /// The first mistake in a token.
  package let failure: Diagnostic?

  /// The tokens of a script, whose first line may name its interpreter. O(length).
  package init(script bytes: [UInt8]) {
    let isInterpreter = bytes.first == UInt8(ascii: "#")
    self.init(bytes, from: isInterpreter ? bytes.firstIndex(of: 0x0A) ?? bytes.count : 0)
  }

  /// The tokens of one line. O(length).
  package init(line: String) { self.init(Array(line.utf8), from: 0) }

  private init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    all.reserveCapacity(bytes.count / 6)
    var lexer = LuaLexer(bytes, from: start)
    while let token = lexer.next() {
      if case .comment = token.kind { comments.append(token) } else { all.append(token) }
    }
    failure = lexer.failure
  }

  package func text(_ range: SourceRange) -> String {
    String(decoding: bytes[min(range.lower, bytes.count)..<min(range.upper, bytes.count)], as: UTF8.self)
  }

  package func text(_ index: Int) -> String { all.indices.contains(index) ? text(all[index].range) : "" }

  package func isSymbol(_ index: Int, _ symbol: LuaToken.Word) -> Bool {
    all.indices.contains(index) && all[index].isSymbol(symbol)
  }

  package func isSymbol(_ index: Int, _ symbols: [LuaToken.Word]) -> Bool { symbols.contains { isSymbol(index, $0) } }

  package func isName(_ index: Int) -> Bool {
    if all.indices.contains(index), case .name = all[index].kind { true } else { false }
  }

  package func isString(_ index: Int) -> Bool { all.indices.contains(index) && all[index].isString }

  /// Returns the string that a token is, as it is written between its quotes.
  package func string(_ index: Int) -> String? {
    guard all.indices.contains(index), case .string(let contents) = all[index].kind else { return nil }
    return text(contents)
  }

  /// Whether the end is inside of a string or comment.
  package var endsInText: Bool {
    [all.last, comments.last].contains { token in
      guard let token, token.range.upper == bytes.count else { return false }
      switch token.kind {
      case .string(let contents), .comment(let contents): return contents.upper == bytes.count
      default: return false
      }
    }
  }

  /// Returns the string whose contents an offset is in, or at whose end it is.
  package func stringIndex(at offset: Int) -> Int? {
    let index = firstIndex(endingAfter: offset)
    return [index - 1, index].first { candidate in
      guard all.indices.contains(candidate), case .string(let contents) = all[candidate].kind else { return false }
      return contents.lower <= offset && offset <= contents.upper
    }
  }

  /// Returns the first token that ends after an offset. O(log n).
  package func firstIndex(endingAfter offset: Int) -> Int { all.partitionPoint { $0.range.upper <= offset } }
}
