/// Writes the trace of a test or of a session, one after the other.
///
/// An action is written before it runs. What it has done is written when the next one begins, or at the end: by then,
/// the application has drawn its screen anyway.
///
/// A trace that is removed unless its test fails costs little: the records are kept as they are, and the file has only
/// the actions, for the case that the process is killed. They are written in full when the test has failed.
package final class TraceRecorder: SessionObserver {
  private let redaction: TraceRedaction
  /// The largest size of a file in bytes.
  private let limit: Int
  /// Whether records are written only when the end of the trace is.
  private let isDeferred: Bool
  /// What makes the lines of records that are kept.
  private var deferred: [(TraceRecorder) -> Void] = []
  /// What finds out the models of launches, before any line is made: they have secrets.
  private var unknownModels: [() -> Void] = []
  /// The number of records that are kept. They hold screens.
  private static let maximumDeferred = 256

  /// Nil while no trace is written.
  private var output: TraceOutput?
  private var header = TraceHeader(okit: "", command: .test, started: "")
  /// Whether the end of the trace is written.
  private var isEnding = false
  /// The first failure to write the trace.
  package private(set) var failure: Diagnostic?

  /// The lines of source files, which are the same in every trace.
  private var sources = TracedSources()
  private var writtenSources: Set<String> = []
  private var applications: [ObjectIdentifier: TracedApplication] = [:]
  private var lastAdded = 0
  private var lastNumber = (application: 0, screen: 0, action: 0, step: 0)
  private var steps: [(id: Int, name: String)] = []

  /// The number of functions of application objects that run.
  private var level = 0
  private var open: [OpenAction] = []
  private var pending: PendingAction?
  /// Returns the ids of the coverage items that were first reached since the last time; nil without coverage.
  package var newlyCovered: (() -> [String])?
  /// The bindings that were evaluated since the last record.
  private var ran: [(part: BoundProperties, place: Int)] = []

  /// - Parameters:
  ///   - redacted: The model paths of values that are masked.
  ///   - limit: The largest size of a file in bytes.
  ///   - isDeferred: Whether most traces are abandoned. Then no screen is drawn that nobody else asks for.
  package init(redacted: [String] = [], limit: Int = .max, isDeferred: Bool = false) {
    (redaction, self.limit, self.isDeferred) = (TraceRedaction(redacted), limit, isDeferred)
  }

  /// Returns a text without redacted values.
  package func shown(_ text: String) -> String { redaction.shown(text) }

  package var isActive: Bool { output != nil }

  // MARK: Beginning and ending

  /// Begins a trace, whose file is created with the first record.
  package func begin(_ header: TraceHeader, path: String, sources: Set<String> = []) {
    abandon()
    (output, self.header) = (TraceOutput(path, limit: limit), header)
    // Without its first and its last record, it would be no trace.
    output?.append(line(.trace(header), nil), isKept: true)
    for file in sources.sorted() { add(source: file) }
    if isDeferred { for application in applications.values { start(application) } }
  }

  /// Writes the end of the trace.
  ///
  /// - Returns: The path of the file; nil if it could not be written.
  package func end(_ status: TraceEnd.Status, failures: [String]) -> String? {
    guard let output else { return nil }
    isEnding = true
    defer { isEnding = false }
    for action in open.reversed() { finish(action, nil) }
    open = []
    settle()
    for application in applications.values.sorted(by: { $0.order < $1.order }) {
      if application.number == 0 { launch(application, isNeeded: true) }
      if application.isRunning() { addWrites(of: application, application.screen) }
    }
    makeDeferredLines()
    output.append(line(.end(TraceEnd(status, failures: failures, dropped: output.dropped)), nil), isKept: true)
    if isDeferred { output.restart() }
    output.flush()
    failure = output.failure
    reset()
    return failure == nil ? output.path : nil
  }

  /// Ends the trace and removes its file.
  package func abandon() {
    output?.remove()
    reset()
  }

  private func reset() {
    for action in open { action.application.runtime.store.stopRecording(action.changes) }
    output = nil
    (open, pending, ran, steps, level, deferred, unknownModels) = ([], nil, [], [], 0, [], [])
    lastNumber = (0, 0, 0, 0)
    writtenSources = []
    for application in applications.values {
      application.stopRecording()
      application.reset()
    }
  }

  // MARK: Applications

  /// Records the actions of an application, whose launch is written now, or at the beginning of the next trace.
  package func add(_ application: TracedApplication) {
    applications[ObjectIdentifier(application.driver)] = application
    application.driver.add(observer: self)
    observeEvaluations(of: application)
    application.reset()
    lastAdded += 1
    application.order = lastAdded
    guard isActive else { return }
    if isDeferred { start(application) } else { launch(application, isNeeded: true) }
  }

  /// Writes the lines that are not written yet.
  package func flush() {
    output?.flush()
    failure = output?.failure
  }

  package func remove(_ application: TracedApplication) {
    application.runtime.evaluator.willEvaluate = nil
    applications[ObjectIdentifier(application.driver)] = nil
  }

  private func observeEvaluations(of application: TracedApplication) {
    application.runtime.evaluator.willEvaluate = { [weak self] part, place in
      guard let self, !self.open.isEmpty || self.pending != nil, let part = part as? BoundProperties else { return }
      self.ran.append((part, place))
    }
  }

  /// Keeps what the launch needs, which is written before the first action: that draws the screen anyway.
  private func start(_ application: TracedApplication) {
    application.models = models(of: application)
    if application.isRunning() { application.startWrites() }
  }

  /// - Parameter isNeeded: Whether the screen is drawn even if nobody else has asked for it.
  private func launch(_ application: TracedApplication, isNeeded: Bool) {
    lastNumber.application += 1
    application.number = lastNumber.application
    for file in Set((application.files() + [application.script]).map(WorkingDirectory.relative)).sorted() {
      add(source: file)
    }
    // From then on, the screen has no secrets.
    let models = application.models ?? models(of: application)
    application.models = nil
    let screen = shownScreen(of: application, isNeeded: isNeeded).map { id(of: $0, application) }
    var launch = TraceLaunch(
      app: application.number, script: application.script, options: application.options, models: nil,
      requests: application.takeRequests(), screen: screen, program: application.program(), clock: application.clock)
    launch.diagnostics = application.diagnosticsAtStart.map { $0.withoutScreens.jsonValue }
    ran = []
    if application.isRunning(), application.writes == nil { application.startWrites() }
    let find = {
      do { try launch.set(models: try models()) } catch { launch.missingModels = error.asDiagnostic.message }
    }
    if isDeferred { unknownModels.append(find) } else { find() }
    enqueue(application) { .launch(launch) }
  }

  /// Returns what gives the models of an application as they are now, without what the trace must not have.
  private func models(of application: TracedApplication) -> () throws -> [String: JSONValue]? {
    let (runtime, redaction) = (application.runtime, redaction)
    let secure = runtime.secureProperties
    guard application.isRunning() else { return { nil } }
    let secrets = runtime.store.secrets
    if isDeferred, !runtime.isGuarded, redaction.isEmpty {
      // Most traces are abandoned. The lines are made after the models are known.
      redaction.add(secure: secure, of: [:], to: secrets)
      let changes = application.startBeginning()
      return {
        let models = try EarlierDocuments.documents(of: runtime.store, before: changes)
        redaction.add(secure: secure, of: models, to: secrets)
        return models
      }
    }
    let documents = runtime.store.documents
    redaction.add(secure: secure, of: documents, to: secrets)
    // They have the values that are masked on the screen.
    let models = runtime.isGuarded ? nil : redaction.redacted(documents)
    return { models }
  }

  /// Keeps what the process of an application has done.
  package func processWillEnd(of driver: AppDriver) {
    guard let application = applications[ObjectIdentifier(driver)] else { return }
    if pending?.application === application { settle() }
    for index in open.indices where open[index].application === application { archive(&open[index]) }
    application.runtime.evaluator.willEvaluate = nil
    ran = []
    makeDeferredLines()
    application.stopRecording()
  }

  /// Continues with the next process.
  package func processDidStart(of driver: AppDriver) {
    guard let application = applications[ObjectIdentifier(driver)] else { return }
    application.reset()
    (application.counts.log, application.counts.diagnostics) = (0, 0)
    observeEvaluations(of: application)
    guard isActive else { return }
    for index in open.indices where open[index].application === application {
      open[index].changes = startRecording(application)
    }
    launch(application, isNeeded: !isDeferred)
  }

  private func startRecording(_ application: TracedApplication) -> ChangeRecorder {
    let recorder = ChangeRecorder(application.runtime.store)
    application.runtime.store.startRecording(recorder)
    return recorder
  }

  /// Takes what the process of an open action has changed and reported.
  private func archive(_ action: inout OpenAction) {
    let (application, runtime) = (action.application, action.application.runtime)
    action.patches += shown(runtime.store.patches(action.changes), of: application)
    runtime.store.stopRecording(action.changes)
    action.log += runtime.log.dropFirst(application.counts.log)
    action.diagnostics += runtime.diagnosticLog.diagnostics(from: application.counts.diagnostics)
    (action.turn, action.clock) = (runtime.evaluator.turn.number, application.clock)
    (application.counts.log, application.counts.diagnostics) = (runtime.log.count, runtime.diagnosticLog.count)
  }

  // MARK: Actions

  package func enter() { level += 1 }

  package func leave(
    _ error: (any Error)?, _ driver: AppDriver, _ call: () -> (name: String, arguments: [JSONValue], line: String)
  ) {
    defer { level -= 1 }
    guard isActive else { return }
    if error != nil, !open.contains(where: { $0.level == level }),
      let application = applications[ObjectIdentifier(driver)]
    {
      let (name, arguments, line) = call()
      begin(application, .call(name: name, arguments: arguments), nil, line)
    }
    while let last = open.last, last.level >= level {
      open.removeLast()
      finish(last, error)
    }
  }

  package func willPerform(_ action: DriverObservation, _ text: String, of driver: AppDriver) {
    guard isActive, let application = applications[ObjectIdentifier(driver)] else { return }
    // One call may perform several actions.
    while let last = open.last, last.level >= level {
      open.removeLast()
      finish(last, nil)
    }
    switch action {
    case .call(let name, let arguments):
      begin(
        application, .call(name: name, arguments: arguments), nil, ActionStatement.line(call: name, arguments))
    case .action(let action, let window):
      begin(application, nil, (action, window), "")
    }
  }

  private func begin(
    _ application: TracedApplication, _ call: TraceAction.What?, _ action: (ScreenAction, window: Range<Int>?)?,
    _ line: String
  ) {
    settle()
    if application.number == 0 { launch(application, isNeeded: action != nil) }
    let (driver, before) = (application.driver, shownScreen(of: application, isNeeded: action != nil))
    addWrites(of: application, before)
    lastNumber.action += 1
    var record = TraceAction(
      id: lastNumber.action, app: application.number, step: steps.last?.id,
      place: driver.placeOfStep().map(TracePlace.init), stack: application.stack().compactMap(TracePlace.init),
      clock: application.clock, before: before.map { id(of: $0, application) },
      what: call ?? .call(name: "", arguments: []), line: line)
    if driver.window.number > 1 { record.window = driver.window.number }
    // A trace has the functions that led to the line of the action.
    if record.stack.count < 2 { record.stack = [] }
    if let (action, rows) = action {
      let statement = redaction.statement(
        action, on: application.runtime.screen(in: driver.window, window: rows).topmost)
      record.what = .action(statement.action.jsonValue)
      record.target = statement.target
      record.line = statement.line
    }
    write(.action(record), application)
    if isDeferred { writeAlone(record, application) } else { flush() }
    ran = []
    // What was reached before belongs to no action.
    _ = newlyCovered?()
    open.append(
      OpenAction(
        id: record.id, application: application, window: driver.window.number, level: level, before: before,
        isOnScreen: action != nil,
        changes: startRecording(application)))
  }

  /// Writes what the test has changed since the last action, or what the timers of a session have.
  private func addWrites(of application: TracedApplication, _ screen: Screen?) {
    guard let writes = application.writes, !open.contains(where: { $0.application === application }) else { return }
    let patches = shown(application.runtime.store.patches(writes), of: application)
    application.stopWrites()
    guard !patches.isEmpty else { return }
    lastNumber.action += 1
    let seconds =
      application.lastClock.map { application.runtime.clock.now.secondsSince2001 - $0.secondsSince2001 } ?? 0
    let what: (name: String, arguments: [JSONValue]) =
      application.isOfTest || seconds <= 0 ? (TracedWrite.name, []) : ("advance", [.double(seconds)])
    var action = TraceAction(
      id: lastNumber.action, app: application.number, step: steps.last?.id, clock: application.clock, before: nil,
      what: .call(name: what.name, arguments: what.arguments), line: "")
    enqueue(application) {
      action.line =
        what.arguments.isEmpty ? TracedWrite.line(patches) : ActionStatement.line(call: what.name, what.arguments)
      return .action(action)
    }
    var done = TraceDone(
      id: lastNumber.action, after: screen.map { id(of: $0, application) }, clock: application.clock)
    done.turn = application.runtime.evaluator.turn.number
    enqueue(application) {
      done.changes = patches.map(\.jsonValue)
      return .done(done)
    }
  }

  /// Returns changes without what a trace must not have.
  private func shown(_ patches: [Patch], of application: TracedApplication) -> [Patch] {
    let runtime = application.runtime
    return patches.map { redaction.redacted(runtime.isGuarded ? $0.withheld : runtime.store.secrets.masked($0)) }
  }

  private func finish(_ action: OpenAction, _ error: (any Error)?) {
    settle()
    var action = action
    let (application, runtime) = (action.application, action.application.runtime)
    if application.isRunning() {
      archive(&action)
      if !open.contains(where: { $0.application === application }) { application.startWrites() }
    }
    var done = TraceDone(id: action.id, after: nil, clock: action.clock)
    done.changes = action.patches.map(\.jsonValue)
    done.log = action.log.map { ["level": .string($0.level.rawValue), "message": .string($0.message)] }
    done.diagnostics = action.diagnostics.map { $0.withoutScreens.jsonValue }
    done.requests = application.takeRequests()
    done.turn = action.turn
    done.covered = newlyCovered?() ?? []
    done.us = Int((ContinuousClock.now - action.started) / .microseconds(1))
    done.error = error.map { runtime.store.secrets.masked($0.asDiagnostic.withoutScreens).jsonValue }
    pending = PendingAction(
      done: done, application: application, window: action.window, before: action.before, isOnScreen: action.isOnScreen)
  }

  /// Writes what the last action has done.
  private func settle() {
    guard var last = pending else { return }
    pending = nil
    let application = last.application
    // The screen shows what was written since.
    let isNeeded = application.writes?.isEmpty == false ? nil : last.isOnScreen
    let after = application.inWindow(last.window) { isNeeded.flatMap { shownScreen(of: application, isNeeded: $0) } }
    last.done.after = after.map { id(of: $0, application) }
    if let before = last.before, let after, before.dialogID != after.dialogID {
      last.done.dialogs = before.dialogRecords("close") + after.dialogRecords("open")
    }
    let reports = application.runtime.isGuarded ? [] : reports()
    var done = last.done
    enqueue(application) {
      done.ran = reports.map(\.jsonValue)
      return .done(done)
    }
    for record in last.following { write(record, application) }
  }

  /// The reports of the bindings that were evaluated, each once.
  private func reports() -> [TracedBinding] {
    struct Key: Hashable { let part: ObjectIdentifier, place: Int }
    var seen: Set<Key> = []
    defer { ran = [] }
    return ran.compactMap { part, place in
      guard seen.insert(Key(part: ObjectIdentifier(part), place: place)).inserted,
        let (report, controller, row) = part.report(at: place)
      else { return nil }
      return TracedBinding(report: report, controller: controller, row: row)
    }
  }

  // MARK: Steps and assertions

  /// The names of the steps that run, outermost first.
  package var runningSteps: [String] { steps.map(\.name) }

  package func beginStep(_ name: String, _ place: Diagnostic.Place?) {
    guard isActive else { return }
    lastNumber.step += 1
    follow(
      .step(
        TraceStep(
          id: lastNumber.step, parent: steps.last?.id, name: name, place: place.map(TracePlace.init))))
    steps.append((lastNumber.step, name))
  }

  package func endStep() {
    guard isActive, let (id, _) = steps.popLast() else { return }
    follow(.stepEnd(TraceStepEnd(id: id)))
  }

  package func expect(_ matcher: String, _ passed: Bool, _ diff: String?, _ place: Diagnostic.Place?) {
    guard isActive else { return }
    let record = TraceRecord.expect(
      TraceExpectation(place: place.map(TracePlace.init), matcher: matcher, passed: passed, diff: diff))
    follow(record)
  }

  /// Writes a record after the action that is not written yet.
  private func follow(_ record: TraceRecord) {
    if pending == nil { write(record) } else { pending?.following.append(record) }
  }

  // MARK: Screens

  /// Returns the number of a screen, which is written unless it is the last one of its controller.
  private func id(of screen: Screen, _ application: TracedApplication) -> Int {
    let last = application.screens[screen.name]
    if let last, last.screen == screen { return last.id }
    lastNumber.screen += 1
    let id = lastNumber.screen
    application.screens[screen.name] = (id, screen)
    enqueue(application) {
      let patch = last.map { (base: $0.id, patch: JSONPatch(from: $0.screen, to: screen)) }
      return .screen(TraceScreen(id: id, patch.map { .patch(base: $0.base, $0.patch) } ?? .value(screen.jsonValue)))
    }
    return id
  }

  /// The screen of an application as a trace has it.
  ///
  /// - Parameter isNeeded: Whether it is drawn even if nobody else has asked for it.
  private func shownScreen(of application: TracedApplication, isNeeded: Bool) -> Screen? {
    guard isDeferred, !isNeeded, !isEnding else { return application.screen }
    return application.isRunning() ? application.driver.lastScreen : nil
  }

  // MARK: Writing

  private func add(source file: String) {
    guard writtenSources.insert(file).inserted else { return }
    let append = { (recorder: TraceRecorder) in
      let line = recorder.sources.line(of: file) { recorder.line($0, nil) }
      if !line.isEmpty { recorder.output?.append(line) }
    }
    if isDeferred { deferred.append(append) } else { append(self) }
  }

  private func write(_ record: TraceRecord, _ application: TracedApplication? = nil) {
    enqueue(application) { record }
  }

  /// Writes a record that is made now, or when the end of the trace is written.
  private func enqueue(_ application: TracedApplication?, _ record: @escaping () -> TraceRecord) {
    guard isDeferred else {
      output?.append(line(record(), application))
      return
    }
    deferred.append { $0.output?.append($0.line(record(), application)) }
    if deferred.count >= Self.maximumDeferred { makeDeferredLines() }
  }

  private func makeDeferredLines() {
    for find in unknownModels { find() }
    unknownModels = []
    for make in deferred { make(self) }
    deferred = []
  }

  /// Writes an action without what belongs to it.
  private func writeAlone(_ action: TraceAction, _ application: TracedApplication) {
    output?.writeAlone(line(.action(action.alone), application)) { line(.trace(header), nil) }
  }

  /// - Parameter application: The application whose secrets it may have; nil for those of any.
  private func line(_ record: TraceRecord, _ application: TracedApplication?) -> [UInt8] {
    let applications = application.map { [$0] } ?? Array(applications.values)
    let line = record.line(masking: redaction.mask(applications.map(\.runtime.store.secrets)))
    return applications.reduce(line) { $1.withoutTemporaryFolder($0) }
  }
}
