/// One running application: its models, controllers, clock and dialogs. Actions go in, screens come out.
///
/// A runtime owns everything it needs; any number of them run in one process, each in its own isolation.
public final class AppRuntime {
  public enum State: Sendable { case launching, foreground, background, terminated }

  public let store: ModelStore
  public let registry: ModelRegistry
  public let evaluator: Evaluator
  public let definition = AppDefinition()
  public let clock: RuntimeClock
  public let locale: String
  public let timeZone: String
  public private(set) var localization: Localization
  public internal(set) var state = State.launching
  public let emptyProgram: BindingProgram
  let timers = Timers()
  let formatters = FormatterCache()

  /// The presentations, the base one first; in each the pushed controllers, lowest first.
  var presentations: [[Controller]] = []
  var dialogs: [OpenDialog] = []
  private var nextHandle: UInt32 = 1

  /// Problems that stopped nothing, oldest first, each once a turn.
  public private(set) var diagnostics: [Diagnostic] = []
  private var known: Set<Diagnostic> = []
  public private(set) var log: [LogEntry] = []
  /// The line of a script that runs now: the place of what is reported without one.
  public var scriptPlace: () -> Diagnostic.Place? = { nil }
  /// Adds how the script that runs now came to what is reported.
  public var completeReport: (Diagnostic) -> Diagnostic = { $0 }
  /// Told of each diagnostic and log line as it comes.
  public var onReport: (Diagnostic) -> Void = { _ in }
  public var onLog: (LogEntry) -> Void = { _ in }
  /// Called when a turn has ended and everything that follows from it, before unused entities are freed.
  public var onSettled: () -> Void = {}
  /// Called after a turn in which a limit has stopped the host for good, or which began after that, before observers hear
  /// of anything.
  public var onStopped: () -> Void = {}

  var turnDepth = 0
  var isDelivering = false
  var isRunningTimers = false
  /// The failure of a function that ran in this turn: the turn is taken back at its end.
  var turnFailure: Diagnostic?
  var committed: [ChangeSet] = []
  var patchObservers: [UInt32: (entity: EntityID, handler: ([Patch]) -> Void)] = [:]

  /// - Throws: `function.timeZone` for an unknown time zone.
  public init(_ configuration: AppConfiguration) throws {
    let store = ModelStore()
    store.firstGeneration = configuration.firstGeneration
    self.store = store
    clock = configuration.clock
    locale = configuration.locale
    timeZone = configuration.timeZone
    localization = configuration.localization
    localization.addMissing(from: Localization(tables: StandardTexts.tables))
    try formatters.checkTimeZone(configuration.timeZone)
    store.idsGenerator = IDGenerator(seed: configuration.seed)
    registry = ModelRegistry(store: store, storage: configuration.storage)
    let (clock, formatters, locale, timeZone) = (clock, formatters, locale, timeZone)
    var texts: () -> Localization = { Localization() }
    evaluator = Evaluator(store: store) {
      FunctionContext(
        locale: locale, timeZone: timeZone, now: clock.now, localization: texts(), formatters: formatters)
    }
    emptyProgram = BindingProgram(try Binding.parse(""))
    store.now = { clock.now }
    texts = { [unowned self] in self.localization }
    store.report = { [unowned self] in self.report($0) }
    evaluator.report = { [unowned self] in self.report($0) }
    store.onCommit = { [unowned self] in self.committed.append($0) }
  }

  /// Adds texts, which change what bindings show.
  public func add(_ texts: Localization) {
    var texts = texts
    texts.addMissing(from: localization)
    localization = texts
    store.graph.changed(store.localeSource)
  }

  /// Adds texts of a language, which change what bindings show.
  public func add(texts: [String: String], language: String) {
    localization.add(texts, language: language)
    store.graph.changed(store.localeSource)
  }

  func makeHandle(_ kind: RuntimeHandle.Kind) -> RuntimeHandle {
    defer { nextHandle += 1 }
    return RuntimeHandle(kind, nextHandle)
  }

  // MARK: Reports

  public func report(_ diagnostic: Diagnostic) {
    // What was left undone for want of time is told once, by what had the time.
    if diagnostic.code != ExecutionBudget.code { tell(diagnostic) }
  }

  /// What is reported from inside of functions and bindings, with the way there.
  func complete(_ diagnostic: Diagnostic) -> Diagnostic {
    var completed = completeReport(diagnostic)
    for note in evaluator.path.notes where !completed.notes.contains(note) { completed.notes.append(note) }
    return completed
  }

  func tell(_ diagnostic: Diagnostic) {
    let placed = diagnostic.at(diagnostic.place == nil ? scriptPlace() : nil)
    guard known.insert(placed).inserted else { return }
    let completed = complete(placed)
    diagnostics.append(completed)
    onReport(completed)
  }

  /// Begins to tell anew what a turn may cause once more. A mistake in a binding stays told: it is the same for every row
  /// and every look.
  func forgetReported() {
    if !known.isEmpty { known = known.filter { $0.code.rawValue.hasPrefix("binding.") } }
  }

  public func write(_ entry: LogEntry) {
    log.append(entry)
    onLog(entry)
  }
}
