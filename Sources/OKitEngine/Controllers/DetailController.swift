extension ComponentDescriptor {
  package static let (detail, detailKeys) = declare(
    "ModelDetailTableController", .controller(DetailController.self), extends: tableController,
    functions: [.onTap, .onAccessoryTap],
    "Shows one entity in sections of cells."
  ) {
    (
      sections: $0.part(
        "sections", .sections, [SectionDefinition].self, effect: "sections",
        "the sections: tables `{ header =, footer =, cells =, showDisplay =, showEdit = }`"),
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

  private var built: [DetailSection]?
  private var builtFor: EntityID?
  /// The cell whose row is selected, by its number; in edit mode that opens date and picker cells.
  var selected: Int?
  /// The cell whose tap has selected another one, by its number.
  var selecting: Int?
  private var madeEditor: FieldEditor?
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
      let inputs = editor.inputs
      let chosen = [editor.active, selected, selecting].compactMap(\.self)
      let identities = identities(of: inputs.map(\.number) + chosen)
      state.focus = editor.active.flatMap { identities[$0] }
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
      let chosen = [newValue.focus, newValue.selectedCell, newValue.selectingCell].compactMap(\.self)
      let numbers = numbers(of: newValue.inputs.map(\.cell) + chosen)
      (selected, selecting) = (
        newValue.selectedCell.flatMap { numbers[$0] }, newValue.selectingCell.flatMap { numbers[$0] }
      )
      editor.restore(newValue.inputs, numbers)
      editor.activate(newValue.focus.flatMap { numbers[$0] })
    }
  }

  package override func setEditing(_ editing: Bool) {
    if editing != isEditingChosen {
      selected = nil
      if editing { fields?.beginEditMode() }
    }
    super.setEditing(editing)
  }

  override func deselect() { (selected, selecting) = (nil, nil) }

  // MARK: Sections and cells

  /// The sections with their cells, made once for each effective context. The cells are numbered through all sections,
  /// hidden ones included.
  var sections: [DetailSection] {
    let context = effectiveContext
    if let built, builtFor == context { return built }
    if let built { editor.discard(built) }
    let sections = makeSections(context)
    if !isEnded { (built, builtFor) = (sections, context) }
    selected = nil
    return sections
  }

  override func removeContent() {
    super.removeContent()
    (built, madeEditor) = (nil, nil)
  }

  private func makeSections(_ context: EntityID?) -> [DetailSection] {
    var count = 0
    return definition.values.sections(Self.detailKeys.sections).enumerated().map { index, definition in
      defer { count += definition.cells.count }
      let cells = definition.cells.enumerated().map { offset, component in
        Cell.make(component, context: context, id: .cell(count + offset), controller: self)
      }
      return DetailSection(index: index, values: definition.values, firstCell: count, cells: cells)
    }
  }

  /// Whether a row is in edit mode: its controller is, and `editEnabled` allows it.
  var isRowEditing: Bool { isEditing && properties[Self.tableKeys.editEnabled] }

  // MARK: The screen

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    let editing = isRowEditing
    let sections = sections
    let (properties, keys) = (properties, Self.detailKeys)
    let headers = properties[keys.sectionHeaders]
    let footers = properties[keys.sectionFooters]
    screen.hints.forceUpdate = properties[Self.tableKeys.forceUpdate]
    screen.keyboard = editor.keyboard
    let flags = properties[isEditing ? keys.sectionsShowEdit : keys.sectionsShowDisplay]
    screen.sections = sections.compactMap { section in
      guard isShown(section, flags) else { return nil }
      let header = part(headers, section.index) ?? text(SectionDefinition.keys.header, of: section)
      let footer = part(footers, section.index) ?? text(SectionDefinition.keys.footer, of: section)
      let rows = section.cells.enumerated().compactMap { offset, cell in
        row(of: cell, section.firstCell + offset, editing: editing)
      }
      // As on iOS, a header stays over a section without rows.
      guard header != nil || footer != nil || !rows.isEmpty else { return nil }
      return Section(header: header, footer: footer, rows: rows)
    }
    if editing, editor.isUntouched {
      let first = editor.firstFocus.flatMap(editor.cell)
      screen.focusFirstField(preferring: first?.id, showingKeyboard: first.map(editor.showsKeyboard) ?? false)
    }
  }

  private func row(of cell: Cell, _ number: Int, editing: Bool) -> Screen.Row? {
    guard var row = cell.row(editing: editing, isSelected: selected == number) else { return nil }
    row.isAccented = selecting == number && selected != nil && cell.properties[Cell.keys.selectNextAccent]
    return row
  }

  override func accessoryView(of row: RowID) -> BoundView? {
    sections.lazy.flatMap(\.cells).first { $0.id == row }?.accessoryView(editing: isRowEditing)
  }

  override func boundProperties(of row: RowID) -> [BoundProperties] {
    sections.flatMap(\.cells).filter { $0.id == row }.flatMap(\.shownProperties)
  }

  override func overriddenFunctions(of row: RowID) -> [OverriddenFunctions] {
    sections.flatMap(\.cells).filter { $0.id == row }.map(\.functions)
  }

  override func perform(_ action: Action, on screen: Screen) throws {
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
    sections.contains { section in section.cells.contains { $0.effectiveContext == entity } }
  }

  /// Whether the section is shown in the present mode.
  func isShown(_ section: DetailSection) -> Bool {
    isShown(section, properties[isEditing ? Self.detailKeys.sectionsShowEdit : Self.detailKeys.sectionsShowDisplay])
  }

  private func isShown(_ section: DetailSection, _ flags: [Value?]) -> Bool {
    let keys = SectionDefinition.keys
    if let own = record(of: section)[isEditing ? keys.showEdit : keys.showDisplay] { return own }
    // A cell without a part, or with an empty one, is shown.
    return part(flags, section.index)?.flag ?? true
  }

  private func part<T>(_ parts: [T?], _ index: Int) -> T? { parts.indices.contains(index) ? parts[index] : nil }

  private func record(of section: DetailSection) -> BoundRecord {
    BoundRecord(properties, Self.detailKeys.sections, section.index, section.values)
  }

  private func text(_ key: ComponentKey<String>, of section: DetailSection) -> String? {
    if case .binding(let program)? = section.values[key], program.text.allSatisfy(\.isWhitespace) { return nil }
    return record(of: section)[key]
  }
}

/// A section of a detail as a script gives it: its cells, and the values of its fields.
package struct SectionDefinition {
  var values: PropertyValues
  var cells: [Component]

  /// The fields of a section, besides its cells.
  package static let (fields, keys) = SchemaTable.with {
    (
      header: $0.string("header", effect: "section.header", "the text above it"),
      footer: $0.string("footer", effect: "section.footer", "the text below it"),
      showDisplay: $0.bool("showDisplay", default: "#true", effect: "sections", "whether it is shown"),
      showEdit: $0.bool("showEdit", default: "#true", effect: "sections", "whether it is shown in edit mode")
    )
  }
}

/// A section of a detail controller, its cells made.
struct DetailSection {
  var index: Int
  /// The header, the footer and the flags that the script gave.
  var values: PropertyValues
  /// The number of the first cell among the cells of all sections.
  var firstCell: Int
  var cells: [Cell]
}
