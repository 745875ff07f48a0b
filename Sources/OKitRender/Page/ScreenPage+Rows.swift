/// Lists, forms, grids, and screens of views.
extension ScreenPage {
  // MARK: Sections

  mutating func list(_ screen: Screen) -> Markup {
    .element("div", ["list"], [], sections(screen) { $0.listRow($1, in: screen) })
  }

  mutating func form(_ screen: Screen) -> Markup {
    .element("div", ["form"], [], sections(screen) { $0.formRow($1) })
  }

  private mutating func sections(_ screen: Screen, _ draw: (inout Self, Screen.Row) -> Markup) -> [Markup] {
    var parts: [Markup] = []
    for section in screen.sections where !section.rows.isEmpty || section.header != nil || section.footer != nil {
      let header = section.header.flatMap { $0.isEmpty ? nil : $0 }
      var rows: [Markup] = []
      for row in section.rows { rows.append(row.id.adds ? addRow(row) : draw(&self, row)) }
      parts.append(
        .element(
          "section", ["section", header == nil ? "has-no-header" : nil], [],
          [
            header.map { .element("h2", ["section-header"], [], [.text($0)]) },
            rows.isEmpty ? nil : .element("div", ["section-rows"], [], rows),
            section.footer.map { .element("p", ["section-footer"], [], [.text($0)]) },
          ]))
    }
    return parts
  }

  mutating func views(_ screen: Screen) -> Markup {
    var parts: [Markup] = []
    for view in screen.views {
      let text = attributed(view.text, view.runs)
      parts.append(
        view.isButton
          ? .element(
            "button", ["button", "is-large"], [("type", "button"), ("disabled", view.isEnabled ? nil : "")],
            [view.image.flatMap(PageFiles.icon), .element("span", [], [], [text])])
          : .element("p", ["view-text"], [], [text]))
    }
    return .element("div", ["views"], [], parts)
  }

  // MARK: Rows

  /// The classes of a row, with those of its own style.
  private mutating func look(_ row: Screen.Row, _ others: [String?]) -> [String?] {
    var declarations: [String] = []
    if let ribbon = row.ribbon.flatMap({ ColorValue(hex: $0) }) { declarations.append("--ribbon: \(ribbon.hex);") }
    if let height = row.height, height.isFinite, height > 0, height < 10_000, !row.hasPicker {
      declarations.append("min-height: \(height / 16)rem;")
    }
    return [
      "row", row.isSelected ? "is-selected" : nil, row.isAccented ? "is-accented" : nil,
      row.isEnabled ? nil : "is-disabled", row.ribbon == nil ? nil : "has-ribbon",
      styled(declarations.isEmpty ? nil : declarations.joined(separator: " ")),
    ] + others
  }

  private mutating func listRow(_ row: Screen.Row, in screen: Screen) -> Markup {
    let (beside, below) = controlParts(row)
    let isSelection = screen.kind == .selection && !screen.isEditing
    let isOn = row.accessory == .checkmark || row.isSelected
    let mark =
      screen.isEditing && screen.kind == .list
      ? Markup.element("span", ["mark", row.isSelected ? "is-on" : nil], [], [row.isSelected ? icon("check") : nil])
      : nil
    let end = isSelection ? [isOn ? checkmark : nil] : accessory(row) + [actions(row)]
    let parts = end.compactMap(\.self)
    return .element(
      "div", look(row, ["is-tappable", isSelection ? "is-option" : nil]), [],
      [
        .element(
          "span", ["row-front"], [],
          [
            mark,
            .element(
              "span", ["row-main"], [],
              [texts(row), beside, below.isEmpty ? nil : .element("span", ["row-below"], [], below)]),
            parts.isEmpty ? nil : .element("span", ["row-end"], [], parts),
          ])
      ])
  }

  private mutating func formRow(_ row: Screen.Row) -> Markup {
    let (beside, below) = controlParts(row)
    let isField = row.control.map { !$0.isPlain } ?? false
    let end = (row.hasPicker && !isField && row.accessory == .none ? [] : accessory(row)) + [actions(row)]
    let parts = end.compactMap(\.self)
    return .element(
      "div", look(row, [isField ? "is-field" : nil, row.control.map { "has-\($0.kind.name)" }]), [],
      [
        .element(
          "span", ["row-front"], [],
          [
            .element("span", ["row-main", isField ? nil : "row-tap"], [], [texts(row), beside]),
            parts.isEmpty ? nil : .element("span", ["row-end"], [], parts),
          ]),
        below.isEmpty ? nil : .element("div", ["row-below"], [], below),
      ])
  }

  /// What adds an entity to a section: a field, or a button.
  private mutating func addRow(_ row: Screen.Row) -> Markup {
    let (beside, below) = controlParts(row)
    let content: [Markup?] =
      row.control == nil
      ? [.element("span", ["row-main", "row-tap", "is-add"], [], [icon("add"), .text(row.text ?? "")])]
      : [icon("add"), beside] + below
    return .element("div", look(row, ["add-row"]), [], content)
  }

  /// The image, the text and the detail text.
  mutating func texts(_ row: Screen.Row) -> Markup? {
    let color = row.control == nil ? theme.ink(row.color).map { "color: \($0);" } : nil
    let shown = row.isDetailInControl ? nil : row.detail
    let detail = shown.flatMap { $0.isEmpty ? nil : attributed($0, row.detailRuns) }
    let text = row.text.flatMap { $0.isEmpty ? nil : attributed($0, row.textRuns) }
    let image = picture(row.image, row.imageInfo, "row-image")
    guard text != nil || detail != nil else { return image }
    let parts = [
      text.map { Markup.element("span", ["text", styled(color)], [], [$0]) },
      detail.map { Markup.element("span", ["detail"], [], [$0]) },
    ]
    return .joined([image, .element("span", ["texts"], [], parts)])
  }

  /// What stands at the end of a row: the button, the label or the accessory.
  private mutating func accessory(_ row: Screen.Row) -> [Markup?] {
    if let button = row.button {
      return [
        .element(
          "button", ["button", "row-button", button.title.isEmpty ? "is-icon" : nil],
          [("type", "button"), ("disabled", button.isEnabled ? nil : "")],
          [
            button.image.map { namedImage($0, "button-image") },
            button.title.isEmpty ? nil : .element("span", [], [], [.text(button.title)]),
          ])
      ]
    }
    if let view = row.view { return [.element("span", ["row-view", "muted"], [], [attributed(view.text, view.runs)])] }
    let chevron = Markup.element("span", ["chevron", "is-disclosure"], [], [icon("disclosure")])
    let info = Markup.element("span", ["icon-button", "is-tinted"], [], [icon("info")])
    switch row.accessory {
    case .none: return []
    case .disclosure: return [chevron]
    case .checkmark: return [checkmark]
    case .detail: return [info]
    case .detailDisclosure: return [info, chevron]
    }
  }

  private var checkmark: Markup { .element("span", ["checkmark"], [], [icon("check")]) }

  /// The sign of a row with swipe actions.
  private func actions(_ row: Screen.Row) -> Markup? {
    guard !row.leading.isEmpty || !row.trailing.isEmpty || row.isMovable else { return nil }
    return .element("span", ["icon-button", "actions-button"], [("aria-hidden", "true")], [icon("more")])
  }

  private func icon(_ name: String) -> Markup? { PageFiles.icon(name) }

  // MARK: Grids

  /// Which columns of a wide grid are shown.
  func columns(_ screen: Screen) -> Markup? {
    guard screen.kind == .grid, let window = screen.columnWindow else { return nil }
    let text = words.position(ofColumns: window.from + 1, window.from + screen.columns.count, of: window.total)
    return .element("div", ["column-pager"], [], [.element("span", [], [], [.text(text)])])
  }

  mutating func grid(_ screen: Screen) -> Markup {
    let rows = screen.sections.flatMap(\.rows)
    let data = rows.filter { !$0.id.adds }
    let hasEnds = data.contains { $0.button != nil || $0.accessory != .none || $0.view != nil }
    var head: [Markup?] = screen.hasRowHeaders ? [.element("span", ["grid-cell", "is-row-header"])] : []
    for column in screen.columns {
      let order = column.order.flatMap { icon($0 == .ascending ? "up" : "down") }
      head.append(
        .element(
          "span", ["grid-cell"], [],
          [
            column.isSortable
              ? .element("span", ["column-button"], [], [.text(column.title), order]) : .text(column.title)
          ]))
    }
    if hasEnds { head.append(.element("span", ["grid-cell", "is-end"])) }
    var lines = [Markup.element("div", ["grid-row", "grid-head"], [], head)]
    for row in data {
      var cells: [Markup?] =
        screen.hasRowHeaders ? [.element("span", ["grid-cell", "is-row-header"], [], [texts(row)])] : []
      for cell in row.cells { cells.append(gridCell(cell)) }
      if hasEnds { cells.append(.element("span", ["grid-cell", "is-end"], [], accessory(row))) }
      lines.append(.element("div", ["grid-row", row.isSelected ? "is-selected" : nil], [], cells))
    }
    var adding: [Markup] = []
    for row in rows where row.id.adds { adding.append(addRow(row)) }
    return .joined([.element("div", ["grid"], [], lines)] + adding)
  }

  private mutating func gridCell(_ cell: Screen.Row) -> Markup {
    let (beside, below) = controlParts(cell)
    let isOperated = cell.control?.isEnabled == true
    let text = isOperated || cell.control != nil && beside != nil ? nil : texts(cell)
    return .element(
      "span", ["grid-cell", cell.isSelected ? "is-selected" : nil, isOperated ? "is-field" : nil], [],
      [text, beside] + below + accessory(cell))
  }
}

extension Screen.Row {
  /// Whether the row has a picker, which shows the value itself.
  var hasPicker: Bool { control.map { ["date", "picker", "textpicker"].contains($0.kind.name) } ?? false }
}
