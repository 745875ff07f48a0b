import OKitEngine
import OKitLua

/// Another script for the application that runs.
extension CommandRunner {
  /// Loads the script again. - Throws: what is wrong with it; the one before goes on then.
  func reload() throws {
    defer { watch?.follow(application.files) }
    try application.reload()
    driver.runtime = application.runtime
    recordAnew()
  }

  /// Loads the script again when one of its files has changed since the last time, and tells what is wrong with it.
  ///
  /// - Returns: whether there is something new to see.
  func reloadIfChanged() -> Bool {
    guard let watch, watch.hasChanged() else { return false }
    do {
      try reload()
      output.note("the script was loaded again")
    } catch {
      output.report(error as? Diagnostic ?? Diagnostic("command.failed", "\(error)"))
      output.note("the script as it was before goes on")
      return false
    }
    return true
  }
}
