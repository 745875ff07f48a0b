internal import Glibc

/// Prints diagnostics for people: place, message, hint, then the line with a caret, then the notes.
package enum DiagnosticRenderer {
  package static func render(_ diagnostic: Diagnostic) -> String { lines(diagnostic).joined(separator: "\n") }

  /// The lines of the text; the first one begins with the place and the message.
  package static func lines(_ diagnostic: Diagnostic) -> [String] {
    var head = ""
    if let place = diagnostic.place { head += PrintableText.line("\(place): ") }
    if diagnostic.severity != .error { head += "\(diagnostic.severity.rawValue): " }
    if let excerpt = diagnostic.excerpt, excerpt.source.name != diagnostic.place?.file, !excerpt.source.name.isEmpty {
      head += PrintableText.line("\(excerpt.source.name): ")
    }
    head += diagnostic.message
    if let hint = diagnostic.hint { head += PrintableText.line(" (\(hint))") }
    var lines = indented(head, firstToo: false)
    if let excerpt = diagnostic.excerpt { lines += caretLines(excerpt) }
    for note in diagnostic.notes {
      let text = note.description
      lines += indented(note.hasLines ? text : PrintableText.line(text), firstToo: true)
    }
    return lines
  }

  private static func indented(_ text: String, firstToo: Bool) -> [String] {
    PrintableText.lines(text).enumerated().map { $0 > 0 || firstToo ? "    \($1)" : $1 }
  }

  private static func caretLines(_ excerpt: Diagnostic.Excerpt) -> [String] {
    let shown = excerpt.shown
    // Tabs stay tabs in the padding, so that the caret stands below its character in any terminal.
    let before = PrintableText.escaped(shown.text.prefix(shown.column - 1))
    let padding = String(before.map { $0 == "\t" ? "\t" : " " })
    return ["    \(PrintableText.escaped(shown.text))", "    \(padding)^"]
  }
}

extension Diagnostic: CustomStringConvertible {
  public var description: String { DiagnosticRenderer.render(self) }

  /// Prints the diagnostic to the standard error, where nobody else receives it.
  public func print() {
    var text = "\(self)\n"
    // A closed standard error leaves no place to say so.
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
