/// What has the focus, and where keys move it.
extension TerminalSession {
  /// The elements that Tab reaches as one, from the top: a bar, the rows, a field.
  enum Region: Hashable {
    case elements([TextElement])
    case rows
    case field(RowID)

    var isAmongRows: Bool { if case .elements = self { false } else { true } }
  }

  // MARK: Rows

  /// The rows that the screen holds.
  var shownRows: [Screen.Row] { screen.sections.flatMap(\.rows) }

  /// The row, or the cell of a grid, that has the focus.
  var focusedRow: Screen.Row? {
    guard case .element(.row(.id(let id)))? = focus else { return nil }
    return screen.row(id)
  }

  /// The row of the list that has the focus, or of which a cell has it.
  var rowID: RowID? {
    guard case .element(.row(.id(let id)))? = focus else { return nil }
    if case .gridCell(let entity, _) = id { return .entity(entity) }
    return id
  }

  func focusRow(_ id: RowID) {
    focus = .row(id)
    noteRow()
  }

  private func noteRow() {
    guard let rowID, let index = shownRows.firstIndex(where: { $0.id == rowID }) else { return }
    current = (rowID, (screen.window?.from ?? 0) + index)
  }

  /// Moves the focus among the rows.
  ///
  /// - Returns: Whether there is such a row.
  @discardableResult
  func moveRow(by offset: Int, clamped: Bool = false) -> Bool {
    guard let rowID, let index = shownRows.firstIndex(where: { $0.id == rowID }) else { return false }
    let count = shownRows.count
    guard let window = screen.window else {
      let target = index + offset
      guard clamped ? count > 0 : (0..<count).contains(target) else { return false }
      focusRow(shownRows[min(max(0, target), count - 1)], like: focus)
      return true
    }
    let target = window.from + index + offset
    guard clamped ? window.total > 0 : (0..<window.total).contains(target) else { return false }
    focusRow(at: min(max(0, target), window.total - 1))
    return true
  }

  /// Moves the focus to a row by its number among all, which a long list may have to load.
  func focusRow(at index: Int) {
    if let window = screen.window {
      let (first, last) = (window.from, window.from + screen.rowCount)
      let hasAbove = index - rows >= first || first == 0
      let hasBelow = index + rows < last || last >= window.total
      if !hasAbove || !hasBelow {
        let count = min(max(4 * rows, 100), LiveProtocol.maximumRows)
        let start = min(max(0, index - count / 2), max(0, window.total - count))
        sendInput()
        client.scroll(to: start..<min(window.total, start + count))
        update()
      }
    }
    let place = index - (screen.window?.from ?? 0)
    if shownRows.indices.contains(place) { focusRow(shownRows[place], like: focus) }
  }

  /// Moves the focus to a row, in a grid to the cell in the same column.
  private func focusRow(_ row: Screen.Row, like old: TextElement?) {
    if case .element(.row(.id(.gridCell(_, let column))))? = old,
      let cell = row.cells.first(where: { if case .gridCell(_, column) = $0.id { true } else { false } })
    {
      return focusRow(cell.id)
    }
    focusRow(row.id)
  }

  /// Moves the focus to another cell of a row of a grid, which may be outside of what is shown.
  ///
  /// - Returns: Whether there is such a cell.
  func moveColumn(by offset: Int) -> Bool {
    guard screen.kind == .grid, let rowID, let row = screen.row(rowID), !row.cells.isEmpty else { return false }
    // The text of the row is before its cells.
    let cell: Int = focusedRow.flatMap { focused in row.cells.firstIndex { $0.id == focused.id } } ?? -1
    let target = cell + offset
    if target < 0 {
      if let first = screen.columns.first?.index, screen.columnWindow != nil, first > 0 {
        return showColumn(first - 1, of: rowID)
      }
      guard cell == 0, screen.hasRowHeaders else { return false }
      firstColumn = 0
      focusRow(rowID)
      return true
    }
    guard row.cells.indices.contains(target) else {
      guard let window = screen.columnWindow, let last = screen.columns.last?.index, last + 1 < window.total else {
        return false
      }
      return showColumn(last + 1, of: rowID)
    }
    showCell(target)
    focusRow(row.cells[target].id)
    return true
  }

  /// Lets a column of a wide grid be shown.
  private func showColumn(_ index: Int, of rowID: RowID) -> Bool {
    client.scroll(toColumn: index)
    firstColumn = 0
    update()
    guard let cell = screen.columns.firstIndex(where: { $0.index == index }), let row = screen.row(rowID),
      row.cells.indices.contains(cell)
    else { return false }
    focusRow(row.cells[cell].id)
    return true
  }

  /// Leaves out columns at the left until a cell is shown.
  private func showCell(_ index: Int) {
    if index < firstColumn { firstColumn = index }
    while firstColumn < index {
      var shown = screen
      shown.columns = Array(shown.columns.dropFirst(firstColumn))
      for section in shown.sections.indices {
        for row in shown.sections[section].rows.indices {
          let cells = shown.sections[section].rows[row].cells
          shown.sections[section].rows[row].cells = Array(cells.dropFirst(firstColumn))
        }
      }
      if firstColumn + GridLayout(shown, width: max(columns, Screen.leastWidth)).count > index { return }
      firstColumn += 1
    }
  }

  // MARK: Regions

  /// The regions of what gets the keys, from the top.
  var regions: [Region] {
    let screen = screen
    if live.screen.isCovered { return [.elements([.element(.cover)])] }
    if let alert = screen.alert {
      let parts = { (kind: DialogPartID.Kind, count: Int) in
        (0..<count).map { TextElement.element(.dialogPart(DialogPartID(alert.id, kind, $0))) }
      }
      return (parts(.field, alert.fields.count) + parts(.action, alert.actions.count)).map { .elements([$0]) }
    }
    if let sheet = screen.sheet {
      return sheet.actions.indices.map { .elements([.element(.dialogPart(DialogPartID(sheet.id, .action, $0)))]) }
    }
    if live.screen.help != nil { return [.elements([.element(.help)])] }
    return regions(of: screen).filter { $0 != .elements([]) }
  }

  private func regions(of screen: Screen) -> [Region] {
    func bar(_ bar: BarButtonID.Bar) -> [TextElement] {
      let buttons = screen.buttons(of: bar)
      return zip(buttons, BarButtonID.all(buttons, in: bar)).filter { !$0.0.isLabel }.map { .element(.barButton($1)) }
    }
    let hasTitle = screen.titleView.map(\.isButton) ?? screen.gestures.contains(.titleTap)
    var regions: [Region] = [.elements(bar(.left) + (hasTitle ? [.element(.title)] : []) + bar(.right))]
    if let search = screen.search {
      regions.append(.elements([.element(.search)]))
      regions.append(.elements(search.scopes.indices.map { .scope($0) }))
    }
    regions.append(.elements(screen.columns.filter(\.isSortable).map { .element(.column($0.index)) }))
    if screen.kind == .views {
      regions += screen.views.indices.filter { screen.views[$0].isButton }.map { .elements([.element(.view($0))]) }
    }
    let rows = screen.sections.flatMap(\.rows)
    // In a form, the other rows are reached from row to row.
    var hasRows = screen.kind == .detail && rows.contains(where: isField)
    for row in rows {
      if isField(row) { regions.append(.field(row.id)) } else if !hasRows { regions.append(.rows) }
      hasRows = hasRows || !isField(row)
    }
    regions.append(.elements(screen.index.map { .element(.index($0)) }))
    regions.append(.elements(live.screen.menu == nil ? screen.tabs.indices.map { .element(.tab($0)) } : []))
    regions.append(.elements(bar(.toolbar)))
    regions.append(.elements((screen.keyboard?.buttons ?? []).map { .element(.key($0.key)) }))
    return regions
  }

  /// Whether Tab goes to a row: a text field and, in a form, any control that can be operated, also one that a tap on
  /// its row enables.
  private func isField(_ row: Screen.Row) -> Bool {
    guard let control = row.control, control.kind.edits != nil, row.isEnabled else { return false }
    if control.isEnabled { return control.isTextField || screen.kind == .detail }
    return screen.kind == .detail && screen.isEditing && control.kind.driving.needsSelection
  }

  /// The region that has the focus.
  private func region(of element: TextElement, in regions: [Region]) -> Int? {
    if case .element(.row(.id(let id))) = element {
      return regions.firstIndex(of: .field(id)) ?? regions.firstIndex(of: .rows)
    }
    return regions.firstIndex { if case .elements(let elements) = $0 { elements.contains(element) } else { false } }
  }

  /// The regions before and after a row that is none itself, as the last and the first one there.
  private func neighbors(of row: RowID, in regions: [Region]) -> (before: Int, after: Int) {
    let fields = Set(shownRows.prefix { $0.id != row }.map(\.id))
    let isBefore = { (region: Region) in if case .field(let id) = region { fields.contains(id) } else { false } }
    let first = regions.firstIndex(where: \.isAmongRows) ?? 0
    let after = (regions.lastIndex(where: isBefore) ?? first - 1) + 1
    return (after - 1, after)
  }

  /// Moves the focus to the region after, or before, that which has it.
  func moveRegion(by offset: Int, wraps: Bool = true) {
    let regions = regions
    guard !regions.isEmpty else { return }
    guard let focus else { return enter(regions[0]) }
    let target: Int
    if let place = region(of: focus, in: regions) {
      target = place + offset
    } else if let rowID, !isCoveredByDialog {
      let (before, after) = neighbors(of: rowID, in: regions)
      target = offset < 0 ? before : after
    } else {
      return enter(regions[0])
    }
    guard wraps || regions.indices.contains(target) else { return }
    enter(regions[(target + regions.count) % regions.count])
  }

  /// Moves the focus to the bar above or below, or into the rows.
  func moveToBar(by offset: Int) {
    let regions = regions
    let place = focus.flatMap { region(of: $0, in: regions) }
    if let place, regions.indices.contains(place + offset), regions[place + offset].isAmongRows {
      enterRows()
    } else {
      moveRegion(by: offset, wraps: false)
    }
  }

  /// Moves the focus into a region.
  func enter(_ region: Region) {
    switch region {
    case .elements(let elements):
      let selected = screen.tabs.firstIndex(where: \.isSelected).map { TextElement.element(.tab($0)) }
      focus = elements.first { $0 == selected } ?? elements.first
    case .field(let row): focusRow(row)
    case .rows:
      if let current, let row = screen.row(current.row), !isField(row) { return focusRow(row.id) }
      if let first = shownRows.first(where: { !isField($0) && !$0.id.adds }) ?? shownRows.first { focusRow(first.id) }
    }
  }

  /// Moves the focus within a bar.
  ///
  /// - Returns: Whether there is such an element.
  func moveWithinBar(by offset: Int) -> Bool {
    guard let focus else { return false }
    for case .elements(let elements) in regions {
      guard let place = elements.firstIndex(of: focus) else { continue }
      guard elements.indices.contains(place + offset) else { return false }
      self.focus = elements[place + offset]
      return true
    }
    return false
  }

  /// Moves the focus to what a person uses first: the field that the application has chosen, the rows, else the top.
  func moveFocusToStart() {
    focus = nil
    let regions = regions
    if !isCoveredByDialog, let row = shownRows.first(where: { $0.control?.isFocused == true }) {
      return focusRow(row.id)
    }
    if !isCoveredByDialog, !live.screen.isCovered, let first = shownRows.first { return focusRow(first.id) }
    if let region = regions.first { enter(region) }
  }

  /// Moves the focus to the row that had it last, else to the first one.
  func enterRows() {
    if let current, screen.path(of: current.row) != nil { return focusRow(current.row) }
    if let first = shownRows.first(where: { !$0.id.adds }) ?? shownRows.first { focusRow(first.id) }
  }

  /// Keeps the focus on something that the screen has: for a row that has gone, on the one in its place.
  func keepFocus() {
    guard let focus else { return moveFocusToStart() }
    if case .element(.row(.id(let id))) = focus, !isCoveredByDialog, !live.screen.isCovered {
      if screen.row(id) != nil { return noteRow() }
      if let rowID, screen.path(of: rowID) != nil { return focusRow(rowID) }
      let place = (current?.index ?? 0) - (screen.window?.from ?? 0)
      if !shownRows.isEmpty { return focusRow(shownRows[min(max(0, place), shownRows.count - 1)].id) }
    } else if region(of: focus, in: regions) != nil {
      return
    }
    moveFocusToStart()
  }
}
