/// Runs turns: everything that one action causes happens completely or not at all, and is one step of the undo history.
///
/// A turn opens (`turn`), runs and is committed or rolled back (`commit`), and is settled (`settle`): observers,
/// patches, screens of removed entities, due timers. A turn inside a turn is a part of it.
package final class TurnRunner: TurnContext, ModelRegistryHost {
  private let store: ModelStore
  private let evaluator: Evaluator
  private let clock: RuntimeClock
  private let diagnostics: DiagnosticLog
  private let patches: PatchService
  private let containers: ContainerTree
  private let updates: ControllerUpdates
  private let timerQueue = TimerQueue()
  private(set) lazy var timers = TimerService(timerQueue, clock, store, diagnostics, self)

  /// Called when a turn and its consequences have ended, before unused entities are freed.
  @exclusivity(unchecked) package var onSettled: () -> Void = {}
  /// Called after each turn that a limit stopped permanently or that began after that, before observers run.
  @exclusivity(unchecked) package var onStopped: () -> Void = {}

  /// The runtime. It owns the turns.
  unowned(unsafe) var runtime: AppRuntime?  // Safe: it resets it when it goes.
  var delegate: (any TurnDelegate)? { runtime }

  /// The outcome of a turn, for work that follows it.
  package final class Outcome {
    package fileprivate(set) var isRolledBack = false
  }

  /// The outcome of the turn that runs now. There is none before something asks for it.
  package var outcome: Outcome {
    let outcome = askedOutcome ?? Outcome()
    askedOutcome = outcome
    return outcome
  }
  // Unchecked because every turn passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var askedOutcome: Outcome?

  /// What restores the state outside of the models if the turn is rolled back, in the order of the changes.
  @exclusivity(unchecked) private var restorers: [() -> Void] = []

  @exclusivity(unchecked) private var depth = 0
  /// The failure of a function that ran in this turn. It rolls the turn back at its end.
  private(set) var failure: Diagnostic? {
    get { failed?.diagnostic }
    set { failed = newValue.map(Failure.init) }
  }
  // Every turn resets it, and a diagnostic is large.
  @exclusivity(unchecked) private var failed: Failure?

  private final class Failure {
    let diagnostic: Diagnostic

    init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
  }

  init(
    _ evaluator: Evaluator, _ clock: RuntimeClock, _ diagnostics: DiagnosticLog, _ patches: PatchService,
    _ containers: ContainerTree
  ) {
    (self.evaluator, store) = (evaluator, evaluator.store)
    (self.clock, self.diagnostics, self.patches, self.containers) = (clock, diagnostics, patches, containers)
    updates = ControllerUpdates(store, containers)
    containers.turns = self
  }

  deinit { containers.turns = nil }

  package var isInTurn: Bool { depth > 0 }

  /// What shows another state of the models; nil in the present.
  @exclusivity(unchecked) var travel: HistoryTravel?
  var isPast: Bool { travel != nil }

  /// A failure of the script, not of the person's action: the turn is rolled back, and nothing is thrown.
  private struct ScriptFailure: Error {
    /// Nil when it has been reported already.
    let diagnostic: Diagnostic?
  }

  @discardableResult
  package func run(isRecorded: Bool? = nil, _ body: () throws -> Void) throws -> Bool {
    try runAlone(isRecorded: isRecorded, body) == nil
  }

  /// Runs `body` as one turn.
  ///
  /// - Returns: The failure of a script's function, which was reported and has rolled the turn back; nil for none.
  /// - Throws: What `body` throws; everything that it changed is rolled back.
  package func failure(isRecorded: Bool? = nil, _ body: () throws -> Void) throws -> Diagnostic? {
    try runAlone(isRecorded: isRecorded, body)?.diagnostic
  }

  /// Runs `body` as one turn. A failure of a script's function is thrown as well.
  func runThrowing(_ body: () throws -> Void) throws {
    if let failure = try runAlone(isRecorded: nil, body) { throw failure.diagnostic }
  }

  /// As `failure`. A diagnostic is large, and most turns have none.
  private func runAlone(isRecorded: Bool?, _ body: () throws -> Void) throws -> Failure? {
    if isInTurn {
      try body()
      return nil
    }
    if isPast { throw Diagnostic.past }
    let wasRecording = store.recordsHistory
    if let isRecorded { store.recordsHistory = isRecorded }
    defer { if isRecorded != nil { store.recordsHistory = wasRecording } }
    let budget = store.budget
    open(budget)
    askedOutcome = nil
    defer { settle(budget) }
    do {
      try budget.withDeadline { try commit(body, budget) }
      if !restorers.isEmpty { restorers = [] }
      return nil
    } catch {
      askedOutcome?.isRolledBack = true
      for restore in restorers.reversed() { restore() }
      restorers = []
      containers.rollBack()
      guard let failure = error as? ScriptFailure else { throw error }
      let diagnostic = failure.diagnostic.map(diagnostics.recordFailure) ?? diagnostics.all.last
      return Failure(diagnostic ?? budget.error)
    }
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.report(diagnostic) }

  /// Runs what follows the rows that are shown, after a person has scrolled.
  func runRows() {
    if isPast { return }
    do { try run {} } catch { fail(error) }
  }

  package func runTurn(_ body: () throws -> Void) throws {
    guard try run(body) else {
      throw Diagnostic("http.conflict", "a function that observes the models has failed")
    }
  }

  package func invalidity(of entity: EntityID) throws -> Diagnostic? {
    try EntityValidation(entity, evaluator)?.invalidity
  }

  /// Rolls the current turn back at its end because of an error; outside of a turn, reports the error.
  func fail(_ error: any Error) {
    // The evaluation that calls this ends without a result, and may start again.
    if store.budget.isUnwinding { return }
    let diagnostic = error.diagnostic("function.failed")
    guard isInTurn else { return diagnostics.report(diagnostic) }
    if failed == nil { failure = diagnostics.addingCalls(diagnostic) }
  }

  /// Calls a function if the turn that runs now is rolled back.
  func whenRolledBack(_ restore: @escaping () -> Void) { if isInTurn { restorers.append(restore) } }

  // MARK: Opening

  private func open(_ budget: ExecutionBudget) {
    store.retryAbandonedReads(of: budget)
    if store.unchangedWrites != nil { store.unchangedWrites = [] }
    beginStamp()
    if !clock.isVirtual { store.timeChanged() }
    diagnostics.beginTurn()
  }

  func beginStamp() { evaluator.beginTurn(at: clock.now) }

  // MARK: Running, then committing or rolling back

  private func commit(_ body: () throws -> Void, _ budget: ExecutionBudget) throws {
    depth += 1
    failed = nil
    defer {
      depth -= 1
      failed = nil
    }
    let wasStopped = budget.isStopped
    try store.runTransaction {
      try runChecked(body)
      containers.left.writeInput()
      do { try store.runInvalidatedHooks() } catch { fail(error) }
      do { try updates.run() } catch { fail(error) }
      containers.left.writeInput()
      runObservers()
      store.unchangedWrites = containers.dropOverwrittenInput() ? [] : nil
      do { try store.checkClosedModels() } catch { fail(error) }
      // Whoever runs the turn has to know that it was interrupted.
      if budget.isInterrupted { throw interruption(failure) }
      // Work that the time limit has cut short is not kept.
      if budget.hasExceededTime { throw outOfTime }
      if let failed { throw ScriptFailure(diagnostic: failed.diagnostic) }
      if budget.abandonedCount > 0 { throw outOfTime }
      // Nor are the changes of a function that a limit has stopped, such as an observer. Its other failures roll back
      // only its own changes.
      if !wasStopped, budget.isStopped { throw ScriptFailure(diagnostic: nil) }
    }
  }

  /// An error that follows from work that was cut short is not reported as an error of its own.
  private func runChecked(_ body: () throws -> Void) throws {
    do { try body() } catch {
      if store.budget.isInterrupted { throw interruption(error) }
      throw store.budget.hasExceededTime ? outOfTime : error
    }
  }

  /// The error of an interrupted turn: what the interruption has ended, if a function failed with it.
  private func interruption(_ error: (any Error)?) -> any Error {
    let error = error as? Diagnostic
    return error.flatMap { $0.code == ExecutionBudget.interruptionCode ? $0 : nil } ?? store.budget.error
  }

  private var outOfTime: ScriptFailure { ScriptFailure(diagnostic: diagnostics.addingCalls(store.budget.error)) }

  private func runObservers() {
    guard store.hasStaleNodes else { return }
    let endless = store.graph.flush()
    guard !endless.isEmpty else { return }
    diagnostics.report(
      Diagnostic(
        "observe.endless",
        "observers keep changing what they observe; they were stopped: \(Self.list(endless.map(Self.text)))",
        place: endless.lazy.compactMap(\.place).first))
  }

  private static func text(_ node: StoppedNode) -> String {
    node.title + (node.place.map { " (registered at \($0))" } ?? "")
  }

  /// Returns the first five distinct names and the number of the others.
  private static func list(_ all: [String]) -> String {
    var seen: Set<String> = []
    let names = all.filter { seen.insert($0).inserted }
    let shown = names.prefix(5).joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }

  // MARK: Settling

  func dropOverwrittenInput() { _ = containers.dropOverwrittenInput() }

  func settle() { settle(store.budget) }

  private func settle(_ budget: ExecutionBudget) {
    if budget.isStopped { onStopped() }
    runObserversOfRollback()
    if patches.isPending { budget.withDeadline(patches.deliver) }
    containers.removeControllersOfRemovedEntities()
    let runtime = runtime
    runtime?.followSettings()
    onSettled()
    containers.endTurn()
    store.collectGarbage()
    runtime?.continueByItself()
    // Most applications have no timer.
    if timerQueue.firstDue != nil { timers.runDue() }
  }

  /// A rollback makes observers stale that ran during the turn. After a commit there are none.
  private func runObserversOfRollback() {
    guard store.hasStaleNodes else { return }
    depth += 1
    store.budget.withDeadline(runObservers)
    depth -= 1
    restorers = []
  }
}
