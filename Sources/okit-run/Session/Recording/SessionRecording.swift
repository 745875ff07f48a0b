import OKitTrace

/// What a session has done so far, as the records of a trace without screens, so that a test can be made of it at any
/// time.
final class SessionRecording: DriverObserver {
  /// The application in the only launch of the trace.
  private static let app = 1
  /// The screen that is shown when the test is made.
  private static let lastScreen = 1

  /// The largest size in bytes of the bodies of requests and answers that a session keeps.
  static let maximumAnswers = 16 << 20

  private let driver: AppDriver
  private let script: String
  /// Those of `okit.launch`.
  private let options: [String: JSONValue]
  /// The time at which it has begun in ISO 8601.
  private let began: String
  /// The requests since the start of the application.
  let requests: TracedRequests
  private let redaction: TraceRedaction
  /// What the application has reported before the first command.
  private let problemsAtStart: [JSONValue]
  /// The models with which the session has begun.
  let models: RecordedModels

  /// Whether typing into a field again replaces what was typed before, as a page sends it.
  var mergesTyping = false
  /// Whether the test claims all changes of the models.
  var claimsChanges = false

  private var records: [TraceRecord] = []
  /// The number of the last action.
  private(set) var lastAction = 0
  private var lastStep = 0
  private var openStep: Int?
  /// The number of records, and of problems, before the command that runs.
  private var mark = (records: 0, diagnostics: 0)
  /// When the next timer was due after the last command.
  private var nextDue: DateValue?

  /// - Parameters:
  ///   - options: Those of `okit.launch` that are not models.
  ///   - hadStored: Whether models were stored before the application started.
  ///   - redacted: The model paths of values that a test must not have.
  ///   - problems: What the application has reported at its start; nil for all that it has reported.
  init(
    _ application: LuaApplication, _ driver: AppDriver, script: String, options: [String: JSONValue],
    requests: TracedRequests, hadStored: Bool, redacted: [String], problems: [Diagnostic]? = nil
  ) {
    (self.driver, self.script, self.options, self.requests) = (driver, script, options, requests)
    redaction = TraceRedaction(redacted)
    problemsAtStart = (problems ?? application.runtime.diagnostics).map(\.jsonValue)
    models = RecordedModels(application, redaction, hadStored: hadStored)
    began = ISO8601.text(of: application.runtime.clock.now) ?? ""
    (nextDue, lastClock) = (application.runtime.timers.nextDue, application.runtime.clock.now)
    driver.add(observer: self)
  }

  private var runtime: AppRuntime { driver.runtime }
  private var clock: String { ISO8601.text(of: runtime.clock.now) ?? "" }

  /// Returns a text of the test without secrets.
  func shown(_ text: String) -> String {
    if case .string(let shown) = redaction.shown(.string(text), runtime.store.secrets) { shown } else { text }
  }

  // MARK: Commands

  /// Called before a command runs.
  func begin() {
    // The timers that have run meanwhile run in the test, too.
    if let nextDue, nextDue <= runtime.clock.now, let last = lastClock {
      let seconds = runtime.clock.now.secondsSince2001 - last.secondsSince2001
      add(.call(name: "advance", arguments: [.double(seconds)]), at: last)
    }
    mark = (records.count, runtime.diagnosticLog.count)
  }

  /// Called after a command.
  ///
  /// - Parameter error: What it has thrown. A command that is refused is not recorded; a function of the script that
  ///   fails is.
  func end(_ error: (any Error)?) {
    if let error, (error as? Diagnostic)?.isOfScript != true {
      records.removeSubrange(min(mark.records, records.count)...)
    } else {
      finish(error as? Diagnostic)
    }
    (nextDue, lastClock) = (runtime.timers.nextDue, runtime.clock.now)
  }

  /// Writes what the last action has led to.
  private func finish(_ failure: Diagnostic? = nil) {
    guard case .action(let action)? = records.last else { return }
    var done = TraceDone(id: action.id, after: nil, clock: clock)
    // A test gets what a command throws as a diagnostic of the application.
    let problem = runtime.diagnosticLog.count > mark.diagnostics ? runtime.diagnostics.last : failure
    done.diagnostics = [problem].compactMap { $0?.jsonValue }
    records.append(.done(done))
  }

  /// The time after the last command.
  private var lastClock: DateValue?

  func willPerform(_ action: DriverObservation, _ text: String, of driver: AppDriver) {
    switch action {
    case .call(let name, let arguments): add(.call(name: name, arguments: arguments), at: runtime.clock.now)
    case .action(let action, let window):
      let statement = redaction.statement(action, on: runtime.screen(in: driver.window, window: window).topmost)
      add(.action(statement.action.jsonValue), at: runtime.clock.now, line: statement.line)
    }
  }

  private func add(_ what: TraceAction.What, at moment: DateValue, line: String? = nil) {
    var statement = line ?? ""
    if case .call(let name, let arguments) = what { statement = ActionStatement.line(call: name, arguments) }
    finish()
    if mergesTyping { removeTyping(before: what) }
    lastAction += 1
    records.append(
      .action(
        TraceAction(
          id: lastAction, app: Self.app, step: openStep, clock: ISO8601.text(of: moment) ?? "", before: nil,
          what: what, line: statement)))
  }

  /// Removes the last action if the next one types into the same field.
  private func removeTyping(before next: TraceAction.What) {
    guard let field = next.typedField, records.count >= 2, case .done(let done) = records[records.count - 1],
      done.diagnostics.isEmpty, case .action(let last) = records[records.count - 2], last.what.typedField == field
    else { return }
    records.removeLast(2)
  }

  // MARK: Statements

  /// A statement of the test, by the number of its action; of an expectation, the negative number of its record.
  struct Statement {
    var number: Int
    var line: String
    var isExpectation: Bool
  }

  var statements: [Statement] {
    records.enumerated().compactMap { place, record in
      switch record {
      case .action(let action): Statement(number: action.id, line: action.line, isExpectation: false)
      case .expect(let expectation): Statement(number: -place, line: expectation.line ?? "", isExpectation: true)
      default: nil
      }
    }
  }

  /// Replaces the statement of an action by another one that does the same.
  func exchange(_ number: Int, by line: String) {
    for (place, record) in records.enumerated() {
      guard case .action(var action) = record, action.id == number else { continue }
      action.line = line
      records[place] = .action(action)
    }
  }

  // MARK: Steps and expectations

  /// Begins a step, which ends where the next one begins.
  func beginStep(_ name: String) {
    if let openStep { records.append(.stepEnd(TraceStepEnd(id: openStep))) }
    lastStep += 1
    openStep = lastStep
    records.append(.step(TraceStep(id: lastStep, parent: nil, name: name, place: nil)))
  }

  /// Adds a statement that expects something of the application.
  func expect(_ line: String) {
    records.append(.expect(TraceExpectation(place: nil, matcher: "expect", passed: true, line: line)))
  }

  // MARK: The trace

  /// The screen at the end of the session, before the application went to the background.
  private var screenAtEnd: Screen?

  /// Called before the session ends.
  func willFinish() { screenAtEnd = driver.visibleScreen }

  /// Returns the session so far as a trace.
  ///
  /// - Parameter launch: The options of `okit.launch` with the models.
  func trace(launch models: [String: JSONValue]) -> Trace {
    var options = options.merging(models) { $1 }
    if claimsChanges { options["exhaustive"] = ["ignore": ["screen", "request"]] }
    var launch = TraceLaunch(
      app: Self.app, script: script, options: .object(options), models: nil,
      requests: requests.jsonValues(), screen: Self.lastScreen, clock: began)
    launch.diagnostics = problemsAtStart
    let header = TraceHeader(okit: EngineVersion.text, command: .record, started: began)
    return Trace(
      file: script, header: header, records: [.trace(header), .launch(launch)] + records,
      screens: [Self.lastScreen: (screenAtEnd ?? driver.visibleScreen).jsonValue])
  }
}

extension TraceAction.What {
  /// The field into which a text is typed; nil for any other action.
  fileprivate var typedField: JSONValue? {
    guard case .action(let json) = self, json["text"] != nil else { return nil }
    return json["edit"]
  }
}
