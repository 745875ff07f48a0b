/// Actions in, screens out.
extension AppRuntime {
  /// The rows of a long list to which the user has scrolled in the window that is used; nil for the first ones.
  package var scrolledRows: Range<Int>? {
    get { top?.scrolledRows }
    set { scroll(to: newValue) }
  }

  /// Notes the rows of a long list to which the user has scrolled.
  ///
  /// - Parameters:
  ///   - rows: Nil for the first ones.
  ///   - window: Nil for the window that is used.
  package func scroll(to rows: Range<Int>?, in window: AppWindow? = nil) {
    inside(window) {
      top?.scrolledRows = rows
      if top?.followsRows == true { turns.runRows() }
    }
  }

  /// Returns a screen as text.
  ///
  /// The layout has the time of a turn, or that of the script that runs. What exceeds it is missing, and is reported.
  package func text(of screen: Screen, width: Int) -> String {
    let cuts = store.budget.abandonedCount
    let text = store.budget.withDeadline { screen.text(width: width, budget: store.budget) }
    if !turns.isInTurn, store.budget.abandonedCount != cuts { diagnosticLog.record(store.budget.error) }
    return text
  }

  /// Returns a screen as text with styles, under the conditions of `text(of:width:)`.
  package func styledText(of screen: Screen, width: Int) -> StyledScreen {
    let cuts = store.budget.abandonedCount
    let frame = store.budget.withDeadline { screen.frame(width: width, budget: store.budget) }
    if !turns.isInTurn, store.budget.abandonedCount != cuts { diagnosticLog.record(store.budget.error) }
    return StyledScreen(frame)
  }

  /// Performs what the user does, as one turn.
  ///
  /// A failure of the application, such as that of a script's function or a refused write, is reported, the turn is
  /// rolled back, and nothing is thrown.
  ///
  /// - Parameters:
  ///   - other: The window in which the user does it, which is the one that is used from then on; nil for the one that
  ///   is.
  ///   - window: The rows of a long list that have the element.
  /// - Throws: `action.impossible` with the reason when the user could not perform the action; `window.closed`.
  package func perform(_ action: ScreenAction, in other: AppWindow? = nil, window: Range<Int>? = nil) throws {
    _ = try failure(of: action, in: other, window: window)
  }

  /// Performs what the user does; see `perform`.
  ///
  /// - Parameter instance: That of the screen that the action is meant for; nil for the one that is shown.
  /// - Returns: The failure of the application, which was reported; nil for none.
  /// - Throws: `action.stale` when another screen is shown.
  package func failure(
    of action: ScreenAction, in other: AppWindow? = nil, window: Range<Int>? = nil, instance: Int? = nil
  ) throws -> Diagnostic? {
    if let other {
      try checkOpen(other)
      use(other)
    }
    do { return try performUnmasked(action, window, instance) } catch let diagnostic as Diagnostic {
      throw store.secrets.masked(diagnostic)
    }
  }

  private func performUnmasked(_ action: ScreenAction, _ window: Range<Int>?, _ instance: Int?) throws -> Diagnostic? {
    if isCovered, state != .terminated, action != .tapCover { throw Diagnostic.covered }
    try checkForeground()
    try checkShown(instance)
    if action == .tapCover {
      guard isCovered || containers.window.isMenuOpen else {
        throw Diagnostic("action.impossible", "there is no cover to tap")
      }
      isCovered ? ask() : closeMenu()
      return nil
    }
    try dialogs.checkCovers(action)
    if try closeHelp(for: action) { return nil }
    let turn = evaluator.turn.number
    if !action.isEdit { store.history.endEdit() }
    return try failureOfScreen { try route(action, window, after: turn) }
  }

  /// Ends the editing of the field that the user has left, as one turn. Nothing happens if no field is edited.
  ///
  /// - Returns: The failure of the application, which was reported; nil for none.
  /// - Throws: `action.stale` when another screen than that of `instance` is shown.
  func failureOfEndingEditing(in window: AppWindow, instance: Int?) throws -> Diagnostic? {
    try checkOpen(window)
    use(window)
    do {
      try checkForeground()
      try checkShown(instance)
      store.history.endEdit()
      return try failureOfScreen { try top?.fields?.endEditing() }
    } catch let diagnostic as Diagnostic {
      throw store.secrets.masked(diagnostic)
    }
  }

  private func checkShown(_ instance: Int?) throws {
    guard let instance, !isCovered, instance != top.map({ Int($0.handle.id) }) else { return }
    throw Diagnostic(
      "action.stale", "the action is meant for another screen than \"\(top?.name ?? "")\", which is shown",
      hint: "read the screen again")
  }

  /// Runs a turn. The failure of a part that knows no place of its own has that of the screen.
  private func failureOfScreen(_ body: () throws -> Void) throws -> Diagnostic? {
    let place = top?.definition.place
    return try turns.failure {
      do { try body() } catch let failure as Diagnostic where !failure.isRefusedStep { fail(failure.at(place)) }
    }
  }

  /// - Parameter turn: The turn before.
  private func route(_ action: ScreenAction, _ window: Range<Int>?, after turn: Int) throws {
    switch action {
    case .typeInAlert(let dialog, let field, let text):
      if dialogs.first?.isSecure(field) == true { store.secrets.add(text) }
      return try dialogs.type(text, inField: field, of: dialog)
    case .answer(let dialog, let index): return try dialogs.answer(dialog, index, coverage)
    case .back:
      return try leave(if: containers.window.canPop, top.map { [$0] } ?? []) { [reference] in
        try reference.object?.back()
      }
    case .close:
      // The Close button runs functions that a script can override.
      if let button = top?.closeButton { return try button.tap() }
      return try leave(if: containers.window.canDismiss, containers.window.presentedControllers) { [reference] in
        try reference.object?.closePresented()
      }
    case .menu:
      let (wasOpen, wasPossible) = (containers.window.isMenuOpen, !containers.window.canDismiss)
      try top?.fields?.endEditing()
      // A function of a field has opened or closed the menu, or has presented a screen.
      guard containers.window.isMenuOpen == wasOpen, !wasPossible || !containers.window.canDismiss else { return }
      return try toggleMenu()
    case .tapTab(let index):
      let tabs = containers.window.shownTabs
      try top?.fields?.endEditing()
      // A function of a field has shown other content.
      guard tabs == nil || containers.window.shownTabs === tabs && !containers.window.isMenuOpen else { return }
      return try ask(containers.window.controllers(leftByTab: index)) { [reference, top = top?.reference] in
        try reference.object?.whileShown(top?.object) { try reference.object?.selectTab(index) }
      }
    default: break
    }
    guard let top else { throw Diagnostic("action.impossible", "no screen is open") }
    switch action {
    case .tapBarButton(let button): try tap(button, top)
    case .tapHelp: throw Diagnostic("action.impossible", "no help is shown")
    case .tapTitle:
      if let view = top.view(at: .title) { return try top.tap(view, .title) }
      guard let tap = top.properties.given(Controller.keys.titleTap) else {
        throw Diagnostic("action.impossible", "the title of \"\(top.name)\" is not actionable")
      }
      run(tap, context: top.effectiveContext, controller: top, extra: [], origin: top.origin("titleTap")) { _ in }
    default: try top.perform(action, on: screenBefore(turn, window)?.topmost ?? top.screen(window: window))
    }
  }

  /// Closes what was presented last, by the function `close` of its root if a script overrides that.
  private func closePresented() throws {
    guard containers.window.canDismiss, let root = containers.window.shownStack?.root, root.overrides(.close) else {
      return try dismiss()
    }
    try root.runFunction(.close)
  }

  /// Leaves the screen as the user asks, unless its fields have input that would be lost. A screen that is not the top
  /// one any more, because a function of its fields has left it or opened another one, is not left a second time.
  ///
  /// - Parameter controllers: Those that leave, the topmost first.
  private func leave(
    if isPossible: Bool, _ controllers: [Controller], _ leave: @escaping () throws -> Void
  ) throws {
    guard isPossible, let top else { return try leave() }
    try top.endFields { [reference, top = top.reference] in
      // The menu may open meanwhile.
      try reference.object?.ask(controllers) { try reference.object?.whileShown(top.object, leave) }
    }
  }

  /// Runs `body` in the window of a controller if that is on top there.
  private func whileShown(_ controller: Controller?, _ body: () throws -> Void) rethrows {
    guard let controller else { return }
    try inWindow(of: controller) { if containers.top === controller { try body() } }
  }

  /// Calls `leave` unless a controller keeps its screen. Asks them in order, up to the first one that does.
  private func ask(_ controllers: [Controller], _ leave: @escaping () throws -> Void) throws {
    guard let next = controllers.first else { return try leave() }
    try next.askToLeave { [reference] in try reference.object?.ask(Array(controllers.dropFirst()), leave) }
  }

  /// Calls `leave`, which replaces the content below the menu, unless its controller keeps it.
  package func leaveContent(_ leave: @escaping () throws -> Void) throws {
    guard let below = containers.window.belowMenu else { return try leave() }
    try ask([below]) { [reference, below = below.reference] in
      guard let runtime = reference.object, let below = below.object else { return try leave() }
      try runtime.inWindow(of: below, leave)
    }
  }

  private func tap(_ id: BarButtonID, _ top: Controller) throws {
    let items = top.items(of: id.bar)
    let ids = BarButtonID.all(items.map { $0.button }, in: id.bar)
    guard let index = ids.firstIndex(of: id) else {
      let names = ids.map(\.description)
      let there = names.isEmpty ? "the bar has no buttons" : "its buttons are \(names.joined(separator: ", "))"
      throw Diagnostic(
        "action.impossible", "\"\(top.name)\" has no button \(id); \(there)",
        hint: NearestName.hint(for: id.description, in: names))
    }
    try top.tap(items[index], id)
  }
}

extension ScreenAction {
  /// Whether it operates the control of a row, or takes back what that has written.
  fileprivate var isEdit: Bool {
    switch self {
    case .edit, .key(.cancel): true
    default: false
    }
  }
}

extension Diagnostic {
  /// Whether it says that a user could not perform a step, and not that the application has failed. A picker of dates,
  /// or a slider, offers nothing that is not a value of its kind (`cell.value`).
  fileprivate var isRefusedStep: Bool { code == "action.impossible" || code == "cell.value" }
}
