extension Control {
  /// The control as it stands at the right of its row: its value, in brackets when it can be edited.
  var text: String {
    switch kind {
    case .text: bracketed(isFilled ? shownText : hint)
    case .multiline: isFilled ? (isEnabled ? "[…]" : "") : bracketed(hint)
    case .switch: bracketed(value == .bool(true) ? "● on" : "○ off")
    case .date: bracketed(isFilled ? scalar(value) : hint)
    case .segment: bracketed(segments)
    case .picker: isEnabled ? "[\(shownOption) ▾]" : shownOption
    case .slider: bracketed(track) + " \(scalar(value))" + (isEnabled ? " (\(scalar(min))…\(scalar(max)))" : "")
    case .stepper: isEnabled ? "[− \(scalar(value)) +]" : scalar(value)
    }
  }

  /// What needs lines of its own: the text of a multiline control, the choices of a picker.
  func textBlock(width: Int) -> [String] {
    switch kind {
    case .multiline:
      guard case .string(let text) = value, !text.isEmpty else { return [] }
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .flatMap { TextWidth.wrapped(TextWidth.printable(String($0)), to: width - 2) }
        .map { "┊ " + $0 }
    case .picker where isEnabled && !options.isEmpty:
      return TextWidth.wrapped(TextWidth.printable(options.joined(separator: " · ")), to: width - 2).map { "▾ " + $0 }
    default:
      return []
    }
  }

  private var segments: String {
    options.enumerated()
      .map { (value == .int($0.offset) ? "◉ " : "○ ") + TextWidth.printable($0.element) }
      .joined(separator: "  ")
  }

  private var shownText: String { isSecure ? "••••••" : scalar(value) }

  private var shownOption: String { TextWidth.printable(chosenOption ?? "") }

  private var hint: String { placeholder.map { "‹\(TextWidth.printable($0))›" } ?? (isEnabled ? "    " : "") }

  private func bracketed(_ text: String) -> String { isEnabled ? "[\(text)]" : text }

  private var track: String {
    guard let low = number(min), let high = number(max), let now = number(value), high > low else {
      return "──────────"
    }
    // Halves where the distance is no Double any more.
    let scale = (high - low).isFinite ? 1 : 0.5
    let share = (now * scale - low * scale) / (high * scale - low * scale)
    let knob = Int((Swift.min(Swift.max(share, 0), 1) * 9).rounded())
    return String(repeating: "━", count: knob) + "●" + String(repeating: "─", count: 9 - knob)
  }

  private func number(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number) where number.isFinite: number
    default: nil
    }
  }

  private func scalar(_ value: Value) -> String { TextWidth.printable(value.scalarText ?? "") }
}
