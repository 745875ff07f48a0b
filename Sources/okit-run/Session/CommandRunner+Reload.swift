/// Hot reload.
extension CommandRunner {
  /// Reloads the script.
  ///
  /// - Throws: the error of the new version; the previous version keeps running.
  func reload() throws {
    trace?.recorder.processWillEnd(of: driver)
    recording?.models.willReload()
    defer {
      watch?.follow(application.files)
      recording?.models.didReload()
      trace?.recorder.processDidStart(of: driver)
    }
    try reloadApplication()
    driver.runtime = application.runtime
    output.secrets = application.runtime.store.secrets
    restartRecording()
  }

  /// Reloads the script if one of its files has changed since the last call, and reports an error.
  ///
  /// - Returns: whether the script was reloaded.
  func reloadIfChanged() -> Bool {
    guard let watch, watch.hasChanged() else { return false }
    do {
      try reload()
      output.note("reloaded the script")
    } catch {
      output.report(error.diagnostic("command.failed"))
      output.note("reload failed; the previous version keeps running")
      return false
    }
    return true
  }
}
