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
    switch kind(of: name) {
    case .exact: exact.append(element)
    case .similar: similar.append(element)
    case nil: break
    }
  }

  package func fits(_ name: String?) -> Bool { kind(of: name) != nil }

  private enum Kind { case exact, similar }

  private func kind(of name: String?) -> Kind? {
    guard let text, let folded else { return .exact }
    guard let name, !Self.differ(name, folded) else { return nil }
    if name == text { return .exact }
    // A lowercase letter has at least a third of the bytes.
    return name.utf8.count <= 3 * folded.utf8.count && name.lowercased() == folded ? .similar : nil
  }

  /// Whether a text differs from a lowercase one in an ASCII letter, before which both have only ASCII. As a rule that
  /// is one of the first letters, and saves comparing the texts as Unicode.
  private static func differ(_ name: String, _ folded: String) -> Bool {
    name.utf8.withContiguousStorageIfAvailable { bytes in
      folded.utf8.withContiguousStorageIfAvailable { others in
        for index in 0..<min(bytes.count, others.count) {
          let (byte, other) = (bytes[index], others[index])
          guard byte < 0x80, other < 0x80 else { return false }
          let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          if (isUpper ? byte | 0x20 : byte) != other { return true }
        }
        return false
      }
    } as Bool?? == true
  }

  package var best: [Element] { exact.isEmpty ? similar : exact }
}
