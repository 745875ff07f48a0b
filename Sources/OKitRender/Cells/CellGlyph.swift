/// A character that is drawn as a shape instead of with a font, so that lines have no gaps in any font.
enum CellGlyph {
  /// The size of a cell in units of the picture.
  static let (width, height) = (9, 20)
  /// The size of characters, of which most fonts with a fixed width make 9 units wide.
  static let fontSize = 15
  /// The distance of the base line from the top of the cell.
  static let baseline = 15

  /// A line: where it begins in the cell, in half units, and its path from there.
  struct Stroke: Hashable {
    let x: Int
    let y: Int
    let path: String
  }

  /// The lines of box drawing.
  static let strokes: [String: Stroke] = [
    "─": Stroke(x: 0, y: 21, path: "h9"), "│": Stroke(x: 9, y: 0, path: "v20"),
    "╭": Stroke(x: 9, y: 40, path: "v-5.5q0-4 4.5-4"), "╮": Stroke(x: 9, y: 40, path: "v-5.5q0-4-4.5-4"),
    "╰": Stroke(x: 9, y: 0, path: "v6.5q0 4 4.5 4"), "╯": Stroke(x: 9, y: 0, path: "v6.5q0 4-4.5 4"),
    "├": Stroke(x: 9, y: 0, path: "v20m0-9.5h4.5"), "┤": Stroke(x: 9, y: 0, path: "v20m0-9.5h-4.5"),
    "┬": Stroke(x: 0, y: 21, path: "h9m-4.5 0v9.5"), "┴": Stroke(x: 0, y: 21, path: "h9m-4.5 0v-10.5"),
    "┼": Stroke(x: 0, y: 21, path: "h9m-4.5-10.5v20"),
  ]

  static let strokeCharacters = Dictionary(uniqueKeysWithValues: strokes.map { ($1, $0) })

  /// The opacity of characters that fill the cell, or the left half of it.
  static let fills: [String: String] = ["░": "0.25", "▒": "0.5", "▓": "0.75", "█": "1", "▌": "1"]

  /// Whether a character is drawn with a font, beside the characters before it. Those whose width differs between fonts
  /// have a place of their own.
  static func isLetter(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first else { return false }
    return scalar.value > 0x20 && scalar.value < 0x530 && scalar != "\u{AD}"
  }

  /// A number of half units as text.
  static func number(_ halves: Int) -> String { halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5" }
}
