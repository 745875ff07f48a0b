/// Launching, leaving and coming back.
extension AppRuntime {
  /// Shows the first screen, when the script has ended.
  ///
  /// - Parameter fixture: data applied to the default model first; not undoable.
  /// - Throws: `controller.none`, `controller.unknown`, and for the fixture what applying throws.
  public func launch(fixture: JSONValue? = nil) throws { try launch(fixture: fixture, restoring: nil) }

  /// - Parameter navigation: the screens to show instead of the first one, as far as they are there.
  func launch(fixture: JSONValue? = nil, restoring navigation: NavigationState?) throws {
    for diagnostic in definition.check(store) { report(diagnostic) }
    if let fixture {
      guard let root = store.root(named: ModelStore.defaultModelName) else {
        throw Diagnostic("app.fixture", "a fixture needs a default model; the script registers none")
      }
      try turn { try store.apply(fixture, to: root) }
    }
    store.history.clear(store)
    let home = try definition.home()
    try turn {
      if let navigation { restore(navigation) }
      if presentations.isEmpty { try go(to: home.name, context: applicationContext()) }
    }
    store.history.clear(store)
    state = .foreground
  }

  func applicationContext() -> EntityID? {
    guard case .binding(let program)? = definition.application?.values["contextPath"] else { return nil }
    return evaluator.resolve(program, store.root(named: ModelStore.defaultModelName))
  }

  /// Leaves for the background: the state is stored.
  ///
  /// - Throws: what storing throws; the application is in the background all the same, its models stay pending.
  public func background() throws {
    guard state == .foreground else { return }
    state = .background
    try registry.storeState()
  }

  public func foreground() {
    guard state == .background else { return }
    state = .foreground
  }

  /// Ends at once, as when the process is killed: what was not stored is lost.
  public func terminate() {
    state = .terminated
    presentations = []
    dialogs = []
    cancelTimers()
    cancelPatches()
  }
}
