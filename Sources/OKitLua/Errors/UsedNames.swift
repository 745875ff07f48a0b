import OKitEngine

/// The names by which scripts may call a function or read a property: after a colon or a dot, and in texts, which may
/// be bindings. The definition of a function is not a use of its name, nor is the call of an inherited one.
struct UsedNames {
  private var names: Set<String> = []

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Adds the names in a script.
  mutating func add(_ script: String) {
    let line = ScriptLine(script)
    let tokens = line.tokens
    for index in tokens.indices.dropFirst(2) where tokens[index].isWord && tokens[index - 2].text != "super" {
      guard [".", ":"].contains(tokens[index - 1].text), !Self.isDefined(index, in: tokens) else { continue }
      names.insert(tokens[index].text)
    }
    let bytes = Array(script.utf8)
    for range in line.texts where range.lower < range.upper {
      add(wordsOf: String(decoding: bytes[range.lower..<range.upper], as: UTF8.self))
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
  private static func isDefined(_ index: Int, in tokens: [ScriptLine.Token]) -> Bool {
    if tokens.indices.contains(index + 1), tokens[index + 1].text == "=" { return true }
    var first = index
    while first >= 2, [".", ":"].contains(tokens[first - 1].text), tokens[first - 2].isWord { first -= 2 }
    return first >= 1 && tokens[first - 1].text == "function"
  }
}
