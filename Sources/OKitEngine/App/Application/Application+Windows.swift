// Windows by their numbers, which a reload keeps: for renderers that follow an application.

extension Application {
  /// The numbers of the open windows, the first one first.
  ///
  /// - Throws: `application.closed`.
  package var windows: [Int] { get throws { try open().runtime.windows.map(\.number) } }

  /// Opens a window. - Returns: Its number.
  ///
  /// - Parameter number: The window whose open screens it gets, too; nil for the home of the application.
  /// - Throws: What `AppRuntime.openWindow` throws; `window.closed`, `application.closed`.
  package func openWindow(copying number: Int? = nil) throws -> Int {
    try open().runtime.openWindow(copying: number.map(window)).number
  }

  /// Closes a window as its user does.
  ///
  /// - Throws: `window.closed`, `window.first`; `app.turn` while a function runs; `application.closed`.
  package func closeWindow(_ number: Int) throws { try open().runtime.close(window(number)) }

  /// Returns what the user sees in a window. Of a long list it has the rows to which the user has scrolled.
  ///
  /// - Throws: `window.closed`, `application.closed`.
  package func screen(ofWindow number: Int) throws -> Screen {
    let (instance, window) = (try open(), try window(number))
    return screen(of: instance, in: window, rows: window.scrolledRows)
  }

  /// Notes the rows of a long list to which the user of a window has scrolled; nil for the first ones.
  ///
  /// - Throws: `window.closed`, `application.closed`.
  package func scroll(to rows: Range<Int>?, inWindow number: Int) throws {
    try open().runtime.scroll(to: rows, in: window(number))
  }

  /// Performs what the user does in a window, as one turn; see `perform`.
  ///
  /// - Throws: What `perform` throws, and `window.closed`.
  @discardableResult
  package func perform(_ action: Action, inWindow number: Int) throws -> TurnResult {
    let (instance, window) = (try openForActions(), try window(number))
    return try perform(action, of: instance, in: window, rows: window.scrolledRows)
  }

  /// Ends the editing of the field in a window that the user has left, as one turn.
  ///
  /// - Throws: `action.stale` when another screen than that of `instance` is shown, and what the field has failed with.
  package func endEditing(inWindow number: Int, instance: Int?) throws {
    let (runtime, window) = (try openForActions().runtime, try window(number))
    try runtime.requireIdleForActions()
    if let failure = try runtime.failureOfEndingEditing(in: window, instance: instance) { throw failure }
  }

  /// A value that is equal to an earlier one only if no window shows anything else since. O(1).
  ///
  /// - Throws: `application.closed`.
  package var screenVersion: ScreenVersion {
    get throws { ScreenVersion(try open().runtime, reloads: reloadCount) }
  }

  private func window(_ number: Int) throws -> AppWindow {
    guard let window = try open().runtime.window(numbered: number) else { throw Diagnostic.closedWindow(number) }
    return window
  }
}

/// What the screens of all windows depend on, at one moment.
package struct ScreenVersion: Sendable, Hashable {
  private let turn, reloads: Int
  private let changes: UInt64
  private let isStoring: Bool

  init(_ runtime: AppRuntime, reloads: Int) {
    self.reloads = reloads
    turn = runtime.evaluator.turn.number
    changes = runtime.store.graph.changeCount
    isStoring = runtime.registry.isStoring
  }
}
