/// Runs the timers of one application by its clock. Each run is a turn of its own.
package final class TimerService {
  /// The number of timers that may run while the clock is moved.
  static let maximumRuns = 100_000
  /// The number of timers in a row that may start each other at one moment.
  static let maximumChain = 1000
  /// The number of repeated runs that a turn catches up on; the rest waits for the next turn.
  static let maximumRepeats = 1000

  private let clock: RuntimeClock
  private let store: ModelStore
  private let diagnostics: DiagnosticLog
  private unowned let turns: any TurnContext  // Safe: it owns the service.
  private let queue: TimerQueue
  // Unchecked because every turn reads them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private var isStopped = false
  /// The moment whose timers run; nil while the clock is moved.
  private var moment: DateValue?
  /// The chain to which a timer belongs that is started now, as long as it is due at once.
  private var chain = 0
  /// Whether the timer that runs has continued a function that waited.
  private var hasResumed = false

  init(
    _ queue: TimerQueue, _ clock: RuntimeClock, _ store: ModelStore, _ diagnostics: DiagnosticLog,
    _ turns: any TurnContext
  ) {
    (self.queue, self.clock, self.store, self.diagnostics, self.turns) = (queue, clock, store, diagnostics, turns)
  }

  /// Starts a timer.
  ///
  /// - Parameters:
  ///   - seconds: The time until it runs; a negative number counts as 0.
  ///   - interval: The seconds between its runs; nil for a timer that runs once.
  ///   - isRecorded: Whether its runs become steps of the history; nil for the answer of what runs now.
  ///   - place: Where the script started it.
  /// - Returns: A handle for `cancel`.
  package func start(
    after seconds: Double, every interval: Double? = nil, isRecorded: Bool? = nil, place: Diagnostic.Place? = nil,
    _ body: @escaping () -> Void
  ) -> RuntimeHandle {
    let isDue = seconds <= 0
    // The system's clock moves on while timers run; those that are due at once still belong to the same moment.
    let now = isDue ? moment ?? clock.now : clock.now
    let due = DateValue(secondsSince2001: now.secondsSince2001 + max(0, seconds))
    return RuntimeHandle(
      .timer,
      queue.start(
        at: due, every: interval, chain: isDue ? chain : 0, isRecorded: isRecorded ?? store.history.isRecording,
        place: place, body))
  }

  /// Continues a function that has waited. Timers that it starts are not in a row with the one that continued it: a
  /// loop that waits is not endless.
  package func resuming<Result>(_ body: () throws -> Result) rethrows -> Result {
    let previous = chain
    chain = 0
    hasResumed = true
    defer { chain = previous }
    return try body()
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

  /// The places in scripts that have started the timers that run.
  package var runningPlaces: [Diagnostic.Place] { queue.places }

  /// The date at which the next timer is due; nil when none runs.
  package var nextDue: DateValue? { isStopped ? nil : queue.first?.due }

  // MARK: Moving the clock

  /// Moves the clock forward and runs each timer at its moment.
  ///
  /// - Throws: `app.clock` for a negative number of seconds and one that is not finite; what `set` throws.
  package func advance(seconds: Double) throws {
    guard seconds.isFinite, seconds >= 0 else {
      throw Diagnostic("app.clock", "the clock only moves forward, by 0 s or more, not by \(seconds) s")
    }
    try set(DateValue(secondsSince2001: clock.now.secondsSince2001 + seconds))
  }

  /// Sets the clock. Timers that are due between the two moments run when the clock moves forward.
  ///
  /// - Throws: `app.turn` during a turn; `app.clock` for a moment that is not finite; `app.timers` when timers keep
  ///   starting each other.
  package func set(_ date: DateValue) throws {
    try turns.requireIdle("the clock cannot be moved while an action is running")
    guard date.secondsSince2001.isFinite else {
      throw Diagnostic("app.clock", "the clock needs a finite date, got \(date.secondsSince2001) seconds since 2001")
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
    while true {
      if let next = turns.delegate?.nextEvent, next <= date, next <= queue.first?.due ?? date {
        if next > clock.now { move(to: next) }
        turns.delegate?.continueByItself()
        runs += 1
        guard runs < Self.maximumRuns else { return }
        continue
      }
      guard let timer = queue.takeDue(date) else { return }
      if timer.due > clock.now { move(to: timer.due) }
      run(timer)
      if !hasResumed { runs += 1 }
      guard runs < Self.maximumRuns else {
        throw Diagnostic(
          "app.timers", "more than \(Self.maximumRuns) timers ran before the clock reached its new time",
          place: timer.place)
      }
    }
  }

  private func move(to date: DateValue) {
    clock.move(to: date)
    store.timeChanged()
  }

  // MARK: Running

  /// Runs the timers that are due now. Together they have the time of one turn.
  func runDue() {
    guard let due = queue.firstDue, !turns.isInTurn, !turns.isPast, !isStopped, !isRunning, due <= clock.now
    else { return }
    let moment = clock.now
    (isRunning, self.moment) = (true, moment)
    defer { (isRunning, self.moment) = (false, nil) }
    store.budget.withDeadline { runDue(at: moment) }
  }

  private func runDue(at moment: DateValue) {
    var repeats = 0
    while repeats < Self.maximumRepeats, let timer = queue.takeDue(moment) {
      guard timer.chain < Self.maximumChain else {
        queue.cancel(timer.id)
        diagnostics.report(
          Diagnostic(
            "app.timers", "\(Self.maximumChain) timers ran at one moment; they keep starting each other",
            place: timer.place))
        continue
      }
      run(timer)
      if timer.interval != nil, timer.chain == 0 { repeats += 1 }
    }
  }

  private func run(_ timer: TimerQueue.Timer) {
    (chain, hasResumed) = (timer.chain + 1, false)
    defer { chain = 0 }
    do { try turns.run(isRecorded: timer.isRecorded, timer.body) } catch {
      diagnostics.report(
        error.diagnostic("function.failed").appending(.timer(startedAt: nil)))
    }
  }
}
