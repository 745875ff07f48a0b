/// One thing that the user does to a screen. The runtime that receives it decides whether it is available.
public enum Action: Sendable, Hashable {
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
  case swipe(RowTarget, Edge)
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

  /// The actions on the screen as a whole that JSON writes as a word.
  static let words: [(word: String, action: Action)] =
    [("back", .back), ("close", .close), ("menu", .menu), ("refresh", .refresh)]
    + Keyboard.Key.allCases.map { ($0.rawValue, .key($0)) }

  /// Whether it is a tap on something that a screen shows.
  package var isTap: Bool {
    switch self {
    case .tapBarButton, .tapTitle, .tapTab, .tapIndex, .tapCover, .tapView, .tapHelp, .tapRow, .tapAccessory: true
    case .back, .close, .menu, .refresh, .key, .search, .filter, .swipe, .delete, .more, .quick, .move, .select, .edit,
      .typeInAlert, .answer:
      false
    }
  }

  /// A row: by its identifier, or by its place among the rows of the screen.
  public enum RowTarget: Sendable, Hashable {
    case id(RowID)
    case path(RowPath)
  }

  public enum Edge: String, Sendable, Hashable, CaseIterable { case leading, trailing }

  public enum Edit: Sendable, Hashable {
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

extension Screen {
  /// Returns the place of a row on this screen; nil when the screen does not show it. O(rows) for an identifier.
  package func path(of target: Action.RowTarget) -> RowPath? {
    switch target {
    case .path(let path): self[path] == nil ? nil : path
    case .id(let id): path(of: id)
    }
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
