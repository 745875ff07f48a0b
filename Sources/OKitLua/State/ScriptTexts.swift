import OKitEngine

/// The texts that a state has loaded, by the names that errors call them: for the line that an error tells, and for what
/// may have been meant there.
final class ScriptTexts {
  private final class Script {
    let text: String
    /// The UTF-8 offset of each line; made when it is first asked for.
    lazy var starts: [Int] = {
      var starts = [0]
      for (offset, byte) in text.utf8.enumerated() where byte == 0x0A { starts.append(offset + 1) }
      return starts
    }()

    init(_ text: String) { self.text = text }

    func line(_ number: Int) -> String? {
      guard starts.indices.contains(number - 1) else { return nil }
      let start = text.utf8.index(text.utf8.startIndex, offsetBy: starts[number - 1])
      return String(text[start...].prefix { !$0.isNewline })
    }
  }

  private var scripts: [String: Script] = [:]
  /// The same mistake may be made for each row of a list.
  private var last: (asked: Diagnostic, names: String, answer: Diagnostic)?

  func keep(_ text: String, chunk: String) {
    let name = chunk.hasPrefix("@") || chunk.hasPrefix("=") ? String(chunk.dropFirst()) : chunk
    scripts[name] = Script(text)
    last = nil
  }

  /// The diagnostic with the line of its place, and with what may have been meant.
  ///
  /// - Parameter names: a line for each name that there is where the error arose.
  func explain(_ diagnostic: Diagnostic, names: String) -> Diagnostic {
    guard diagnostic.excerpt == nil, let place = diagnostic.place, place.line > 0 else { return diagnostic }
    if let last, last.asked == diagnostic, last.names == names { return last.answer }
    let line = scripts[place.file]?.line(place.line)
    var answer = diagnostic
    let mistake = ScriptMistake(diagnostic, line: line)
    if answer.hint == nil { answer.hint = mistake.hint(names: names) }
    if let line {
      answer.excerpt = .init(source: SourceText(name: place.file, text: line), range: mistake.range)
    }
    last = (diagnostic, names, answer)
    return answer
  }
}
