extension ComponentDescriptor {
  package static let detail = declare(
    "ModelDetailTableController", .controller(DetailController.self), extends: tableController,
    functions: [.onTap, .onAccessoryTap],
    "Shows one entity in sections of cells."
  ) { detailTable }

  package static let (detailTable, detailKeys) = properties(extending: tableController) {
    (
      sections: $0.part(
        "sections", .sections, [SectionDefinition].self, effect: "sections",
        """
        the sections: tables `{ header =, footer =, cells =, showDisplay =, showEdit = }`, or with `dataPath` and \
        `cell` in place of `cells`
        """
      ),
      sectionHeaders: $0.texts(
        "sectionHeaders", effect: "section.header",
        "the headers of the sections, in order; they take precedence over a section's own header"),
      sectionFooters: $0.texts(
        "sectionFooters", effect: "section.footer",
        "the footers of the sections, in order; they take precedence over a section's own footer"),
      accyTap: $0.action("accyTap", "runs when an accessory is tapped and the cell has no action for it"),
      accyEditTap: $0.action(
        "accyEditTap", "runs when an accessory is tapped in edit mode and the cell has no action for it"),
      sectionsShowDisplay: $0.parts("sectionsShowDisplay", of: .bool, effect: "sections", "which sections are shown"),
      sectionsShowEdit: $0.parts(
        "sectionsShowEdit", of: .bool, effect: "sections", "which sections are shown in edit mode")
    )
  }
}

/// Shows one entity in static sections of cells (`ModelDetailTableController`).
package class DetailController: Controller {
  static let detailKeys = ComponentDescriptor.detailKeys

  // Unchecked where every row passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var built: [DetailSection]?
  @exclusivity(unchecked) private var builtFor: EntityID?
  /// The cell whose row is selected, by its number; in edit mode that opens date and picker cells.
  @exclusivity(unchecked) var selected: Int?
  /// The cell whose tap has selected another one, by its number.
  @exclusivity(unchecked) var selecting: Int?
  /// The fields in rows of sections that have been edited.
  var registered = RegisteredFields()
  @exclusivity(unchecked) private var madeEditor: FieldEditor?
  private var editor: FieldEditor {
    if let madeEditor { return madeEditor }
    let editor = FieldEditor(self)
    if !isEnded { madeEditor = editor }
    return editor
  }
  override var fields: FieldEditor? { isEnded ? nil : editor }

  package override var kind: Screen.Kind { .detail }

  var closesOnEnd: Bool { false }

  override var viewState: ViewState {
    get {
      var state = super.viewState
      for list in built?.compactMap(\.rows) ?? [] {
        let own = list.viewState
        if own != ViewState() { state.sections[list.sectionNumber] = own }
      }
      let inputs = editor.inputs
      let chosen = [editor.active, selected, selecting].compactMap(\.self)
      let identities = identities(of: inputs.map(\.number) + chosen)
      state.focus = editor.active.flatMap { identities[$0] }
      state.isUntouched = editor.isUntouched
      (state.selectedCell, state.selectingCell) = (
        selected.flatMap { identities[$0] }, selecting.flatMap { identities[$0] }
      )
      state.inputs = inputs.compactMap { number, cell, input in
        identities[number].map { FieldEditor.RestorableInput(of: cell, $0, input) }
      }
      return state
    }
    set {
      super.viewState = newValue
      if !newValue.sections.isEmpty {
        for list in lists { if let own = newValue.sections[list.sectionNumber] { list.viewState = own } }
      }
      let chosen = [newValue.focus, newValue.selectedCell, newValue.selectingCell].compactMap(\.self)
      let numbers = numbers(of: newValue.inputs.map(\.cell) + chosen)
      (selected, selecting) = (
        newValue.selectedCell.flatMap { numbers[$0] }, newValue.selectingCell.flatMap { numbers[$0] }
      )
      editor.restore(newValue.inputs, numbers)
      editor.restoreFocus(newValue.focus.flatMap { numbers[$0] }, isUntouched: newValue.isUntouched)
    }
  }

  package override func setEditing(_ editing: Bool) {
    if editing != isEditingChosen {
      deselect()
      if editing { fields?.beginEditMode() }
    }
    super.setEditing(editing)
  }

  override func deselect() {
    (selected, selecting) = (nil, nil)
    for list in built?.compactMap(\.rows) ?? [] { list.deselect() }
  }

  // MARK: Sections and cells

  /// The sections with their cells, made once for each effective context. The cells are numbered through all sections,
  /// hidden ones included.
  var sections: [DetailSection] {
    let context = effectiveContext
    if let built, builtFor == context { return built }
    if let built {
      editor.discard { place(of: $0, in: built)?.cell }
      for section in built { section.rows?.end() }
    }
    let sections = makeSections(context)
    if !isEnded { (built, builtFor) = (sections, context) }
    selected = nil
    return sections
  }

  override func removeContent() {
    super.removeContent()
    for section in built ?? [] { section.rows?.end() }
    (built, madeEditor) = (nil, nil)
  }

  override func end(filling pool: ReusePool) {
    var left = built ?? []
    super.end(filling: pool)
    if !left.isEmpty { pool.keep(&left, of: definition) }
  }

  private func makeSections(_ context: EntityID?) -> [DetailSection] {
    var count = 0
    let classes = definition.sectionRows
    if !isEnded, let known = services.reusePool.take(definition) {
      for section in known { section.use(in: context, of: self) }
      return known
    }
    return definition.values.sections(Self.detailKeys.sections).enumerated().map { index, definition in
      defer { count += definition.cells.count }
      let cells = definition.cells.enumerated().map { offset, component in
        Cell.make(component, context: context, id: .cell(count + offset), controller: self)
      }
      let rows = classes[index].map {
        SectionRows($0, context: context, handle: handle, previous: self, services: services)
      }
      if isEnded { rows?.end() }
      return DetailSection(index: index, values: definition.values, firstCell: count, cells: cells, rows: rows)
    }
  }

  /// Whether a row is in edit mode: its controller is, and `editEnabled` allows it.
  var isRowEditing: Bool { isEditing && properties[Self.tableKeys.editEnabled] }

  // MARK: The screen

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    screen.hints = Hints(forceUpdate: properties[Self.tableKeys.forceUpdate])
    screen.keyboard = editor.keyboard
    let sections = shownSections
    let total = sections.last?.range.upperBound ?? 0
    let range = ListController.shownRange(window, of: total)
    if range.count < total { screen.window = Window(total: total, from: range.lowerBound) }
    var parts: [Section] = []
    parts.reserveCapacity(sections.count)
    for section in sections { if let part = section.part(range, of: total) { parts.append(part) } }
    screen.sections = parts
    if isRowEditing, editor.isUntouched, !focusesAddField {
      let first = editor.firstFocus.flatMap(editor.cell)
      screen.focusFirstField(preferring: first?.id, showingKeyboard: first.map(editor.showsKeyboard) ?? false)
    }
  }

  /// The sections that are shown, with the rows of their cells.
  var shownSections: [ShownSection] {
    let editing = isRowEditing
    let sections = sections
    let (properties, keys) = (properties, Self.detailKeys)
    let headers = properties[keys.sectionHeaders]
    let footers = properties[keys.sectionFooters]
    let showsEdited = isEditing
    let flags = properties[showsEdited ? keys.sectionsShowEdit : keys.sectionsShowDisplay]
    var shown: [ShownSection] = []
    shown.reserveCapacity(sections.count)
    for section in sections where isShown(section, flags, editing: showsEdited) {
      let header = part(headers, section.index) ?? text(SectionDefinition.keys.header, of: section)
      let footer = part(footers, section.index) ?? text(SectionDefinition.keys.footer, of: section)
      var rows: [Screen.Row] = []
      rows.reserveCapacity(section.cells.count)
      for (offset, cell) in section.cells.enumerated() {
        if let row = row(of: cell, section.firstCell + offset, editing: editing) { rows.append(row) }
      }
      let (count, addRow) = (section.rows?.content.count ?? rows.count, section.rows?.addRow)
      // As on iOS, a header stays over a section without rows.
      guard header != nil || footer != nil || count > 0 || addRow != nil else { continue }
      let first = shown.last?.range.upperBound ?? 0
      shown.append(
        ShownSection(
          section: section, number: shown.count, header: header, footer: footer, cells: rows, addRow: addRow,
          range: first..<first + count))
    }
    return shown
  }

  private func row(of cell: Cell, _ number: Int, editing: Bool) -> Screen.Row? {
    guard var row = cell.row(editing: editing, isSelected: selected == number) else { return nil }
    if selecting == number, selected != nil { row.isAccented = cell.properties[Cell.keys.selectNextAccent] }
    return row
  }

  override func position(of row: RowID) -> Int? { place(ofRow: row) }

  override func path(of row: RowID) -> RowPath? { pathOfElement(row) }

  override func positions(ofRowsLike text: String) -> [Int]? { places(ofRowsLike: text) }

  override func ranges(from start: Int, to total: Int) -> [Range<Int>] { rangesWithCellsFirst(from: start) }

  override var canHideRows: Bool { lists.contains(where: \.canHideRows) }

  override func moreNames(of row: RowID) -> [String] { list(of: row)?.moreNames(of: row) ?? [] }

  override func accessoryView(of row: RowID) -> BoundView? {
    if let list = list(of: row) { return list.accessoryView(of: row) }
    return sections.lazy.flatMap(\.cells).first { $0.id == row }?.accessoryView(editing: isRowEditing)
  }

  override func boundProperties(of row: RowID) -> [BoundProperties] {
    list(of: row)?.boundProperties(of: row)
      ?? sections.flatMap(\.cells).filter { $0.id == row }.flatMap(\.shownProperties)
  }

  override func overriddenFunctions(of row: RowID) -> [OverriddenFunctions] {
    list(of: row)?.overriddenFunctions(of: row)
      ?? sections.flatMap(\.cells).filter { $0.id == row }.map(\.functions)
  }

  override func perform(_ action: ScreenAction, on screen: Screen) throws {
    if try performOnLists(action, on: screen) { return }
    if case .key(let key) = action { return try editor.press(key) }
    try performOnRow(action, on: screen)
  }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .onEditTap where isEditing:
      guard try submit() else { return .null }
      try runFunction(.setEditing, [.bool(false)])
    case .onRowTap: try tapRow(arguments)
    case .onTap:
      let cell = try cell(function, arguments)
      runTap(cell, context: cell.effectiveContext, editing: isRowEditing)
    case .onAccessoryTap: try runAccessoryTap(try cell(function, arguments))
    default: return try super.inherited(function, arguments)
    }
    return .null
  }

  private func cell(_ function: OverridableFunction, _ arguments: [Value]) throws -> Cell {
    if case .handle(let handle)? = arguments.first, let cell = services.cells[handle], cell.controller === self {
      return cell
    }
    throw Diagnostic(
      "controller.argument",
      "\(function) needs a cell of the controller, got \(store.summary(arguments.first ?? .null))")
  }

  override func shows(_ entity: EntityID) -> Bool {
    sections.contains { section in
      section.cells.contains { $0.effectiveContext == entity } || section.rows?.shows(entity) == true
    }
  }

  /// Whether the section is shown in the present mode.
  func isShown(_ section: DetailSection) -> Bool {
    let (editing, keys) = (isEditing, Self.detailKeys)
    return isShown(section, properties[editing ? keys.sectionsShowEdit : keys.sectionsShowDisplay], editing: editing)
  }

  private func isShown(_ section: DetailSection, _ flags: [Value?], editing: Bool) -> Bool {
    let key = editing ? SectionDefinition.keys.showEdit : SectionDefinition.keys.showDisplay
    if section.values[key] != nil, let own = record(of: section)[key] { return own }
    // A cell without a part, or with an empty one, is shown.
    return part(flags, section.index)?.flag ?? true
  }

  private func part<T>(_ parts: [T?], _ index: Int) -> T? { parts.indices.contains(index) ? parts[index] : nil }

  private func record(of section: DetailSection) -> BoundRecord {
    BoundRecord(properties, Self.detailKeys.sections, section.index, section.values)
  }

  /// As a rule the first byte decides.
  private static func isBlank(_ text: String) -> Bool {
    if let first = text.utf8.first, first > 0x20, first < 0x80 { return false }
    return text.allSatisfy(\.isWhitespace)
  }

  private func text(_ key: ComponentKey<String>, of section: DetailSection) -> String? {
    switch section.values[key] {
    case nil: nil
    case .binding(let program)? where Self.isBlank(program.text): nil
    case let given?:
      properties.text(given, of: key, in: Self.detailKeys.sections, section.index, of: section.values.slots.count)
    }
  }
}
