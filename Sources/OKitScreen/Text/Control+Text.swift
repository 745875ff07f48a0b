/// The text of controls of all kinds.
extension Control {
  /// The control at the right of its row: its value, in brackets when it can be edited.
  var drawing: String { kind.text(self) }

  /// The lines below the row: the text of a multiline control, the choices of a picker.
  func textBlock(width: Int) -> [String] { kind.lines(self, width) }

  package func bracketed(_ text: String) -> String { isEnabled ? "[\(text)]" : text }

  /// The value as a person sees it, without what would command a terminal.
  package var printableText: String { printable(text, value) }

  /// A text of the control or, where it has none, that of the value.
  package func printable(_ text: String?, _ value: Value) -> String {
    TextWidth.printable(text ?? value.scalarText ?? "")
  }

  /// The text in an empty control: its placeholder, else blanks.
  package var hint: String { placeholder.map { "‹\(TextWidth.printable($0))›" } ?? (isEnabled ? "    " : "") }

  /// The position of the value between `low` and `max`, from 0 to 1; nil when these are not numbers in this order.
  package func share(from low: Value) -> Double? {
    guard let low = Self.number(low), let high = Self.number(max), let now = Self.number(value), high > low else {
      return nil
    }
    // Halves, where the distance is beyond the range of Double.
    let scale = (high - low).isFinite ? 1 : 0.5
    return Swift.min(Swift.max((now * scale - low * scale) / (high * scale - low * scale), 0), 1)
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number) where number.isFinite: number
    default: nil
    }
  }
}
