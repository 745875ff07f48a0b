/// Reads the cells of a picture that okit has written as SVG.
extension CellPicture {
  /// - Parameter file: For the error.
  /// - Throws: `picture.format` for a file that okit has not written.
  package init(svg: String, file: String) throws(Diagnostic) {
    guard svg.hasPrefix(Self.beginning) else { throw Self.unreadable(file) }
    var reader = SVGReader(svg)
    guard let root = reader.next(), root.name == "svg", let width = root.number("width"),
      let height = root.number("height"), Self.sizes.contains(width), Self.sizes.contains(height)
    else { throw Self.unreadable(file) }
    var canvas = CellCanvas(width: width / 2 / CellGlyph.width, height: height / 2 / CellGlyph.height)
    var title = ""
    while let element = reader.next() {
      if element.name == "title" { title = element.text } else { canvas.draw(element) }
    }
    guard reader.isComplete, canvas.isValid else { throw Self.unreadable(file) }
    self.init(width: canvas.width, lines: canvas.lines, title: title)
  }

  /// Sizes of a picture, in half units.
  private static let sizes = 0...1 << 24

  private static func unreadable(_ file: String) -> Diagnostic {
    Diagnostic(
      "picture.format", "\(file) is not a picture of a screen",
      hint: "remove it, or write it again with --update-snapshots")
  }
}

/// The cells of a picture, onto which its elements are drawn.
private struct CellCanvas {
  let width: Int
  private(set) var lines: [[CellPicture.Cell]]
  /// Whether everything drawn so far is in the picture, and known.
  private(set) var isValid = true

  init(width: Int, height: Int) {
    self.width = width
    lines = Array(repeating: Array(repeating: .blank(.white), count: width), count: height)
  }

  mutating func draw(_ element: SVGElement) {
    switch element.name {
    case "rect": fill(element)
    case "path": stroke(element)
    case "text":
      guard let x = element.number("x"), let y = element.number("y"), let color = element.color("fill") else {
        isValid = false
        return
      }
      var column = x / 2 / CellGlyph.width
      let line = (y / 2 - CellGlyph.baseline) / CellGlyph.height
      for character in element.text {
        put(String(character), color, line, column, isBold: element.attributes["font-weight"] == "bold")
        let columns = TextWidth.columns(character)
        if columns == 2 { put("", color, line, column + 1) }
        column += columns
      }
    default: isValid = false
    }
  }

  private mutating func put(_ text: String, _ color: ColorValue, _ line: Int, _ column: Int, isBold: Bool = false) {
    guard lines.indices.contains(line), (0..<width).contains(column) else {
      isValid = false
      return
    }
    lines[line][column].text = text
    (lines[line][column].color, lines[line][column].isBold) = (color, isBold)
  }

  private mutating func fill(_ element: SVGElement) {
    guard let x = element.number("x", 0), let y = element.number("y", 0), let w = element.number("width"),
      let h = element.number("height"), let color = element.color("fill")
    else {
      isValid = false
      return
    }
    let (left, top) = (x / 2 / CellGlyph.width, y / 2 / CellGlyph.height)
    let (right, bottom) = (left + max(1, w / 2 / CellGlyph.width), top + h / 2 / CellGlyph.height)
    guard right <= width, bottom <= lines.count, left >= 0, top >= 0 else {
      isValid = false
      return
    }
    let opacity = element.attributes["fill-opacity"]
    let isHalf = w == CellGlyph.width
    let character = CellGlyph.fills.first { $0.value == opacity && ($0.key == "▌") == isHalf }?.key
    if opacity != nil, character == nil {
      isValid = false
      return
    }
    for line in top..<max(top, bottom) {
      for column in left..<right {
        if let character { put(character, color, line, column) } else { lines[line][column] = .blank(color) }
      }
    }
  }

  private mutating func stroke(_ element: SVGElement) {
    guard let color = element.color("stroke"), let data = element.attributes["d"] else {
      isValid = false
      return
    }
    for part in data.split(separator: "M") {
      let start = part.prefix { $0.isNumber || $0 == "." || $0 == " " }
      let numbers = start.split(separator: " ").compactMap { SVGElement.halves(of: $0) }
      guard numbers.count == 2 else {
        isValid = false
        return
      }
      var path = String(part.dropFirst(start.count))
      let (column, line) = (numbers[0] / 2 / CellGlyph.width, numbers[1] / 2 / CellGlyph.height)
      var count = 1
      if path.hasPrefix("h"), let length = Int(path.dropFirst()) { (path, count) = ("h9", length / CellGlyph.width) }
      // A line that begins at the lower border of a cell belongs to that.
      let candidates = [line, line - 1].compactMap { line -> (String, Int)? in
        let stroke = CellGlyph.Stroke(
          x: numbers[0] - 2 * column * CellGlyph.width, y: numbers[1] - 2 * line * CellGlyph.height, path: path)
        return CellGlyph.strokeCharacters[stroke].map { ($0, line) }
      }
      guard let (text, found) = candidates.first, (1...width).contains(count) else {
        isValid = false
        return
      }
      for offset in 0..<count { put(text, color, found, column + offset) }
    }
  }
}
