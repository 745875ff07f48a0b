/// The cells in which two pictures differ. Lines are compared with those that have the same text, so that a new row
/// does not make all rows below it different.
package struct PictureDifference {
  /// A line of one of the pictures, or of both.
  enum Line {
    /// - Parameter columns: Those with other colors.
    case same(old: Int, new: Int, columns: [Range<Int>])
    /// - Parameter columns: Those that differ from the line that took its place; all where none did.
    case removed(Int, columns: [Range<Int>])
    case added(Int, columns: [Range<Int>])
  }

  let old: CellPicture
  let new: CellPicture
  let lines: [Line]

  /// - Returns: Nil for pictures with equal cells.
  package init?(from old: CellPicture, to new: CellPicture) {
    guard old.width != new.width || old.lines != new.lines else { return nil }
    (self.old, self.new) = (old, new)
    lines = Self.lines(old, new)
  }

  /// The number of lines that differ: one that was replaced counts once.
  package var count: Int {
    var (changed, removed, added) = (0, 0, 0)
    for line in lines {
      switch line {
      case .same(_, _, let columns):
        changed += max(removed, added) + (columns.isEmpty ? 0 : 1)
        (removed, added) = (0, 0)
      case .removed: removed += 1
      case .added: added += 1
      }
    }
    return changed + max(removed, added)
  }

  // MARK: Finding them

  private static func lines(_ old: CellPicture, _ new: CellPicture) -> [Line] {
    let (before, after) = (old.lines.indices.map(old.text), new.lines.indices.map(new.text))
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (first, second) = (0, 0)
    while first < before.count || second < after.count {
      let gone = Array((first..<before.count).prefix { removed.contains($0) })
      let come = Array((second..<after.count).prefix { added.contains($0) })
      if gone.isEmpty, come.isEmpty {
        lines.append(.same(old: first, new: second, columns: columns(old.lines[first], new.lines[second])))
        (first, second) = (first + 1, second + 1)
        continue
      }
      for (place, line) in gone.enumerated() {
        lines.append(.removed(line, columns: pair(old, line, new, place < come.count ? come[place] : nil)))
      }
      for (place, line) in come.enumerated() {
        lines.append(.added(line, columns: pair(new, line, old, place < gone.count ? gone[place] : nil)))
      }
      (first, second) = (first + gone.count, second + come.count)
    }
    return lines
  }

  private static func pair(
    _ picture: CellPicture, _ line: Int, _ other: CellPicture, _ replaced: Int?
  ) -> [Range<Int>] {
    guard let replaced else { return [0..<picture.width] }
    return columns(picture.lines[line], other.lines[replaced])
  }

  /// The columns in which the first line differs from the second one.
  private static func columns(_ cells: [CellPicture.Cell], _ others: [CellPicture.Cell]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for column in cells.indices where column >= others.count || cells[column] != others[column] {
      if let last = ranges.last, last.upperBound == column {
        ranges[ranges.count - 1] = last.lowerBound..<column + 1
      } else {
        ranges.append(column..<column + 1)
      }
    }
    return ranges
  }
}

// MARK: For people

extension PictureDifference {
  /// The changed lines: with a minus before those that were expected and a plus before those of the new picture. Lines
  /// and columns count from 1.
  package var text: String {
    var result: [String] = []
    if old.width != new.width { result.append("the picture has \(new.width) columns in place of \(old.width)") }
    for line in lines {
      switch line {
      case .same(let before, let after, let columns) where !columns.isEmpty:
        result.append("  line \(after + 1) has other colors in \(Self.names(columns))")
        result += colors(before, after, columns).map { "    \($0)" }
      case .same: break
      case .removed(let line, let columns):
        result.append("- \(old.text(ofLine: line))  (line \(line + 1), \(Self.names(columns)))")
      case .added(let line, let columns):
        result.append("+ \(new.text(ofLine: line))  (line \(line + 1), \(Self.names(columns)))")
      }
    }
    let hidden = result.count - Self.maximumLines
    return (result.prefix(Self.maximumLines) + (hidden > 0 ? ["… (\(hidden) more lines)"] : []))
      .joined(separator: "\n")
  }

  private static let maximumLines = 60

  private static func names(_ columns: [Range<Int>]) -> String {
    let names = columns.prefix(8).map {
      $0.count == 1 ? "\($0.lowerBound + 1)" : "\($0.lowerBound + 1)–\($0.upperBound)"
    }
    let isOne = columns.count == 1 && columns[0].count == 1
    return (isOne ? "column " : "columns ") + names.joined(separator: ", ") + (columns.count > 8 ? " …" : "")
  }

  /// The colors that differ in columns of a line, each once.
  private func colors(_ before: Int, _ after: Int, _ columns: [Range<Int>]) -> [String] {
    var changes: [String] = []
    func add(_ text: String) { if !changes.contains(text) { changes.append(text) } }
    for column in columns.joined() where column < old.width {
      let (was, now) = (old.lines[before][column], new.lines[after][column])
      if was.background != now.background { add("background \(now.background.hex), was \(was.background.hex)") }
      if now.text != " ", was.color != now.color { add("text \(now.color.hex), was \(was.color.hex)") }
      if was.isBold != now.isBold { add(now.isBold ? "bold, was regular" : "regular, was bold") }
    }
    return changes
  }

  /// The lines of both pictures in one: what differs has a mark, the rest is pale.
  var picture: CellPicture {
    let cells = lines.map { line -> [CellPicture.Cell] in
      switch line {
      case .same(_, let line, let columns):
        return marked(new.lines[line], columns, columns.isEmpty ? " " : "~", Self.changed, isPale: columns.isEmpty)
      case .removed(let line, let columns): return marked(old.lines[line], columns, "-", Self.gone, isPale: false)
      case .added(let line, let columns): return marked(new.lines[line], columns, "+", Self.come, isPale: false)
      }
    }
    let width = max(old.width, new.width) + 2
    let whole = cells.map { $0 + Array(repeating: .blank(.white), count: width - $0.count) }
    return CellPicture(width: width, lines: whole, title: "Difference")
  }

  private static let gone = ColorValue(red: 0xFF, green: 0xC1, blue: 0xBA)
  private static let come = ColorValue(red: 0xAA, green: 0xE8, blue: 0xB4)
  private static let changed = ColorValue(red: 0xFF, green: 0xDF, blue: 0x8A)

  private func marked(
    _ line: [CellPicture.Cell], _ columns: [Range<Int>], _ mark: String, _ color: ColorValue, isPale: Bool
  ) -> [CellPicture.Cell] {
    var cells = line
    for column in cells.indices {
      if isPale { cells[column].color = cells[column].color.mixed(with: cells[column].background, 0.6) }
      guard columns.contains(where: { $0.contains(column) }) else { continue }
      cells[column].background = color
      cells[column].color = ColorContrast.readable(cells[column].color, on: color)
    }
    let gutter = mark == " " ? ColorValue.white : color
    return [CellPicture.Cell(text: mark, color: .black, background: gutter), .blank(gutter)] + cells
  }
}
