/// Prints diagnostics for people: place, message, hint, then the line with a caret, then the notes.
public enum DiagnosticRenderer {
  public static func render(_ diagnostic: Diagnostic) -> String {
    var head = ""
    if let place = diagnostic.place { head += "\(place): " }
    if diagnostic.severity != .error { head += "\(diagnostic.severity.rawValue): " }
    if let excerpt = diagnostic.excerpt, excerpt.source.name != diagnostic.place?.file, !excerpt.source.name.isEmpty {
      head += "\(excerpt.source.name): "
    }
    head += diagnostic.message
    if let hint = diagnostic.hint { head += " (\(hint))" }
    var lines = [head]
    if let excerpt = diagnostic.excerpt { lines += caretLines(excerpt) }
    lines += diagnostic.notes.map { note in
      note.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
    }
    return lines.joined(separator: "\n")
  }

  private static func caretLines(_ excerpt: Diagnostic.Excerpt) -> [String] {
    let (_, column, content) = excerpt.source.location(of: excerpt.range.lower)
    // Tabs stay tabs in the padding, so that the caret stands below its character in any terminal.
    let padding = String(content.prefix(column - 1).map { $0 == "\t" ? "\t" : " " })
    return ["    \(content)", "    \(padding)^"]
  }
}

extension Diagnostic: CustomStringConvertible {
  public var description: String { DiagnosticRenderer.render(self) }
}
