internal import CLua
internal import OKitEngine

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
    let tokens = ScriptLine(text).tokens
    let calls = tokens.indices.filter { index in
      index > 0 && tokens[index].text == name && tokens[index - 1].text == "."
    }
    guard let call = calls.first, let receiver = receiver(before: call - 1, tokens, in: text) else { return nil }
    return "call it with a colon: \(receiver):\(name)(…)"
  }

  /// The expression that ends before a token, such as `films[1]`.
  private static func receiver(before dot: Int, _ tokens: [ScriptLine.Token], in line: String) -> String? {
    var (index, depth) = (dot, 0)
    while index > 0 {
      let (token, next) = (tokens[index - 1], tokens[index])
      // A name follows a dot or a colon; those, indexes and arguments follow a name or a bracket.
      let isJoined =
        next.isWord
        ? [".", ":"].contains(token.text)
        : [".", ":", "[", "("].contains(next.text) && (token.isWord || ["]", ")"].contains(token.text))
      if depth == 0, !isJoined { return text(from: index, to: dot, tokens, in: line) }
      if ["]", ")"].contains(token.text) { depth += 1 }
      if ["[", "("].contains(token.text) { depth -= 1 }
      index -= 1
    }
    return text(from: 0, to: dot, tokens, in: line)
  }

  private static func text(from first: Int, to end: Int, _ tokens: [ScriptLine.Token], in line: String) -> String? {
    guard first < end, tokens.indices.contains(end) else { return nil }
    let bytes = Array(line.utf8)
    let range = tokens[first].range.lower..<tokens[end].range.lower
    guard bytes.indices.contains(range.lowerBound), range.upperBound <= bytes.count else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
