/// Shows one entity in static sections of cells (`ModelDetailTableController`).
public class DetailController: Controller {
  private var built: [DetailSection]?
  private var builtFor: EntityID?
  /// The cell whose row is selected, by its number; in edit mode that opens date and picker cells.
  var selected: Int?

  public override var kind: Screen.Kind { .detail }

  override var viewState: ViewState {
    get {
      var state = super.viewState
      state.cell = selected
      return state
    }
    set {
      super.viewState = newValue
      selected = newValue.cell
    }
  }

  public override func setEditing(_ editing: Bool) {
    if editing != isEditingChosen { selected = nil }
    super.setEditing(editing)
  }

  // MARK: Sections and cells

  /// The sections with their cells, made once for each effective context. The cells are numbered through all sections,
  /// hidden ones included.
  var sections: [DetailSection] {
    let context = effectiveContext
    if let built, builtFor == context { return built }
    let sections = makeSections(context)
    (built, builtFor) = (sections, context)
    selected = nil
    return sections
  }

  private func makeSections(_ context: EntityID?) -> [DetailSection] {
    guard case .list(let items)? = definition.values["sections"] else { return [] }
    var count = 0
    return items.enumerated().compactMap { index, item in
      guard case .record(let members) = item else { return nil }
      var components: [Component] = []
      if case .list(let cells)? = members["cells"] {
        for case .component(let component) in cells { components.append(component) }
      }
      defer { count += components.count }
      let cells = components.enumerated().map { offset, component in
        Cell.make(component, context: context, id: .cell(count + offset), controller: self)
      }
      return DetailSection(index: index, members: members, firstCell: count, cells: cells)
    }
  }

  /// Whether a row is in edit mode: its controller is, and `editEnabled` allows it.
  var isRowEditing: Bool { isEditing && properties.bool("editEnabled") }

  // MARK: The screen

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    let editing = isRowEditing
    let sections = sections
    let headers = properties.texts("sectionHeaders")
    let footers = properties.texts("sectionFooters")
    let flags = properties.parts(isEditing ? "sectionsShowEdit" : "sectionsShowDisplay")
    screen.sections = sections.compactMap { section in
      guard isShown(section, flags) else { return nil }
      let header = text("header", of: section) ?? part(headers, section.index)
      let footer = text("footer", of: section) ?? part(footers, section.index)
      let rows = section.cells.enumerated().compactMap { offset, cell in
        cell.row(editing: editing, isSelected: selected == section.firstCell + offset)
      }
      // As on iOS, a header stays over a section without rows.
      guard header != nil || footer != nil || !rows.isEmpty else { return nil }
      return Section(header: header, footer: footer, rows: rows)
    }
  }

  override func boundProperties(of row: RowID) -> [BoundProperties] {
    sections.flatMap(\.cells).filter { $0.id == row }.map(\.properties)
  }

  override func perform(_ action: Action, on screen: Screen) throws { try performOnRow(action, on: screen) }

  public override func inherited(_ name: String, _ arguments: [Value]) throws -> Value {
    guard name == "onRowTap" else { return try super.inherited(name, arguments) }
    try tapRow(arguments)
    return .null
  }

  private func isShown(_ section: DetailSection, _ flags: [Value?]) -> Bool {
    let name = isEditing ? "showEdit" : "showDisplay"
    if let own = section.members[name] {
      return properties.evaluate(own, key: "sections[\(section.index)].\(name)").truth
    }
    // What has no part, or one with nothing written in it, is shown.
    return part(flags, section.index)?.truth ?? true
  }

  private func part<T>(_ parts: [T?], _ index: Int) -> T? { parts.indices.contains(index) ? parts[index] : nil }

  private func text(_ name: String, of section: DetailSection) -> String? {
    guard let given = section.members[name] else { return nil }
    if case .binding(let program) = given, program.text.allSatisfy(\.isWhitespace) { return nil }
    return properties.text(given, key: "sections[\(section.index)].\(name)")
  }
}

/// A section of a detail controller, its cells made.
struct DetailSection {
  var index: Int
  /// What was given: header, footer and flags.
  var members: [String: PropertyValue]
  /// The number of the first cell among the cells of all sections.
  var firstCell: Int
  var cells: [Cell]
}
