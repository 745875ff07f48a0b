import OKitTerminal
import OKitTestSupport
import Testing

@Suite struct CellTests {
  @Test func `a palette of 16 colors hides no text and no line`() {
    let parts: [UInt8] = [0, 51, 102, 153, 204, 238, 255]
    let colors = parts.flatMap { red in
      parts.flatMap { green in parts.map { ColorValue(red: red, green: green, blue: $0) } }
    }
    let palette: [ColorValue] = (0..<16).map { index in
      colors.first { ColorDepth.index16($0) == index } ?? .black
    }
    for background in [ColorValue.white, .black, ColorValue(red: 239, green: 239, blue: 244)] + palette {
      for color in colors {
        let shown = ColorDepth.palette16.readable(color, on: background)
        #expect(ColorDepth.index16(shown) != ColorDepth.index16(background), "\(color) on \(background)")
      }
    }
    // The lines of frames are light gray on white.
    let line = ColorDepth.palette16.readable(ColorValue(red: 220, green: 220, blue: 224), on: .white)
    #expect(ColorDepth.index16(line) == 8)
    #expect(ColorDepth.palette256.readable(.white, on: .white) == .white)
  }

  private static let depths: [ColorDepth?] = [.trueColor, .palette256, .palette16, nil]

  private static func style(_ number: Int) -> CellStyle {
    var style = CellStyle(
      foreground: number % 4 == 0 ? nil : ColorValue(red: UInt8(number % 7 * 36), green: 128, blue: 10),
      background: number % 3 == 0 ? nil : ColorValue(gray: UInt8(number % 5 * 60)))
    (style.isBold, style.isUnderlined, style.isReversed) = (number % 2 == 0, number % 5 == 0, number % 7 == 0)
    return style
  }

  private static let texts = [
    "a", "─", "é", "日本語", "👩‍👩‍👧",
    "e\u{301}", "x\u{1B}[31m", "ｱ", "🇩🇪", "  ", "‹", "plain text",
  ]

  private static let places = (0..<9).flatMap { row in (0..<20).map { (column: $0, row: row) } }

  private static func randomGrid(_ random: inout SplitMix, from grid: CellGrid? = nil) -> CellGrid {
    var grid = grid ?? CellGrid(columns: 20, rows: 9, style: style(1))
    // As a list that scrolls.
    if Bool.random(using: &random) {
      let shown = grid
      let offset = Int.random(in: -3...3, using: &random)
      for (column, row) in places
      where (0..<shown.rows).contains(row + offset) && shown[column, row + offset].columns > 0 {
        grid.draw(shown[column, row + offset].text, at: column, row, shown[column, row + offset].style)
      }
    }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let text = texts.randomElement(using: &random) ?? ""
      grid.draw(
        text, at: Int.random(in: -2...20, using: &random), Int.random(in: -1...9, using: &random),
        style(Int.random(in: 0...20, using: &random)))
    }
    return grid
  }

  @Test(arguments: depths.indices)
  func `the difference makes of one picture the next`(_ depth: Int) {
    let depth = Self.depths[depth]
    var random = SplitMix(seed: 7)
    var (old, terminal): (CellGrid?, TestTerminal) = (nil, TestTerminal(columns: 20, rows: 9))
    for _ in 0..<300 {
      let new = Self.randomGrid(&random, from: old)
      terminal.write(CellWriter.difference(from: old, to: new, depth: depth))
      let wrong = Self.places.filter {
        terminal.cell($0.column, $0.row) != TestTerminal.cell(new[$0.column, $0.row], depth)
      }
      #expect(wrong.isEmpty, "\(new.text)")
      old = new
    }
    #expect(terminal.unknown == [])
    #expect(old.map { CellWriter.difference(from: $0, to: $0, depth: depth) } == "")
  }

  @Test func `lines that move are not written again`() {
    func grid(from first: Int, focus: Int) -> CellGrid {
      var grid = CellGrid(columns: 60, rows: 24, style: Self.style(1))
      grid.draw("title", at: 0, 0, Self.style(1))
      for row in 1..<22 { grid.draw("│ row 日 \(first + row) of many │", at: 0, row, Self.style(row == focus ? 5 : 1)) }
      grid.draw("keys", at: 0, 23, Self.style(1))
      return grid
    }
    for (first, offset) in [(10, 1), (10, 3), (10, -1), (10, -5)] {
      let (old, new) = (grid(from: first, focus: 21), grid(from: first + offset, focus: 21))
      var terminal = TestTerminal(columns: 60, rows: 24)
      terminal.write(CellWriter.difference(from: nil, to: old, depth: .trueColor))
      let written = CellWriter.difference(from: old, to: new, depth: .trueColor)
      #expect(written.utf8.count < 200 * (abs(offset) + 2), "\(offset)")
      terminal.write(written)
      for row in 0..<24 {
        for column in 0..<60 where terminal.cell(column, row) != TestTerminal.cell(new[column, row], .trueColor) {
          Issue.record("\(offset): \(column) \(row)")
        }
      }
      #expect(terminal.unknown == [])
    }
  }

  /// For such a terminal, each wide character is a narrow one; what follows it is in its place.
  @Test func `a terminal with other widths misplaces one character`() {
    var random = SplitMix(seed: 8)
    var old: CellGrid?
    var terminal = TestTerminal(columns: 20, rows: 9) { _ in 1 }
    for _ in 0..<300 {
      let new = Self.randomGrid(&random, from: old)
      terminal.write(CellWriter.difference(from: old, to: new, depth: .trueColor))
      let wrong = Self.places.filter { column, row in
        new[column, row].columns == 1 && terminal.cell(column, row).text != new[column, row].text
      }
      #expect(wrong.isEmpty, "\(new.text)")
      old = new
    }
  }

  @Test func `half of a wide character becomes a blank`() {
    var grid = CellGrid(columns: 6, rows: 1)
    grid.draw("日本語", at: 0, 0, CellStyle())
    #expect(grid.text == "日本語")
    grid.draw("x", at: 1, 0, CellStyle())
    #expect(grid.text == " x本語")
    grid.draw("y", at: 2, 0, CellStyle())
    #expect(grid.text == " xy 語")
    grid.draw("日", at: 5, 0, CellStyle())
    #expect(grid.text == " xy")
    grid.draw("日本", at: -1, 0, CellStyle())
    #expect(grid.text == " 本")
  }

  @Test func `a text cannot control the terminal`() {
    var grid = CellGrid(columns: 10, rows: 1)
    grid.draw("a\u{1B}[31m\n\u{202E}b", at: 0, 0, CellStyle())
    #expect(!CellWriter.difference(from: CellGrid(columns: 10, rows: 1), to: grid, depth: nil).contains("\u{1B}[31m"))
    #expect(grid[1, 0].text == "\u{FFFD}")
  }

  @Test func `without colors, texts differ by bold, underlined and reversed`() {
    let theme = CellTheme(.standard, hasColors: false)
    #expect(theme.style(.title, on: .bar).isBold)
    #expect(theme.style(.tint, on: .cell).isUnderlined)
    var style = theme.style(.text, on: .cell)
    #expect(style == CellStyle())
    theme.focus(&style)
    #expect(style.isReversed)
    let colored = CellTheme(.dark).style(.text, on: .cell)
    #expect(colored.background == .black)
    #expect(colored.foreground == .white)
  }
}
