internal import OKitExchange

/// Writes a picture as SVG: one rectangle for each area, one path for each line of box drawing, one text for each word.
extension CellPicture {
  /// What each file begins with.
  package static let beginning = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-okit=\"1\" "

  /// The picture as a file: the same bytes for equal pictures.
  package var svg: String {
    let (width, height) = (width * CellGlyph.width, lines.count * CellGlyph.height)
    let ground = commonBackground
    var escaper = XMLEscaper()
    let fonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace"
    var svg = """
      \(Self.beginning)width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" \
      font-size="\(CellGlyph.fontSize)" font-family="\(fonts)">
      <title>\(escaper.escaped(title, inAttribute: false))</title>
      <rect width="\(width)" height="\(height)" fill="\(ground.hex)"/>\n
      """
    for area in areas(without: ground) { svg += area.svg }
    for (number, line) in lines.enumerated() { svg += LineWriter(line, number).svg }
    return svg + "</svg>\n"
  }

  /// The background that most cells have; of several, the one that comes first.
  private var commonBackground: ColorValue {
    var counts: [ColorValue: Int] = [:]
    var best = (count: 0, color: ColorValue.white)
    for line in lines { for cell in line { counts[cell.background, default: 0] += 1 } }
    for line in lines {
      for cell in line where counts[cell.background, default: 0] > best.count {
        best = (counts[cell.background, default: 0], cell.background)
      }
    }
    return best.color
  }

  /// A rectangle of cells with one background.
  private struct Area {
    let columns: Range<Int>
    var lines: Range<Int>
    let color: ColorValue

    var svg: String {
      let (x, y) = (columns.lowerBound * CellGlyph.width, lines.lowerBound * CellGlyph.height)
      let (width, height) = (columns.count * CellGlyph.width, lines.count * CellGlyph.height)
      return "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(color.hex)\"/>\n"
    }
  }

  private func areas(without ground: ColorValue) -> [Area] {
    var areas: [Area] = []
    for (number, line) in lines.enumerated() {
      var start = 0
      while start < line.count {
        let color = line[start].background
        let end = line[start...].firstIndex { $0.background != color } ?? line.count
        if color != ground {
          // The same columns of the line above belong to one area.
          if let above = areas.lastIndex(where: {
            $0.lines.upperBound == number && $0.columns == start..<end && $0.color == color
          }) {
            areas[above].lines = areas[above].lines.lowerBound..<number + 1
          } else {
            areas.append(Area(columns: start..<end, lines: number..<number + 1, color: color))
          }
        }
        start = end
      }
    }
    return areas
  }
}

/// Writes the characters of one line.
private struct LineWriter {
  private let cells: [CellPicture.Cell]
  private let top: Int
  private var escaper = XMLEscaper()
  private(set) var svg = ""
  /// The paths of the lines of box drawing, by color in the order of their first cell.
  private var strokes: [(color: ColorValue, path: String)] = []

  init(_ cells: [CellPicture.Cell], _ number: Int) {
    (self.cells, top) = (cells, number * CellGlyph.height)
    var column = 0
    while column < cells.count { column = draw(column) }
    for (color, path) in strokes { svg += "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color.hex)\"/>\n" }
  }

  /// Draws what begins in a column. - Returns: The column after it.
  private mutating func draw(_ column: Int) -> Int {
    let cell = cells[column]
    if cell.text == " " || cell.text.isEmpty { return column + 1 }
    if let stroke = CellGlyph.strokes[cell.text] { return draw(stroke, column) }
    if let opacity = CellGlyph.fills[cell.text] { return fill(opacity, column) }
    var end = column + 1
    if CellGlyph.isLetter(cell.text) {
      while end < cells.count, cells[end].color == cell.color, cells[end].isBold == cell.isBold,
        CellGlyph.isLetter(cells[end].text)
      {
        end += 1
      }
    } else {
      while end < cells.count, cells[end].text.isEmpty { end += 1 }
    }
    let text = escaper.escaped(cells[column..<end].map(\.text).joined(), inAttribute: false)
    let length = end - column == 1 && CellGlyph.isLetter(cell.text) ? "" : Self.length(end - column)
    svg +=
      "<text x=\"\(column * CellGlyph.width)\" y=\"\(top + CellGlyph.baseline)\"\(length) fill=\"\(cell.color.hex)\""
      + "\(cell.isBold ? " font-weight=\"bold\"" : "")>\(text)</text>\n"
    return end
  }

  /// Makes any font fill the columns.
  private static func length(_ columns: Int) -> String {
    " textLength=\"\(columns * CellGlyph.width)\" lengthAdjust=\"spacingAndGlyphs\""
  }

  private mutating func draw(_ stroke: CellGlyph.Stroke, _ column: Int) -> Int {
    let cell = cells[column]
    var end = column + 1
    var path = stroke.path
    if cell.text == "─" {
      while end < cells.count, cells[end].text == "─", cells[end].color == cell.color { end += 1 }
      path = "h\((end - column) * CellGlyph.width)"
    }
    let x = CellGlyph.number(2 * column * CellGlyph.width + stroke.x)
    let whole = "M\(x) \(CellGlyph.number(2 * top + stroke.y))\(path)"
    if let index = strokes.firstIndex(where: { $0.color == cell.color }) {
      strokes[index].path += whole
    } else {
      strokes.append((cell.color, whole))
    }
    return end
  }

  private mutating func fill(_ opacity: String, _ column: Int) -> Int {
    let cell = cells[column]
    var end = column + 1
    if cell.text != "▌" {
      while end < cells.count, cells[end].text == cell.text, cells[end].color == cell.color { end += 1 }
    }
    let width = cell.text == "▌" ? CellGlyph.number(CellGlyph.width) : "\((end - column) * CellGlyph.width)"
    svg +=
      "<rect x=\"\(column * CellGlyph.width)\" y=\"\(top)\" width=\"\(width)\" height=\"\(CellGlyph.height)\" "
      + "fill=\"\(cell.color.hex)\" fill-opacity=\"\(opacity)\"/>\n"
    return end
  }
}
