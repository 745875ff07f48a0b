internal import CLua
import LuaSyntax

/// Hints at the colon where a method was called with a dot, so that its `self` is missing or another value.
enum MissingReceiver {
  /// - Parameter line: returns a line of a script.
  static func hint(
    for error: LuaErrorFacts, _ notes: [Diagnostic.Note], line: (Diagnostic.Place) -> String?
  ) -> String? {
    guard error.kind == .index, error.variable == .local, error.name == "self", notes.count >= 2,
      case .frame(let called) = notes[0], case .frame(let caller) = notes[1], let name = called.name,
      let text = line(Diagnostic.Place(file: caller.file, line: caller.line))
    else { return nil }
    let tokens = LuaTokens(line: text)
    let call = tokens.all.indices.first { tokens.text($0) == name && tokens.isSymbol($0 - 1, ".") }
    guard let call, let receiver = receiver(before: call - 1, tokens) else { return nil }
    return "call it with a colon: \(receiver):\(name)(…)"
  }

  /// The expression that ends before a token, such as `films[1]`.
  private static func receiver(before dot: Int, _ tokens: LuaTokens) -> String? {
    var (index, depth) = (dot, 0)
    while index > 0 {
      // A name follows a dot or a colon; those, indexes and arguments follow a name, a string or a bracket.
      let isJoined =
        tokens.isName(index)
        ? tokens.isSymbol(index - 1, [".", ":"])
        : tokens.isSymbol(index, [".", ":", "[", "("])
          && (tokens.isName(index - 1) || tokens.isString(index - 1) || tokens.isSymbol(index - 1, ["]", ")"]))
      if depth == 0, !isJoined { break }
      if tokens.isSymbol(index - 1, ["]", ")"]) { depth += 1 }
      if tokens.isSymbol(index - 1, ["[", "("]) { depth -= 1 }
      index -= 1
    }
    guard index < dot else { return nil }
    return tokens.text(SourceRange(tokens.all[index].range.lower, tokens.all[dot].range.lower))
  }
}
