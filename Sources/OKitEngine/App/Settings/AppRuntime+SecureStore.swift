/// Closing and opening the secure store.
extension AppRuntime {
  /// Stores the encrypted models, overwrites the keys, drops the models from memory, and shows the cover. Does nothing
  /// while the store is closed.
  ///
  /// - Throws: `app.turn` during a turn; what storing throws. The store is open then, so that nothing is lost.
  package func closeSecureStore() throws {
    guard !turns.isInTurn else { throw Diagnostic("app.turn", "the secure store cannot be closed during a turn") }
    guard registry.isSecureStoreOpen else { return }
    let states = windowStates
    try registry.storeEncryptedModels()
    removeScreens()
    guard try dropEncryptedModels() else {
      try restoreWindows(states)
      throw Diagnostic(
        "storage.closed", "the secure store cannot be closed: a function that observes an encrypted model failed")
    }
    undoService.clear()
    registry.closeSecureStore()
    coveredWindows = states
    coverDidChange()
  }

  /// Drops the encrypted models in a turn, whose patches and observers get no old values.
  ///
  /// - Returns: False when a function that observes them has failed.
  func dropEncryptedModels() throws -> Bool {
    store.hidesOldValues = true
    defer { store.hidesOldValues = false }
    return try turn { try registry.dropEncryptedModels() } != nil
  }

  /// Reads the keys and the encrypted models, and shows the screens that were open. Does nothing while the store is
  /// open.
  ///
  /// - Throws: `app.turn` during a turn; what reading throws. The store is closed then.
  package func openSecureStore() throws {
    guard !turns.isInTurn else { throw Diagnostic("app.turn", "the secure store cannot be opened during a turn") }
    let wasOpen = registry.isSecureStoreOpen
    try registry.openSecureStore()
    do {
      guard try turn({ try registry.readDroppedModels() }) != nil else {
        throw Diagnostic(
          "storage.closed", "the secure store cannot be opened: a function that observes an encrypted model failed")
      }
    } catch {
      if !wasOpen { registry.closeSecureStore() }
      throw error
    }
    undoService.clear()
    guard let states = coveredWindows else { return }
    coveredWindows = nil
    coverDidChange()
    try turn { try restoreWindows(states, showsHome: state != .launching) }
    undoService.clear()
  }
}
