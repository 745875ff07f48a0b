// Timers run after each turn. These functions are for the time in which nothing else happens.

extension Application {
  /// The time at which something is due that the application does by itself: a timer, or the next look at requests that
  /// run. Nil when nothing is due, and with a virtual clock, which moves only when it is told to.
  ///
  /// - Throws: `application.closed`.
  public var nextTimer: ContinuousClock.Instant? {
    get throws {
      _ = try open()
      return nextEvent
    }
  }

  /// As `nextTimer`; nil for a closed application.
  package var nextEvent: ContinuousClock.Instant? {
    isClosed || runtime.isPast ? nil : runtime.secondsToNext.map { .now + .seconds($0) }
  }

  /// Runs the timers that are due, each as a turn of its own, and delivers what has arrived. A failure is among the
  /// diagnostics.
  ///
  /// - Throws: `application.closed`.
  public func runDueTimers() throws {
    _ = try open()
    runDueEvents()
  }

  /// As `runDueTimers`, for an application that is open.
  package func runDueEvents() {
    if runtime.isPast { return }
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
      await wakeUp.sleep(until: nextEvent)
      if !Task.isCancelled, !isClosed { runDueEvents() }
    }
  }
}
