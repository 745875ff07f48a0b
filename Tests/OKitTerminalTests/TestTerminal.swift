import OKitTerminal

/// A terminal in memory that understands what the session writes.
struct TestTerminal {
  struct Cell: Hashable {
    var text = " "
    var codes: Set<String> = []
  }

  let columns: Int
  private(set) var cells: [Cell]
  private(set) var cursor = (column: 0, row: 0)
  private var codes: Set<String> = []
  /// The lines that scroll.
  private var region: Range<Int>
  /// The columns that this terminal gives to a character.
  private let width: (Character) -> Int
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []

  init(columns: Int, rows: Int, width: @escaping (Character) -> Int = { TextWidth.columns($0) }) {
    (self.columns, self.width) = (columns, width)
    cells = Array(repeating: Cell(), count: columns * rows)
    region = 0..<rows
  }

  func cell(_ column: Int, _ row: Int) -> Cell { cells[row * columns + column] }

  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        put(character)
        continue
      }
      guard rest.popFirst() == "[" else {
        unknown.append("escape")
        continue
      }
      let parameters = rest.prefix { !$0.isLetter }
      rest = rest.dropFirst(parameters.count)
      if let end = rest.popFirst() { control(String(parameters), end) }
    }
  }

  private mutating func put(_ character: Character) {
    let columns = width(character)
    guard cursor.column + columns <= self.columns else { return }
    let index = cursor.row * self.columns + cursor.column
    cells[index] = Cell(text: String(character), codes: codes)
    if columns == 2 { cells[index + 1] = Cell(text: "", codes: codes) }
    cursor.column += columns
  }

  private mutating func control(_ parameters: String, _ end: Character) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? -1 }
    switch end {
    case "H": cursor = ((numbers.last ?? 1) - 1, (numbers.first ?? 1) - 1)
    case "G": cursor.column = (numbers.first ?? 1) - 1
    case "r":
      region = numbers.count == 2 ? numbers[0] - 1..<numbers[1] : 0..<cells.count / columns
      cursor = (0, 0)
    case "S": scroll(by: numbers.first ?? 1)
    case "T": scroll(by: -(numbers.first ?? 1))
    case "J": cells = Array(repeating: Cell(), count: cells.count)
    case "m": style(parameters.split(separator: ";").map(String.init))
    default: unknown.append("\(parameters)\(end)")
    }
  }

  private mutating func scroll(by offset: Int) {
    let old = self
    for row in region {
      for column in 0..<columns {
        // What a terminal shows on free lines depends on the terminal.
        cells[row * columns + column] =
          region.contains(row + offset) ? old.cell(column, row + offset) : Cell(text: "?", codes: ["4"])
      }
    }
  }

  private mutating func style(_ parts: [String]) {
    var parts = parts[...]
    while let part = parts.popFirst() {
      switch part {
      case "0": codes = []
      case "1", "4", "7": codes.insert(part)
      case "38", "48":
        let count = parts.first == "5" ? 2 : 4
        set(([part] + parts.prefix(count)).joined(separator: ";"), isBackground: part == "48")
        parts = parts.dropFirst(count)
      default:
        guard let number = Int(part) else { continue }
        set(part, isBackground: (40...47).contains(number) || (100...107).contains(number))
      }
    }
  }

  private mutating func set(_ code: String, isBackground: Bool) {
    codes = codes.filter { Self.isColor($0) != isBackground }
    codes.insert(code)
  }

  /// Whether it is a background; nil for what is not a color.
  private static func isColor(_ code: String) -> Bool? {
    if code.hasPrefix("38;") { return false }
    if code.hasPrefix("48;") { return true }
    guard let number = Int(code), number >= 30 else { return nil }
    return (40...47).contains(number) || (100...107).contains(number)
  }
}

extension TestTerminal {
  /// What a terminal shows for a cell.
  static func cell(_ cell: OKitTerminal.Cell, _ depth: ColorDepth?) -> Cell {
    var codes: Set<String> = []
    if cell.style.isBold { codes.insert("1") }
    if cell.style.isUnderlined { codes.insert("4") }
    if cell.style.isReversed { codes.insert("7") }
    if let depth {
      let background = cell.style.background
      if let background { codes.insert(depth.code(background, isBackground: true)) }
      if let foreground = cell.style.foreground {
        let readable = background.map { depth.readable(foreground, on: $0) } ?? foreground
        codes.insert(depth.code(readable, isBackground: false))
      }
    }
    return Cell(text: cell.text, codes: codes)
  }
}
