/// A box of lines, drawn from the top.
struct TextFrame {
  let width: Int
  private(set) var lines: [String] = []
  /// The budget for the layout of texts; what exceeds it is missing in the frame.
  private let budget: ExecutionBudget?

  init(width: Int, budget: ExecutionBudget? = nil) {
    self.budget = budget
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }

  /// Each line is filled up to the width, which a script may choose.
  static let widths = 24...1000

  /// The columns between the borders and their blanks.
  var inner: Int { width - 4 }

  /// Takes the steps for texts that are about to be laid out. - Returns: whether the budget allows it.
  func canLayOut(_ texts: String?...) -> Bool {
    guard let budget else { return true }
    return !budget.isExhausted(after: 1 + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } / Self.bytesPerStep)
  }

  private static let bytesPerStep = 16

  /// Breaks a text into lines; only those for which the budget suffices.
  func wrapped(_ text: String, to width: Int) -> [String] {
    TextWidth.wrapped(text, to: width) { budget?.isExhausted(after: 1 + $0 / Self.bytesPerStep) ?? false }
  }

  mutating func top(_ left: String = "", _ right: String = "") { border("╭", left, right, "╮") }
  mutating func rule(_ label: String = "") { border("├", label, "", "┤") }
  mutating func bottom(_ label: String = "") { border("╰", label, "", "╯") }

  mutating func line(_ text: String = "") {
    lines.append("│ " + TextWidth.padded(TextWidth.fitted(text, to: inner), to: inner) + " │")
  }

  mutating func centered(_ text: String) {
    for part in wrapped(text, to: inner) {
      line(String(repeating: " ", count: (inner - TextWidth.columns(part)) / 2) + part)
    }
  }

  /// Texts at both sides of a line, or below each other where one line is too short.
  mutating func sides(_ left: String, _ right: String, indent: Int = 0) {
    let space = inner - TextWidth.columns(left) - TextWidth.columns(right)
    if right.isEmpty || space >= 2 {
      if TextWidth.columns(left) > inner {
        block(left, indent: indent)
      } else {
        line(left + String(repeating: " ", count: right.isEmpty ? 0 : space) + right)
      }
      return
    }
    block(left, indent: indent)
    let room = inner - indent
    for part in wrapped(right, to: room) {
      line(String(repeating: " ", count: inner - TextWidth.columns(part)) + part)
    }
  }

  /// A text on as many lines as it needs; all but the first are indented.
  mutating func block(_ text: String, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    let parts = wrapped(text, to: inner)
    for part in parts.prefix(1) { line(part) }
    guard parts.count > 1 else { return }
    let rest = parts.dropFirst().joined(separator: " ")
    for part in wrapped(rest, to: inner - indent) { line(margin + part) }
  }

  /// Draws `box` over the lines, centered, from line `row` on; the frame grows where it is too short.
  mutating func overlay(_ box: TextFrame, at row: Int) {
    let left = (width - box.width) / 2
    while lines.count < row + box.lines.count { line() }
    for (offset, content) in box.lines.enumerated() {
      let behind = lines[row + offset]
      lines[row + offset] =
        TextWidth.slice(behind, 0..<left) + content + TextWidth.slice(behind, (left + box.width)..<width)
    }
  }

  private mutating func border(_ start: String, _ left: String, _ right: String, _ end: String) {
    let right = right.isEmpty ? "" : " \(TextWidth.fitted(right, to: inner / 2)) ─"
    let room = inner - TextWidth.columns(right)
    let left = left.isEmpty ? "" : "─ \(TextWidth.fitted(left, to: room - 2)) "
    let dashes = width - 2 - TextWidth.columns(left) - TextWidth.columns(right)
    lines.append(start + left + String(repeating: "─", count: max(0, dashes)) + right + end)
  }
}
