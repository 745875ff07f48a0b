extension ProgramRun {
  /// Rejects a program in a session that needs an application. One that has failed or ended itself is not rejected.
  ///
  /// - Parameter name: The option or subcommand that needs it.
  /// - Throws: `CommandFailure` with `controller.none`.
  func requireApplication(for name: String, _ end: SessionEnd) throws {
    guard failure == nil, end.status == nil else { return }
    throw CommandFailure.failed(
      Diagnostic(
        "controller.none", "\(name) needs an application, and the script defines no controller",
        hint: "it runs as a program without \(name)"))
  }

  /// Runs the program to its end.
  ///
  /// - Throws: `CommandFailure` with the exit code unless that is 0.
  func run(_ output: Output, _ end: SessionEnd) throws {
    let succeeded = try run(hasEnded: { end.status != nil || ShutdownSignal.number != nil }, sleep: Pause.sleep)
    // A failure while the script ends is one, even if it has asked for the exit code 0.
    if let status = end.status, status != 0 || !output.hasErrors { throw CommandFailure(status: status) }
    if !succeeded || output.hasErrors { throw CommandFailure.failed() }
  }
}
