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
    let detail = row.detail.flatMap { $0.isEmpty ? nil : " (\($0))" }
    return "row \(position + 1)" + (row.text.map { " \"\($0)\"" } ?? "") + (detail ?? "")
  }
}

/// Reading rows, page by page.
extension AppDriver {
  /// The number of rows of a long list that are examined at once.
  static let pageSize = 500

  /// Passes the rows of the screen to `body`, then those beyond it, until it returns false.
  func eachPage(of screen: Screen, _ body: ([PlacedRow]) throws -> Bool) rethrows {
    var reader = PageReader()
    let first = reader.read(screen, from: screen.window?.from ?? 0, isFirst: true)
    guard try body(first), let window = screen.window else { return }
    var next = ListController.shownRange(nil, of: window.total).upperBound
    while next < window.total {
      let range = next..<min(next + Self.pageSize, window.total)
      next = range.upperBound
      guard try body(reader.read(runtime.screen(window: range), from: range.lowerBound, isFirst: false)) else { return }
    }
  }

  /// All rows, also of a long list. O(rows).
  public var allRows: [Screen.Row] { placedRows(on: screen).map(\.row) }

  /// The texts of all rows, or of those in one section. O(rows).
  ///
  /// - Throws: `locator.none` when there is no such section.
  public func rows(section: Locator.SectionName? = nil) throws -> [String] {
    let screen = screen
    let rows = placedRows(on: screen)
    guard let section else { return rows.map { $0.row.text ?? "" } }
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

  func placedRows(on screen: Screen) -> [PlacedRow] {
    var rows: [PlacedRow] = []
    eachPage(of: screen) {
      rows += $0
      return true
    }
    return rows
  }

  /// The rows that fit. Rows on the screen go before those beyond it, so that a long list need not be read to its end.
  func rows(fitting locator: Locator, on screen: Screen) -> [PlacedRow] {
    var matches = TextMatches<PlacedRow>(locator.text)
    eachPage(of: screen) { page in
      for row in page where row.fits(locator) { matches.add(row, named: row.row.text) }
      return matches.exact.count < locator.index ?? 1
    }
    if matches.best.isEmpty, let number = locator.rowNumber {
      return row(number: number, on: screen).map { [$0] } ?? []
    }
    return matches.best
  }

  func row(number: Int, on screen: Screen) -> PlacedRow? {
    var found: PlacedRow?
    eachPage(of: screen) { page in
      found = page.first { $0.position + 1 == number }
      return found == nil
    }
    return found
  }
}

/// Counts rows and sections from page to page.
private struct PageReader {
  private var section = -1
  private var place = 0
  private var header: String?

  mutating func read(_ screen: Screen, from start: Int, isFirst: Bool) -> [PlacedRow] {
    var rows: [PlacedRow] = []
    var position = start
    for section in screen.sections where isFirst || !section.rows.isEmpty {
      // A section can continue from the previous page; groups have different headers.
      if isFirst || !rows.isEmpty || self.section < 0 || header != section.header {
        self.section += 1
        place = 0
        header = section.header
      }
      for row in section.rows {
        let window = isFirst ? nil : position..<(position + 1)
        rows.append(
          PlacedRow(row: row, position: position, section: self.section, place: place, header: header, window: window))
        position += 1
        place += 1
      }
    }
    return rows
  }
}
