/// Turns: everything that one action causes happens as a whole or not at all, and is one step of the history.
extension AppRuntime {
  /// A failure inside the turn that is the script's, not the person's: reported, and the turn taken back.
  private struct ScriptFailure: Error {
    /// Nil when it is reported already.
    let diagnostic: Diagnostic?
  }

  /// Runs `body` as one turn; inside a turn, as a part of it.
  ///
  /// At its end observers hear of what changed, controllers whose entity has left leave too, and timers that are due
  /// run. - Throws: what `body` throws; everything is taken back then.
  @discardableResult
  public func turn<T>(_ body: () throws -> T) throws -> T? {
    guard turnDepth == 0 else { return try body() }
    store.forgetCut()
    stampTurn()
    if !clock.isVirtual { store.graph.changed(store.clockSource) }
    defer { settle() }
    do {
      return try store.work.timed { try attempt(body) }
    } catch let failure as ScriptFailure {
      if let diagnostic = failure.diagnostic { tell(diagnostic) }
      return nil
    }
  }

  private func stampTurn() {
    evaluator.turn.number += 1
    evaluator.turn.began = clock.now
  }

  private func attempt<T>(_ body: () throws -> T) throws -> T {
    forgetReported()
    turnDepth += 1
    turnFailure = nil
    defer {
      turnDepth -= 1
      turnFailure = nil
    }
    let wasStopped = store.work.isStopped()
    return try store.transaction {
      let result = try untilTimeIsOver(body)
      do { try store.runInvalidatedHooks() } catch { fail(error) }
      flush()
      // Whatever came of work that was not finished, it is not kept.
      if store.work.ranOut { throw timeIsOver }
      if let turnFailure { throw ScriptFailure(diagnostic: turnFailure) }
      if store.work.cuts > 0 { throw timeIsOver }
      // Nor what a function has done that a limit has stopped, such as an observer, whose other failures take back no more
      // than itself.
      if !wasStopped, store.work.isStopped() { throw ScriptFailure(diagnostic: nil) }
      return result
    }
  }

  private var timeIsOver: ScriptFailure { ScriptFailure(diagnostic: complete(store.work.failure)) }

  /// Whatever follows from work that was not finished is no failure of its own.
  private func untilTimeIsOver<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch { throw store.work.ranOut ? timeIsOver : error }
  }

  /// Lets observers hear of what changed.
  private func flush() {
    let endless = store.graph.flush()
    guard !endless.isEmpty else { return }
    report(
      Diagnostic(
        "observe.endless",
        "observers kept changing what they observe; the turn was cut: \(Self.list(endless))"
      ))
  }

  /// The first of some names, and how many more there are.
  private static func list(_ all: [String]) -> String {
    var seen: Set<String> = []
    let names = all.filter { seen.insert($0).inserted }
    let shown = names.prefix(5).joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }

  /// What follows a turn.
  private func settle() {
    if store.work.isStopped() { onStopped() }
    // Nothing is left to be told when a turn was taken back, but its readers are stale.
    turnDepth += 1
    store.work.timed(flush)
    turnDepth -= 1
    store.work.timed(deliverPatches)
    leaveGoneContexts()
    onSettled()
    store.collectGarbage()
    runDueTimers()
  }

  /// Tells the followers of patches, also of what they change themselves.
  private func deliverPatches() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    var rounds = 0
    while !committed.isEmpty {
      let changes = committed
      committed = []
      guard !patchObservers.isEmpty else { return }
      rounds += 1
      guard rounds <= DependencyGraph.maximumRunsPerTurn else {
        return report(
          Diagnostic(
            "observe.endless",
            "followers of patches kept changing what they follow; they were cut after \(rounds - 1) rounds"))
      }
      for change in changes { deliver(store.patches(change)) }
    }
  }

  private func deliver(_ patches: [Patch]) {
    for (number, observer) in patchObservers.sorted(by: { $0.key < $1.key }) {
      // One before may have cancelled it.
      guard patchObservers[number] != nil, let path = store.path(of: observer.entity) else { continue }
      let own = patches.filter { $0.path.hasPrefix(path + "/") || $0.path == path }
      if !own.isEmpty { observer.handler(own) }
    }
  }

  /// Follows the patches below an entity. - Returns: a number to cancel with.
  public func observePatches(of entity: EntityID, _ handler: @escaping ([Patch]) -> Void) -> RuntimeHandle {
    let handle = makeHandle(.observation)
    patchObservers[handle.id] = (entity, handler)
    return handle
  }

  public func cancelPatches(_ handle: RuntimeHandle) { patchObservers[handle.id] = nil }

  /// Nobody follows patches any more. - Returns: what followed, for who wants to let go of it later.
  @discardableResult
  public func cancelPatches() -> Any {
    defer { patchObservers = [:] }
    return patchObservers
  }

  // MARK: History

  /// Takes the newest step back. - Returns: whether there was one. - Throws: `app.turn` inside a turn.
  public func undo() throws -> Bool { try step("undo") { store.history.undo(store) != nil } }

  /// Does the step that was taken back last once more.
  public func redo() throws -> Bool { try step("redo") { store.history.redo(store) != nil } }

  private func step(_ name: String, _ body: () -> Bool) throws -> Bool {
    guard turnDepth == 0 else {
      throw Diagnostic("app.turn", "\(name) is not possible while an action is being carried out")
    }
    stampTurn()
    defer { settle() }
    return body()
  }

  /// The net changes that `body` causes, in order.
  public func changes(_ body: () throws -> Void) throws -> [Patch] {
    guard turnDepth == 0 else {
      throw Diagnostic("app.turn", "changes are known when the action has ended; call this outside of it")
    }
    let recorder = ChangeRecorder()
    store.startRecording(recorder)
    defer { store.stopRecording(recorder) }
    try body()
    return store.patches(recorder.changes)
  }

  // MARK: Time

  /// Starts a timer. - Returns: a handle to cancel with.
  public func startTimer(
    after seconds: Double, every interval: Double? = nil, place: Diagnostic.Place? = nil, _ body: @escaping () -> Void
  ) -> RuntimeHandle {
    let due = DateValue(secondsSince2001: clock.now.secondsSince2001 + max(0, seconds))
    return RuntimeHandle(.timer, timers.start(at: due, every: interval, place: place, body))
  }

  public func cancelTimer(_ handle: RuntimeHandle) { timers.cancel(handle.id) }

  /// Stops all timers. - Returns: what they were, for who wants to let go of it later.
  @discardableResult
  public func cancelTimers() -> Any { timers.cancelAll() }

  /// How long it is until a timer is due, by a clock that moves by itself; nil when none will be.
  public var secondsToNextTimer: Double? {
    guard state != .terminated, !clock.isVirtual, let timer = timers.first else { return nil }
    return max(0, timer.due.secondsSince2001 - clock.now.secondsSince2001)
  }

  public func isRunning(timer handle: RuntimeHandle) -> Bool { timers.isRunning(handle.id) }

  /// Moves the clock on, running each timer at its moment.
  public func advance(seconds: Double) throws {
    try set(clock: DateValue(secondsSince2001: clock.now.secondsSince2001 + seconds))
  }

  /// Sets the clock. Forwards the timers between run at their moments; backwards none does.
  public func set(clock date: DateValue) throws {
    guard turnDepth == 0 else {
      throw Diagnostic("app.turn", "the clock does not move while an action is being carried out")
    }
    guard date.secondsSince2001.isFinite else { throw Diagnostic("app.clock", "the clock needs a date") }
    let wasRunningTimers = isRunningTimers
    isRunningTimers = true
    defer { isRunningTimers = wasRunningTimers }
    try store.work.timed { try runTimers(until: date) }
    move(to: date)
    settle()
  }

  private func runTimers(until date: DateValue) throws {
    var runs = 0
    while let timer = timers.takeDue(date) {
      if timer.due > clock.now { move(to: timer.due) }
      run(timer)
      runs += 1
      guard runs < Self.maximumTimerRuns else {
        throw Diagnostic("app.timers", "more than \(Self.maximumTimerRuns) timers ran before the clock arrived")
      }
    }
  }

  static let maximumTimerRuns = 100_000

  private func move(to date: DateValue) {
    clock.move(to: date)
    store.graph.changed(store.clockSource)
  }

  /// Timers that start each other run this often at one moment; the rest waits for the next turn.
  static let maximumTimersAtOnce = 1000

  /// Runs the timers whose moment has come. Each is a turn, and all have the time of one.
  private func runDueTimers() {
    guard turnDepth == 0, state != .terminated, !isRunningTimers else { return }
    isRunningTimers = true
    defer { isRunningTimers = false }
    store.work.timed(runTimersAtOnce)
  }

  private func runTimersAtOnce() {
    for _ in 0..<Self.maximumTimersAtOnce {
      guard let timer = timers.takeDue(clock.now) else { return }
      run(timer)
    }
    report(
      Diagnostic(
        "app.timers", "\(Self.maximumTimersAtOnce) timers ran at one moment; they keep starting each other",
        place: timers.first?.place))
  }

  private func run(_ timer: Timers.Timer) {
    do { try turn { timer.body() } } catch {
      report((error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")).noting("in a timer"))
    }
  }
}
