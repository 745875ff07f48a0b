/// The layout that the rows of one screen share as text.
struct RowStyle {
  var numberWidth: Int
  var accessoryWidth: Int
  var marksSelection: Bool
  /// Swipe actions that need not be told again.
  var commonSwipes: Swipes

  /// The column where a row's text begins.
  var indent: Int { numberWidth + 1 + (marksSelection ? 2 : 0) }

  /// The number of a row, and the mark of a selected one.
  ///
  /// - Parameter number: Nil for a row that adds an entity.
  func beginning(_ number: Int?, isSelected: Bool) -> StyledText {
    let digits = number.map(String.init) ?? ""
    var text = StyledText(String(repeating: " ", count: max(0, numberWidth - digits.count)) + digits + " ", .muted)
    if marksSelection { text.append(isSelected ? "● " : "  ", .tint) }
    return text
  }
}

extension TextFrame {
  /// - Parameter number: Nil for a row that adds an entity.
  mutating func draw(_ row: Screen.Row, number: Int?, style: RowStyle, _ words: ScreenWords) {
    surface = row.isSelected ? .selected : .cell
    defer { surface = .cell }
    var left = style.beginning(number, isSelected: row.isSelected)
    if let image = row.imageText {
      left.append(image + (row.label.isEmpty ? "" : image == Screen.Row.imageSign ? " " : "  "), .muted)
    }
    left.append(row.label, row.textRole)
    sides(left, row.rightSide(accessoryWidth: style.accessoryWidth), indent: style.indent)
    let margin = String(repeating: " ", count: style.indent)
    for part in row.control?.textBlock(width: inner - style.indent) ?? [] {
      line(margin + part, row.control?.color == nil ? .text : row.control?.textRole ?? .text)
    }
    for part in row.control?.errorLines(width: inner - style.indent) ?? [] { line(margin + part) }
    drawSwipes(of: row, margin: margin, style, words)
  }

  /// Draws the swipe actions of a row that differ from those of most rows.
  mutating func drawSwipes(of row: Screen.Row, margin: String, _ style: RowStyle, _ words: ScreenWords) {
    guard row.swipes != style.commonSwipes, !row.id.adds else { return }
    let text = row.swipes.text(leadingImage: row.leadingImage)
    line(margin + (row.swipes.isEmpty ? words[.noSwipeActions] : text), .muted)
  }
}

/// The titles of the actions that a row's swipes show.
struct Swipes: Hashable {
  var leading: [String] = []
  var trailing: [String] = []

  var isEmpty: Bool { leading.isEmpty && trailing.isEmpty }

  /// The titles of both swipes, `→` from the leading edge and `←` from the trailing one; empty when there is none.
  ///
  /// - Parameter leadingImage: The image beside the titles of the leading edge.
  func text(leadingImage: String?) -> String {
    var sides: [String] = []
    if !leading.isEmpty { sides.append("→ " + TextFrame.titled(leading.joined(by: ", "), image: leadingImage)) }
    if !trailing.isEmpty { sides.append("← " + TextWidth.printable(trailing.joined(by: ", "))) }
    return sides.joined(by: "  ")
  }
}

extension TextFrame {
  fileprivate static func drawing(_ button: RowButton) -> String {
    bracketed(titled(button.title, image: button.image), button.isEnabled)
  }
}

extension Screen.Row {
  /// Whether the control shows the detail text, as that of an open date or picker does.
  package var isDetailInControl: Bool { control?.isEnabled == true && control?.text == detail }

  /// Whether the row consists of a button.
  private var isButton: Bool { button != nil && text == nil && detail == nil && control == nil }

  var swipes: Swipes { Swipes(leading: leading, trailing: trailing) }

  /// The text, or the path of a cell that has none to be known by.
  var label: String {
    if isButton { return button.map(TextFrame.drawing) ?? "" }
    if let text, !text.isEmpty { return TextFrame.text(text, textRuns) }
    guard let path, control != nil, control?.placeholder == nil else { return "" }
    return "‹\(TextWidth.printable(path))›"
  }

  /// Stands for an image in texts.
  static let imageSign = "▣"

  /// The sign of an image with the accessibility label of the row, or else the name of the image; of bytes without a
  /// name their format. Only the sign where the text of the row says the same.
  var imageText: String? {
    guard let image, !isButton else { return nil }
    let kind = imageInfo.flatMap { $0.name == $0.id ? $0.kind(orElse: image) : nil }
    let label = extras?.content.accessibility.label.flatMap { $0.isEmpty ? nil : $0 }
    let name = label ?? kind ?? image
    return name == text ? Self.imageSign : Self.imageSign + " " + TextWidth.printable(name)
  }

  fileprivate func rightSide(accessoryWidth: Int) -> StyledText {
    var parts: [StyledText] = []
    if let detail, !detail.isEmpty, !isDetailInControl || isAccented {
      parts.append(
        StyledText((isAccented ? "▾ " : "") + TextFrame.text(detail, detailRuns), isAccented ? .tint : .muted))
    }
    if let control, case let drawing = control.drawing, !drawing.isEmpty {
      var part = StyledText(control.hasKeyboard ? "▸ " : "", control.textRole)
      part.append(drawing, control.textRole, .control(id))
      parts.append(part)
    }
    if let ribbon {
      var part = StyledText("▌", ColorValue(hex: ribbon).map(TextRole.ribbon) ?? .muted)
      part.append(TextWidth.printable(ribbon), .muted)
      parts.append(part)
    }
    if let view {
      parts.append(StyledText(view.drawing, view.isButton ? .tint : .muted, view.isButton ? .accessory(id) : nil))
    }
    if let button, !isButton {
      parts.append(StyledText(TextFrame.drawing(button), button.isEnabled ? .tint : .disabled, .accessory(id)))
    }
    if isMovable { parts.append(StyledText("≡", .muted)) }
    if accessoryWidth > 0, !parts.isEmpty || accessory != .none {
      parts.append(
        StyledText(
          TextWidth.padded(accessory.symbol, to: accessoryWidth), .muted, accessory.isTappable ? .accessory(id) : nil))
    }
    return .joined(parts, separator: "  ")
  }
}

extension Screen.Row {
  /// The texts of the row without its frame, as lines: those that a list shortens, and those that need more lines than
  /// a terminal has.
  package func wholeText(width: Int) -> [String] {
    var texts = [label, detail.map { TextFrame.text($0, detailRuns) } ?? ""]
    let block = control?.textBlock(width: width) ?? []
    if block.isEmpty, control?.text != detail { texts.append(control?.drawing ?? "") }
    let lines = texts.filter { !$0.isEmpty }.flatMap { TextWidth.wrapped($0, to: width) }
    return lines + block + (control?.errorLines(width: width) ?? [])
  }
}

extension Screen.Row.Accessory {
  /// Whether a tap on it is another one than on its row.
  package var isTappable: Bool { self == .detail || self == .detailDisclosure }

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
