/// What another runtime goes on with when a newer script takes the place of the one that runs: the models, the screens, and
/// whether the application is in the background.
public struct HotReloadState: Sendable {
  let models: ModelSnapshot
  let navigation: NavigationState
  let state: AppRuntime.State
}

extension AppRuntime {
  /// The application as it is now. Open dialogs, timers and the history belong to the script, and are left out. O(size of
  /// the models).
  ///
  /// - Throws: `app.turn` while an action is being carried out.
  public func handOver() throws -> HotReloadState {
    guard turnDepth == 0, !store.isInTransaction else {
      throw Diagnostic("app.turn", "the script cannot be replaced while an action is being carried out")
    }
    return HotReloadState(models: try registry.handOver(), navigation: navigation, state: state)
  }

  /// Lets the models that the script is going to register begin as they were handed over.
  public func takeOver(_ handed: HotReloadState) { registry.takeOver(handed.models) }

  /// Shows the screens that were handed over, as far as they are still there, when the script has ended.
  ///
  /// - Throws: what launching throws.
  public func launch(over handed: HotReloadState) throws {
    try launch(restoring: handed.navigation)
    if handed.state == .background { state = .background }
  }
}
