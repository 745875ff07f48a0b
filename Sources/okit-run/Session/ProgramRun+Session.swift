import OKitEngine
import OKitLua

extension ProgramRun {
  /// Rejects a program in a session that needs an application.
  ///
  /// - Parameter option: The option or subcommand that needs it.
  /// - Throws: `CommandFailure` with `controller.none`, with the script's own failure, or with the status of its `okit.exit`.
  func requireApplication(for option: String, _ end: SessionEnd) throws {
    if let status = end.status { throw CommandFailure(status: status == 0 && hasFailed ? 1 : status) }
    // The failure was reported.
    if hasFailed { throw CommandFailure.failed() }
    throw CommandFailure.failed(
      Diagnostic(
        "controller.none", "\(option) needs an application, and the script defines no controller",
        hint: "it runs as a program without \(option)"))
  }

  private var hasFailed: Bool { failure.map { !SessionEnd.isRequest($0) } ?? false }
}
