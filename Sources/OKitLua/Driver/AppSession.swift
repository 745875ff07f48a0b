/// The process of an application that a script can end and start again.
package protocol AppProcess: AnyObject {
  /// - Throws: `action.impossible` when the process has ended.
  func checkRunning() throws
  /// Ends the process without storing.
  func terminate() throws
  /// Starts the application again with the same documents.
  func relaunch() throws
  /// The standard output of a program; nil for an application with screens.
  var output: String? { get }
  /// The exit code of a program, or of an application that has called `okit.exit`; else nil.
  var exitCode: Int? { get }
  /// The requests that the application has sent.
  var requests: [LuaValue] { get }
  /// The same in a word each, such as `PUT /shop.json`.
  var sent: [String] { get }
  /// Whether the process has not ended.
  var isRunning: Bool { get }
  /// Replaces the answers to the requests of the application.
  ///
  /// - Throws: `action.impossible` for an application whose requests go to servers.
  func setEndpoint(_ answers: LuaValue) throws
  /// Returns the first error of an answer, or a request without an answer, and forgets it.
  func takeRequestFailure() -> (any Error)?
  /// Waits for the answers of servers to the requests of a step, and ends the process if the script has called
  /// `okit.exit`; called between steps.
  func finishStep() throws
  /// Refuses the connections of the application, or no longer.
  ///
  /// - Throws: `action.impossible` for an application whose requests go to servers.
  func setOffline(_ isOffline: Bool) throws
  /// Whether a request of the application could get another answer than it usually does.
  var canFault: Bool { get }
  /// Whether the next request gets another answer than its own.
  var hasFault: Bool { get }
  /// Gives the next request of the application this answer in place of its own.
  ///
  /// - Throws: `action.impossible` for an application whose requests go to servers; what is wrong with the answer.
  func fault(_ answer: LuaValue) throws
}

/// One application that scripts drive.
package final class AppSession {
  package let driver: AppDriver
  /// The bridge to the state of the scripts that drive the application.
  package let bridge: AppBridge
  /// The process, which the session does not own; nil for a script that drives its own application.
  package weak var process: (any AppProcess)?

  /// The diagnostics and the log of the processes before the current one.
  private var earlierDiagnostics: [Diagnostic] = []
  private var earlierLog: [LogEntry] = []
  private var readCount = 0
  /// What was reported before a test, and counts for each test until one reads it.
  package var heldDiagnostics: [Diagnostic] = []
  /// The number of diagnostics of all processes, also of those that are not kept.
  private var count: Int { earlierDiagnostics.count + runtime.diagnosticLog.count }
  /// The steps of the test.
  package let steps: TestSteps
  /// Records the functions and steps; nil while no trace is written.
  package var observer: (any SessionObserver)?
  /// The functions that run for `changes`, and the step whose changes a test must claim.
  var recordings: [SessionChanges] = []
  /// The number of functions of application objects that scripts have called.
  var calls = 0
  /// Performs `app:check`; nil where a script drives its own application.
  package var checks: (any SessionChecks)?
  /// What the test expects of the application after each step.
  package let properties = SessionProperties()
  /// Nil unless the test must claim all changes.
  package private(set) var claims: StepClaims?

  package init(driver: AppDriver, bridge: AppBridge, steps: TestSteps = TestSteps()) {
    self.driver = driver
    self.bridge = bridge
    self.steps = steps
    driver.runningSteps = { steps.running }
  }

  package var runtime: AppRuntime { driver.runtime }

  /// Makes the test claim all changes, except those with some paths.
  package func claimChanges(ignoring ignored: [ChangePattern]) {
    let claims = StepClaims(self, ignoring: ignored)
    self.claims = claims
    driver.add(observer: claims)
  }

  /// Whether a function of the application's own script is running.
  var isScriptRunning: Bool { bridge.host.state.isRunning }

  /// Whether a function of the application's own script, or a transaction, is running.
  package var isBusy: Bool { isScriptRunning || runtime.store.isInTransaction }

  /// Does what a person or the system does, which must not happen in the middle of something else.
  ///
  /// - Throws: `app.turn` while a function of the application runs.
  func act(_ name: String, _ body: () throws -> Void) throws {
    guard !isScriptRunning else {
      throw Diagnostic("app.turn", "\(name) cannot be called while a function of the application is running")
    }
    try body()
  }

  /// Does something to the process as a whole.
  func live(_ name: String, _ body: () throws -> Void) throws {
    try act(name) {
      guard !runtime.store.isInTransaction else {
        throw Diagnostic("app.turn", "\(name) cannot be called inside a transaction")
      }
      try body()
    }
  }

  // MARK: Windows

  /// The number of the last window of the processes before.
  var lastWindow = 1

  /// Drives the window with a number; a script's own application is driven in the window that is used.
  ///
  /// - Returns: What `AppDriver.drive` needs to undo that.
  /// - Throws: `window.closed`.
  func enter(window number: Int) throws -> AppWindow? {
    if driver.followsUse { return nil }
    guard let window = runtime.window(numbered: number) else { throw Diagnostic.closedWindow(number) }
    return driver.drive(window)
  }

  // MARK: Failures

  /// Runs a turn of the application. A failure of a function of the application has been reported; a script that drives
  /// its own application gets an error as well.
  func turn(_ body: () throws -> Void) throws {
    runtime.use(driver.window)
    if bridge.isForeign { try runtime.turn(body) } else { try bridge.turn(body) }
  }

  /// Runs a part of a step. In a test, a failure of the application is reported, like that of a tap.
  ///
  /// - Throws: what is wrong with the step itself; to a script that drives its own application, everything.
  package func reportingFailures(_ body: () throws -> Void) throws {
    do { try body() } catch let failure as Diagnostic where bridge.isForeign && failure.isOfApplication {
      // Each step reports its failure, also one that the step before has reported.
      if !runtime.turns.isInTurn { runtime.diagnosticLog.beginTurn() }
      runtime.fail(failure)
    }
  }

  // MARK: Life

  /// Returns the process, for an action that ends or starts it.
  ///
  /// - Throws: `action.impossible` when a script drives its own application.
  func process(for action: String) throws -> any AppProcess {
    guard let process else { throw Diagnostic("action.impossible", "an application cannot \(action) itself") }
    return process
  }

  /// Keeps the reports of a process that ends. The next one opens windows with other numbers.
  func archive() {
    lastWindow = runtime.lastWindow
    earlierDiagnostics += runtime.diagnosticLog.collected
    earlierLog += runtime.applicationLog.written
  }

  // MARK: Reports

  private var all: [Diagnostic] {
    let earlier = runtime.isGuarded ? earlierDiagnostics.map(WithheldReports.withheld) : earlierDiagnostics
    return earlier + runtime.diagnostics
  }

  /// All diagnostics except the one of `okit.exit`, which is not a failure.
  private var diagnostics: [Diagnostic] { all.filter { $0.code != "lua.exit" } }

  var log: [LogEntry] { (runtime.isGuarded ? earlierLog.map(WithheldReports.withheld) : earlierLog) + runtime.log }

  /// Returns all diagnostics and marks them as read.
  package func readDiagnostics() -> [Diagnostic] {
    _ = takeUnreadDiagnostics()
    return diagnostics
  }

  /// Returns the warnings and errors that no script has read, and marks them as read.
  package func takeUnreadDiagnostics() -> [Diagnostic] {
    defer { (readCount, heldDiagnostics) = (count, []) }
    return unreadDiagnostics
  }

  /// Warnings and errors that no script has read.
  package var unreadDiagnostics: [Diagnostic] {
    heldDiagnostics
      + all.suffix(max(0, count - readCount)).filter { $0.severity != .note && $0.code != "lua.exit" }
  }

  // MARK: Models

  /// The root of the default model; bindings of scripts start there.
  var root: EntityID? { runtime.store.root(named: ModelStore.defaultModelName) }

  /// - Throws: `model.unknown` with the nearest name.
  func model(named name: String) throws -> EntityID {
    if let root = runtime.store.root(named: name) { return root }
    let names = runtime.store.roots.keys.sorted()
    let registered =
      names.isEmpty
      ? "no model is registered" : "expected one of \(PrintableText.list(names))"
    throw Diagnostic(
      "model.unknown", "unknown model \"\(name)\"; \(registered)", hint: NearestName.hint(for: name, in: names))
  }
}

extension Diagnostic {
  /// Whether the application has failed, and not the step: what is wrong with the path or the value that a test passes
  /// has no place in a script or a document of the application.
  fileprivate var isOfApplication: Bool {
    place != nil || !(code.rawValue.hasPrefix("binding.") || Self.codesOfSteps.contains(code))
  }

  /// The codes of steps that cannot be performed and of values that do not fit.
  private static let codesOfSteps: Set<Code> = [
    "action.impossible", "app.clock", "app.turn", "cell.value", "lua.argument", "model.changed", "model.computed",
    "model.cycle", "model.danglingReference", "model.decode", "model.depth", "model.duplicateId", "model.gone",
    "model.index", "model.owned", "model.readOnly", "model.type", "model.unknownProperty", "model.unknownType",
    "storage.closed",
  ]
}
