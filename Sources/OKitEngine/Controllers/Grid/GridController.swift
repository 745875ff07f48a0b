/// Shows the entities of a collection in rows with a cell for each column (`ModelGridController`).
///
/// The rows are those of a list: filtered, sorted, windowed and updated in the same way. Each row has the cells of the
/// columns that the screen holds; a cell is evaluated when it is shown for the first time, and when what it read has
/// changed. Fields are edited in place, as those of a form.
package final class GridController: ListController {
  package override var kind: Screen.Kind { .grid }

  private var madeEditor: FieldEditor?
  var editor: FieldEditor {
    if let madeEditor { return madeEditor }
    let editor = FieldEditor(self)
    if !isEnded { madeEditor = editor }
    return editor
  }
  override var fields: FieldEditor? { isEnded ? nil : editor }

  /// The columns of a wide grid to which the person has scrolled; nil for the first ones.
  var scrolledColumns: Range<Int>?
  /// The column by which the person has sorted the rows.
  var sorting: Sorting?
  /// The cell that is selected in edit mode, which opens date and picker cells.
  var selectedCell: RowID? {
    didSet { for case .gridCell(let element, _)? in [oldValue, selectedCell] { rowStaleness.rowChanged(of: element) } }
  }
  /// The cell that the person has tapped last, whose row the functions of the list get.
  var tappedCell: RowID?
  /// The cells that have been edited.
  var registered = RegisteredFields()

  /// Whether rows are read without their cells, as to find one of many by its text.
  /// Such rows do not displace those of the screen.
  var omitsCells = false {
    didSet {
      guard omitsCells != oldValue else { return }
      store.graph.noteChange()
      if !omitsCells { forgetRows(where: \.gridCells.isEmpty) }
    }
  }

  private var observedColumns: (columns: Observed<[ColumnSource]>, owner: BoundProperties)?
  private var columnNumbers = ColumnNumbers()

  struct Sorting: Sendable, Hashable {
    /// The key of the column.
    var column: Int
    var isAscending: Bool
  }

  override var viewState: ViewState {
    get {
      var state = super.viewState
      state.grid = gridState
      return state
    }
    set {
      super.viewState = newValue
      restore(newValue.grid)
    }
  }

  // MARK: Columns

  /// Grids of up to so many columns are shown whole; of wider ones a screen holds a window.
  private static let (wholeColumns, columnPage) = (50, 25)

  /// All columns. O(1) when nothing of them has changed since the last time.
  var columns: [ColumnSource] {
    let properties = properties
    if let observedColumns, observedColumns.owner === properties { return observedColumns.columns.result ?? [] }
    let own = definition.values.components(Self.gridKeys.columns).map { bind($0, properties.context) }
    let observed = Observed(evaluator, nil, properties.context) { [weak self] in
      self?.readColumns(properties, own)
    } onStale: {
    }
    if !isEnded { observedColumns = (observed, properties) }
    return observed.result ?? []
  }

  private func readColumns(_ properties: BoundProperties, _ own: [BoundProperties]) -> [ColumnSource] {
    let keys = Self.gridKeys
    guard properties.has(keys.columnsPath) else {
      let titles = own.map { $0[Self.columnKeys.title] ?? "" }
      // `cellPath` gets the title, so that another one has other cells.
      let isRead = properties.has(keys.cellPath)
      let numbers = isRead ? columnNumbers.numbers(of: titles.map(Value.string)) : Array(own.indices)
      return own.enumerated().map { index, column in
        let values = column.component.values
        return ColumnSource(
          key: numbers[index], index: index, title: titles[index], value: .string(titles[index]),
          cell: values.component(Self.columnKeys.cell) ?? defaultCell, sort: values[Self.columnKeys.sort])
      }
    }
    let template = component.values.component(Self.listKeys.cell) ?? defaultCell
    let header = ElementReader(properties.given(keys.columnHeader), properties.name(of: keys.columnHeader), self)
    let given = properties.value(keys.columnsPath)
    let elements = evaluator.elements(given)
    if elements == nil, !given.isNull {
      let origin = origin("columnsPath")
      services.report(evaluator.problem("grid.columns", of: origin, "needs a list, got \(store.summary(given))"))
    }
    let values = elements ?? []
    return zip(values, columnNumbers.numbers(of: values)).enumerated().map { index, column in
      let (value, key) = column
      var title: String?
      if let header, case .entity(let entity) = value { title = header.text(of: entity) }
      return ColumnSource(
        key: key, index: index, title: title ?? evaluator.text(value) ?? "", value: value, cell: template)
    }
  }

  /// The range of the columns that the screen holds.
  private var columnRange: Range<Int> {
    if omitsCells { return 0..<0 }
    return Self.shownRange(scrolledColumns, of: columns.count, whole: Self.wholeColumns, page: Self.columnPage)
  }

  override var shownColumns: [ColumnSource] { Array(columns[columnRange]) }

  /// A screen holds fewer rows than that of a list, as each has many cells.
  private var rowLimits: (whole: Int, page: Int) {
    let width = max(1, columnRange.count)
    return (min(Self.wholeLimit, 3000 / width), min(Self.windowSize, max(20, 1000 / width)))
  }

  override func shownRows(_ window: Range<Int>?, of count: Int) -> Range<Int> {
    let limits = rowLimits
    return Self.shownRange(window, of: count, whole: limits.whole, page: limits.page)
  }

  // MARK: Cells

  override var rowTemplate: Component {
    var values = PropertyValues(ComponentDescriptor.tableCell.table)
    let first = properties.has(Self.gridKeys.cellPath) ? nil : columns.first?.cell
    let slot = first?.descriptor.controlSlot
    values[Cell.keys.path] =
      component.values[Self.gridKeys.rowHeader] ?? first?.values[Cell.keys.path]
      ?? slot.flatMap { first?.values[slot: $0] }
    return Component(ComponentClass(.tableCell), values, place: definition.place)
  }

  /// The cell of a row in a column.
  private func cell(of row: ListRow, in column: ColumnSource) -> Cell {
    let made: GridCell
    if let known = row.gridCells[column.key], known.column.cell === column.cell {
      made = known
    } else {
      made = GridCell(column, of: row, self)
      if !isEnded { row.gridCells[column.key] = made }
    }
    return made.cell
  }

  /// A cell of a row that is shown, with its row.
  func found(_ id: RowID) -> (cell: Cell, row: ListRow)? {
    guard case .gridCell(let element, let key) = id, content.shows(element),
      let column = columns.first(where: { $0.key == key })
    else { return nil }
    let row = row(ofElement: element)
    return (cell(of: row, in: column), row)
  }

  override func addCells(to shown: inout Screen.Row, of row: ListRow, _ mode: ListRow.Mode) {
    let editing = row.isEditing(mode)
    shown.cells = columns[columnRange].map { column in
      let cell = cell(of: row, in: column)
      var shown = cell.row(editing: editing, isSelected: selectedCell == cell.id) ?? Screen.Row(id: cell.id)
      if shown.control != nil { shown.label(byDefault: column.title) }
      return shown
    }
  }

  override var editedElements: Set<EntityID> {
    Set((madeEditor?.editedNumbers ?? []).compactMap { registered[$0]?.entity })
  }

  override func removeContent() {
    super.removeContent()
    (madeEditor, observedColumns) = (nil, nil)
  }

  override func boundProperties(of row: RowID) -> [BoundProperties] {
    found(row)?.cell.shownProperties ?? super.boundProperties(of: row)
  }

  override func overriddenFunctions(of row: RowID) -> [OverriddenFunctions] {
    found(row).map { [$0.cell.functions] } ?? super.overriddenFunctions(of: row)
  }

  override func accessoryView(of id: RowID) -> BoundView? {
    guard let (cell, row) = found(id) else { return super.accessoryView(of: id) }
    return cell.accessoryView(editing: row.isEditing(mode))
  }

  override func columnTitle(of cell: RowID) -> String? {
    guard case .gridCell(_, let key) = cell else { return nil }
    return columns.first { $0.key == key }?.title
  }

  // MARK: The screen

  /// Only texts name the rows: they have no buttons and no labels of their own.
  override var rowsHaveOnlyTexts: Bool { !overridesRows }

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    super.fillContent(&screen, window: window)
    let (columns, range) = (columns, columnRange)
    screen.columns = columns[range].map { column in
      let order = sorting.flatMap { $0.column == column.key ? $0.isAscending : nil }
      return GridColumn(
        index: column.index, title: column.title, isSortable: column.sort != nil,
        order: order.map { $0 ? .ascending : .descending })
    }
    if range.count < columns.count { screen.columnWindow = Window(total: columns.count, from: range.lowerBound) }
    screen.hasRowHeaders = properties.has(Self.gridKeys.rowHeader)
    screen.keyboard = fields?.keyboard
  }

  /// Scrolls to columns so that the screen holds one.
  package func reveal(column index: Int) {
    guard !columnRange.contains(index) else { return }
    let first = max(0, min(index, columns.count - Self.columnPage))
    scrolledColumns = first..<min(first + Self.columnPage, columns.count)
    store.graph.noteChange()
  }

  /// Scrolls so that a column is the first one that the screen holds.
  package func scroll(toColumn first: Int) {
    let size = columns.count <= Self.wholeColumns ? columns.count : Self.columnPage
    scrolledColumns = first..<min(first + size, columns.count)
    store.graph.noteChange()
  }

  /// Scrolls to the field that is edited.
  private func revealFocus() {
    guard let active = madeEditor?.active, let place = position(ofCell: active) else { return }
    reveal(row: place.row)
    reveal(column: place.column)
  }

  /// Scrolls to rows so that the screen holds one.
  func reveal(row position: Int) {
    guard !shownRows(scrolledRows, of: content.count).contains(position) else { return }
    scrolledRows = position..<min(position + rowLimits.page, content.count)
    store.graph.noteChange()
  }

  // MARK: Sorting

  private var sortedColumn: ColumnSource? {
    sorting.flatMap { sorting in columns.first { $0.key == sorting.column && $0.sort != nil } }
  }

  override var chosenKeys: [ElementReader]? {
    sortedColumn.map { ElementReader.all($0.sort, "columns[\($0.index + 1)].sort", self) }
  }

  override var isChosenAscending: Bool? { sortedColumn == nil ? nil : sorting?.isAscending }

  // MARK: Actions

  override func perform(_ action: ScreenAction, on screen: Screen) throws {
    if action.row.flatMap(screen.id(of:))?.isGridCell == true { addField.isFocused = false }
    switch action {
    case .key(let key) where !addField.isFocused:
      try editor.press(key)
      revealFocus()
    case .tapColumn(let index): try sort(by: index)
    case .tapRow(.id(let id)) where id.isGridCell:
      try tap(id)
      revealFocus()
    case .tapAccessory(.id(let id)) where id.isGridCell: try tapAccessory(id)
    case .edit(.id(let id), let edit) where id.isGridCell:
      try self.edit(id, edit)
      revealFocus()
    default:
      let row = action.row.flatMap(screen.id(of:)).flatMap { position(of: $0) == nil ? nil : $0 }
      guard try endsEditing() else { return }
      // The function of the field that was edited has removed the row.
      if let row, position(of: row) == nil { return }
      tappedCell = nil
      try super.perform(action, on: screen)
    }
  }

  /// The built-in `onRowTap`: the own action of the cell that was tapped, or else that of the row.
  override func tapped(_ row: ListRow) throws {
    guard let cell = tappedCell(of: row) else { return try super.tapped(row) }
    selectedCell = row.isEditing(mode) && cell.opens && selectedCell != cell.id ? cell.id : nil
    store.graph.noteChange()
    try runFunction(.updateSelection)
    try runFunction(.onTap, [.entity(row.entity)])
    if let segue = cell.segue { try open(segue, cell.context) }
  }

  override func accessoryTapped(_ row: ListRow) throws -> Bool {
    guard let tappedCell, case .gridCell(row.element, _) = tappedCell, let cell = found(tappedCell)?.cell else {
      return try super.accessoryTapped(row)
    }
    return try cell.tapAccessory(editing: row.isEditing(mode))
  }

  package override func setEditing(_ editing: Bool) {
    if editing != isEditingChosen { selectedCell = nil }
    super.setEditing(editing)
  }

  override func deselect() {
    super.deselect()
    selectedCell = nil
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .onEditTap where isEditing:
      if try submit() { try runFunction(.setEditing, [.bool(false)]) }
    case .submit: return .bool(try submit())
    case .onTap:
      let row = row(showing: try entity(function, arguments, of: "the grid"))
      guard let cell = tappedCell(of: row) else { return try super.inherited(function, arguments) }
      runTap(cell, context: cell.context, editing: row.isEditing(mode))
    default: return try super.inherited(function, arguments)
    }
    return .null
  }
}
