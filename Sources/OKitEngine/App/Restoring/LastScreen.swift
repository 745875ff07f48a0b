/// The screen that was read last. It stays valid until a turn begins or something changes that it may have read, so
/// that reading it again, and performing an action on it, does not render it again.
///
/// A class, because its parts are compared several times for each screen.
final class LastScreen {
  let screen: Screen
  fileprivate let controller: RuntimeHandle
  fileprivate let window: Range<Int>?
  fileprivate let turn: Int
  fileprivate let changes: UInt64

  fileprivate init(_ screen: Screen, of controller: RuntimeHandle, _ window: Range<Int>?, turn: Int, changes: UInt64) {
    (self.screen, self.controller, self.window, self.turn, self.changes) = (screen, controller, window, turn, changes)
  }
}

extension AppRuntime {
  /// Returns what the user sees now. O(1) if nothing has changed since the last call.
  ///
  /// - Parameters:
  ///   - other: In which window; nil for the one that is used.
  ///   - window: which rows of a long list; nil for the first ones.
  package func screen(in other: AppWindow? = nil, window: Range<Int>? = nil) -> Screen {
    screenFailure = nil
    guard !isCovered else { return coverScreen }
    return inside(other) { shownScreen(window) }
  }

  private func shownScreen(_ window: Range<Int>?) -> Screen {
    guard let top else {
      var screen = Screen(kind: .detail, name: "", theme: themes.current)
      screen.words = texts.words
      return screen
    }
    guard !turns.isInTurn else { return rendered(top, window) }
    if let lastScreen, lastScreen.turn == evaluator.turn.number, shows(lastScreen, window) { return lastScreen.screen }
    store.retryAbandonedReads(of: store.budget)
    let (cuts, changes) = (store.budget.abandonedCount, store.graph.changeCount)
    let screen = rendered(top, window)
    if store.budget.abandonedCount != cuts {
      screenFailure = store.budget.error
      diagnosticLog.record(store.budget.error)
    } else if store.graph.changeCount == changes {
      lastScreen = LastScreen(screen, of: top.handle, window, turn: evaluator.turn.number, changes: changes)
    }
    return screen
  }

  /// The screen that was read last, if nothing has changed since.
  func lastScreen(in other: AppWindow, window: Range<Int>?) -> Screen? {
    isCovered ? coverScreen : inside(other) { screenBefore(evaluator.turn.number, window) }
  }

  private var lastScreen: LastScreen? {
    get { window.lastScreen }
    set { window.lastScreen = newValue }
  }

  func forgetLastScreens() { for window in windows { window.lastScreen = nil } }

  /// The screen that the user saw before the current turn, if nothing has changed since.
  func screenBefore(_ turn: Int, _ window: Range<Int>?) -> Screen? {
    guard let lastScreen, lastScreen.turn == turn, shows(lastScreen, window) else { return nil }
    return lastScreen.screen
  }

  private func shows(_ last: LastScreen, _ window: Range<Int>?) -> Bool {
    last.changes == store.graph.changeCount && last.window == window && last.controller == top?.handle
      && last.screen.isStoring == registry.isStoring
  }

  /// Adds what the script says of the application as a whole.
  private func fillApplication(_ screen: inout Screen) {
    guard let controller = application.controller else { return }
    let keys = ComponentDescriptor.applicationKeys
    if screen.storyboardName == nil {
      let given = controller.definition.values.text(keys.storyboardName)
      screen.storyboardName = given ?? ComponentDescriptor.standardStoryboard
    }
    screen.popGesture = controller.constant(keys.popGesture)?.truth ?? false
  }

  private func rendered(_ top: Controller, _ window: Range<Int>?) -> Screen {
    // The rows of a list may read a file each.
    var screen = registry.storage.readingMany { store.budget.withDeadline { top.screen(window: window) } }
    if let below = containers.window.belowMenu {
      let menu = screen
      screen = store.budget.withDeadline { below.screen(window: below.scrolledRows) }
      screen.menu = menu
    }
    if let tabs = containers.window.shownTabs { screen.tabs = tabs.shownTabs }
    fillApplication(&screen)
    dialogs.fill(&screen)
    screen.isStoring = registry.isStoring
    screen.theme = themes.current
    screen.words = texts.words
    screen.menu?.words = texts.words
    screen.menuHideStatusBar = hidesStatusBarForMenu
    return store.secrets.masking.map { screen.replacingTexts($0, ofDialog: $0) } ?? screen
  }
}
