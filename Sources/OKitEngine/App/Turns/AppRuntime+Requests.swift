/// The requests of scripts, whose answers arrive between turns.
extension AppRuntime {
  /// Delivers the answers that have arrived. Together they have the time of one turn.
  func continueRequests() {
    guard let requests, requests.isActive, !turns.isInTurn else { return }
    store.budget.withDeadline { requests.advance() }
  }

  /// Waits in real time until an answer has arrived or a timer is due, and runs what follows.
  package func waitForRequest() throws {
    let seconds = min(timers.secondsToNext ?? Self.longestWait, Self.longestWait)
    _ = requests?.poll(milliseconds: Int32((seconds * 1000).rounded(.up)))
    try turn {}
  }

  /// Waits in real time for the requests that the last action has begun, for those that follow from their answers, and
  /// for the attempts of the outbox that are due within the usual time limit of a request: at most for the longest one.
  /// Timers run meanwhile; the wait does not move a virtual clock.
  ///
  /// - Parameters:
  ///   - deadline: When to give up; nil for the longest time limit of a request.
  ///   - isEnding: Returns whether to give up.
  package func waitForRequests(until deadline: ContinuousClock.Instant? = nil, unless isEnding: () -> Bool) throws {
    guard let requests, !requests.isVirtual else { return }
    let now = ContinuousClock.now
    let deadline = deadline ?? now + .seconds(RequestQueue.longestTimeout)
    let last = now + .seconds(HTTPRequest.standardTimeout)
    try requests.waiting {
      while ContinuousClock.now < deadline, !isEnding(),
        requests.isAwaited || outbox.isAwaited(within: (last - .now) / .seconds(1))
      {
        try waitForRequest()
      }
    }
    // Only what another action begins is waited for once more.
    outbox.isAwaited = false
  }

  /// The requests that `waitForRequests` waits for, for a message.
  package var awaitedRequests: [String] {
    guard let requests, !requests.isVirtual else { return [] }
    return requests.awaited
  }

  /// The end of the session is noticed after this time.
  private static let longestWait = 0.05
}
