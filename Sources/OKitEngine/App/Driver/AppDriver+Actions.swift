/// The actions of a person on the screen as a whole.
extension AppDriver {
  package static let actions: [DriverAction<AppDriver>] = [
    .init(
      "tap", "what: okit.Locator",
      """
      Taps an action of the open dialog, or else a bar button, a row, the title or that of a column, or the button in \
      a row.
      """,
      .init(
        "tap", "X", "taps a button, an alert's or a sheet's action, a row, or a cell of a grid: tap 2, Price",
        example: "tap Edit",
        several: "use the number in front of a row, or \"action\" with an identifier, which \"json\" shows",
        takesCells: true
      ) { driver, _, beginning in driver.tappableNames(beginning) }, .locator { try $0.performTap($1) }),
    .init("back", "Goes back.", .init("back", "returns to the previous screen")) { try $0.back() },
    .init(
      "close", "Closes the presented controller.",
      .init("close", "closes the presented screen: taps its Close button, or calls its function close")
    ) { try $0.close() },
    .init(
      "refresh", "Pulls the list to refresh it.", .init("refresh", "pulls the screen down, which refreshes it")
    ) { try $0.refresh() },
    .init(
      "next", "Ends the editing of the field that has the focus, and goes to the next field.",
      .init("next", "ends the editing of a field and goes to the next one")
    ) { try $0.press(.next) },
    .init(
      "previous", "Ends the editing of the field, and goes to the field before.",
      .init("previous", "ends the editing of a field and goes to the one before")
    ) { try $0.press(.previous) },
    .init(
      "doneKey", "Ends the editing of the field: the Done button of the keyboard, or Return.",
      .init("done", "ends the editing of a field")
    ) { try $0.press(.done) },
    .init(
      "cancelKey", "Ends the editing of the field, and drops what was entered.",
      .init("cancel", "ends the editing of a field and drops what was entered")
    ) { try $0.press(.cancel) },
    .init(
      "submit", "Validates all fields and writes their input; shows an alert if a value is not valid.",
      .init("submit", "validates all fields and writes their input")
    ) { try $0.press(.submit) },
    .init(
      "search", "text: string", "Types text into the search bar.",
      .init("search", "text", "searches the list; without text, ends the search", example: "search dune"),
      .text { try $0.search($1) }),
    .init(
      "filter", "scope: string", "Selects a scope of the search bar.",
      .init("filter", "scope", "selects a search scope", example: "filter Seen") { driver, _, _ in
        driver.visibleScreen.topmost.search?.scopes ?? []
      }, .name { try $0.filter($1) }),
    .init("menu", "Opens the menu, or closes it.", .init("menu", "opens or closes the menu")) { try $0.menu() },
    .init(
      "tab", "what: okit.Locator", "Selects a tab; the selected one goes to the root of its stack.",
      .init(
        "tab", "X", "selects a tab, by its title or number", example: "tab Films",
        several: "use the number of the tab, from 1"
      ) { driver, _, _ in driver.visibleScreen.topmost.tabs.map(\.title) }, .locator { try $0.tab($1) }),
  ]

  /// Taps an element: an action of the open alert or sheet, else a bar button, a row, the title, or the button in a
  /// row. The buttons in rows come after them: they are the same in every row. Accessibility labels come last. What a
  /// function of the application fails with is reported.
  package func performTap(_ locator: Locator) throws {
    let screen = screen
    if locator.taps(screen.cover) { return try perform(.tapCover, "tap the cover") }
    if let actions = screen.alert?.actions ?? screen.sheet?.actions {
      // An element below the dialog exists, so the error says that it is covered.
      let isBelow = locator.text.map { text in
        let matches = TextMatches<Void>(text)
        return !actions.contains { matches.fits($0.title) } && names(nil, on: screen).contains(where: matches.fits)
      }
      if locator.kind == .row || locator.kind == .title || isBelow == true { try checkUncovered(screen) }
      return try answer(locator, "tap \(locator)", in: screen)
    }
    if locator.kind == .action { return try answer(locator, "tap \(locator)", in: screen) }
    if locator.kind == .cover { return try perform(.tapCover, "tap the cover") }
    let tappable: Tappable
    do {
      tappable = try explaining(locator) { try find(tappable: locator, on: screen) }
    } catch let failure as Diagnostic where failure.code == "locator.none" && locator.kind == nil {
      // Names are the rule, so that the message is about them.
      guard let element = try labelledElement(locator) else { throw failure }
      return try element.tap()
    }
    switch tappable {
    case .tab(let index): try perform(.tapTab(index), "tap \(locator)")
    case .bar(let button): try perform(.tapBarButton(button), "tap \(locator)")
    case .title: try perform(.tapTitle, "tap \(locator)")
    case .view(let number, _): try perform(.tapView(number), "tap \(locator)")
    case .column(let column): try perform(.tapColumn(column.index), "tap \(locator)")
    case .index(let title): try perform(.tapIndex(title), "tap \(locator)")
    case .key(let button): try perform(.key(button.key), "tap \(locator)")
    case .row(let row): try perform(.tapRow(.id(row.row.id)), "tap \(locator)", window: row.window)
    case .rowButton(let row): try perform(.tapAccessory(.id(row.row.id)), "tap \(locator)", window: row.window)
    }
  }

  /// Taps the title of the screen, or the view in its place.
  package func tapTitle() throws { try perform(.tapTitle, "tap the title") }
  /// Returns to the previous screen.
  package func back() throws { try perform(.back, "back") }
  /// Closes what was presented.
  package func close() throws { try perform(.close, "close") }
  /// Opens or closes the menu.
  package func menu() throws { try perform(.menu, "menu") }
  /// Selects a tab by its title.
  package func tab(_ locator: Locator) throws {
    let screen = screen
    try checkUncovered(screen)
    if screen.tabs.isEmpty, wholeScreen().menu == nil {
      throw Diagnostic("action.impossible", "\"\(screen.name)\" has no tabs", notes: [.screen(of: screen)])
    }
    if let index = locator.onlyIndex ?? locator.rowNumber, screen.tabs.indices.contains(index - 1) {
      return try perform(.tapTab(index - 1), "tab \(index)")
    }
    var matches = TextMatches<Int>(locator.text)
    for (index, tab) in screen.tabs.enumerated() { matches.add(index, named: tab.title) }
    let titles = screen.tabs.map(\.title)
    let index = try explaining(locator) {
      try LocatorFailure(locator, "tab", screen).one(of: matches.best, all: titles) {
        "tab \($0 + 1) \(PrintableText.quoted(titles[$0]))"
      }
    }
    try perform(.tapTab(index), "tab \"\(titles[index])\"")
  }

  /// Uses a key of the keyboard, or of its bar.
  package func press(_ key: Keyboard.Key) throws { try perform(.key(key), key.rawValue) }

  /// Pulls the list down to refresh it.
  package func refresh() throws { try perform(.refresh, "refresh") }

  /// Types into the search field; an empty text ends the search.
  package func search(_ text: String) throws { try perform(.search(text), "search \"\(text)\"") }

  /// Chooses a scope of the search.
  package func filter(_ title: String) throws {
    let screen = screen
    try checkUncovered(screen)
    guard let search = screen.search else {
      throw Diagnostic("action.impossible", "\"\(screen.name)\" has no search")
    }
    guard !search.scopes.isEmpty else {
      throw Diagnostic("action.impossible", "the search of \"\(screen.name)\" has no scopes")
    }
    var matches = TextMatches<Int>(title)
    for (index, scope) in search.scopes.enumerated() { matches.add(index, named: scope) }
    let scope = try LocatorFailure(Locator(title), "scope", screen).one(of: matches.best, all: search.scopes) {
      PrintableText.quoted(search.scopes[$0])
    }
    try perform(.filter(scope: scope), "filter \"\(search.scopes[scope])\"")
  }
}

extension Locator {
  /// Whether it names a cover: as `cover`, or by its text.
  fileprivate func taps(_ cover: Cover?) -> Bool {
    guard let cover, kind == nil, let text else { return false }
    return text == "cover" || text == cover.text
  }
}
