/// Escapes texts for XML 1.0.
package struct XMLEscaper {
  /// The number of characters that XML cannot contain, each replaced by U+FFFD.
  package private(set) var replacedCount = 0

  package init() {}

  /// Returns a text as the content of an element, or as the value of an attribute in double quotes.
  package mutating func escaped(_ text: String, inAttribute: Bool = false) -> String {
    guard text.utf8.contains(where: Self.mayNeedEscape) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22 where inAttribute: result += "&quot;"
      // A reader turns them into spaces in an attribute, and a carriage return into a line feed anywhere.
      case 0x09 where inAttribute, 0x0A where inAttribute, 0x0D: result += "&#\(scalar.value);"
      // An equal text for a reader, which a terminal shows as it is.
      case 0x7F... where PrintableText.isControl(scalar):
        result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: result.unicodeScalars.append(scalar)
      default:
        replacedCount += 1
        result += "\u{FFFD}"
      }
    }
    return result
  }

  /// Whether a text with this byte of UTF-8 is examined character by character.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x26, 0x3C, 0x3E, 0x22, ..<0x20, 0x7F...: true
    default: false
    }
  }
}
