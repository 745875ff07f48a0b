/// Names of files that a user types.
enum FileName {
  /// Returns a text without the characters that names of files cannot have on every system, and without blanks around it.
  static func cleaned(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { !refused.contains($0) && $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(kept)).trimmed
  }

  private static let refused: Set<Unicode.Scalar> = ["/", "\\", ":", "?", "%", "*", "|", "\"", "<", ">"]
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
