/// Texts in XML 1.0.
struct XMLText {
  /// The number of characters that XML cannot contain, each replaced by U+FFFD.
  private(set) var replacedCount = 0

  /// Returns a text as content or as the value of an attribute.
  mutating func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF || Self.special.contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A reader turns them into line feeds or spaces, at least in attributes.
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        replacedCount += 1
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let special = Set("&<>\"".utf8)
}
