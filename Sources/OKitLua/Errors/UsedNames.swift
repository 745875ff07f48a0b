import LuaSyntax

/// The names by which scripts may call a function or read a property: after a colon or a dot, and in texts, which may
/// be bindings. The definition of a function is not a use of its name, nor is the call of an inherited one.
struct UsedNames {
  private var names: Set<String> = []

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Adds the names in a script.
  mutating func add(_ script: String) {
    let tokens = LuaTokens(script: Array(script.utf8))
    for index in tokens.all.indices {
      if let text = tokens.string(index) { add(wordsOf: text) }
      guard tokens.isName(index), tokens.isSymbol(index - 1, [".", ":"]), tokens.text(index - 2) != "super",
        !Self.isDefined(index, in: tokens)
      else { continue }
      names.insert(tokens.text(index))
    }
  }

  /// Adds all words of a text with bindings.
  mutating func add(wordsOf text: String) {
    for word in text.split(whereSeparator: { !Self.isInName($0) }) { names.insert(String(word)) }
  }

  private static func isInName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Whether a token is the last name of `function Class:name(…)`, or of an assignment such as `Class.name = …`.
  private static func isDefined(_ index: Int, in tokens: LuaTokens) -> Bool {
    if tokens.isSymbol(index + 1, "=") { return true }
    var first = index
    while tokens.isSymbol(first - 1, [".", ":"]), tokens.isName(first - 2) { first -= 2 }
    return tokens.all.indices.contains(first - 1) && tokens.all[first - 1].isKeyword("function")
  }
}
