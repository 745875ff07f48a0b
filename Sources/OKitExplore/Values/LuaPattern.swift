/// Patterns of Lua, as `string.match` has them.
enum LuaPattern {
  /// Returns a text that a simple pattern fits: one character for each class and each set.
  static func filled(_ pattern: String) -> String {
    var text = ""
    var signs = Array(pattern)[...]
    if signs.first == "^" { signs.removeFirst() }
    if signs.last == "$" { signs.removeLast() }
    while let sign = signs.popFirst() {
      switch sign {
      case "(", ")", "*", "+", "-", "?": continue
      case ".": text.append("a")
      case "%": text.append(filled(class: signs.popFirst() ?? "%"))
      case "[":
        let isExcluding = signs.first == "^"
        let end = signs.dropFirst().firstIndex(of: "]") ?? signs.endIndex
        let set = signs[..<end]
        signs = signs[end...].dropFirst()
        let first = set.first ?? "a"
        text.append(isExcluding ? "a" : first == "%" ? filled(class: set.dropFirst().first ?? "%") : first)
      default: text.append(sign)
      }
    }
    return text
  }

  private static func filled(class letter: Character) -> Character {
    switch letter {
    case "d", "x": "1"
    case "a", "l", "w", "g": "a"
    case "u": "A"
    case "s": " "
    case "p": "."
    default: letter
    }
  }
}
