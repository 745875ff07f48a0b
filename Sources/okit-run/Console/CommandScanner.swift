/// Finds the quotes and comments of command lines, and the separators outside of them.
struct CommandScanner {
  private let characters: ArraySlice<Character>
  private let isLua: Bool

  init(_ text: String, isLua: Bool = false) { self.init(Array(text)[...], isLua: isLua) }

  init(_ characters: ArraySlice<Character>, isLua: Bool = false) {
    self.characters = characters
    self.isLua = isLua
  }

  /// The number of characters.
  var count: Int { characters.count }

  subscript(offset: Int) -> Character { characters[offset] }

  /// The characters of a range.
  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  /// The index of the first character that `isMatch` accepts outside quotes, with whether it follows a blank (or the
  /// start) and the character after it.
  func first(
    from start: Int? = nil, where isMatch: (_ character: Character, _ afterBlank: Bool, _ next: Character?) -> Bool
  ) -> Int? {
    var offset = start ?? characters.startIndex
    while offset < characters.endIndex {
      if let end = quoteEnd(from: offset) {
        offset = end + 1
        continue
      }
      let afterBlank = offset == characters.startIndex || characters[offset - 1].isWhitespace
      let next = offset + 1 < characters.endIndex ? characters[offset + 1] : nil
      if isMatch(characters[offset], afterBlank, next) { return offset }
      offset += 1
    }
    return nil
  }

  /// The offset of a `"` that opens a quoted name and has no partner.
  var openQuote: Int? {
    guard !isLua else { return nil }
    var offset = characters.startIndex
    while offset < characters.endIndex {
      if let end = quoteEnd(from: offset) {
        offset = end + 1
      } else if characters[offset] == "\"", opensQuote(offset) {
        return offset
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// The argument that the text as a whole is: without its quotes when it is one quoted piece.
  var argument: Argument {
    if !isLua, let first = characters.first, characters.count >= 2,
      quoteEnd(from: characters.startIndex) == characters.endIndex - 1
    {
      let inner = characters.dropFirst().dropLast()
      return Argument(text: first == "\"" ? Self.unescaped(inner) : String(inner), isQuoted: true)
    }
    return Argument(text: String(characters))
  }

  /// The index of the quote that closes the one at `offset`; nil when none opens there, or it stays open on its line.
  private func quoteEnd(from offset: Int) -> Int? {
    let quote = characters[offset]
    guard quote == "\"" || quote == "'", opensQuote(offset) else { return nil }
    var end = offset + 1
    while end < characters.endIndex, !characters[end].isNewline {
      if characters[end] == "\\", quote == "\"" || isLua {
        end += 2
        continue
      }
      if characters[end] == quote, closesQuote(end) { return end }
      end += 1
    }
    return nil
  }

  /// In names a quote opens only where a word starts, so that apostrophes and inches are just characters.
  private func opensQuote(_ offset: Int) -> Bool {
    isLua || offset == characters.startIndex || characters[offset - 1].isWhitespace
      || "=>(,".contains(characters[offset - 1])
  }

  /// For the same reason, a single quote closes only where a word ends.
  private func closesQuote(_ offset: Int) -> Bool {
    guard !isLua, characters[offset] == "'", offset + 1 < characters.endIndex else { return true }
    let next = characters[offset + 1]
    return next.isWhitespace || "=>),;".contains(next)
  }

  private static func unescaped(_ characters: ArraySlice<Character>) -> String {
    var result = ""
    var isEscaped = false
    for character in characters {
      if isEscaped {
        switch character {
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "\"", "\\": result.append(character)
        default: result += "\\" + String(character)
        }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return isEscaped ? result + "\\" : result
  }
}
