/// The match of a string: exact, or case-insensitive.
package struct TextMatches<Element> {
  private let text: String?
  private let folded: String?
  package private(set) var exact: [Element] = []
  package private(set) var similar: [Element] = []

  /// - Parameter text: nil fits everything.
  package init(_ text: String?) {
    self.text = text
    folded = text?.lowercased()
  }

  package mutating func add(_ element: Element, named name: String?) {
    if isExact(name) { exact.append(element) } else if isSimilar(name) { similar.append(element) }
  }

  package func fits(_ name: String?) -> Bool { isExact(name) || isSimilar(name) }

  private func isExact(_ name: String?) -> Bool { text == nil || name == text }

  private func isSimilar(_ name: String?) -> Bool {
    // A lowercase letter has at least a third of the bytes.
    guard let name, let folded, name.utf8.count <= 3 * folded.utf8.count, !Self.differ(name, folded) else {
      return false
    }
    return name.lowercased() == folded
  }

  /// Whether a text differs from a lowercase one in an ASCII letter, before which both have only ASCII. As a rule that
  /// is one of the first letters, and saves making the text lowercase.
  private static func differ(_ name: String, _ folded: String) -> Bool {
    for (byte, other) in zip(name.utf8, folded.utf8) {
      guard byte < 0x80, other < 0x80 else { return false }
      let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      if (isUpper ? byte | 0x20 : byte) != other { return true }
    }
    return false
  }

  package var best: [Element] { exact.isEmpty ? similar : exact }
}
