/// Joins strings up to a maximum length: a binding that repeats a long text could otherwise use up all memory.
package struct BoundedStringBuilder {
  package static let maximumBytes = 64 << 20

  package private(set) var text = ""
  private var isEmpty = true

  package init() {}

  /// Appends a string; returns false and changes nothing when the result would be too long.
  package mutating func append(_ part: String, after separator: String = "") -> Bool { add(part, separator) }
  // Texts have a function of their own, because other modules call a generic one unspecialized.
  package mutating func append(_ part: some StringProtocol) -> Bool { add(part, "") }

  @inline(__always)
  private mutating func add(_ part: some StringProtocol, _ separator: String) -> Bool {
    let separator = isEmpty ? "" : separator
    guard text.utf8.count + separator.utf8.count + part.utf8.count <= Self.maximumBytes else { return false }
    text += separator
    text += part
    isEmpty = false
    return true
  }

  /// Returns the error for a result that is too long.
  package static func failure(_ what: String) -> Diagnostic {
    Diagnostic("app.size", "\(what) exceeds \(maximumBytes >> 20) MiB")
  }
}
