import OKitTrace

/// The trace of a session.
extension CommandRunner {
  /// Records the commands from now on.
  ///
  /// - Throws: `CommandFailure` when the file cannot be written.
  func record(
    to path: String, as command: TraceHeader.Command, script: String, options: JSONValue, redacted: [String],
    _ requests: TracedRequests
  ) throws {
    let recorder = TraceRecorder(redacted: redacted)
    let traced = TracedApplication(driver: driver, script: script, options: options, requests: requests)
    traced.files = { [application] in application.files }
    driver.placeOfStep = { [weak self] in self?.place }
    let started = ISO8601.text(of: RuntimeClock.system.now) ?? ""
    recorder.begin(TraceHeader(okit: EngineVersion.text, command: command, started: started), path: path)
    recorder.add(traced)
    trace = (recorder, traced)
    recorder.flush()
    if let failure = recorder.failure { throw CommandFailure.failed(failure) }
  }

  /// Writes the end of the trace.
  ///
  /// - Throws: `CommandFailure` when the trace could not be written.
  func endTrace(succeeded: Bool) throws {
    guard let (recorder, application) = trace else { return }
    let isStopped = ShutdownSignal.number != nil
    _ = recorder.end(isStopped ? .stopped : succeeded ? .pass : .fail, failures: [])
    recorder.remove(application)
    if let failure = recorder.failure { throw CommandFailure.failed(failure) }
  }

  /// Performs a command as an action of the trace.
  func tracing(_ command: Command, _ body: () throws -> Outcome) throws -> Outcome {
    guard trace != nil || recording != nil else { return try body() }
    let recorder = trace?.recorder
    recorder?.enter()
    recording?.begin()
    do {
      if let (name, arguments) = command.call {
        driver.remember(command.definition.name, call: name, arguments)
      }
      let outcome = try body()
      // The answers belong to the command. A person at a terminal does not wait for them.
      if !isInteractive { try waitForRequests() }
      recorder?.leave(nil, driver) { ("", [], "") }
      recording?.end(nil)
      return outcome
    } catch {
      // What it would have typed may be a secret.
      recorder?.leave(error, driver) { (command.definition.name, [], "") }
      recording?.end(error)
      throw error
    }
  }
}

extension Command {
  /// The commands that are functions of the application object, or of the session.
  private static let calls: [String: String] = Dictionary(
    uniqueKeysWithValues: [
      "advance", "authenticate", "background", "call", "eval", "foreground", "redo", "reload", "store", "undo",
    ].map { ($0, $0) } + [("set-path", "set")])

  /// The function that the command calls; nil for an action on the screen, and for a command that shows something.
  fileprivate var call: (name: String, arguments: [JSONValue])? {
    guard let name = Self.calls[definition.name] else { return nil }
    return switch arguments {
    case let flag as Bool: (name, [.bool(flag)])
    case let number as Double: (name, [.double(number)])
    case let text as String: (name, [.string(text)])
    case let (path, value) as (Argument, Argument): (name, [.string(path.text), value.literal])
    default: (name, [])
    }
  }
}
