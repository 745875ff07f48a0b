/// The state that a hot reload carries over to the runtime of the new script: the models, the open windows with their
/// screens, and whether the application is in the background.
package struct HotReloadState: Sendable {
  let models: ModelSnapshot
  let windows: [WindowState]
  /// The number of the window that was used last.
  let usedWindow: Int
  /// The numbers of the last window and of the last controller, which no other one gets.
  let lastWindow: Int
  let lastController: UInt32
  let state: AppRuntime.State
  let protection: Protection
  let secrets: Secrets.Content

  /// What hides the models of a protected application.
  struct Protection: Sendable {
    let isCoverShown, isLocked: Bool
    let closing: DateValue?
  }
}

extension AppRuntime {
  /// Returns the state for a hot reload. Open dialogs, timers and the history belong to the script and are not a part
  /// of it. O(size of the models).
  ///
  /// - Throws: `app.turn` during a turn; `app.limit` when the models take longer than the time limit.
  package func hotReloadState() throws -> HotReloadState {
    try turns.requireIdle("the script cannot be reloaded while an action is running")
    guard !store.isInTransaction else {
      throw Diagnostic("app.turn", "the script cannot be reloaded inside of a transaction")
    }
    return HotReloadState(
      models: try registry.snapshot(), windows: windowStates, usedWindow: window.number, lastWindow: lastWindow,
      lastController: containers.lastHandle, state: state,
      protection: .init(
        isCoverShown: application.isCoverShown, isLocked: application.isLocked, closing: application.closing),
      secrets: store.secrets.content)
  }

  /// Lets the models that the script is going to register start with their state before the reload.
  package func restoreModels(from state: HotReloadState) {
    store.secrets.restore(state.secrets)
    registry.restore(state.models)
    registry.isLocked = state.protection.isLocked
    (lastWindow, containers.lastHandle) = (state.lastWindow, state.lastController)
  }

  /// Launches with the screens that were open before the reload, as far as they still exist; with the cover while the
  /// secure store is closed.
  ///
  /// - Parameter fixture: That of the application, if it had no complete launch.
  /// - Throws: What launching throws.
  package func launch(restoring reloaded: HotReloadState, fixture: AppliedData? = nil) throws {
    registry.keepsStoreClosed = false
    if registry.hasClosedModels {
      coveredWindows = reloaded.windows
      for state in reloaded.windows.dropFirst() { _ = addWindow(numbered: state.number) }
    }
    // A script without a controller of the application has no cover of its own.
    if definition.application != nil {
      application.isCoverShown = reloaded.protection.isCoverShown
      application.isLocked = reloaded.protection.isLocked
      application.closing = reloaded.protection.closing
    } else {
      registry.isLocked = false
    }
    try launch(fixture: fixture, restoring: reloaded.windows)
    if let used = window(numbered: reloaded.usedWindow) { use(used) }
    if reloaded.state == .background { state = .background }
    coverDidChange()
  }
}
