/// The run of a program: a script that defines no controller. It ends with its main chunk, which may wait.
package final class ProgramRun {
  private let runtime: AppRuntime
  private let host: ScriptHost
  private var result: Result<Value, Diagnostic>?

  /// The error that ended the main chunk.
  package var failure: Diagnostic? {
    if case .failure(let diagnostic) = result { diagnostic } else { nil }
  }

  /// Whether the main chunk has not ended.
  package var isWaiting: Bool { result == nil }

  init(_ runtime: AppRuntime, _ host: ScriptHost) { (self.runtime, self.host) = (runtime, host) }

  /// The main chunk has ended. A failure rolls its turn back and is reported.
  func finish(_ result: Result<Value, Diagnostic>) {
    self.result = result
    if case .failure(let diagnostic) = result { runtime.fail(diagnostic) }
  }

  /// - Throws: `lua.wait` when the script of an application is waiting.
  func checkApplication() throws {
    guard result == nil else { return }
    throw Diagnostic(
      "lua.wait", "the script of an application cannot wait before its first screen is shown",
      place: runtime.definition.controllers.first?.place, hint: "wait in a function that okit.after calls")
  }

  /// Waits for the requests of the main chunk, which is that of an application if it defines controllers after them.
  func waitForRequests() throws {
    while result == nil, host.requests.isEmpty == false, !host.isEnding { try waitForRequest() }
  }

  /// Waits for the next answer: in real time, or by moving a virtual clock with answers in the process.
  private func waitForRequest() throws {
    if runtime.requests?.isVirtual == true,
      let next = [runtime.nextEvent, runtime.timers.nextDue].compactMap(\.self).min()
    {
      try runtime.set(clock: max(next, runtime.clock.now))
    } else {
      try runtime.waitForRequest()
    }
  }

  /// Responses of a server, and the end of the session, are noticed at once; timers that are due after this time.
  private static let longestWait = 0.05

  /// Runs the program to the end of its main chunk, sends the mutations that can be sent now, and stores its models.
  ///
  /// - Parameters:
  ///   - hasEnded: Returns whether the script has called `okit.exit`.
  ///   - sleep: Waits in real time for a number of seconds.
  /// - Returns: whether the main chunk has succeeded; otherwise its failure was reported, and nothing is stored.
  /// - Throws: `lua.wait` when nothing will continue the program, or when it has defined a controller after a wait;
  ///   what storing throws.
  package func run(hasEnded: () -> Bool, sleep: (Double) -> Void) throws -> Bool {
    while result == nil || failure == nil && runtime.outbox.isSending, !hasEnded() {
      if !runtime.clock.isVirtual, runtime.registry.isStoring {
        runtime.registry.waitForServer(seconds: Self.longestWait)
        try runtime.turn {}
        continue
      }
      let due = runtime.timers.nextDue
      // A stream holds up no virtual clock.
      if let requests = runtime.requests, requests.isActive,
        requests.isAwaited || requests.isVirtual || !runtime.clock.isVirtual || due == nil
      {
        try waitForRequest()
        continue
      }
      guard let due else {
        if result != nil { break }
        throw Diagnostic(
          "lua.wait", "the program waits for something that cannot happen: no timer is running",
          place: host.waitingPlace)
      }
      if runtime.clock.isVirtual {
        try runtime.set(clock: due)
      } else {
        sleep(max(0, due.secondsSince2001 - runtime.clock.now.secondsSince2001))
        try runtime.turn {}
      }
    }
    if !hasEnded() {
      if case .failure = result { return false }
      // What nothing waits for is sent all the same.
      try runtime.waitForRequests(unless: hasEnded)
      if let late = runtime.definition.controllers.first {
        throw Diagnostic(
          "lua.wait", "a script that has waited is a program and cannot define controllers", place: late.place)
      }
    }
    try runtime.registry.storeState()
    try runtime.registry.waitUntilStored()
    reportPending()
    return true
  }

  private func reportPending() {
    let count = runtime.outbox.isReadOnly ? 0 : runtime.outbox.pendingCount
    guard count > 0 else { return }
    let text = count == 1 ? "1 mutation was not sent and stays" : "\(count) mutations were not sent and stay"
    runtime.report(
      Diagnostic(
        "mutation.pending", "\(text) in the outbox", severity: .warning, hint: "the next start sends what is pending"))
  }
}
