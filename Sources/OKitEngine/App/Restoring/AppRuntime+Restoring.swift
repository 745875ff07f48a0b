/// Restoring backups.
extension AppRuntime {
  /// Makes the models equal to what is stored, after a backup has replaced it, and clears the undo history. Screens
  /// show the new state.
  ///
  /// - Parameters:
  ///   - names: The models on a server that were restored, too.
  ///   - hasClosedStore: Whether the secure store was closed because the backup has other keys. It is opened with the
  ///   configured key. If that fails, the encrypted models are dropped, and the cover is shown.
  /// - Throws: what reading throws. The models are as before then, except for encrypted ones that were dropped.
  package func readModelsAgain(hasClosedStore: Bool, onServer names: Set<String> = []) throws {
    registry.endJournals()
    store.storedDocumentsWereReplaced()
    if hasClosedStore {
      do { try registry.openSecureStore() } catch let diagnostic as Diagnostic {
        report(
          diagnostic.appending(
            .storedState("the backup has other keys; the secure store is closed until its key is used")))
        try dropClosedModels()
      }
    }
    guard try turn({ try registry.readAllAgain(onServer: names) }) != nil else {
      throw Diagnostic("backup.refused", "a function that observes the models has failed")
    }
    undoService.clear()
  }

  /// Drops the encrypted models whose keys are no longer in memory, and shows the cover.
  private func dropClosedModels() throws {
    guard registry.hasEncryptedModels else { return }
    let states = windowStates
    removeScreens()
    guard try dropEncryptedModels() else {
      try restoreWindows(states)
      throw Diagnostic("backup.refused", "a function that observes an encrypted model has failed")
    }
    registry.closeSecureStore()
    coveredWindows = states
    coverDidChange()
  }
}
