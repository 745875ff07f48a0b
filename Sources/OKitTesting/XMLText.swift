import OKitEngine

/// Writes XML 1.0, two spaces a level. Characters that XML cannot hold become U+FFFD.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.list(attributes))>")
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    line("</\(name)>")
  }

  mutating func empty(_ name: String, _ attributes: [(String, String)]) { line("<\(name)\(Self.list(attributes))/>") }

  /// An element with a text, which keeps its line breaks.
  mutating func element(_ name: String, _ attributes: [(String, String)], _ content: String) {
    line("<\(name)\(Self.list(attributes))>\(Self.escaped(content, inAttribute: false))</\(name)>")
  }

  private mutating func line(_ content: String) { text += String(repeating: "  ", count: depth) + content + "\n" }

  private static func list(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(escaped($0.1, inAttribute: true))\"" }.joined()
  }

  private static func escaped(_ value: String, inAttribute: Bool) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22 where inAttribute: result += "&quot;"
      // A reader would make a blank of it in an attribute, and of a carriage return a line feed anywhere.
      case 0x09 where inAttribute, 0x0A where inAttribute, 0x0D: result += "&#\(scalar.value);"
      // An equal text for a reader, which a terminal shows as it is.
      case 0x7F... where PrintableText.isControl(scalar):
        result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
