extension String {
  /// The text without the white space at both ends.
  package var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? "")
  }
}
