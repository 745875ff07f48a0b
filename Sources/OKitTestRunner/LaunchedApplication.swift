import OKitExplore
import OKitTrace

/// An application that a test has launched; ended and started again it is the same one, with the same documents.
final class LaunchedApplication: AppProcess {
  let session: AppSession
  private let script: String
  private let options: LaunchOptions
  private let pool: BridgePool
  private let documents: TestDocuments
  /// Answers the requests of the application; nil for connections to servers.
  private let endpoint: TestEndpoint?
  /// The requests as a trace has them.
  private let requestsOfTrace = TracedRequests()
  /// Records the actions, with the application as the trace sees it; nil while no trace is written.
  private var trace: (recorder: TraceRecorder, application: TracedApplication)?
  private let clock: RuntimeClock
  private let host: TestFileRunner.Options
  /// Makes the entities of each process recognisable.
  private let generations: Generations
  private var application: LuaApplication?
  private var processOutput: ProgramOutput
  /// Whether the script is a program, which has ended, and not an application with screens.
  private var isProgram: Bool
  private var processes: UInt64 = 0

  /// - Throws: what launching throws, `app.documents`.
  init(
    script: String, options: LaunchOptions, pool: BridgePool, host: TestFileRunner.Options,
    unanswered: UnansweredRequests, steps: TestSteps, _ generations: Generations
  ) throws {
    (self.script, self.options, self.pool) = (script, options, pool)
    (self.host, self.generations) = (host, generations)
    clock = RuntimeClock(virtual: options.now)
    let answers = options.endpoint ?? (options.failsUncovered ? [] : nil)
    endpoint = answers.map { [clock] in TestEndpoint($0, pool.reader, clock, unanswered) }
    endpoint?.failsUncovered = options.failsUncovered
    endpoint?.isEndpoint = options.endpoint != nil
    if host.tracing != nil { endpoint?.onAnswer = { [requestsOfTrace] in requestsOfTrace.add($0, $1, latency: $2) } }
    documents = try TestDocuments(options.documents, budget: pool.state.budget)
    let first: LuaApplication
    (first, processOutput, isProgram) = try Self.start(
      script, options, documents, clock, host, endpoint, generation: generations.next(), process: 0)
    application = first
    let bridge = try pool.take()
    bridge.attach(first.runtime, first.host)
    session = AppSession(driver: AppDriver(first.runtime), bridge: bridge, steps: steps)
    session.process = self
    session.checks = ExplorationChecks()
    session.driver.placeOfStep = { [weak state = pool.state] in state?.place }
    if let exhaustive = options.exhaustive { session.claimChanges(ignoring: exhaustive.ignored) }
  }

  /// Whether changes that the test has not claimed are only reported.
  var claimsAreOnlyShown: Bool { options.exhaustive?.isOnlyShown == true }

  private static func start(
    _ script: String, _ launch: LaunchOptions, _ documents: TestDocuments, _ clock: RuntimeClock,
    _ host: TestFileRunner.Options, _ endpoint: TestEndpoint?, generation: UInt32, process: UInt64
  ) throws -> (LuaApplication, ProgramOutput, isProgram: Bool) {
    var options = LuaApplication.Options(clock: clock)
    options.authentication = .answered
    (options.locale, options.timeZone) = (launch.locale, launch.timeZone)
    // Another process must not make the ids of the one before once more.
    options.seed = process == 0 ? launch.seed : SplitMix64.mixed(launch.seed, process)
    options.firstGeneration = generation
    options.coverage = host.coverage?.makeDefinitions()
    options.luaPath = host.luaPath
    options.permissions = host.permissions
    (options.shared, options.openTexts) = (host.shared, host.openTexts)
    options.answers = endpoint
    // The test gets them as `app.diagnostics`, and fails for those that it has not read.
    options.onReport = { _ in }
    host.configure(&options)
    try documents.connect(&options)
    options.arguments = launch.arguments
    // Before the test's own deadline, so that the report has the place where the application hangs.
    let (time, longest, hint) = (options.limits.time, host.timeout / 2, options.hint)
    options.limits.time = time.map { min($0, longest) }
    let isShortened = time.map { $0 > longest } == true
    // Wording a hint takes long, so it waits until there is an error.
    options.hint = { $0 == Diagnostic.Limit.time.hint ? isShortened ? host.hint($0) : nil : hint($0) }
    options.sharedFixture = process == 0 ? launch.fixture : nil
    var lines = launch.inputLines[...]
    options.readLine = { lines.popFirst() }
    let output = ProgramOutput(print: host.print)
    output.connect(&options)
    let application = try LuaApplication(options: options)
    // Also of a script that fails, because a correction of it makes the test run again.
    defer { for file in application.files { host.files?.add(file) } }
    let isProgram: Bool
    do { isProgram = try run(script, of: application, output, fixture: options.sharedFixture, host) } catch {
      output.release()
      application.close()
      throw endpoint?.takeFailure() ?? error
    }
    if let failure = endpoint?.takeFailure() {
      output.release()
      application.close()
      throw failure
    }
    if isProgram { return (application, output, true) }
    output.release()
    // From now on, whole lines are printed.
    application.state.write = nil
    return (application, output, false)
  }

  /// Runs the script: an application until its first screen is shown, a program until it ends.
  ///
  /// - Returns: Whether it is a program.
  private static func run(
    _ script: String, of application: LuaApplication, _ output: ProgramOutput, fixture: AppliedData?,
    _ host: TestFileRunner.Options
  ) throws -> Bool {
    let program: ProgramRun?
    do { program = try application.start(script: script, isTimed: true) } catch let diagnostic as Diagnostic {
      // The script has called okit.exit before its first screen was complete.
      guard diagnostic.code == "lua.exit" else { throw diagnostic }
      return true
    }
    guard let program else { return false }
    // The script may have meant to define screens, so its error is that of the launch.
    if let failure = program.failure, failure.code != "lua.exit" { throw failure }
    guard fixture == nil || output.exitCode != nil else {
      // A program that should not have run has no output.
      output.discard()
      throw Diagnostic(
        "app.fixture", "\(script) defines no controller, so it is a program; a fixture is for applications",
        hint: "pass documents = \"folder\" with the models that the program reads")
    }
    // Waiting takes no time, so that a program may wait forever.
    let time = host.timeout / 2
    let deadline = ContinuousClock.now + time
    _ = try program.run(
      // Steps that are counted limit it without the time.
      hasEnded: { output.exitCode != nil || host.steps == nil && ContinuousClock.now > deadline }, sleep: { _ in })
    if let failure = program.failure, failure.code != "lua.exit" { throw failure }
    guard output.exitCode != nil || !program.isWaiting else {
      throw Diagnostic(
        "app.limit", "the program did not end within \(time.secondsText) s", hint: host.hint(Diagnostic.Limit.time.hint)
      )
    }
    output.end()
    return true
  }

  /// The standard output of a program; nil for an application with screens.
  var output: String? { isProgram ? processOutput.text : nil }

  /// The status that the script has passed to `okit.exit`; 0 for a program that has ended without it; nil for an
  /// application that has not exited.
  var exitCode: Int? { processOutput.exitCode }

  var isRunning: Bool { application != nil }

  /// What its process must not show, or the last one.
  var secrets: Secrets { session.runtime.store.secrets }

  /// The application with screens that runs.
  var running: LuaApplication? { isProgram ? nil : application }

  /// Records the actions of the application in traces.
  func record(with recorder: TraceRecorder) {
    let traced = TracedApplication(
      driver: session.driver, script: script, options: options.jsonValue, requests: requestsOfTrace)
    traced.files = { [weak self] in self?.application?.files ?? [] }
    traced.isOfTest = true
    traced.temporaryFolder = documents.path
    traced.isRunning = { [weak self] in self?.isRunning == true }
    traced.program = { [weak self] in
      guard let self, let output else { return nil }
      return (output, exitCode ?? 0)
    }
    traced.stack = { [weak state = pool.state] in state?.frames ?? [] }
    session.observer = recorder
    trace = (recorder, traced)
    recorder.add(traced)
  }

  // MARK: Requests

  var requests: [LuaValue] { endpoint?.requests.map { [secrets] in $0.lua(masking: secrets) } ?? [] }

  var sent: [String] { endpoint?.requests.map(\.name) ?? [] }

  func setEndpoint(_ answers: LuaValue) throws {
    let answers = try TestEndpoint.answers(answers)
    try requireEndpoint().replace(answers)
  }

  func setOffline(_ isOffline: Bool) throws { try requireEndpoint().isOffline = isOffline }

  /// Whether the application sends requests.
  var canFault: Bool { endpoint?.requests.isEmpty == false }

  var hasFault: Bool { endpoint?.fault != nil }

  func fault(_ answer: LuaValue) throws {
    // What is wrong with the answer is known before a request needs it.
    _ = try TestEndpoint.answers(.table(["* /": answer]))
    try requireEndpoint().fault = EndpointAnswer.delay(answer).map { .delay(seconds: $0) } ?? .answer(answer)
  }

  private func requireEndpoint() throws -> TestEndpoint {
    if let endpoint { return endpoint }
    throw Diagnostic(
      "action.impossible", "the application was launched without an endpoint",
      hint: "pass endpoint = { … } to okit.launch")
  }

  func takeRequestFailure() -> (any Error)? { endpoint?.takeFailure() }

  // MARK: Life

  func checkRunning() throws {
    try endIfExited()
    guard application == nil else { return }
    throw Diagnostic(
      "action.impossible",
      exitCode.map { "the application has exited with status \($0)" } ?? "the application is not running",
      hint: "app:relaunch() starts it again")
  }

  func finishStep() throws {
    if let application, !session.isBusy {
      let budget = pool.state.budget
      try application.runtime.waitForRequests { budget.isHostStopped }
    }
    try endIfExited()
  }

  private func endIfExited() throws {
    guard let application, !isProgram, exitCode != nil, !session.isBusy else { return }
    // As at the end of a session, the application goes to the background, which stores its state.
    try session.reportingFailures { try application.runtime.background() }
    _ = application.runtime.reportHeldInput()
    end()
  }

  func terminate() throws {
    try checkRequests("terminate")
    session.driver.remember("terminate")
    end()
  }

  /// - Throws: `app.turn` while a function of the test answers a request of the application, which is in the middle of
  ///   something then.
  private func checkRequests(_ name: String) throws {
    guard endpoint?.isAnswering == true else { return }
    throw Diagnostic(
      "app.turn", "\(name) cannot be called by the function that answers a request of the application",
      hint: "call it after the step that has sent the request")
  }

  private func end() {
    guard let application else { return }
    session.processWillEnd()
    pool.detach(session.driver)
    pool.detach(session.bridge)
    self.application = nil
    // Its documents are free for the next process, even while a script still holds it.
    application.close()
  }

  func relaunch() throws {
    try checkRequests("relaunch")
    session.driver.remember("relaunch")
    try endIfExited()
    end()
    processes += 1
    let next: LuaApplication
    (next, processOutput, isProgram) = try Self.start(
      script, options, documents, clock, host, endpoint, generation: generations.next(), process: processes)
    application = next
    session.bridge.attach(next.runtime, next.host)
    session.processDidStart(next.runtime)
  }

  /// Ends the application permanently and deletes its documents.
  func close() {
    end()
    if let trace { trace.recorder.remove(trace.application) }
    pool.put(session.bridge)
  }
}
