/// A row and where it stands among all rows, also those that a long list's screen does not hold.
struct PlacedRow {
  var row: Screen.Row
  /// Among all rows, from 0.
  var position: Int
  /// From 0.
  var section: Int
  /// Among the rows of its section, from 0.
  var place: Int
  var header: String?
  /// The part of a long list in which the row is found; nil for the rows that the screen holds anyway.
  var window: Range<Int>?

  func fits(_ locator: Locator) -> Bool {
    if let detail = locator.detail, row.detail != detail { return false }
    return locator.section.map(isIn) ?? true
  }

  func isIn(_ name: Locator.SectionName) -> Bool {
    switch name {
    case .header(let header): header.lowercased() == (self.header ?? "").lowercased()
    case .number(let number): section + 1 == number
    }
  }

  /// Its description in messages about several rows: `row 3 "Emma" (not marked)`.
  var description: String {
    if row.id.adds {
      return "the \(row.control == nil ? "button" : "field") \(PrintableText.quoted(row.element.label)) of section "
        + (header.map(PrintableText.quoted) ?? String(section + 1))
    }
    let detail = row.detail.flatMap {
      $0.isEmpty ? nil : " (\(PrintableText.line(PrintableText.shortened($0, to: 300))))"
    }
    return "row \(position + 1)" + (row.text.map { " " + PrintableText.quoted($0) } ?? "") + (detail ?? "")
  }
}

/// Reading rows, page by page.
extension AppDriver {
  /// The number of rows of a long list that are examined at once.
  static let pageSize = 500

  /// Passes the rows of the screen to `body`, then those beyond it, until it returns false.
  ///
  /// - Parameters:
  ///   - isWanted: Whether a row with this text is passed.
  ///   - positions: The rows beyond the screen that are passed, ascending; their section and place are not known then.
  ///     Nil for all rows.
  func eachPage(
    of screen: Screen, where isWanted: (String?) -> Bool = { _ in true }, at positions: @autoclosure () -> [Int]? = nil,
    _ body: ([PlacedRow]) throws -> Bool
  ) rethrows {
    var reader = PageReader()
    let first = reader.read(screen, from: screen.window?.from ?? 0, isFirst: true, where: isWanted)
    guard try body(first), let window = screen.window else { return }
    let shownRows = (top as? ListController)?.shownRows(nil, of: window.total)
    let start = (shownRows ?? ListController.shownRange(nil, of: window.total)).upperBound
    guard let positions = positions() else {
      // Rows that are hidden have no number.
      var shown = hidesRows && window.from == 0 ? screen.rowCount : nil
      let ranges = hidesRows ? nil : top?.ranges(from: start, to: window.total)
      for range in ranges ?? [start..<window.total] {
        for next in stride(from: range.lowerBound, to: range.upperBound, by: Self.pageSize) {
          let page = rows(next..<min(next + Self.pageSize, range.upperBound), from: shown, &reader)
          guard try body(page) else { return }
          shown = shown.map { $0 + page.lazy.filter { !$0.row.id.adds }.count }
        }
      }
      return
    }
    // The pages between the positions are not looked at.
    var rest = positions.drop { $0 < start }.prefix { $0 < window.total }
    while let position = rest.first {
      let end = position - (position - start) % Self.pageSize + Self.pageSize
      let page = rest.prefix { $0 < end }
      rest = rest[page.endIndex...]
      guard try body(page.flatMap { rows($0..<$0 + 1, &reader) }) else { return }
    }
  }

  /// Several rows of a grid have no cells: these have names of their own.
  ///
  /// - Parameter position: The number of shown rows before the range; nil for its lower bound.
  private func rows(_ range: Range<Int>, from position: Int? = nil, _ reader: inout PageReader) -> [PlacedRow] {
    let grid = range.count > 1 ? top as? GridController : nil
    grid?.omitsCells = true
    defer { grid?.omitsCells = false }
    return reader.read(wholeScreen(range).topmost, from: position ?? range.lowerBound, isFirst: false) { _ in
      true
    }
  }

  /// Whether the list on the screen may hide rows of its data.
  private var hidesRows: Bool { top?.canHideRows == true }

  /// All rows, also of a long list. Those of a long grid have no cells. O(rows).
  package var allRows: [Screen.Row] { placedRows(on: screen).map(\.row) }

  /// The texts of all rows, or of those in one section. O(rows).
  ///
  /// - Throws: `locator.none` when there is no such section.
  package func rows(section: Locator.SectionName? = nil) throws -> [String] {
    let screen = screen
    guard let section else { return texts(on: screen) }
    let rows = placedRows(on: screen)
    let found = rows.filter { $0.isIn(section) }
    guard found.isEmpty else { return found.map { $0.row.text ?? "" } }
    let headers = screen.window == nil ? screen.sections.map(\.header) : rows.map(\.header)
    let isEmptySection =
      switch section {
      case .header(let header): headers.contains { ($0 ?? "").lowercased() == header.lowercased() }
      case .number(let number): number > 0 && number <= screen.sections.count
      }
    if isEmptySection { return [] }
    var locator = Locator()
    if case .header(let header) = section { locator.text = header } else { locator.section = section }
    return try LocatorFailure(locator, "section", screen).one(of: [[String]](), all: headers.map { $0 ?? "" }) { _ in ""
    }
  }

  /// The texts of all rows. A row is large, and no more of them are in memory than those of a page.
  private func texts(on screen: Screen) -> [String] {
    var texts: [String] = []
    eachPage(of: screen) { page in
      for row in page where !row.row.id.adds { texts.append(row.row.text ?? "") }
      return true
    }
    return texts
  }

  func placedRows(on screen: Screen) -> [PlacedRow] {
    var rows: [PlacedRow] = []
    eachPage(of: screen) { page in
      rows += page.filter { !$0.row.id.adds }
      return true
    }
    return rows
  }

  /// The rows that fit. Rows on the screen go before those beyond it, so that a long list need not be read to its end.
  func rows(fitting locator: Locator, on screen: Screen) -> [PlacedRow] {
    if let row = numberedRow(locator, on: screen) { return [row] }
    var matches = TextMatches<PlacedRow>(locator.text)
    let probe = matches
    eachPage(of: screen, where: probe.fits, at: positions(locator)) { page in
      for row in page where row.fits(locator) && !row.row.id.adds { matches.add(row, named: row.row.text) }
      return matches.exact.count < locator.index ?? 1
    }
    return matches.best
  }

  /// The row that a number means; nil when there is none, so that the texts of rows count.
  func numberedRow(_ locator: Locator, on screen: Screen) -> PlacedRow? {
    guard locator.index == nil else { return nil }
    return locator.rowNumber.flatMap { row(number: $0, on: screen) }
  }

  func row(number: Int, on screen: Screen) -> PlacedRow? {
    var found: PlacedRow?
    eachPage(of: screen, at: hidesRows ? nil : [number - 1]) { page in
      found = page.first { $0.position + 1 == number && !$0.row.id.adds }
      return found == nil
    }
    return found
  }

  /// The place of a row, also outside of the screen's window; nil when there is none. O(rows of the screen); O(rows) in
  /// a list that can hide rows.
  func path(of row: RowID, on screen: Screen) -> RowPath? {
    var reader = PageReader()
    let shown = reader.read(screen, from: screen.window?.from ?? 0, isFirst: true) { _ in true }
    if let found = shown.first(where: { $0.row.id == row }) { return RowPath(section: found.section, row: found.place) }
    if let path = top?.path(of: row) { return path }
    guard top?.position(of: row) != nil else { return nil }
    var found: PlacedRow?
    eachPage(of: screen) { page in
      found = page.first { $0.row.id == row }
      return found == nil
    }
    return found.map { RowPath(section: $0.section, row: $0.place) }
  }

  /// The positions of the rows that can be meant, if the list knows the texts of its rows without them.
  ///
  /// - Parameter onlyTexts: Whether a row is found by nothing but its text.
  func positions(_ locator: Locator, onlyTexts: Bool = true) -> [Int]? {
    guard let text = locator.text, locator.section == nil, let top, onlyTexts || top.rowsHaveOnlyTexts
    else { return nil }
    return top.positions(ofRowsLike: text)
  }
}

/// Counts rows and sections from page to page.
private struct PageReader {
  private var section = -1
  private var place = 0
  private var header: String?

  mutating func read(_ screen: Screen, from start: Int, isFirst: Bool, where isWanted: (String?) -> Bool) -> [PlacedRow]
  {
    var rows: [PlacedRow] = []
    var position = start
    for section in screen.sections where isFirst || !section.rows.isEmpty {
      let onlyAdds = section.place.number == nil && !section.rows.isEmpty && section.rows.allSatisfy(\.id.adds)
      if let number = section.place.number {
        place = section.place.firstRow ?? (number == self.section ? place : 0)
        (self.section, header) = (number, section.header)
      } else if !onlyAdds, isFirst || position > start || self.section < 0 || header != section.header {
        // A section can continue from the previous page; groups have different headers.
        self.section += 1
        place = 0
        header = section.header
      }
      // By index, because a row is large and most are not wanted.
      for index in section.rows.indices {
        // What adds entities is found with the rows beside it.
        let adds = section.rows[index].id.adds
        if isWanted(section.rows[index].text) {
          rows.append(
            PlacedRow(
              row: section.rows[index], position: position, section: max(0, self.section), place: place,
              header: section.header,
              window: isFirst ? nil : (adds ? max(0, position - 1) : position)..<(position + 1)))
        }
        guard !adds else { continue }
        position += 1
        place += 1
      }
    }
    return rows
  }
}
