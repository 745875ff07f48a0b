/// The layout that the rows of one screen share as text.
struct RowStyle {
  var numberWidth: Int
  var accessoryWidth: Int
  var marksSelection: Bool
  /// Swipe actions that need not be told again.
  var commonSwipes: Swipes

  /// The column where a row's text begins.
  var indent: Int { numberWidth + 1 + (marksSelection ? 2 : 0) }
}

extension TextFrame {
  mutating func draw(_ row: Screen.Row, number: Int, style: RowStyle) {
    let digits = String(number)
    surface = row.isSelected ? .selected : .cell
    defer { surface = .cell }
    var left = StyledText(
      String(repeating: " ", count: max(0, style.numberWidth - digits.count)) + digits + " ", .muted)
    if style.marksSelection { left.append(row.isSelected ? "● " : "  ", .tint) }
    left.append(row.label)
    sides(left, row.rightSide(accessoryWidth: style.accessoryWidth), indent: style.indent)
    let margin = String(repeating: " ", count: style.indent)
    for part in row.control?.textBlock(width: inner - style.indent) ?? [] { line(margin + part) }
    if row.swipes != style.commonSwipes {
      line(margin + (row.swipes.isEmpty ? "no swipe actions" : row.swipes.text), .muted)
    }
  }
}

/// The titles of the actions that a row's swipes show.
struct Swipes: Hashable {
  var leading: [String] = []
  var trailing: [String] = []

  var isEmpty: Bool { leading.isEmpty && trailing.isEmpty }

  /// The titles of both swipes, `→` from the leading edge and `←` from the trailing one; empty when there is none.
  var text: String {
    let sides = [("→ ", leading), ("← ", trailing)].filter { !$0.1.isEmpty }
    return sides.map { $0.0 + TextWidth.printable($0.1.joined(separator: ", ")) }.joined(separator: "  ")
  }
}

extension Screen.Row {
  var swipes: Swipes { Swipes(leading: leading, trailing: trailing) }

  /// The text, or the path of a cell that has none to be known by.
  fileprivate var label: String {
    if let text, !text.isEmpty { return TextWidth.printable(text) }
    guard let path, control != nil, control?.placeholder == nil else { return "" }
    return "‹\(TextWidth.printable(path))›"
  }

  fileprivate func rightSide(accessoryWidth: Int) -> StyledText {
    var parts: [StyledText] = []
    if let detail, !detail.isEmpty { parts.append(StyledText(TextWidth.printable(detail), .muted)) }
    if let control, case let drawing = control.drawing, !drawing.isEmpty {
      parts.append(StyledText(drawing, control.isEnabled ? .tint : .muted))
    }
    if let ribbon {
      var part = StyledText("▌", ColorValue(hex: ribbon).map(TextRole.ribbon) ?? .muted)
      part.append(TextWidth.printable(ribbon), .muted)
      parts.append(part)
    }
    if let button { parts.append(TextFrame.button(TextWidth.printable(button.title), button.isEnabled)) }
    if isMovable { parts.append(StyledText("≡", .muted)) }
    if accessoryWidth > 0, !parts.isEmpty || accessory != .none {
      parts.append(StyledText(TextWidth.padded(accessory.symbol, to: accessoryWidth), .muted))
    }
    return .joined(parts, separator: "  ")
  }
}

extension Screen.Row.Accessory {
  var symbol: String {
    switch self {
    case .none: ""
    case .disclosure: "›"
    case .detailDisclosure: "ⓘ ›"
    case .checkmark: "✓"
    case .detail: "ⓘ"
    }
  }
}
