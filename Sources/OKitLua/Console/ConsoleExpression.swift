/// The names at the end of a text that is being written: `shop.books[1]:na` is the path `shop`, `books`, 1 and the
/// beginning `na` of a function.
struct ConsoleExpression: Equatable {
  /// The path to the owner of the name; empty for globals, nil when it cannot be looked up, such as the result of a
  /// call.
  private(set) var path: [LuaValue]? = []
  /// The typed part of the name.
  private(set) var prefix: String
  /// The offset of the name in characters.
  private(set) var start: Int
  /// Whether a `:` is before it.
  private(set) var isCall = false

  init(endOf text: String) {
    let characters = Array(text)
    var position = Self.nameStart(characters, characters.count)
    start = position
    prefix = String(characters[position...])
    if prefix.first?.isNumber == true {
      path = nil
      return
    }
    guard position > 0, characters[position - 1] == "." || characters[position - 1] == ":" else { return }
    isCall = characters[position - 1] == ":"
    position -= 1
    // The end of a concatenation or a label is not a member.
    guard position == 0 || characters[position - 1] != characters[position] else {
      path = isCall ? nil : []
      isCall = false
      return
    }
    path = Self.path(characters, endingAt: position)
  }

  private static func isName(_ character: Character) -> Bool {
    character == "_" || character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func nameStart(_ characters: [Character], _ end: Int) -> Int {
    var start = end
    while start > 0, isName(characters[start - 1]) { start -= 1 }
    return start
  }

  /// Names and numbers in brackets, joined by dots, up to an offset.
  private static func path(_ characters: [Character], endingAt end: Int) -> [LuaValue]? {
    var (parts, position): ([LuaValue], Int) = ([], end)
    while true {
      if position > 0, characters[position - 1] == "]" {
        let digits = nameStart(characters, position - 1)
        guard digits > 0, characters[digits - 1] == "[", let number = Int(String(characters[digits..<(position - 1)]))
        else { return nil }
        parts.append(.int(number))
        position = digits - 1
        continue
      }
      let start = nameStart(characters, position)
      guard start < position, !characters[start].isNumber else { return nil }
      parts.append(.string(String(characters[start..<position])))
      guard start > 0, characters[start - 1] == "." else { return parts.reversed() }
      position = start - 1
      guard position > 0, characters[position - 1] != "." else { return nil }
    }
  }
}
