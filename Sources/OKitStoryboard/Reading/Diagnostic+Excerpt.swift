extension Diagnostic {
  /// Returns the same diagnostic with the line of its place in a text, and a caret.
  func withExcerpt(of text: String) -> Diagnostic {
    guard excerpt == nil, let place, place.line > 0, let column = place.column else { return self }
    let lines = text.utf8.split(separator: 0x0A, maxSplits: place.line, omittingEmptySubsequences: false)
    guard lines.indices.contains(place.line - 1) else { return self }
    let line = String(decoding: lines[place.line - 1], as: UTF8.self)
    let lower = line.prefix(column - 1).utf8.count
    var copy = self
    copy.excerpt = Excerpt(source: SourceText(name: place.file, text: line), range: SourceRange(lower, lower))
    return copy
  }
}
