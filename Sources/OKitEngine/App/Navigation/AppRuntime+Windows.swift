/// The windows of an application. The first one stays as long as the application.
extension AppRuntime {
  /// The window that is used: that of the action that runs, else of the last one.
  package var window: AppWindow { window(of: containers.window) }

  private func window(of container: WindowContainer) -> AppWindow {
    windows.first { $0.container === container } ?? windows[0]
  }

  /// Returns the window with a number; nil for one that was closed.
  package func window(numbered number: Int) -> AppWindow? { windows.first { $0.number == number } }

  /// Returns whether a window was not closed.
  package func isOpen(_ window: AppWindow) -> Bool { windows.contains { $0 === window } }

  /// Makes a window the one that is used.
  package func use(_ window: AppWindow) { containers.window = window.container }

  /// Runs `body` with a window as the one that is used; nil for the one that is.
  package func inside<Result>(_ window: AppWindow?, _ body: () throws -> Result) rethrows -> Result {
    guard let window else { return try body() }
    return try containers.inside(window.container, body)
  }

  /// Runs `body` with the window of a controller as the one that is used.
  func inWindow<Result>(of controller: Controller, _ body: () throws -> Result) rethrows -> Result {
    // A controller that has left its stack is in the window that is used.
    guard windows.count > 1, let window = containers.window(of: controller.shownController) else { return try body() }
    return try containers.inside(window, body)
  }

  /// Runs `body` in the window of the controller with a handle; in the one that is used for anything else.
  package func inWindow<Result>(of receiver: Value, _ body: () throws -> Result) rethrows -> Result {
    guard windows.count > 1, case .handle(let handle) = receiver, let controller = controller(around: handle) else {
      return try body()
    }
    return try inWindow(of: controller, body)
  }

  private func controller(around handle: RuntimeHandle) -> Controller? {
    switch handle.kind {
    case .controller: controller(handle)
    case .cell: cells[handle]?.controller
    case .view: views[handle]?.controller
    case .application, .dialog, .timer, .observation, .call, .request: nil
    }
  }

  // MARK: Dialogs

  /// The dialogs of the window that is used.
  package var dialogs: DialogQueue { window.dialogs }

  /// Shows a dialog as soon as those before it in the window that is used are answered. - Returns: Its handle.
  package func open(_ dialog: DialogRequest) -> RuntimeHandle {
    for field in dialog.fields where field.isSecure { store.secrets.add(field.text) }
    lastDialog += 1
    coverage?.open(dialog)
    return dialogs.open(dialog, number: lastDialog)
  }

  /// Returns whether a dialog waits for its answer.
  package func isOpen(dialog: RuntimeHandle) -> Bool { windows.contains { $0.dialogs.isOpen(dialog) } }

  // MARK: Opening and closing

  /// Opens a window.
  ///
  /// - Parameter other: The window whose open screens it gets, too; nil for the home of the application.
  /// - Throws: `app.turn` during a turn; `action.impossible` for an application that does not run or has no screens;
  ///   what showing the home throws.
  package func openWindow(copying other: AppWindow? = nil) throws -> AppWindow {
    try turns.requireIdle("a window cannot be opened while an action is running")
    guard state == .foreground || state == .background else {
      throw Diagnostic("action.impossible", "the application is not running")
    }
    let window = addWindow(numbered: lastWindow + 1)
    do {
      // Without its models, the application shows its screens later.
      if coveredWindows == nil, application.initialization == nil {
        try turn { try inside(window) { try showScreens(of: other) } }
      }
      return window
    } catch {
      remove(window)
      throw error
    }
  }

  /// Shows in the window that is used what another one shows, or else the home.
  private func showScreens(of other: AppWindow?) throws {
    if let other, let state = windowStates.first(where: { $0.number == other.number }) {
      try restore(state.navigation, keepsInstances: false)
    }
    if containers.window.isEmpty { try showHome() }
  }

  /// Adds a window that shows nothing yet.
  func addWindow(numbered number: Int) -> AppWindow {
    lastWindow = max(lastWindow, number)
    let window = AppWindow(number, WindowContainer())
    containers.add(window.container)
    windows.append(window)
    return window
  }

  /// Closes a window as its user does. The valid input of its fields is written, other input is reported. Functions
  /// that wait for the answer to one of its dialogs end.
  ///
  /// - Throws: `app.turn` during a turn; `window.first` for the first one; `window.closed` for one that was closed.
  package func close(_ window: AppWindow) throws {
    try turns.requireIdle("a window cannot be closed while an action is running")
    try checkOpen(window)
    guard window !== windows[0] else {
      throw Diagnostic(
        "window.first", "the first window stays open as long as the application runs",
        hint: "terminate the application to close all of its windows")
    }
    if let covered = coveredWindows?.first(where: { $0.number == window.number }) {
      reportLostInput(of: covered)
      coveredWindows?.removeAll { $0.number == window.number }
    }
    do {
      try turn { inside(window) { containers.closeAll(of: window.container) } }
    } catch { report(error.asDiagnostic) }
    // A turn that fails opens screens with input again.
    window.container.forEachController { reportHeldInput(of: [$0]) }
    remove(window)
  }

  /// - Throws: `window.closed`.
  package func checkOpen(_ window: AppWindow) throws {
    guard isOpen(window) else { throw Diagnostic.closedWindow(window.number) }
  }

  private func remove(_ window: AppWindow) {
    containers.remove(window.container)
    windows.removeAll { $0 === window }
    window.lastScreen = nil
    window.dialogs.close()
  }
}

extension Diagnostic {
  package static func closedWindow(_ number: Int) -> Diagnostic {
    Diagnostic("window.closed", "window \(number) was closed", hint: "open another one")
  }
}
