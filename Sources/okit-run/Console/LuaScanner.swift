/// Finds the ends of a chunk of Lua in a command line: separators outside of its strings, comments, brackets and
/// blocks.
struct LuaScanner {
  private let characters: ArraySlice<Character>

  init(_ text: String) { self.init(Array(text)[...]) }

  init(_ characters: ArraySlice<Character>) { self.characters = characters }

  /// The index of the first character that `isMatch` accepts, with whether it follows a blank (or the start) and the
  /// character after it; nil when there is none.
  func first(where isMatch: (_ character: Character, _ afterBlank: Bool, _ next: Character?) -> Bool) -> Int? {
    var (offset, depth) = (characters.startIndex, 0)
    while offset < characters.endIndex {
      if let end = literalEnd(from: offset) {
        offset = end
        continue
      }
      let character = characters[offset]
      if character.isWord {
        let word = characters[offset...].prefix(while: \.isWord)
        depth = max(0, depth + Self.change(by: String(word)))
        offset += word.count
        continue
      }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth = max(0, depth - 1) }
      let afterBlank = offset == characters.startIndex || characters[offset - 1].isWhitespace
      if depth == 0, isMatch(character, afterBlank, next(offset)) { return offset }
      offset += 1
    }
    return nil
  }

  private func next(_ offset: Int) -> Character? { offset + 1 < characters.endIndex ? characters[offset + 1] : nil }

  /// The change of the depth of blocks by a word. The `do` of a loop opens its block.
  static func change(by word: String) -> Int {
    switch word {
    case "function", "do", "if", "repeat": 1
    case "end", "until": -1
    default: 0
    }
  }

  // MARK: Strings and comments

  /// The offset after the string or comment that begins at `offset`; nil when none begins there.
  private func literalEnd(from offset: Int) -> Int? {
    switch characters[offset] {
    case "\"", "'": return stringEnd(from: offset)
    case "[": return longEnd(from: offset)
    case "-" where next(offset) == "-": return longEnd(from: offset + 2) ?? lineEnd(from: offset)
    default: return nil
    }
  }

  private func lineEnd(from offset: Int) -> Int {
    characters[offset...].firstIndex(where: \.isNewline) ?? characters.endIndex
  }

  /// A string that is not closed ends with its line.
  private func stringEnd(from offset: Int) -> Int {
    var end = offset + 1
    while end < characters.endIndex, !characters[end].isNewline {
      if characters[end] == characters[offset] { return end + 1 }
      end += characters[end] == "\\" ? 2 : 1
    }
    return min(end, characters.endIndex)
  }

  /// The end of `[[ … ]]` or `[=[ … ]=]`; that of the text where it is not closed.
  private func longEnd(from offset: Int) -> Int? {
    guard offset < characters.endIndex, characters[offset] == "[" else { return nil }
    let level = characters[(offset + 1)...].prefix { $0 == "=" }.count
    let start = offset + level + 2
    guard start <= characters.endIndex, characters[start - 1] == "[" else { return nil }
    let close = Array("]" + String(repeating: "=", count: level) + "]")
    var end = start
    while end + close.count <= characters.endIndex {
      if characters[end..<(end + close.count)].elementsEqual(close) { return end + close.count }
      end += 1
    }
    return characters.endIndex
  }
}

extension Character {
  /// Whether the character belongs to a name or number of Lua.
  fileprivate var isWord: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}
