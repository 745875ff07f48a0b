/// A section as it is shown, with the places of its rows.
struct ShownSection {
  let section: DetailSection
  /// The number among the sections that are shown.
  let number: Int
  let header, footer: String?
  /// The rows of a section of cells that are not hidden.
  let cells: [Screen.Row]
  /// What adds an entity to a section with `dataPath`.
  let addRow: Screen.Row?
  /// The places of the rows among all rows of the screen.
  let range: Range<Int>

  /// The rows of the section within a window; nil if there are none. The header belongs to the first row, the footer to
  /// the last.
  func part(_ window: Range<Int>, of total: Int) -> Section? {
    let (first, end) = (range.lowerBound, range.upperBound)
    let begins = window.lowerBound <= first && (first < window.upperBound || window.upperBound == total)
    let ends = end <= window.upperBound && (window.lowerBound < end || window.lowerBound == 0)
    let own = max(first, window.lowerBound)..<max(first, window.lowerBound, min(end, window.upperBound))
    guard begins || ends || !own.isEmpty else { return nil }
    let places = (own.lowerBound - first..<own.upperBound - first).clamped(to: 0..<range.count)
    var rows = places.count >= cells.count ? cells : Array(cells[places])
    if let list = section.rows, !places.isEmpty { rows = list.rows(places, of: list.content) }
    if let addRow, let list = section.rows {
      let appends = list.properties[ListController.listKeys.addAppend]
      if appends ? ends : begins { rows.insert(addRow, at: appends ? rows.count : 0) }
    }
    let (header, footer) = (begins || !own.isEmpty ? header : nil, ends ? footer : nil)
    guard header != nil || footer != nil || !rows.isEmpty else { return nil }
    var part = Section(header: header, footer: footer, rows: rows)
    part.place = SectionPlace(number: number, firstRow: section.rows?.canHideRows == true ? nil : places.lowerBound)
    return part
  }
}

/// The sections that show the rows of collections, beside those of cells.
///
/// All rows have places, from 0: those of cells that are not hidden, and all of the collections, as in a list. A screen
/// holds those of its window, so that a form over thousands of entities costs what it shows.
extension DetailController {
  /// The list that shows the rows of the section of a row; nil for a cell.
  func list(of row: RowID) -> SectionRows? {
    switch row {
    case .element(_, let section), .add(let section): sections.first { $0.index == section }?.rows
    case .entity, .cell, .gridCell: nil
    }
  }

  /// The lists that show the sections with `dataPath`.
  var lists: [SectionRows] { sections.compactMap(\.rows) }

  // MARK: Places

  /// The place of a row among all rows of the screen; nil for one that is not shown.
  func place(ofRow row: RowID) -> Int? {
    let shown = shownSections
    switch row {
    case .entity, .gridCell: return nil
    case .cell:
      for section in shown {
        if let offset = section.cells.firstIndex(where: { $0.id == row }) { return section.range.lowerBound + offset }
      }
      return nil
    case .element(_, let number):
      guard let section = shown.first(where: { $0.section.index == number }) else { return nil }
      return section.section.rows?.position(of: row).map { section.range.lowerBound + $0 }
    case .add(let number):
      guard let section = shown.first(where: { $0.section.index == number }), let list = section.section.rows else {
        return nil
      }
      let appends = list.properties[ListController.listKeys.addAppend]
      return appends ? max(0, section.range.upperBound - 1) : section.range.lowerBound
    }
  }

  /// The path of a row of a section with `dataPath`, also outside of a window; nil when only the rows before it tell.
  func pathOfElement(_ row: RowID) -> RowPath? {
    guard case .element(_, let number) = row,
      let section = shownSections.first(where: { $0.section.index == number }),
      let path = section.section.rows?.path(of: row)
    else { return nil }
    return RowPath(section: section.number, row: path.row)
  }

  /// The places of the rows that can have a text; nil when only the rows of a collection know.
  func places(ofRowsLike text: String) -> [Int]? {
    let matches = TextMatches<Void>(text)
    var places: [Int] = []
    for section in shownSections {
      let first = section.range.lowerBound
      guard let list = section.section.rows else {
        places += section.cells.indices.filter { matches.fits(section.cells[$0].text) }.map { first + $0 }
        continue
      }
      guard let found = list.positions(ofRowsLike: text) else { return nil }
      places += found.map { first + $0 }
    }
    return places
  }

  /// The ranges from a row on: first those with cells and with what adds rows, which are few.
  func rangesWithCellsFirst(from start: Int) -> [Range<Int>] {
    var (few, many): ([Range<Int>], [Range<Int>]) = ([], [])
    for section in shownSections where section.range.upperBound > start {
      let range = max(start, section.range.lowerBound)..<section.range.upperBound
      if let list = section.section.rows {
        let ranges = list.ranges(from: range)
        few += ranges.dropLast()
        many += ranges.suffix(1)
      } else {
        few.append(range)
      }
    }
    return few + many
  }

  // MARK: Actions

  /// Performs an action on a row of a section with `dataPath`, or a key in a field that adds entities.
  ///
  /// - Returns: False for an action on anything else.
  func performOnLists(_ action: ScreenAction, on screen: Screen) throws -> Bool {
    if case .key(let key) = action { return try press(key) }
    guard let target = action.row else { return false }
    let id = screen.id(of: target)
    guard let id, let list = list(of: id) else {
      try checkShown(id)
      blurAddFields()
      return false
    }
    guard sections.contains(where: { $0.rows === list && isShown($0) }) else { throw notShown }
    let wasShown = list.position(of: id) != nil
    let isEdit = if case .edit = action { true } else { false }
    if let number = fieldNumber(action, id, list) {
      if isEdit { try fields?.begin(number) } else { try place(of: number).map { try fields?.tap($0) } }
    } else {
      try fields?.endEditing()
    }
    // The function of the field that was edited may leave the screen, which still writes what is entered; it may have
    // the screen show another entity, or remove the row.
    guard isEdit || services.isOpen(self), self.list(of: id) === list, !wasShown || list.position(of: id) != nil
    else { return true }
    blurAddFields(except: list)
    try list.perform(action, on: screen)
    return true
  }

  /// The number of the field in a row that an action edits or taps in edit mode.
  private func fieldNumber(_ action: ScreenAction, _ id: RowID, _ list: SectionRows) -> Int? {
    switch action {
    case .edit, .tapRow: break
    default: return nil
    }
    guard let element = id.entity, list.content.shows(element), case let row = list.row(ofElement: element),
      row.cell is EditCell, row.isEditing(list.mode)
    else { return nil }
    return registeredNumber(of: id)
  }

  private var notShown: Diagnostic { impossible("\(name) does not show that row") }

  /// - Throws: `action.impossible` if the section of the row does not exist.
  private func checkShown(_ id: RowID?) throws {
    switch id {
    case .element, .add: throw notShown
    case .entity, .cell, .gridCell, nil: break
    }
  }

  private func blurAddFields(except list: SectionRows? = nil) {
    for other in lists where other !== list && other.addField.isFocused { other.addField.isFocused = false }
  }

  /// Whether a field that adds entities has the focus.
  var focusesAddField: Bool { lists.contains { $0.addField.isFocused } }

  private func press(_ key: Keyboard.Key) throws -> Bool {
    guard let section = sections.first(where: { $0.rows?.addField.isFocused == true }), let list = section.rows else {
      return false
    }
    switch key {
    case .done, .cancel: try list.press(key)
    case .next, .previous:
      try fields?.move(key, from: registeredNumber(of: .add(section: section.index)))
      list.addField.isFocused = false
    case .submit: return false
    }
    return true
  }
}
