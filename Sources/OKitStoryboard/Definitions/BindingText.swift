/// Binding texts for what Interface Builder stores as plain values.
package enum BindingText {
  /// A text in the language of the application; the text itself where it has no translation.
  package static func localized(_ text: String) -> String {
    written("%", text) { if case .localized(text) = $0 { true } else { false } }
  }

  static func localized(_ texts: [String]) -> String { texts.map(localized).joined(separator: ",") }

  static func constant(_ text: String) -> String {
    written("#", text) { if case .constant(let value) = $0 { value.scalarText == text } else { false } }
  }

  static func constant(_ number: Double) -> String { "#" + NumberText.text(of: number) }

  static func constant(_ date: DateValue) -> String { "#" + ExactDateText.text(of: date) }

  /// Returns the text after a sign, with as few escapes as it takes: those of separators, or of all signs of the
  /// grammar.
  private static func written(_ sign: String, _ text: String, means: (Binding.Part.Kind) -> Bool) -> String {
    let candidates = ["", ",\\", ",\\#%$=@/()[]>.!<~"].map { sign + escaping($0, in: text) }
    return candidates.first { candidate in
      // A candidate that is not a binding needs more escapes.
      guard let parts = try? Binding.parse(candidate).parts, parts.count == 1, let part = parts.first else {
        return false
      }
      return means(part.kind)
    } ?? sign + escaping(",\\#%$=@/()[]>.!<~", in: text)
  }

  private static func escaping(_ characters: String, in text: String) -> String {
    text.unicodeScalars.escaped {
      characters.unicodeScalars.contains($0) || (!characters.isEmpty && $0.value < 0x20)
    }
  }
}
