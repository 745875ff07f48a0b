// Timers run after each turn. These functions are for the time in which nothing else happens.

extension Application {
  /// The time at which something is due that the application does by itself: a timer, or the next look at requests that
  /// run. Nil when nothing is due, and with a virtual clock, which moves only when it is told to.
  public var nextTimer: ContinuousClock.Instant? {
    guard !isClosed else { return nil }
    return runtime.secondsToNext.map { .now + .seconds($0) }
  }

  /// Runs the timers that are due, each as a turn of its own, and delivers what has arrived. A failure is among the
  /// diagnostics.
  public func runDueTimers() {
    do { try runtime.turn {} } catch { runtime.report(error.diagnostic("function.failed")) }
  }

  /// Runs the timers when they are due, until the task is cancelled or the application is closed. Between them it
  /// sleeps, and leaves the application to others.
  ///
  ///     timers = Task { await app.runTimers() }
  ///
  /// - Parameter isolation: The actor that owns the application.
  public func runTimers(isolation: isolated (any Actor)? = #isolation) async {
    let wakeUp = services.wakeUp
    while !Task.isCancelled, !isClosed {
      await wakeUp.sleep(until: nextTimer)
      if !Task.isCancelled, !isClosed { runDueTimers() }
    }
  }
}
