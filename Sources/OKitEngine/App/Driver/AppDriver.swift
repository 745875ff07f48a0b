/// Drives an application as the user does, by names: the command line and test scripts share it.
///
/// Only what is visible, enabled and not covered is actionable. Each call is one turn of the runtime or several, and
/// returns when the application is idle. A name that matches no element or several fails with `locator.none` or
/// `locator.ambiguous`, which list the elements and show the screen.
public final class AppDriver {
  /// The application; a relaunch replaces it.
  public var runtime: AppRuntime
  /// The last actions, oldest first, for the report of a failure. They may have texts of models, so that there are none
  /// while a protected application is covered.
  public var actions: [String] { runtime.isGuarded ? [] : remembered }
  private var remembered: [String] = []

  /// Returns the line of the script that performs an action.
  package var placeOfStep: () -> Diagnostic.Place? = { nil }
  /// The dialog that was open before each remembered action, and the line that performed it.
  private var steps: [(dialog: DialogID?, place: Diagnostic.Place?)] = []

  /// The number of actions that are remembered.
  public static let limit = 20

  public init(_ runtime: AppRuntime) { self.runtime = runtime }

  /// What the user can operate of the current screen: the menu while it is open. Of a long list the first rows.
  public var screen: Screen { runtime.screen().topmost }

  /// The current screen; of a long list the rows to which the user has scrolled.
  package var visibleScreen: Screen { runtime.screen(window: runtime.scrolledRows) }

  /// The visible screen as text.
  ///
  /// The layout has the time of a turn, or that of the script that runs; what exceeds it is missing.
  public func dump(width: Int = 72) -> String { runtime.text(of: visibleScreen, width: width) }

  /// The screen as text for a message, without most rows of a long one.
  package var excerpt: String { visibleScreen.excerpt { runtime.text(of: $0, width: 72) } }

  /// Adds an action that was performed without the driver to `actions`.
  public func remember(_ action: String) {
    remembered.append(action)
    if remembered.count > Self.limit { remembered.removeFirst() }
    steps.append((runtime.dialogs.first?.id, placeOfStep()))
    if steps.count > Self.limit { steps.removeFirst() }
  }

  /// The line of the step that opened the dialog on the screen; nil if no remembered step did.
  package var placeOfDialog: Diagnostic.Place? {
    guard let open = runtime.dialogs.first?.id else { return nil }
    return steps.last { $0.dialog != open }?.place
  }

  /// Removes all actions, because another test drives the application from now on.
  package func forgetActions() { (remembered, steps) = ([], []) }

  /// Performs an action that names its element by an identifier, as a remote renderer sends it.
  ///
  /// - Throws: What `AppRuntime.perform` throws.
  package func perform(_ action: Action) throws {
    try perform(action, "action \(try screen.masked(action).jsonValue.json())")
  }

  func perform(_ action: Action, _ text: String, window: Range<Int>? = nil) throws {
    remember(text)
    try runtime.perform(action, window: window)
  }

  // MARK: The screen as a whole

  /// Taps an element: an action of the open alert or sheet, else a bar button, a row, the title, or the button in a
  /// row. The buttons in rows come after them: they are the same in every row. Accessibility labels come last.
  public func tap(_ locator: Locator) throws {
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
      guard let element = labelledElement(locator) else { throw failure }
      return try element.tap()
    }
    switch tappable {
    case .tab(let index): try perform(.tapTab(index), "tap \(locator)")
    case .bar(let button): try perform(.tapBarButton(button), "tap \(locator)")
    case .title: try perform(.tapTitle, "tap \(locator)")
    case .view(let number, _): try perform(.tapView(number), "tap \(locator)")
    case .index(let title): try perform(.tapIndex(title), "tap \(locator)")
    case .key(let button): try perform(.key(button.key), "tap \(locator)")
    case .row(let row): try perform(.tapRow(.id(row.row.id)), "tap \(locator)", window: row.window)
    case .rowButton(let row): try perform(.tapAccessory(.id(row.row.id)), "tap \(locator)", window: row.window)
    }
  }

  public func tapTitle() throws { try perform(.tapTitle, "tap the title") }
  public func back() throws { try perform(.back, "back") }
  /// Closes what was presented.
  public func close() throws { try perform(.close, "close") }
  /// Opens or closes the menu.
  public func menu() throws { try perform(.menu, "menu") }
  /// Selects a tab by its title.
  public func tab(_ locator: Locator) throws {
    let screen = screen
    try checkUncovered(screen)
    if screen.tabs.isEmpty, runtime.screen().menu == nil {
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
  public func press(_ key: Keyboard.Key) throws { try perform(.key(key), key.rawValue) }

  public func refresh() throws { try perform(.refresh, "refresh") }

  /// Types into the search field; an empty text ends the search.
  public func search(_ text: String) throws { try perform(.search(text), "search \"\(text)\"") }

  /// Chooses a scope of the search.
  public func filter(_ title: String) throws {
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

extension Screen {
  /// Returns the action without the text that it types into a secure field of this screen.
  fileprivate func masked(_ action: Action) -> Action {
    switch action {
    case .edit(let row, _) where path(of: row).map { self[$0]?.control?.isSecure } == true: .edit(row, .text("••••••"))
    case .typeInAlert(let dialog, let field, _)
    where alert?.fields.indices.contains(field) == true && alert?.fields[field].isSecure == true:
      .typeInAlert(dialog, field: field, text: "••••••")
    default: action
    }
  }
}
