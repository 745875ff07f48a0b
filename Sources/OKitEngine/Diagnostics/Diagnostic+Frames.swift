/// The notes of a diagnostic, taken apart for programs.
extension Diagnostic {
  /// A function that was running.
  public struct Frame: Sendable, Hashable {
    public var file: String
    public var line: Int
    /// Such as `function 'increase'`, `main chunk`.
    public var function: String

    /// Reads a note such as `shop.lua:12: in function 'increase'`; nil for any other one.
    public init?(note: String) {
      guard let end = note.firstRange(of: ": in "), let colon = note[..<end.lowerBound].lastIndex(of: ":"),
        let line = Int(note[note.index(after: colon)..<end.lowerBound]), line > 0
      else { return nil }
      (self.file, self.line, function) = (String(note[..<colon]), line, String(note[end.upperBound...]))
    }
  }
}
