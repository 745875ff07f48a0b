/// One running application: models, controllers and services. Actions go in, screens come out.
///
/// A runtime owns everything that it needs. Any number of runtimes run in one process, each in its own isolation.
@usableFromInline
package final class AppRuntime: TurnDelegate {
  /// A state in the life of an application.
  package enum State: Sendable { case launching, foreground, background, terminated }

  package let store: ModelStore
  package let registry: ModelRegistry
  package let evaluator: Evaluator
  package let definition = AppDefinition()
  /// The clock of the application.
  package let clock: RuntimeClock
  // Unchecked where every turn passes: no access of these is ever made inside another one.

  /// The state in the life of the application.
  @exclusivity(unchecked) package internal(set) var state = State.launching
  package let emptyProgram: BindingProgram
  /// Counts what the definitions do; nil unless coverage is measured.
  package let coverage: DefinitionCoverage?

  /// The definitions that were checked before, and the numbers of the scripts of this application; nil to check its
  /// definitions.
  package var checkedDefinitions: (known: CheckedDefinitions, scripts: [Int])?
  /// Whether the fixture was applied.
  var hasFixture = false
  /// See `AppConfiguration.checksLater`.
  let checksLater: Bool
  /// The controllers whose definitions are still to be checked.
  var uncheckedControllers: Set<ObjectIdentifier> = []

  // Services.
  package let texts: LocalizedTexts
  package let diagnosticLog: DiagnosticLog
  package let applicationLog: ApplicationLog
  package let patches: PatchService
  package let undoService: UndoService
  package let turns: TurnRunner
  package var timers: TimerService { turns.timers }
  package let outbox: OutboxService
  let postponed = PostponedWork()
  /// The runtime as closures have it that do not keep it.
  package let reference = UnretainedReference<AppRuntime>()
  private(set) lazy var keyStoreLog = KeyStoreLog(reference)

  /// The requests of scripts; nil without the part.
  @exclusivity(unchecked) package var requests: RequestQueue?
  /// Returns a hint in the words of the program; see `Application.Options.hint`.
  package var hint: (String) -> String? = { $0 }
  /// Ends the work of a script whose entity or controller has gone.
  @exclusivity(unchecked) package var endOwned: () -> Void = {}

  // The application as a whole.
  package let themes = ThemeRegistry()
  let application = ApplicationState()
  let authentication: Authentication

  /// The backups of the models, which the host provides.
  package weak var backups: (any ApplicationBackups)?

  // Screens.
  let containers: ContainerTree
  package let cells = CellTable(.cell)
  package let views = PartTable<ScriptedView>(.view)
  /// The windows, the first one first.
  @exclusivity(unchecked) package internal(set) var windows: [AppWindow]
  /// The number of the last window that was opened. Another process of a test goes on with the next one.
  package var lastWindow = 1
  /// The number of the last dialog.
  var lastDialog: UInt32 = 0
  /// The screens of the windows that were open when the secure store was closed; nil while it is open.
  @exclusivity(unchecked) var coveredWindows: [WindowState]?
  /// Why the screen that was read last lacks values; nil if it is complete.
  var screenFailure: Diagnostic?
  /// The controllers whose `update` was due when another state of the models was shown.
  var updatedBefore: Set<RuntimeHandle> = []

  /// - Throws: `function.timeZone` for an unknown time zone.
  package init(_ configuration: AppConfiguration) throws {
    clock = configuration.clock
    (checksLater, coverage) = (configuration.checksLater, configuration.coverage)
    texts = try LocalizedTexts(
      locale: configuration.locale, timeZone: configuration.timeZone, configuration.localization)
    let environment = RuntimeEnvironment(clock, texts)
    evaluator = Evaluator(environment)
    evaluator.randomNumbers = configuration.seed.map(SplitMix64.init)
    store = evaluator.store
    store.firstGeneration = configuration.firstGeneration
    store.idGenerator = IDGenerator(seed: configuration.seed)
    diagnosticLog = DiagnosticLog(evaluator, environment)
    applicationLog = ApplicationLog(store.secrets)
    authentication = configuration.authentication
    emptyProgram = BindingProgram(try Binding.parse(""))
    patches = PatchService(store, diagnosticLog)
    containers = ContainerTree(store)
    windows = [AppWindow(1, containers.window)]
    turns = TurnRunner(evaluator, clock, diagnosticLog, patches, containers)
    undoService = UndoService(store, turns)
    registry = ModelRegistry(
      store: store, storage: configuration.storage, encryption: configuration.encryption,
      databases: configuration.databases, http: Self.server(configuration), host: turns)
    outbox = OutboxService(registry, clock, turns.timers, turns, seed: configuration.seed)
    turns.runtime = self
    reference.object = self
  }

  deinit {
    turns.runtime = nil
    reference.object = nil
  }

  /// Returns the storage of models on a server.
  private static func server(_ configuration: AppConfiguration) -> HTTPStorage? {
    if let http = configuration.http { return http }
    guard let transport = configuration.transport else { return nil }
    let clock = configuration.clock
    var generator = configuration.seed.map(SplitMix64.init)
    return HTTPStorage(
      transport, local: configuration.storage, now: { clock.now },
      move: clock.isVirtual ? { clock.move(to: $0) } : nil,
      random: { generator?.nextFraction() ?? Double.random(in: 0...1) })
  }

  // MARK: Log and diagnostics

  /// The last 1,000 problems that stopped nothing, oldest first; each appears once per turn.
  package var diagnostics: [Diagnostic] { diagnosticLog.all }

  /// The lines that scripts have logged, oldest first.
  package var log: [LogEntry] { applicationLog.entries }

  package func report(_ diagnostic: Diagnostic) { diagnosticLog.report(diagnostic) }

  /// Adds texts in front of those of before, which change what bindings show.
  ///
  /// - Parameter known: What applications with the same scripts have added before.
  package func add(_ texts: Localization, _ known: AddedTexts? = nil) {
    self.texts.add(texts, known)
    store.graph.changed(store.localeSource)
  }

  /// Overrides a function of a class of components, which may be on a screen already.
  ///
  /// - Parameter place: Where a script defines it.
  package func define(
    function name: String, of componentClass: ComponentClass, _ function: FunctionRef, place: Diagnostic.Place?
  ) {
    componentClass.define(function: name, function, place: place)
    containers.mayNeedUpdate = true
  }

  // MARK: Turns

  /// Runs `body` as one turn; inside a turn, as a part of it.
  ///
  /// Afterwards observers run, screens of removed entities close, and timers that are due run. A failure of a script's
  /// function is reported, and the result is nil.
  /// - Throws: What `body` throws; everything that it changed is rolled back.
  @discardableResult
  @inlinable
  package func turn<T>(_ body: () throws -> T) throws -> T? {
    var result: T?
    return try runTurn { result = try body() } ? result : nil
  }

  /// Runs `body` as one turn; see `turn`. Not generic, so that a caller in another module needs no type metadata.
  @usableFromInline
  func runTurn(_ body: () throws -> Void) throws -> Bool { try turns.run(body) }

  /// Runs `body` as one turn; see `turn`. A failure of a script's function is thrown as well.
  package func throwingTurn(_ body: () throws -> Void) throws {
    try turns.runThrowing(body)
  }

  /// - Throws: `app.turn` with that message while a turn is running.
  package func requireIdle(_ message: @autoclosure () -> String) throws { try turns.requireIdle(message()) }

  /// Rolls the current turn back at its end because of an error; outside of a turn, reports the error.
  package func fail(_ error: any Error) { turns.fail(error) }

  package func whenRolledBack(_ restore: @escaping () -> Void) { turns.whenRolledBack(restore) }

  // MARK: Time and history

  /// The seconds until a session has to run a turn although nobody acts: for timers, for requests that are not
  /// finished, and to close the secure store; nil when nothing happens by itself.
  package var secondsToNext: Double? {
    var seconds = timers.secondsToNext
    if let closing = application.closing, !clock.isVirtual {
      let rest = max(0, closing.secondsSince2001 - clock.now.secondsSince2001)
      seconds = min(seconds ?? rest, rest)
    }
    guard registry.isStoring || requests?.isActive == true else { return seconds }
    if requests?.poll() == true { return 0 }
    return min(seconds ?? Self.requestInterval, Self.requestInterval)
  }

  package var nextEvent: DateValue? {
    [registry.nextEvent, requests?.nextEvent, application.closing].compactMap(\.self).min()
  }

  package func continueByItself() {
    endOwned()
    registry.continueStores()
    continueRequests()
    outbox.continueByItself()
    continueProtection()
  }

  func contentWasRemoved() {
    do { try turn { try showHome() } } catch { report(error.diagnostic("function.failed")) }
  }

  private static let requestInterval = 0.02

  /// Moves the clock forward and runs each timer at its moment. - Throws: `app.turn`, `app.timers`.
  package func advance(seconds: Double) throws { try timers.advance(seconds: seconds) }

  /// Sets the clock; see `TimerService.set`. - Throws: `app.turn`, `app.clock`, `app.timers`.
  package func set(clock date: DateValue) throws { try timers.set(date) }

  /// Undoes the newest step. - Returns: Whether there was one. - Throws: `app.turn` during a turn.
  package func undo() throws -> Bool { try undoService.undo() }

  /// Repeats the step that was undone last. - Returns: Whether there was one. - Throws: `app.turn` during a turn.
  package func redo() throws -> Bool { try undoService.redo() }

  /// The name of the step that `undo` takes back next, or that `redo` has just repeated; nil if the step has no name.
  package var undoName: String? { store.history.undoName }

  /// The name of the step that `redo` repeats next, or that `undo` has just taken back; nil if the step has no name.
  package var redoName: String? { store.history.redoName }
}
