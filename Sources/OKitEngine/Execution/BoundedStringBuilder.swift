/// Texts put one after the other, as long as there is room: a long text that is named many times would take all memory.
struct BoundedStringBuilder {
  static let maximumBytes = 64 << 20

  private(set) var text = ""
  private var isEmpty = true

  /// False when the text would be too long; then it stays as it is.
  mutating func append(_ part: some StringProtocol, after separator: String = "") -> Bool {
    let separator = isEmpty ? "" : separator
    guard text.utf8.count + separator.utf8.count + part.utf8.count <= Self.maximumBytes else { return false }
    text += separator
    text += part
    isEmpty = false
    return true
  }

  static func failure(_ what: String) -> Diagnostic {
    Diagnostic("app.size", "\(what) would be longer than \(maximumBytes >> 20) MiB")
  }
}
