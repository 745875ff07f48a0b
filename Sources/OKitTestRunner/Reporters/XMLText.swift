import OKitExchange

/// Writes XML 1.0, two spaces a level. Characters that XML cannot hold become U+FFFD.
package struct XMLText {
  package private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  package init() {}

  package mutating func open(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.list(attributes))>")
    depth += 1
  }

  package mutating func close(_ name: String) {
    depth -= 1
    line("</\(name)>")
  }

  package mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.list(attributes))/>")
  }

  /// An element with a text, which keeps its line breaks.
  package mutating func element(_ name: String, _ attributes: [(String, String)], _ content: String) {
    line("<\(name)\(Self.list(attributes))>\(Self.escaped(content, inAttribute: false))</\(name)>")
  }

  private mutating func line(_ content: String) { text += String(repeating: "  ", count: depth) + content + "\n" }

  private static func list(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(escaped($0.1, inAttribute: true))\"" }.joined()
  }

  private static func escaped(_ value: String, inAttribute: Bool) -> String {
    var escaper = XMLEscaper()
    return escaper.escaped(value, inAttribute: inAttribute)
  }
}
