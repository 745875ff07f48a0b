/// A place in a JSON value (RFC 6901).
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  package var tokens: [String]

  package init(_ tokens: [String] = []) { self.tokens = tokens }

  /// Reads a text: empty for the whole value, `/items/0/name` for a part.
  ///
  /// - Throws: `trace.patch`.
  package init(_ text: String) throws(Diagnostic) {
    guard text.isEmpty || text.hasPrefix("/") else {
      throw Diagnostic("trace.patch", "\(PrintableText.quoted(text)) is not a JSON pointer", hint: "begin it with /")
    }
    tokens = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  package var description: String {
    tokens.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }

  package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }
  package func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// Returns whether it is a place inside of another one.
  func isInside(_ other: JSONPointer) -> Bool { tokens.count > other.tokens.count && tokens.starts(with: other.tokens) }
}
