import LuaSyntax

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
    let tokens = LuaTokens(line: text)
    let last = tokens.all.last.flatMap { $0.range.upper == tokens.bytes.count ? $0.kind : nil }
    var name = tokens.all.count
    switch last {
    case .name, .number, .keyword: name -= 1
    default: break
    }
    prefix = tokens.text(name)
    start = text.count - prefix.count
    if last == .number || tokens.endsInText {
      path = nil
    } else if tokens.isSymbol(name - 1, [".", ":"]) {
      isCall = tokens.isSymbol(name - 1, ":")
      path = Self.path(tokens, endingAt: name - 1)
    }
  }

  /// Names and numbers in brackets, joined by dots, up to a token.
  private static func path(_ tokens: LuaTokens, endingAt end: Int) -> [LuaValue]? {
    var (parts, index): ([LuaValue], Int) = ([], end)
    while true {
      if tokens.isSymbol(index - 1, "]"), tokens.isSymbol(index - 3, "["), let number = Int(tokens.text(index - 2)) {
        parts.append(.int(number))
        index -= 3
        continue
      }
      guard tokens.isName(index - 1) else { return nil }
      parts.append(.string(tokens.text(index - 1)))
      guard tokens.isSymbol(index - 2, ".") else { return parts.reversed() }
      index -= 2
    }
  }
}
