/// A text that stands for true or false in a control: `true yes on 1` and `false no off 0`, in upper or lower case.
package struct BoolText: Sendable {
  package let isTrue: Bool
  /// The text itself and its opposite, with the true one first.
  private let pair: (on: String, off: String)
  private let text: String

  private static let pairs = [("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0")]

  /// The texts, for messages: `true or false, yes or no, on or off, 1 or 0`.
  package static var examples: String { pairs.map { "\($0.0) or \($0.1)" }.joined(separator: ", ") }

  /// Nil for any other text.
  package init?(_ text: String) {
    // Longer than each of them.
    guard text.utf8.count <= 5 else { return nil }
    let word = text.lowercased()
    guard let pair = Self.pairs.first(where: { $0.0 == word || $0.1 == word }) else { return nil }
    (self.pair, self.text, isTrue) = (pair, text, pair.0 == word)
  }

  /// Returns the text for a Bool in the words and the case of this one: `No` for a `Yes`.
  package func text(_ isTrue: Bool) -> String {
    let word = isTrue ? pair.on : pair.off
    if text == text.lowercased() { return word }
    return text == text.uppercased() ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
  }
}

extension Value {
  /// The Bool as which a control or a property of a cell reads the value: its truth, except that a text may be one of
  /// `BoolText`.
  package var flag: Bool {
    guard case .string(let text) = self, let word = BoolText(text) else { return truth }
    return word.isTrue
  }
}
