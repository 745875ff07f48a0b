/// A box of the session itself over the screen: lines to read, or to choose from.
struct TerminalBox {
  struct Line {
    var text: String
    var role = TextRole.text
    /// What choosing the line does; nil for a line to read.
    var command: TerminalCommand?
  }

  let title: String
  var lines: [Line]
  /// The line that is chosen by Enter, or the first one that is shown.
  var position: Int
  /// Whether the box is a message, which the next key replaces.
  var isNotice = false

  init(_ title: String, _ lines: [Line], position: Int? = nil) {
    (self.title, self.lines) = (title, lines)
    self.position = position ?? lines.firstIndex { $0.command != nil } ?? 0
  }

  init(_ title: String, text lines: [String], role: TextRole = .text) {
    self.init(title, lines.map { Line(text: $0, role: role) })
  }

  var isChoice: Bool { lines.contains { $0.command != nil } }

  /// Moves to another line. Of a text, the last page is the last position.
  mutating func move(by offset: Int, page: Int) {
    let last = max(0, isChoice ? lines.count - 1 : lines.count - page)
    position = min(max(0, position + offset), last)
  }

  /// The box on a grid: its columns, its lines, and the first line of the text.
  func place(columns: Int, rows: Int) -> (columns: Range<Int>, rows: Range<Int>, first: Int) {
    let widest = lines.map { TextWidth.columns(TextWidth.printable($0.text)) }.max() ?? 0
    let width = min(columns, max(widest + 4, TextWidth.columns(TextWidth.printable(title)) + 6, 16))
    let height = min(rows, lines.count + 2)
    let (left, top) = ((columns - width) / 2, (rows - height) / 2)
    let room = max(1, height - 2)
    let first =
      isChoice ? max(0, min(position - room / 2, lines.count - room)) : min(position, max(0, lines.count - room))
    return (left..<left + width, top..<top + height, first)
  }
}
