/// Shows the entities of a collection in rows (`ModelListTableController`).
///
/// `forceUpdate` and `forceListUpdate` have nothing to force: a screen always shows the models as they are.
package class ListController: Controller {
  package override var kind: Screen.Kind { .list }

  /// The text in the search bar, and the form in which it is compared.
  var searchText = "" {
    didSet {
      query = searchText.isEmpty ? .empty : SearchQuery(searchText, evaluator.collator.search)
      scrolledRows = nil
    }
  }
  private var query = SearchQuery.empty
  /// The index of the scope that was selected, unless `searchScopePath` holds it; the first one is all.
  var chosenScope = 0
  /// The field that adds entities.
  var addField = AddField() {
    didSet { if addField != oldValue { store.graph.noteChange() } }
  }
  /// The row that is selected; in edit mode that opens date and picker cells.
  var selected: SelectedRow?
  /// The row that the person has acted on last.
  var acted: SelectedRow?
  /// The entities whose rows are selected in edit mode when the selection cannot be read from the models.
  var marked: Set<EntityID> = []

  private(set) var madeContent: ListContent?
  private var contentOwner: BoundProperties?
  // Unchecked where every row passes: no access of it is ever made inside another one.
  @exclusivity(unchecked) private var rows: [EntityID: ListRow] = [:]
  private var madeTargets: ListTargets?
  /// Whether the activity indicator runs.
  var isActive = false
  /// What functions of the script wait for.
  var waiting = ListWaiting()
  /// The sections of the last screen.
  @exclusivity(unchecked) var lastSections: LastSections?
  /// Whether a row, or which rows there are, may be another one than on the last screen.
  let rowStaleness = RowStaleness()
  private(set) lazy var cellComponent = rowTemplate
  /// The template of the cell of a row.
  var rowTemplate: Component { component.values.component(Self.listKeys.cell) ?? defaultCell }

  override var viewState: ViewState {
    get {
      var state = super.viewState
      addChoices(to: &state)
      return state
    }
    set {
      super.viewState = newValue
      restoreChoices(newValue)
    }
  }

  // MARK: Content

  /// The content as it is now. O(1) when nothing has changed since the last time.
  var content: ListContent {
    let properties = properties
    let content: ListContent
    if let madeContent, contentOwner === properties {
      content = madeContent
    } else {
      content = ListContent(source(properties), store: store) { [rowStaleness] in
        (rowStaleness.isStale, rowStaleness.hasOtherRows) = (true, true)
      }
      lastSections = nil
      // Another order has the same rows.
      if contentOwner !== properties {
        (rows, selected, marked) = ([:], nil, [])
        madeTargets?.removeAll()
      }
      if !isEnded { (madeContent, contentOwner) = (content, properties) }
    }
    let cuts = store.budget.abandonedCount
    content.update(contentSettings)
    // The rest of the update is repeated the next time.
    if store.budget.abandonedCount != cuts { dropContent() }
    return content
  }

  private var contentSettings: ListContent.Settings {
    let properties = properties
    let isSearchable = isSearchable
    let scope = isSearchable && properties.has(Self.listKeys.searchFilterPath) ? scope : 0
    let scopes = scope > 0 ? scopes : []
    return ListContent.Settings(
      ascending: isChosenAscending ?? properties[Self.listKeys.rowSortAsc],
      groupsSorted: properties[Self.listKeys.groupSort],
      groupsAscending: properties[Self.listKeys.groupSortAsc],
      query: isSearchable && !overrides(.onSearch) ? query : SearchQuery.empty,
      scope: scopes.indices.contains(scope - 1) ? scopes[scope - 1].key : nil,
      typedText: isSearchable && overrides(.filterContentForSearchText) ? searchText : "")
  }

  /// Forgets the content, so that everything is evaluated again.
  func dropContent() {
    functions.forget(.fetchData)
    madeContent = nil
    contentOwner = nil
  }

  /// The sort keys that the person has chosen, and whether the order is ascending; nil for those of `rowSort`.
  var chosenKeys: [ElementReader]? { nil }
  var isChosenAscending: Bool? { nil }

  /// Sorts the rows again.
  func reorderContent() { (madeContent, scrolledRows) = (nil, nil) }

  /// Has the data evaluated again. What is still there stays as it is.
  func reloadData() {
    functions.forget(.fetchData)
    madeContent?.reload()
    rowStaleness.isStale = true
  }

  override var followsRows: Bool { definition.hasFunctions && (overrides(.onEnd) || overrides(.fetchData)) }

  override func rowsWereShown() throws { try runEnd() }

  override func removeContent() {
    super.removeContent()
    (madeContent, contentOwner, madeTargets, rows, lastSections) = (nil, nil, nil, [:], nil)
  }

  // MARK: Rows

  /// The row of an element. It shows the element, unless a script's `getEntity` gives another entity.
  func row(ofElement element: EntityID) -> ListRow {
    let entity = overrides(.getEntity) ? targets.target(of: element, in: content) : element
    if let row = rows[element], row.entity == entity { return row }
    let row = ListRow(element, showing: entity, cell: cellComponent, self)
    if !isEnded { rows[element] = row }
    return row
  }

  /// The row that shows an entity; of several, the one that the person has acted on last. An entity without a row gets
  /// one that is not on the screen.
  func row(showing entity: EntityID) -> ListRow {
    guard overrides(.getEntity) else { return row(ofElement: entity) }
    if let acted, acted.entity == entity, content.shows(acted.element),
      case let row = row(ofElement: acted.element), row.entity == entity
    {
      return row
    }
    if let element = targets.element(showing: entity, in: content) { return row(ofElement: element) }
    return ListRow(entity, showing: entity, cell: cellComponent, self)
  }

  private var targets: ListTargets {
    if let madeTargets { return madeTargets }
    let targets = ListTargets(self)
    if !isEnded { madeTargets = targets }
    return targets
  }

  override func boundProperties(of row: RowID) -> [BoundProperties] {
    guard let entity = row.entity, let found = rows[entity] else { return [] }
    return found.cell.shownProperties + [found.properties]
  }

  override func overriddenFunctions(of row: RowID) -> [OverriddenFunctions] {
    guard let entity = row.entity, let found = rows[entity] else { return [] }
    return [found.functions, found.cell.functions]
  }

  override func accessoryView(of id: RowID) -> BoundView? {
    guard let entity = id.entity, content.shows(entity), case let row = row(ofElement: entity) else {
      return nil
    }
    return row.cell.accessoryView(editing: isEditing(row))
  }

  override func positions(ofRowsLike text: String) -> [Int]? { positions(ofElementsLike: text) }

  override func position(of row: RowID) -> Int? { location(of: row)?.position }

  override func path(of row: RowID) -> RowPath? { canHideRows ? nil : location(of: row)?.path }

  private func location(of row: RowID) -> (path: RowPath, position: Int)? {
    row.entity.flatMap { content.location(of: $0) }
  }

  override var canHideRows: Bool { cellsCanHide }

  override func ranges(from start: Int, to total: Int) -> [Range<Int>] { ranges(from: min(start, total)..<total) }

  override func moreNames(of row: RowID) -> [String] { actionsOfMore(of: row) }

  /// The identifier of the row of an element.
  func id(ofElement element: EntityID) -> RowID { .entity(element) }

  /// What adds an entity beside the rows; nil for nothing.
  var addRow: Screen.Row? { fieldRow(section: 0) }

  /// Whether rows can be edited and swiped at all.
  var isEditable: Bool { properties[Self.keys.edit] }

  /// Keeps the rows on the screen and about as many others.
  func forgetRows(except shown: [EntityID]) {
    guard rows.count > max(400, 2 * shown.count) else { return }
    let kept = Set(shown).union(editedElements)
    rows = rows.filter { kept.contains($0.key) }
  }

  /// Forgets rows that were only read.
  func forgetRows(where isForgotten: (ListRow) -> Bool) { rows = rows.filter { !isForgotten($0.value) } }

  /// The elements whose rows have fields with input.
  var editedElements: Set<EntityID> { [] }

  /// Adds the cells of a grid.
  func addCells(to shown: inout Screen.Row, of row: ListRow, _ mode: ListRow.Mode) {}

  /// The columns of a grid that the screen holds.
  var shownColumns: [ColumnSource] { [] }

  /// Returns the entities whose rows have parts that neither their cells nor the list declare.
  func decorated(_ entities: [EntityID]) -> Set<EntityID> { [] }

  func decorate(_ row: inout Screen.Row) {}

  // MARK: The screen

  override func shows(_ entity: EntityID) -> Bool {
    overrides(.getEntity) ? targets.element(showing: entity, in: content) != nil : content.shows(entity)
  }

  /// Whether the activity indicator is shown. A constant says that there is one, which work switches on.
  private var showsActivity: Bool {
    hasActivity && (isActive || waiting.fetches || properties.program(Self.listKeys.activity)?.constant == nil)
  }

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    let content = content
    let properties = properties
    if isRefreshable { screen.gestures.insert(.refresh) }
    screen.isBusy = showsActivity
    screen.hints = Hints(
      activityTop: properties[Self.listKeys.activityTop], forceUpdate: properties[Self.tableKeys.forceUpdate],
      forceListUpdate: properties[Self.listKeys.forceListUpdate])
    if isSearchable {
      let titles = scopes.map(\.title)
      let scopes = titles.isEmpty ? [] : [localized("All")] + titles
      let scope = scopes.isEmpty ? 0 : scope
      var search = SearchBar(text: searchText, scopes: scopes, scope: scopes.indices.contains(scope) ? scope : 0)
      search.label = localized("Search")
      screen.search = search
    }
    if properties[Self.listKeys.index] { screen.index = Self.indexTitles }
    let range = shownRows(window, of: content.count)
    if range.count < content.count { screen.window = Window(total: content.count, from: range.lowerBound) }
    var sections = sections(range, of: content)
    if !properties.has(Self.listKeys.group), !sections.isEmpty {
      sections[0].place = SectionPlace(number: 0, firstRow: canHideRows ? nil : range.lowerBound)
    }
    add(addRow, to: &sections, range, of: content.count)
    screen.sections = sections
  }

  /// Returns the rows of a list without groups.
  final func rows(_ range: Range<Int>, of content: ListContent) -> [Screen.Row] {
    sections(range, of: content).flatMap(\.rows)
  }

  /// The rows of a window that exist; without one, those that a screen holds.
  func shownRows(_ window: Range<Int>?, of count: Int) -> Range<Int> { Self.shownRange(window, of: count) }

  var overridesRows: Bool { overrides(.rowFor) || overrides(.configure) || overrides(.getEntity) }

  /// Returns the row as it is now; nil when it is hidden.
  func shownRow(_ row: ListRow, _ mode: ListRow.Mode) -> Screen.Row? {
    shownRow(row, mode, isDecorated: !decorated([row.entity]).isEmpty)
  }

  func shownRow(_ row: ListRow, _ mode: ListRow.Mode, isDecorated: Bool) -> Screen.Row? {
    guard var shown = row.row(mode, isSelected: isSelected(row, isEditing: mode.isEditing)) else { return nil }
    addCells(to: &shown, of: row, mode)
    if isDecorated { decorate(&shown) }
    if overridesRows { override(&shown, row) }
    return shown
  }

  // MARK: Actions

  override func perform(_ action: ScreenAction, on screen: Screen) throws { try performOnList(action, on: screen) }

  /// Performs the action of tapping the accessory of a row. - Returns: False when nothing runs then.
  func accessoryTapped(_ row: ListRow) throws -> Bool { try row.cell.tapAccessory(editing: isEditing(row)) }

  /// Performs the action of tapping a row.
  func tapped(_ row: ListRow) throws { try tapRow(row) }

  override func segue(for entity: EntityID?) -> Segue? {
    entity.flatMap { store.exists($0) ? segue(of: row(showing: $0)) : nil }
      ?? component.values.segue(Self.listKeys.segue)
  }

  package override func setEditing(_ editing: Bool) {
    if editing != isEditingChosen { (selected, marked) = (nil, []) }
    super.setEditing(editing)
  }

  override func deselect() { (selected, marked) = (nil, []) }

  override func addBuiltInRight(to items: inout [BarItem]) {
    if properties[Self.listKeys.add], handles(.handleAdd) { items.append(item(.add, "Add", runs: .onAddTap)) }
    super.addBuiltInRight(to: &items)
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    try inheritedOfList(function, arguments) ?? super.inherited(function, arguments)
  }
}
