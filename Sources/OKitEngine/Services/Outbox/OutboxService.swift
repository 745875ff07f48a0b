/// Sends the mutations of an application: those of one queue one after the other, those of several side by side.
///
/// A mutation is sent when the state with it is stored, and the next one when the state with the answer is stored: what
/// a killed process has sent is sent again with the same key, and what was answered is not.
package final class OutboxService {
  /// The name of the model with the mutations that are not sent.
  package static let modelName = "okit-outbox"

  /// Why a mutation could not be sent.
  package struct Failure {
    package var code: String
    package var message: String
    /// The status of the response; nil without one.
    package var status: Int?
    /// The seconds after which the service wants to be asked again.
    package var retryAfter: Double

    package init(code: String, message: String, status: Int? = nil, retryAfter: Double = 0) {
      (self.code, self.message, self.status, self.retryAfter) = (code, message, status, retryAfter)
    }

    /// Whether the service has refused the mutation, so that sending it again is of no use. A redirect that is not
    /// followed leads to no answer either.
    var isRefusal: Bool { status.map { (300..<500).contains($0) && ![408, 425, 429].contains($0) } ?? false }

    /// Whether the script has made a mistake: sending the mutation again would repeat it, and hold up the others.
    var isMistake: Bool {
      if let status { return status < 300 }
      if ["net.url", "net.request"].contains(code) { return true }
      return !["net.", "http.", "storage."].contains(where: code.hasPrefix)
        && !Diagnostic.limits.contains(Diagnostic.Code(rawValue: code))
    }

    /// Whether the same mutation may succeed later without anything else.
    var isTemporary: Bool { status != nil || code.hasPrefix("net.") && !["net.permission", "net.size"].contains(code) }
  }

  private struct Queue {
    /// The mutation that was sent last.
    var mutation: EntityID?
    /// Whether it has no answer yet.
    var isSending = false
    /// When it was sent.
    var began: DateValue?
    /// The time before which the service does not want to be asked.
    var earliest: DateValue?
    var failures = 0
    /// The timer of the next attempt.
    var timer: RuntimeHandle?
    /// When that is due.
    var due: DateValue?
  }

  private let store: ModelStore
  private let registry: ModelRegistry
  private let clock: RuntimeClock
  private let timers: TimerService
  private unowned let turns: any TurnContext  // Safe: the runtime owns both.
  private var random: SplitMix64?
  private var queues: [String: Queue] = [:]
  /// The queues of classes, by the name of the class.
  private var names: [String: String] = [:]
  /// Whether the outbox has changed since the state was stored.
  private var isUnsaved = false { didSet { if isUnsaved { isAwaited = true } } }
  /// Whether the next command waits for attempts: an action has changed the outbox since the last one that waited.
  package var isAwaited = false
  private var isSaving = false
  private var failedStores = 0

  /// Whether nothing is stored, and so nothing is sent: what was sent would be sent again.
  package var isReadOnly = false

  /// Sends a mutation and calls `accept` or `fail` in the end; nil for a program that sends none.
  package var send: ((EntityID) -> Void)?

  init(
    _ registry: ModelRegistry, _ clock: RuntimeClock, _ timers: TimerService, _ turns: any TurnContext, seed: UInt64?
  ) {
    (store, self.registry, self.clock, self.timers, self.turns) = (registry.store, registry, clock, timers, turns)
    random = seed.map(SplitMix64.init)
  }

  // MARK: Classes

  /// Sets the queue of the mutations of a class.
  package func setQueue(_ name: String, of type: EntityType) { names[type.name] = name }

  private func queue(of mutation: EntityID) -> String {
    var type = store.type(of: mutation)
    while let known = type {
      if let name = names[known.name] { return name }
      type = known.superType
    }
    return ""
  }

  // MARK: The model

  /// The mutations that are not sent, oldest first; nil without an outbox.
  private var changes: OptimisticChanges? {
    guard let changes = store.optimistic, registry.get(Self.modelName) == changes.root else { return nil }
    return changes
  }

  /// Registers the model, in a turn, and begins to send what it has.
  ///
  /// The model is encrypted if the application has encrypted models, and stored if it has stored ones.
  @discardableResult
  package func open() throws -> OptimisticChanges {
    if let changes { return changes }
    let classes =
      store.types.made.filter { $0.isModel && $0.place != nil } + store.roots.values.compactMap(store.type(of:))
    let names = BuiltInTypes.outboxNames
    let name =
      classes.contains(where: \.isEncrypted)
      ? names.encrypted : classes.contains(where: \.isStored) ? names.file : names.memory
    var changes: OptimisticChanges?
    try turns.run(isRecorded: false) {
      let root = try registry.register(store.requireType(name, for: "okit.outbox"), name: Self.modelName)
      changes = OptimisticChanges(store, root: root)
    }
    guard let changes else { throw Diagnostic("app.turn", "the outbox cannot be read") }
    changes.didChange = { [weak self] in self?.isUnsaved = true }
    isUnsaved = isUnsaved || !changes.mutations.isEmpty
    return changes
  }

  /// Opens the outbox if the application has classes of mutations.
  func openIfNeeded() throws {
    guard let mutation = store.types.made.first(where: { $0.name == BuiltInTypes.mutationName }),
      store.types.made.contains(where: { $0.superType === mutation }), !store.models.sorted.isEmpty
    else { return }
    try open()
  }

  // MARK: Actions

  /// Applies a mutation, in a turn; it is stored with the state at the end of the turn, and sent then.
  ///
  /// - Throws: `mutation.send` for a class without a function `send`; what `OptimisticChanges.perform` throws.
  package func perform(_ mutation: EntityID) throws {
    guard let type = store.type(of: mutation), type.function(named: "send") != nil else {
      throw Diagnostic(
        "mutation.send", "\(store.describe(mutation)) cannot be sent: its class has no function send(key)")
    }
    try open().perform(mutation)
  }

  /// Takes a mutation back that is not answered, in a turn. What the service answers later is ignored.
  ///
  /// - Throws: What `OptimisticChanges.takeBack` throws.
  package func discard(_ mutation: EntityID) throws { try open().takeBack(mutation) }

  /// Sends what waits for its next attempt at once.
  package func retry() throws {
    try open()
    for name in queues.keys.sorted() { wake(name, from: clock.now) }
    isUnsaved = true
  }

  /// Sends what waits for its next attempt, because a service can be reached: a second after the last attempt, at the
  /// earliest.
  package func requestHasSucceeded() {
    for (name, queue) in queues.sorted(by: { $0.key < $1.key }) where queue.failures > 0 {
      let next = queue.began.map { DateValue(secondsSince2001: $0.secondsSince2001 + Self.shortestDelay) }
      wake(name, from: [next, queue.earliest].compactMap(\.self).max() ?? clock.now)
    }
  }

  private func wake(_ name: String, from date: DateValue) {
    guard let timer = queues[name]?.timer else { return }
    timers.cancel(timer)
    begin(name, after: date.secondsSince2001 - clock.now.secondsSince2001)
  }

  // MARK: Answers

  /// Removes a mutation that the service has accepted.
  ///
  /// - Parameter body: Runs its function `done`; what that writes is stored together with the removal.
  package func accept(_ mutation: EntityID, _ body: () throws -> Void) throws {
    guard let changes = endSending(mutation) else { return }
    try changes.accept(mutation) {
      guard store.type(of: mutation)?.function(named: "done") != nil else { return }
      // The service has the mutation, whatever its function does.
      do { try store.runTransaction(body) } catch { turns.report(error.diagnostic("function.failed")) }
    }
    requestHasSucceeded()
  }

  /// Takes a mutation back that the service has refused, or keeps it for the next attempt.
  ///
  /// - Parameter body: Runs its function `refused`, in a turn of its own.
  package func fail(_ mutation: EntityID, _ failure: Failure, _ body: @escaping () -> Void) throws {
    guard let changes = endSending(mutation) else { return }
    guard failure.isRefusal || failure.isMistake else { return try keep(mutation, failure) }
    if failure.isMistake {
      report(failure, "\(store.describe(mutation)) could not be sent, and its changes were taken back")
    }
    let isTold = store.type(of: mutation)?.function(named: "refused") != nil
    try changes.takeBack(mutation)
    guard isTold else { return }
    _ = timers.start(after: 0, isRecorded: false) { [weak self] in
      body()
      // What it has written is stored now, as what `done` writes is.
      self?.isUnsaved = true
    }
  }

  private func keep(_ mutation: EntityID, _ failure: Failure) throws {
    let name = queue(of: mutation)
    var queue = queues[name] ?? Queue()
    queue.failures += 1
    let requested = failure.retryAfter
    let delay = max(delay(after: queue.failures), requested)
    if requested > 0 { queue.earliest = DateValue(secondsSince2001: clock.now.secondsSince2001 + requested) }
    queues[name] = queue
    if !failure.isTemporary {
      report(
        failure, "\(store.describe(mutation)) could not be sent and stays in the outbox",
        hint: "okit.outbox.discard(mutation) takes it back")
    }
    try store.set(mutation, "attempts", .int(queue.failures))
    try store.set(mutation, "problem", .string(failure.message))
    begin(name, after: delay)
  }

  private func report(_ failure: Failure, _ text: String, hint: String? = nil) {
    turns.report(Diagnostic("mutation.failed", "\(text): \(failure.message)", hint: hint))
  }

  /// Notes that a mutation has its answer.
  ///
  /// - Returns: Its outbox; nil if it was discarded meanwhile.
  private func endSending(_ mutation: EntityID) -> OptimisticChanges? {
    let name = queue(of: mutation)
    guard queues[name]?.isSending == true, queues[name]?.mutation == mutation else { return nil }
    queues[name]?.isSending = false
    isUnsaved = true
    guard let changes, changes.isPending(mutation) else { return nil }
    return changes
  }

  // MARK: Sending

  /// Stores the state if the outbox has changed, and then sends what can be sent; called between turns.
  func continueByItself() {
    guard isUnsaved, !isReadOnly, !isSaving, !turns.isInTurn, let changes, store.closedModels[changes.root] == nil
    else { return }
    (isUnsaved, isSaving) = (false, true)
    defer { isSaving = false }
    for (name, queue) in queues {
      guard let mutation = queue.mutation, !changes.isPending(mutation) else { continue }
      if let timer = queue.timer { timers.cancel(timer) }
      queues[name] = nil
    }
    do { try registry.storeState() } catch {
      turns.report(error.diagnostic("storage.write"))
      failedStores += 1
      _ = timers.start(after: delay(after: failedStores), isRecorded: false) { [weak self] in self?.isUnsaved = true }
      return
    }
    failedStores = 0
    guard send != nil else { return }
    var seen: Set<String> = []
    for mutation in changes.mutations {
      let name = queue(of: mutation)
      guard seen.insert(name).inserted else { continue }
      guard let queue = queues[name] else {
        begin(name, after: 0)
        continue
      }
      // The turn of its answer was rolled back.
      guard queue.mutation != nil, !queue.isSending, queue.timer == nil else { continue }
      queues[name]?.failures += 1
      begin(name, after: delay(after: queue.failures + 1))
    }
  }

  /// Whether a command has to wait for an attempt that is due within a number of seconds of the system's clock.
  package func isAwaited(within seconds: Double) -> Bool {
    guard isAwaited, !clock.isVirtual, seconds > 0, send != nil else { return false }
    return queues.values.contains { queue in
      queue.due.map { $0.secondsSince2001 - clock.now.secondsSince2001 <= seconds } ?? false
    }
  }

  /// The number of mutations that are not sent.
  package var pendingCount: Int { changes?.mutations.count ?? 0 }

  /// Whether mutations are being sent or are about to be, and not waiting for their next attempt.
  package var isSending: Bool {
    guard send != nil, !isReadOnly, pendingCount > 0 else { return false }
    let start = clock.now.secondsSince2001 - RequestQueue.longestTimeout
    return isUnsaved
      || queues.values.contains {
        $0.isSending ? $0.began.map { $0.secondsSince2001 > start } ?? false : $0.timer != nil && $0.failures == 0
      }
  }

  private func begin(_ name: String, after seconds: Double) {
    queues[name, default: Queue()].due = DateValue(secondsSince2001: clock.now.secondsSince2001 + seconds)
    queues[name, default: Queue()].timer = timers.start(after: seconds, isRecorded: false) { [weak self] in
      self?.sendFirst(name)
    }
  }

  private func sendFirst(_ name: String) {
    queues[name]?.timer = nil
    queues[name]?.due = nil
    guard let changes, store.closedModels[changes.root] == nil, let mutation = first(name) else {
      queues[name] = nil
      return
    }
    queues[name]?.mutation = mutation
    queues[name]?.isSending = true
    queues[name]?.began = clock.now
    queues[name]?.earliest = nil
    send?(mutation)
  }

  private func first(_ name: String) -> EntityID? { changes?.mutations.first { queue(of: $0) == name } }

  private static let shortestDelay = 1.0
  private static let longestDelay = 300.0

  /// Returns the seconds until the next attempt: 1, 2, 4 … up to 300, of which up to a half is left out at random.
  private func delay(after failures: Int) -> Double {
    var delay = Self.shortestDelay
    for _ in 1..<max(failures, 1) where delay < Self.longestDelay { delay *= 2 }
    let part = random?.nextFraction() ?? Double.random(in: 0...1)
    return min(delay, Self.longestDelay) * (1 - part / 2)
  }
}
