/// A box of lines, drawn from the top.
package struct TextFrame {
  let width: Int
  private(set) var lines: [String] = []
  /// The styles of the lines. Layout does not depend on them.
  private(set) var styles: [LineStyle] = []
  /// The rows of the screen that were drawn.
  private(set) var rows: [DrawnRow] = []
  /// The lines that begin sections.
  private(set) var headers: [Int] = []
  /// The number of lines above the foot, which stays at the lower border of a stretched frame.
  private var footStart: Int?
  /// The line of a bar that a low terminal shows longest: that of the title, or of the selected tab.
  var mainLine: Int?
  /// The area behind the lines that are drawn next.
  var surface = TextSurface.cell
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

  static let bytesPerStep = 16

  /// Breaks a text into lines; only those for which the budget suffices.
  func wrapped(_ text: String, to width: Int) -> [String] {
    TextWidth.wrapped(text, to: width) { budget?.isExhausted(after: 1 + $0 / Self.bytesPerStep) ?? false }
  }

  mutating func top(_ left: String = "", _ right: String = "") { border("╭", left, right, "╮") }
  mutating func rule(_ label: String = "", _ right: String = "") { border("├", label, right, "┤") }
  mutating func bottom(_ label: String = "") { border("╰", label, "", "╯") }

  /// Draws the line that begins a section.
  ///
  /// - Parameter right: The text at its end.
  mutating func header(_ label: String, _ right: String = "") {
    headers.append(lines.count)
    rule(label, right)
  }

  /// Draws a row and notes where it is.
  mutating func row(_ id: RowID, _ number: Int, _ element: TextElement, _ draw: (inout TextFrame) -> Void) {
    let start = lines.count
    // The first row of a section is shown with its header.
    let top = headers.last == start - 1 ? start - 1 : start
    draw(&self)
    mark(start..<lines.count, as: element)
    rows.append(DrawnRow(id: id, number: number, top: top, lines: start..<lines.count))
  }

  /// Notes that lines are a part of an element, except for what is an element of its own in them.
  mutating func mark(_ lines: Range<Int>? = nil, as element: TextElement) {
    for line in lines ?? styles.indices {
      styles[line].spans.insert(TextSpan(columns: 0..<width, element: element), at: 0)
    }
  }

  mutating func line(_ text: String = "", _ role: TextRole = .text) {
    let columns = TextWidth.columns(text, upTo: inner)
    if columns <= inner { return line(text, columns: columns, spans(role, columns)) }
    let fitted = TextWidth.fitted(text, to: inner)
    line(fitted, columns: TextWidth.columns(fitted), spans(role, inner))
  }

  mutating func line(_ text: StyledText) {
    if text.columns <= inner { return line(text.text, columns: text.columns, text.spans) }
    let fitted = TextWidth.fitted(text.text, to: inner)
    line(fitted, columns: TextWidth.columns(fitted), text.spans)
  }

  private func spans(_ role: TextRole, _ columns: Int) -> [TextSpan] {
    role == .text ? [] : [TextSpan(columns: 0..<columns, role: role)]
  }

  private mutating func line(_ text: String, columns: Int, _ spans: [TextSpan]) {
    let blanks = TextWidth.blanks(inner - columns)
    var line = "│ "
    line.reserveCapacity(text.utf8.count + blanks.utf8.count + 8)
    line += text
    line += blanks
    line += " │"
    lines.append(line)
    var all: [TextSpan] = []
    all.reserveCapacity(spans.count + 2)
    all.append(TextSpan(columns: 0..<1, role: .line))
    all.append(TextSpan(columns: width - 1..<width, role: .line))
    for span in spans { if let own = span.shifted(by: 2).clamped(to: 2..<inner + 2) { all.append(own) } }
    styles.append(LineStyle(surface: surface, spans: all))
  }

  mutating func centered(_ text: String, _ role: TextRole = .text) {
    for part in wrapped(text, to: inner) {
      let margin = (inner - TextWidth.columns(part)) / 2
      var line = StyledText(String(repeating: " ", count: margin))
      line.append(part, role)
      self.line(line)
    }
  }

  /// A text in the middle of a line, or of several lines.
  mutating func centered(_ text: StyledText) {
    for part in text.columns <= inner ? [text] : text.broken(into: wrapped(text.text, to: inner)) {
      var line = StyledText(String(repeating: " ", count: (inner - part.columns) / 2))
      line.append(part)
      self.line(line)
    }
  }

  /// Texts at both sides of a line, or below each other where one line is too short.
  mutating func sides(_ left: StyledText, _ right: StyledText, indent: Int = 0) {
    if right.text.isEmpty { return left.columns > inner ? block(left, indent: indent) : line(left) }
    if inner - left.columns - right.columns >= 2 {
      var whole = left
      whole.pad(to: inner - right.columns)
      whole.append(right)
      return line(whole)
    }
    block(left, indent: indent)
    for part in right.broken(into: wrapped(right.text, to: inner - indent)) {
      var whole = StyledText(String(repeating: " ", count: max(0, inner - part.columns)))
      whole.append(part)
      line(whole)
    }
  }

  /// A text on as many lines as it needs; all but the first are indented.
  mutating func block(_ text: StyledText, indent: Int) {
    guard let (first, rest) = TextWidth.firstLine(of: Substring(text.text), to: inner) else { return line(text) }
    for (index, part) in text.broken(into: [first] + wrapped(String(rest), to: inner - indent)).enumerated() {
      var whole = StyledText(index == 0 ? "" : String(repeating: " ", count: indent))
      whole.append(part)
      line(whole)
    }
  }

  /// Adds the lines of another frame of this width, or some of them.
  mutating func append(_ other: TextFrame, _ range: Range<Int>? = nil) {
    let range = (range ?? 0..<other.lines.count).clamped(to: 0..<other.lines.count)
    lines += other.lines[range]
    styles += other.styles[range]
  }

  /// Keeps only some lines of a bar.
  mutating func keep(_ kept: [Int]) {
    lines = kept.map { lines[$0] }
    styles = kept.map { styles[$0] }
  }

  /// Replaces the left border of a line by a mark.
  mutating func mark(_ line: Int, _ mark: Character) {
    guard lines.indices.contains(line), !lines[line].isEmpty else { return }
    lines[line] = String(mark) + lines[line].dropFirst()
    styles[line].spans.append(TextSpan(columns: 0..<1, role: .title))
  }

  /// Draws `box` over the lines, centered, from line `row` on; the frame grows where it is too short.
  mutating func overlay(_ box: TextFrame, at row: Int) {
    let left = (width - box.width) / 2
    while lines.count < row + box.lines.count { line() }
    for (offset, content) in box.lines.enumerated() {
      let behind = lines[row + offset]
      lines[row + offset] =
        TextWidth.slice(behind, 0..<left) + content + TextWidth.slice(behind, (left + box.width)..<width)
      let style = box.styles[offset]
      styles[row + offset].spans += [
        TextSpan(columns: left..<left + box.width, role: .text, surface: style.surface, element: .nothing)
      ]
      styles[row + offset].spans += style.spans.map { $0.shifted(by: left) }
    }
  }

  /// The lines of a terminal whose height is not known.
  private static let usualHeight = 24

  /// The width of a menu over a frame, so that a part of the content stays visible beside it.
  static func menuWidth(_ width: Int) -> Int { max(widths.lowerBound, width - max(6, width / 4)) }

  /// Draws the menu over the left part of the lines; what remains visible beside it is shaded, because it cannot be
  /// operated. A screen that is longer than the terminal ends with it.
  mutating func slideIn(_ menu: TextFrame, height: Int?) {
    let rest = width - menu.width
    guard rest > 1, let (first, last) = lines.first.flatMap({ first in lines.last.map { (first, $0) } }) else {
      (lines, styles) = (menu.lines, menu.styles)
      return
    }
    var menu = menu
    let end = min(lines.count, height ?? Self.usualHeight)
    while menu.lines.count < end { menu.stretch() }
    let shade = String(repeating: "░", count: rest - 1) + "│"
    let beside = TextSpan(columns: menu.width..<width, role: .line, element: .element(.cover))
    lines = menu.lines.enumerated().map { row, line in
      let border = row == 0 ? first : row == menu.lines.count - 1 ? last : nil
      return line + (border.map { TextWidth.slice($0, menu.width..<width) } ?? shade)
    }
    styles = menu.styles.map { LineStyle(surface: $0.surface, spans: $0.spans + [beside]) }
  }

  /// Begins the toolbar, the keyboard and the lower border.
  mutating func beginFoot() { footStart = lines.count }

  /// Adds an empty line above the foot.
  private mutating func stretch() {
    var empty = TextFrame(width: width)
    empty.line()
    let end = footStart ?? max(0, lines.count - 1)
    lines.insert(contentsOf: empty.lines, at: end)
    styles.insert(contentsOf: empty.styles, at: end)
  }

  private mutating func border(_ start: String, _ left: String, _ right: String, _ end: String) {
    let right = right.isEmpty ? "" : " \(TextWidth.fitted(right, to: inner / 2)) ─"
    let room = inner - TextWidth.columns(right)
    let left = left.isEmpty ? "" : "─ \(TextWidth.fitted(left, to: room - 2)) "
    let dashes = width - 2 - TextWidth.columns(left) - TextWidth.columns(right)
    lines.append(start + left + TextWidth.rule(dashes) + right + end)
    var spans = [TextSpan(columns: 0..<width, role: .line)]
    // The labels, within their blanks.
    if !left.isEmpty { spans.append(TextSpan(columns: 2..<1 + TextWidth.columns(left), role: .muted)) }
    if !right.isEmpty {
      spans.append(TextSpan(columns: width - 1 - TextWidth.columns(right)..<width - 2, role: .muted))
    }
    styles.append(LineStyle(surface: surface == .cell ? .group : surface, spans: spans))
  }
}

/// The lines of a row in a frame.
struct DrawnRow {
  let id: RowID
  /// The number in front of it.
  let number: Int
  /// The line of the header above it, or its own first line.
  let top: Int
  let lines: Range<Int>
}

/// The parts of a screen as text, of which its window on a terminal shows all but the body as a whole.
struct ScreenParts {
  var head: TextFrame
  var body: TextFrame
  var index: TextFrame
  var tabs: TextFrame
  var foot: TextFrame
  /// The dialogs that are open, the lowest first.
  var boxes: [TextFrame] = []
}
