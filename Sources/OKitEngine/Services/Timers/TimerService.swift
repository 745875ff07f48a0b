/// Runs the timers of one application by its clock. Each run is a turn of its own.
package final class TimerService {
  /// The number of timers that may run while the clock is moved.
  static let maximumRuns = 100_000
  /// The number of timers that may run at one moment; the rest waits for the next turn.
  static let maximumRunsAtOnce = 1000

  private let clock: RuntimeClock
  private let store: ModelStore
  private let diagnostics: DiagnosticLog
  private unowned let turns: any TurnContext
  private let queue = TimerQueue()
  private var isRunning = false
  private var isStopped = false

  init(_ clock: RuntimeClock, _ store: ModelStore, _ diagnostics: DiagnosticLog, _ turns: any TurnContext) {
    (self.clock, self.store, self.diagnostics, self.turns) = (clock, store, diagnostics, turns)
  }

  /// Starts a timer.
  ///
  /// - Parameters:
  ///   - seconds: The time until it runs; a negative number counts as 0.
  ///   - interval: The seconds between its runs; nil for a timer that runs once.
  ///   - place: Where the script started it.
  /// - Returns: A handle for `cancel`.
  package func start(
    after seconds: Double, every interval: Double? = nil, place: Diagnostic.Place? = nil, _ body: @escaping () -> Void
  ) -> RuntimeHandle {
    let due = DateValue(secondsSince2001: clock.now.secondsSince2001 + max(0, seconds))
    return RuntimeHandle(.timer, queue.start(at: due, every: interval, place: place, body))
  }

  package func cancel(_ handle: RuntimeHandle) { queue.cancel(handle.id) }

  /// Cancels all timers.
  ///
  /// - Returns: What the timers kept alive, so that the caller can free it later.
  @discardableResult
  package func cancelAll() -> Any { queue.cancelAll() }

  /// Cancels all timers, and runs none that is started later.
  func stop() {
    isStopped = true
    cancelAll()
  }

  package func isRunning(_ handle: RuntimeHandle) -> Bool { queue.isRunning(handle.id) }

  /// The seconds until the next timer is due by the system's clock; nil when no timer will run by itself.
  package var secondsToNext: Double? {
    guard !isStopped, !clock.isVirtual, let timer = queue.first else { return nil }
    return max(0, timer.due.secondsSince2001 - clock.now.secondsSince2001)
  }

  /// The date at which the next timer is due; nil when none runs.
  package var nextDue: DateValue? { isStopped ? nil : queue.first?.due }

  // MARK: Moving the clock

  /// Moves the clock forward and runs each timer at its moment.
  ///
  /// - Throws: What `set` throws.
  package func advance(seconds: Double) throws {
    try set(DateValue(secondsSince2001: clock.now.secondsSince2001 + seconds))
  }

  /// Sets the clock. Timers that are due between the two moments run when the clock moves forward.
  ///
  /// - Throws: `app.turn` during a turn; `app.clock` for a moment that is not finite; `app.timers` when timers keep
  ///   starting each other.
  package func set(_ date: DateValue) throws {
    try turns.requireIdle("the clock cannot be moved while an action is running")
    guard date.secondsSince2001.isFinite else {
      throw Diagnostic("app.clock", "the clock cannot be set to \(date.secondsSince2001) s; it needs a date")
    }
    let wasRunning = isRunning
    isRunning = true
    defer { isRunning = wasRunning }
    try store.budget.withDeadline { try runTimers(until: date) }
    move(to: date)
    turns.settle()
  }

  private func runTimers(until date: DateValue) throws {
    var runs = 0
    while let timer = queue.takeDue(date) {
      if timer.due > clock.now { move(to: timer.due) }
      run(timer)
      runs += 1
      guard runs < Self.maximumRuns else {
        throw Diagnostic(
          "app.timers", "more than \(Self.maximumRuns) timers ran before the clock reached its new time",
          place: timer.place)
      }
    }
  }

  private func move(to date: DateValue) {
    clock.move(to: date)
    store.graph.changed(store.clockSource)
  }

  // MARK: Running

  /// Runs the timers that are due now. Together they have the time of one turn.
  func runDue() {
    guard !turns.isInTurn, !isStopped, !isRunning, let due = queue.firstDue, due <= clock.now else { return }
    isRunning = true
    defer { isRunning = false }
    store.budget.withDeadline(runDueAtOnce)
  }

  private func runDueAtOnce() {
    for _ in 0..<Self.maximumRunsAtOnce {
      guard let timer = queue.takeDue(clock.now) else { return }
      run(timer)
    }
    diagnostics.report(
      Diagnostic(
        "app.timers", "\(Self.maximumRunsAtOnce) timers ran at one moment; they keep starting each other",
        place: queue.first?.place))
  }

  private func run(_ timer: TimerQueue.Timer) {
    do { try turns.run(timer.body) } catch {
      diagnostics.report(
        (error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")).appending(.timer(startedAt: nil)))
    }
  }
}
