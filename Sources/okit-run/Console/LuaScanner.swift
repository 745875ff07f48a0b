import LuaSyntax

/// Finds the ends of chunks of Lua in command lines: separators outside of strings, comments, brackets and blocks.
struct LuaScanner {
  private let characters: [Character]
  private let bytes: [UInt8]
  /// The UTF-8 offset of each character, and that of the end.
  private let offsets: [Int]

  init(_ characters: [Character]) {
    self.characters = characters
    bytes = characters.flatMap(\.utf8)
    offsets = characters.reduce(into: [0]) { offsets, character in
      offsets.append((offsets.last ?? 0) + character.utf8.count)
    }
  }

  /// The index of the first character from `start` on that `isMatch` accepts, with whether it follows a blank (or the
  /// start) and the character after it; nil when there is none. O(result).
  func first(
    from start: Int = 0, where isMatch: (_ character: Character, _ afterBlank: Bool, _ next: Character?) -> Bool
  ) -> Int? {
    var lexer = LuaLexer(bytes, from: offsets[start])
    var (index, depth) = (start, 0)
    func pass(to offset: Int) -> Int? {
      while index < characters.endIndex, offsets[index] < offset {
        let afterBlank = index == start || characters[index - 1].isWhitespace
        let next = index + 1 < characters.endIndex ? characters[index + 1] : nil
        if depth == 0, isMatch(characters[index], afterBlank, next) { return index }
        index += 1
      }
      return nil
    }
    while let token = lexer.next() {
      if let found = pass(to: token.range.lower) { return found }
      depth = max(0, depth + token.depthChange)
      if case .symbol = token.kind {
        if let found = pass(to: token.range.upper) { return found }
      } else {
        while offsets[index] < token.range.upper { index += 1 }
      }
    }
    return pass(to: bytes.count)
  }
}
