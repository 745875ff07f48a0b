/// The place where a script declares something.
package struct ScriptDeclaration: Sendable {
  package let file: String
  /// From 1.
  package let line: Int
  /// The UTF-8 offsets of its name.
  package let range: SourceRange
  /// The comment above it, or after it on the same line.
  package let comment: String?

  /// - Parameter isStatement: whether the line declares nothing else; comments belong to the first property of a line.
  init(_ name: LuaSyntax.Name, in script: LuaScript, isStatement: Bool) {
    (file, range) = (script.file, name.range)
    line = script.lines.line(of: name.range.lower)
    let before = script.lines.text(ofLine: line).utf8.prefix(name.range.lower - script.lines.start(ofLine: line))
    let isFirst = isStatement || before.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    comment = isFirst ? script.comment(atLine: line) : nil
  }
}

/// A function that a script defines for a class or a core type.
package struct ScriptFunction: Sendable {
  /// The parameters besides the value that it is called on; `...` for any number of them.
  package let parameters: [String]
  package let declaration: ScriptDeclaration

  init(_ definition: ScriptFunctionIndex.Definition) {
    let names = definition.function.parameters.dropFirst().map(\.name.text)
    parameters = names + (definition.function.isVariadic ? ["..."] : [])
    declaration = ScriptDeclaration(definition.name, in: definition.script, isStatement: true)
  }
}

extension LuaScript {
  /// Returns the comment that belongs to what a line declares: the lines of comments right above it, else the one
  /// after it.
  func comment(atLine line: Int) -> String? {
    var (texts, wanted) = ([String](), line - 1)
    for comment in comments.reversed() {
      let last = lines.line(of: max(comment.range.lower, comment.range.upper - 1))
      guard last <= wanted else { continue }
      let first = lines.line(of: comment.range.lower)
      let isAlone = lines.text(ofLine: first).drop { $0 == " " || $0 == "\t" }.hasPrefix("--")
      guard last == wanted, isAlone else { break }
      texts.insert(Self.plain(comment.text), at: 0)
      wanted = first - 1
    }
    if texts.isEmpty, let trailing = comments.first(where: { lines.line(of: $0.range.lower) == line }) {
      texts = [Self.plain(trailing.text)]
    }
    let text = texts.filter { !$0.contains("okit: ignore") }.joined(separator: "\n")
    return text.isEmpty ? nil : text
  }

  private static func plain(_ comment: String) -> String {
    var text = comment[...].drop { $0 == "-" || $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
