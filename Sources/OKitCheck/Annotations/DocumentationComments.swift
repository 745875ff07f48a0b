/// The comments for the language server that the author of a script has written above functions and properties.
struct DocumentationComments {
  /// The texts of the comments with three dashes, without these, by line.
  private var comments: [String: [Int: String]] = [:]

  init(_ scripts: [LuaScript]) {
    for script in scripts {
      for comment in script.comments where comment.text.hasPrefix("-") {
        let line = script.lines.line(of: comment.range.lower)
        // A comment after a statement on the same line belongs to that statement.
        guard script.lines.text(ofLine: line).drop(while: { $0 == " " || $0 == "\t" }).hasPrefix("---") else {
          continue
        }
        comments[script.file, default: [:]][line] = String(comment.text.dropFirst())
      }
    }
  }

  /// Returns the lines directly above a property of a table; none if another one stands before it in its line.
  func lines(aboveEntryAt offset: Int, in script: LuaScript) -> [String] {
    let start = script.lines.start(ofLine: script.lines.line(of: offset))
    let before = script.text(in: SourceRange(start, offset))
    return before.allSatisfy { $0 == " " || $0 == "\t" } ? lines(above: offset, in: script) : []
  }

  /// Returns the lines directly above an offset, without annotations that define something or belong to another place.
  func lines(above offset: Int, in script: LuaScript) -> [String] {
    guard let known = comments[script.file] else { return [] }
    var lines: [String] = []
    var line = script.lines.line(of: offset) - 1
    while let text = known[line] {
      lines.append(text)
      line -= 1
    }
    return lines.reversed().filter(Self.isCopied)
  }

  private static let copied: Set = [
    "param", "return", "generic", "overload", "deprecated", "async", "nodiscard", "see", "version", "private",
    "protected",
    "package",
  ]

  private static func isCopied(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("@") else { return !text.hasPrefix("|") }
    return copied.contains(String(text.dropFirst().prefix { $0.isLetter }))
  }
}

extension [String] {
  /// Whether the annotations among comments give a parameter or a result.
  func annotate(_ tag: String, _ name: String? = nil) -> Bool {
    contains { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.first == "@\(tag)"[...] else { return false }
      guard let name else { return true }
      return words.count > 1 && (words[1] == name[...] || words[1] == "\(name)?"[...])
    }
  }
}
