/// One thing that the user does to a screen. The runtime that receives it decides whether it is available.
package enum ScreenAction: Sendable, Hashable {
  case tapBarButton(BarButtonID)
  /// Taps the title, or the view in its place.
  case tapTitle
  /// Selects a tab by its index.
  case tapTab(Int)
  /// Taps what covers the content: the cover of a protected application, which asks the authenticator, or that beside
  /// the open menu, which closes it.
  case tapCover
  /// Taps a title of the index beside a list, which scrolls to its section.
  case tapIndex(String)
  /// Taps the title of a column of a grid, by its index, which sorts the rows.
  case tapColumn(Int)
  /// Taps a view of a screen without rows.
  case tapView(Int)
  /// Taps the help that covers the screen.
  case tapHelp
  case back
  /// Closes a modally presented controller.
  case close
  /// Opens or closes the slide-in menu.
  case menu
  case refresh
  /// Uses the keyboard, or its bar, in a field of a form.
  case key(Keyboard.Key)
  case search(String)
  /// Selects a scope of the search bar.
  case filter(scope: Int)

  case tapRow(RowTarget)
  /// Taps the accessory, or the button in its place.
  case tapAccessory(RowTarget)
  /// A full swipe, which runs the first action of that edge.
  case swipe(RowTarget, Action.Edge)
  case delete(RowTarget)
  case more(RowTarget)
  case quick(RowTarget)
  /// Drags a row to a place within its section.
  case move(RowTarget, to: Int)
  /// Marks a row in a multiple selection, or takes the mark away.
  case select(RowTarget, Bool)
  /// Operates the row's control.
  case edit(RowTarget, Edit)

  /// Types into a field of an alert, by its index.
  case typeInAlert(DialogID, field: Int, text: String)
  /// Taps an action of an alert or a sheet, by its index.
  case answer(DialogID, Int)

  /// Whether it is a tap on something that a screen shows.
  package var isTap: Bool {
    switch self {
    case .tapBarButton, .tapTitle, .tapTab, .tapIndex, .tapColumn, .tapCover, .tapView, .tapHelp, .tapRow,
      .tapAccessory:
      true
    default: false
    }
  }

  /// The row that it is about; nil for the screen as a whole.
  package var row: RowTarget? {
    switch self {
    case .tapRow(let row), .tapAccessory(let row), .swipe(let row, _), .delete(let row), .more(let row),
      .quick(let row), .move(let row, _), .select(let row, _), .edit(let row, _):
      row
    default: nil
    }
  }

  /// A row: by its identifier, or by its place among the rows of the screen.
  package enum RowTarget: Sendable, Hashable {
    case id(RowID)
    case path(RowPath)
  }

  /// A change of a control.
  package enum Edit: Sendable, Hashable {
    /// Types a text in place of the one that is there.
    case text(String)
    /// Sets a switch, a slider, a stepper or a date.
    case value(Value)
    /// Chooses a segment or a picker's option.
    case option(Int)
    /// Presses a stepper that many times, downwards when negative.
    case steps(Int)
  }
}

extension ScreenAction {
  /// A tap on an element; nil for one that cannot be tapped.
  package init?(tapping id: ElementID) {
    switch id {
    case .row(let row): self = .tapRow(row)
    case .accessory(let row): self = .tapAccessory(row)
    case .barButton(let button): self = .tapBarButton(button)
    case .title: self = .tapTitle
    case .tab(let index): self = .tapTab(index)
    case .column(let index): self = .tapColumn(index)
    case .index(let title): self = .tapIndex(title)
    case .cover: self = .tapCover
    case .view(let number): self = .tapView(number)
    case .help: self = .tapHelp
    case .key(let key): self = .key(key)
    case .dialogPart(let part) where part.kind == .action: self = .answer(part.dialog, part.index)
    case .control, .search, .dialogPart: return nil
    }
  }
}

extension Screen {
  /// Returns the identifier of a row; nil for a place without one.
  package func id(of target: ScreenAction.RowTarget) -> RowID? {
    switch target {
    case .path(let path): self[path]?.id
    case .id(let id): id
    }
  }

  /// Returns the place of a row on this screen; nil when the screen does not show it. O(rows) for an identifier.
  package func path(of target: ScreenAction.RowTarget) -> RowPath? {
    switch target {
    case .path(let path): self[path] == nil ? nil : path
    case .id(let id): path(of: id)
    }
  }

  package func row(_ target: ScreenAction.RowTarget) -> Row? {
    switch target {
    case .path(let path): self[path]
    case .id(let id): row(id)
    }
  }

  /// Returns a row, or a cell of a grid; nil when the screen does not show it. O(rows).
  package func row(_ id: RowID) -> Row? {
    guard case .gridCell(let entity, _) = id else { return path(of: id).flatMap { self[$0] } }
    return path(of: .entity(entity)).flatMap { self[$0]?.cells.first { $0.id == id } }
  }

  package func path(of id: RowID) -> RowPath? {
    // By index, because a row is large.
    for section in sections.indices {
      let rows = sections[section].rows
      if let row = rows.indices.first(where: { rows[$0].id == id }) { return RowPath(section: section, row: row) }
    }
    return nil
  }
}
