/// Shows the entities of a collection in rows (`ModelListTableController`).
///
/// `forceUpdate` and `forceListUpdate` have nothing to force: a screen always shows the models as they are.
package class ListController: Controller {
  package override var kind: Screen.Kind { .list }

  /// The text in the search bar, and the form in which it is compared.
  var searchText = "" {
    didSet {
      query = SearchQuery(searchText)
      scrolledRows = nil
    }
  }
  private var query = SearchQuery("")
  /// The index of the chosen scope; the first one is all.
  var scope = 0 {
    didSet { scrolledRows = nil }
  }
  /// The rows of a long list to which the person has scrolled; nil for the first ones.
  var scrolledRows: Range<Int>?
  /// The row that is selected; in edit mode that opens date and picker cells.
  var selected: EntityID?
  /// The rows selected in edit mode when the selection cannot be read from the models.
  var marked: Set<EntityID> = []

  private var madeContent: ListContent?
  private var contentOwner: BoundProperties?
  private var rows: [EntityID: ListRow] = [:]
  private lazy var targets = ListTargets(self)
  /// Whether the activity indicator runs.
  var isActive = false
  private var screens = 0
  private var shown: Shown?
  /// Whether a row, or which rows there are, may be another one than on the last screen.
  let rowStaleness = RowStaleness()
  private(set) lazy var cellComponent = component.values.component(Self.listKeys.cell) ?? defaultCell

  override var viewState: ViewState {
    get { listState }
    set { restore(newValue) }
  }

  // MARK: Content

  /// The content as it is now. O(1) when nothing has changed since the last time.
  var content: ListContent {
    let properties = properties
    let content: ListContent
    if let madeContent, contentOwner === properties {
      content = madeContent
    } else {
      content = ListContent(source(properties), store: store) { [rowStaleness] in rowStaleness.isStale = true }
      (madeContent, contentOwner) = (content, properties)
      (rows, shown, selected, marked) = ([:], nil, nil, [])
      if overrides("getEntity") { targets.removeAll() }
    }
    let cuts = store.budget.abandonedCount
    content.update(contentSettings)
    // The rest of the update is repeated the next time.
    if store.budget.abandonedCount != cuts { dropContent() }
    return content
  }

  private var contentSettings: ListContent.Settings {
    let isSearchable = properties[Self.listKeys.search]
    let scopes = scope > 0 && isSearchable && properties.has(Self.listKeys.searchFilterPath) ? scopeTexts : []
    return ListContent.Settings(
      ascending: properties[Self.listKeys.rowSortAsc], groupsSorted: properties[Self.listKeys.groupSort],
      groupsAscending: properties[Self.listKeys.groupSortAsc], query: isSearchable ? query : SearchQuery(""),
      scope: scopes.indices.contains(scope - 1) ? scopes[scope - 1] : nil,
      typedText: isSearchable && overrides("filterContentForSearchText") ? searchText : "")
  }

  /// The scopes behind `All`.
  var scopeTexts: [String] { properties[Self.listKeys.searchFilters].compactMap { $0 } }

  /// Forgets the content, so that everything is evaluated again.
  func dropContent() {
    functions.forget("fetchData")
    madeContent = nil
    contentOwner = nil
  }

  /// Has the data evaluated again. What is still there stays as it is.
  func reloadData() {
    functions.forget("fetchData")
    madeContent?.reload()
    rowStaleness.isStale = true
  }

  // MARK: Rows

  /// The row of an element, or of the entity that `getEntity` has given it.
  func row(of entity: EntityID) -> ListRow {
    guard !overrides("getEntity") else { return targetRow(of: entity) }
    if let row = rows[entity] { return row }
    let row = ListRow(entity, cell: cellComponent, self)
    rows[entity] = row
    return row
  }

  private func targetRow(of entity: EntityID) -> ListRow {
    let element = targets.element(of: entity)
    let target = targets.target(of: element, at: content.location(of: element)?.position)
    if let row = rows[element], row.entity == target { return row }
    let row = ListRow(element, showing: target, cell: cellComponent, self)
    rows[element] = row
    return row
  }

  override func boundProperties(of row: RowID) -> [BoundProperties] {
    guard case .entity(let entity) = row, let found = rows[entity] else { return [] }
    return found.cell.shownProperties + [found.properties]
  }

  override func overriddenFunctions(of row: RowID) -> [OverriddenFunctions] {
    guard case .entity(let entity) = row, let found = rows[entity] else { return [] }
    return [found.functions, found.cell.functions]
  }

  override func accessoryView(of row: RowID) -> BoundView? {
    guard case .entity(let entity) = row, content.shows(entity), case let row = self.row(of: entity) else { return nil }
    return row.cell.accessoryView(editing: row.isEditing(mode))
  }

  override func positions(ofRowsLike text: String) -> [Int]? { positions(ofElementsLike: text) }

  override func position(of row: RowID) -> Int? { location(of: row)?.position }

  override func path(of row: RowID) -> RowPath? { canHideRows ? nil : location(of: row)?.path }

  private func location(of row: RowID) -> (path: RowPath, position: Int)? {
    if case .entity(let entity) = row { content.location(of: entity) } else { nil }
  }

  /// Keeps the rows on the screen and about as many others.
  private func forgetRows(_ shown: Int) {
    guard rows.count > max(400, 2 * shown) else { return }
    rows = rows.filter { $0.value.lastScreen == screens }
  }

  /// Returns the elements whose rows have parts that neither their cells nor the list declare.
  func decorated(_ elements: [EntityID]) -> Set<EntityID> { [] }

  func decorate(_ row: inout Screen.Row) {}

  // MARK: The screen

  override func shows(_ entity: EntityID) -> Bool { content.shows(entity) }

  /// Whether the activity indicator is shown. A constant says that there is one, which work switches on.
  private var showsActivity: Bool {
    properties[Self.listKeys.activity] && (isActive || properties.program(Self.listKeys.activity)?.constant == nil)
  }

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    let content = content
    let properties = properties
    if properties[Self.listKeys.refresh] { screen.gestures.insert(.refresh) }
    screen.isBusy = showsActivity
    screen.hints = Hints(
      activityTop: properties[Self.listKeys.activityTop], forceUpdate: properties[Self.tableKeys.forceUpdate],
      forceListUpdate: properties[Self.listKeys.forceListUpdate])
    if properties[Self.listKeys.search] {
      let texts = scopeTexts
      let scopes = texts.isEmpty ? [] : [localized("All")] + texts
      var search = SearchBar(text: searchText, scopes: scopes, scope: scopes.indices.contains(scope) ? scope : 0)
      search.label = localized("Search")
      screen.search = search
    }
    if properties[Self.listKeys.index] { screen.index = Self.indexTitles }
    let range = Self.shownRange(window, of: content.count)
    if range.count < content.count { screen.window = Window(total: content.count, from: range.lowerBound) }
    screen.sections = sections(range, of: content)
  }

  /// The sections of the last screen, and what they depend on besides the rows themselves.
  private struct Shown {
    var state: ShownState
    var sections: [Section]
    var elements: [EntityID]
    var decorated: Set<EntityID>
  }

  private struct ShownState: Equatable {
    var range: Range<Int>
    var mode: ListRow.Mode
    var settings: ListContent.Settings
    var selected: EntityID?
    var marked: Set<EntityID>
  }

  /// The sections with the rows of a range. O(1) when nothing of them has changed since the last screen.
  private func sections(_ range: Range<Int>, of content: ListContent) -> [Section] {
    let mode = mode
    let state = ShownState(
      range: range, mode: mode, settings: content.settings, selected: selected, marked: marked)
    if let shown, !rowStaleness.isStale, shown.state == state, shown.decorated == decorated(shown.elements) {
      return shown.sections
    }
    rowStaleness.isStale = false
    screens += 1
    let parts = content.parts(range)
    let elements = parts.flatMap(\.elements)
    let decorated = decorated(elements)
    let sections = parts.compactMap { part in
      let rows = part.elements.compactMap {
        shownRow(row(of: $0), mode, isDecorated: decorated.contains($0))
      }
      return rows.isEmpty ? nil : Section(header: part.header, rows: rows)
    }
    forgetRows(range.count)
    shown = Shown(state: state, sections: sections, elements: elements, decorated: decorated)
    return sections
  }

  var overridesRows: Bool { overrides("rowFor") || overrides("configure") || overrides("getEntity") }

  /// Returns the row as it is now; nil when it is hidden.
  func shownRow(_ row: ListRow, _ mode: ListRow.Mode) -> Screen.Row? {
    shownRow(row, mode, isDecorated: !decorated([row.element]).isEmpty)
  }

  private func shownRow(_ row: ListRow, _ mode: ListRow.Mode, isDecorated: Bool) -> Screen.Row? {
    row.lastScreen = screens
    guard var shown = row.row(mode, isSelected: isSelected(row, isEditing: mode.isEditing)) else { return nil }
    if isDecorated { decorate(&shown) }
    if overridesRows { override(&shown, row) }
    return shown
  }

  // MARK: Actions

  override func perform(_ action: Action, on screen: Screen) throws { try performOnList(action, on: screen) }

  /// Performs the action of tapping the accessory of a row. - Returns: False when nothing runs then.
  func accessoryTapped(_ row: ListRow) throws -> Bool { try row.cell.tapAccessory(editing: row.isEditing(mode)) }

  /// Performs the action of tapping a row.
  func tapped(_ row: ListRow) throws { try tapRow(row) }

  override func segue(for entity: EntityID?) -> Segue? {
    entity.flatMap { store.exists($0) ? segue(of: row(of: $0)) : nil } ?? component.values.segue(Self.listKeys.segue)
  }

  package override func setEditing(_ editing: Bool) {
    if editing != isEditingChosen { (selected, marked) = (nil, []) }
    super.setEditing(editing)
  }

  override var builtInRight: [BarItem] {
    guard properties[Self.listKeys.add] else { return super.builtInRight }
    return [item(.add, "Add", runs: "onAddTap")] + super.builtInRight
  }

  package override func inherited(_ name: String, _ arguments: [Value]) throws -> Value {
    try inheritedOfList(name, arguments) ?? super.inherited(name, arguments)
  }
}
