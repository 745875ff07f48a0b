import LuaSyntax

extension LuaState {
  /// Returns a syntax error with the range of its token in the line, where the compiler's message leaves several tokens
  /// open.
  ///
  /// The error is at the first token with which the text cannot be the beginning of a script.
  ///
  /// - Parameter base: The number of lines before the text.
  func located(_ failure: Diagnostic, in text: String, base: Int = 0) -> Diagnostic {
    guard failure.code == "lua.syntax", failure.subject != .end, let place = failure.place,
      let excerpt = failure.excerpt, excerpt.range == nil, let start = Self.start(ofLine: place.line - base, in: text)
    else { return failure }
    let tokens = LuaTokens(line: excerpt.source.text).all
    let bytes = Array(text.utf8)
    var (first, last) = (0, tokens.count)
    while first < last {
      let middle = (first + last) / 2
      guard let isBeginning = isBeginning(bytes.prefix(start + tokens[middle].range.upper)) else { return failure }
      if isBeginning { first = middle + 1 } else { last = middle }
    }
    guard tokens.indices.contains(first) else { return failure }
    var located = failure
    located.excerpt?.range = tokens[first].range
    return located
  }

  /// Whether a text can be the beginning of a script; nil when the limits do not allow to compile it.
  private func isBeginning(_ text: ArraySlice<UInt8>) -> Bool? {
    do {
      _ = try text.withUnsafeBufferPointer { try core.load(text: $0, chunk: "=beginning") }
      return true
    } catch {
      guard let failure = error as? Diagnostic, failure.code == "lua.syntax" else { return nil }
      return failure.subject == .end
    }
  }

  private static func start(ofLine number: Int, in text: String) -> Int? {
    var line = 1
    if number == 1 { return 0 }
    for (offset, byte) in text.utf8.enumerated() where byte == 0x0A {
      line += 1
      if line == number { return offset + 1 }
    }
    return nil
  }
}
