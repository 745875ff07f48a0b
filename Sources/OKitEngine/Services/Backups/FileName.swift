/// Names of files that a user types.
enum FileName {
  /// Returns a text without the characters that names of files cannot have on every system, without invisible
  /// characters, and without blanks around it and dots before it.
  static func cleaned(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { !refused.contains($0) && isVisible($0) }
    return String(String.UnicodeScalarView(kept).drop { $0 == "." || $0.properties.isWhitespace }).trimmed
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // Joiners are parts of words and emoji; other format characters change the direction of a text, or hide in it.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }

  private static let refused: Set<Unicode.Scalar> = ["/", "\\", ":", "?", "%", "*", "|", "\"", "<", ">"]
}
