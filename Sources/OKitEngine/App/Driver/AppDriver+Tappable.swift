/// An element that `tap` can find while no dialog covers the screen.
enum Tappable {
  case bar(BarButtonID)
  case title
  /// By its index.
  case tab(Int)
  case row(PlacedRow)
  case rowButton(PlacedRow)
  case view(Int, title: String)
  /// Of the index.
  case index(String)
  case column(GridColumn)
  case key(Keyboard.Button)

  /// Whether it is the button of a section that adds an entity.
  var adds: Bool { if case .rowButton(let row) = self { row.row.id.adds } else { false } }

  func description(on screen: Screen) -> String {
    switch self {
    case .bar(let id): "button \(PrintableText.quoted(screen.button(id)?.title ?? ""))"
    case .title: "title \(PrintableText.quoted(screen.title))"
    case .tab(let index): "tab \(PrintableText.quoted(screen.tabs[index].title))"
    case .row(let row): row.description
    case .view(_, let title): "button \(PrintableText.quoted(title))"
    case .index(let title): "title \"\(title)\" of the index"
    case .column(let column): "column \(PrintableText.quoted(column.title))"
    case .key(let button): "button \"\(button.element.label)\" of the keyboard"
    case .rowButton(let row) where row.row.id.adds: row.description
    case .rowButton(let row): "button \(PrintableText.quoted(row.row.button?.title ?? "")) of \(row.description)"
    }
  }
}

extension AppDriver {
  func find(tappable locator: Locator, on screen: Screen) throws -> Tappable {
    if locator.kind == nil || locator.kind == .row, let row = numberedRow(locator, on: screen) { return .row(row) }
    var bars = TextMatches<Tappable>(locator.text)
    var tabs = TextMatches<Tappable>(locator.text)
    var main = TextMatches<Tappable>(locator.text)
    var buttons = TextMatches<Tappable>(locator.text)
    var keys = TextMatches<Tappable>(locator.text)
    var index = TextMatches<Tappable>(locator.text)
    // Only rows have sections and details.
    let isAboutRows = locator.section != nil || locator.detail != nil
    if !isAboutRows {
      if locator.kind == nil || locator.kind == .button {
        for (id, button) in screen.barButtons where !button.isLabel { bars.add(.bar(id), named: button.title) }
      }
      if locator.kind == nil || locator.kind == .tab {
        for (index, tab) in screen.tabs.enumerated() { tabs.add(.tab(index), named: tab.title) }
      }
      if locator.kind == .title || (locator.kind == nil && screen.gestures.contains(.titleTap)) {
        main.add(.title, named: screen.titleView?.text ?? screen.title)
      } else if locator.kind == nil || locator.kind == .button, let view = screen.titleView, view.isButton {
        main.add(.title, named: view.text)
      }
      if locator.kind == nil || locator.kind == .button {
        for (number, view) in screen.views.enumerated() where view.isButton {
          main.add(.view(number, title: view.text), named: view.text)
        }
        for button in screen.keyboard?.buttons ?? [] { keys.add(.key(button), named: button.element.label) }
      }
      if locator.kind == nil {
        for column in screen.columns where column.isSortable { main.add(.column(column), named: column.title) }
      }
      if locator.kind == nil { for title in screen.index { index.add(.index(title), named: title) } }
    }
    if locator.kind != .title, locator.kind != .tab, bars.exact.isEmpty, tabs.exact.isEmpty {
      eachPage(of: screen, at: positions(locator, onlyTexts: locator.kind == .row)) { page in
        for row in page where row.fits(locator) {
          if locator.kind != .button { main.add(.row(row), named: row.row.text) }
          if locator.kind != .row, let button = row.row.button { buttons.add(.rowButton(row), named: button.title) }
        }
        return max(main.exact.count, buttons.exact.count) < locator.index ?? 1
      }
    }
    // A bar button goes before a row of the same name: the row has a locator of its own. The keyboard has commands of
    // its own. The index comes last: each letter is in it.
    let groups = [bars, tabs, main, buttons, keys, index]
    let tiers = groups.map(\.exact) + groups.map(\.similar)
    let fitting = tiers.first { !$0.isEmpty } ?? []
    let thing = locator.kind?.rawValue ?? "button or row"
    var failure = LocatorFailure(locator, thing, screen)
    if fitting.allSatisfy(\.adds) { failure.hintForSeveral = Locator.hintForSections }
    return try failure.one(
      of: fitting, all: names(locator.kind, on: screen) + rowTexts(like: locator, on: screen)
    ) { $0.description(on: screen) }
  }

  /// Returns the names of the actionable elements; of rows only those that the screen holds.
  func names(_ kind: Locator.Kind?, on screen: Screen) -> [String] {
    var names: [String] = []
    let rows = screen.sections.flatMap(\.rows)
    if kind == nil || kind == .button {
      names += (screen.left + screen.right + screen.toolbar).filter { !$0.isLabel }.map(\.title)
      names += rows.compactMap { $0.button?.title } + screen.views.filter(\.isButton).map(\.text)
      if let view = screen.titleView, view.isButton { names.append(view.text) }
      names += screen.keyboard?.buttons.map(\.element.label) ?? []
    }
    if kind == nil { names += screen.columns.filter(\.isSortable).map(\.title) }
    if kind == nil || kind == .tab { names += screen.tabs.map(\.title) }
    if kind == .title || screen.gestures.contains(.titleTap) { names.append(screen.title) }
    if kind == nil || kind == .row { names += rows.compactMap(\.text) }
    return names
  }
}
