import OKitCoverage
import OKitTrace

/// Runs one test file: a Lua state of its own, with the test framework and the applications that its tests launch.
package final class TestFileRunner {
  /// The locale of applications, and the time at which their clocks start, unless a test says otherwise.
  package static let (standardLocale, standardNow) = (LaunchOptions().locale, LaunchOptions.start)

  package struct Options {
    /// Folders where `require` looks after the file's own, or templates; also those of the applications.
    package var luaPath: [String] = []
    /// The permissions of test files and of the applications that they launch.
    package var permissions = LuaPermissions()
    /// Folders that applications may copy as their documents, besides those below the folder of the test.
    package var documentFolders: [String] = []
    /// The text of the test file, which is not read then.
    package var text: String?
    /// The texts that are read instead of files, by the paths of these without symbolic links.
    package var openTexts: [String: String] = [:]
    /// Whether tests may write snapshots that do not exist yet.
    package var writesSnapshots = true
    /// The steps that tests may take; nil to count none.
    package var steps: StepLimits?
    /// The time limit of one test.
    package var timeout: Duration {
      get { limits.time ?? .seconds(60) }
      set { limits.time = newValue }
    }
    /// The seed of the random numbers of test files.
    package var seed: UInt64 = 1
    /// The limits of test files.
    package var limits = LuaLimits(memory: 1 << 30, growth: 2 << 30, time: .seconds(60))
    /// Returns the hint in the error of a limit of tests.
    package var hint: (String) -> String? = { Diagnostic.Limit(hint: $0) == nil ? $0 : nil }
    package var print: (String) -> Void = { Swift.print($0) }
    /// Called before the hooks of a block run.
    var beginHook: () -> Void = {}
    /// Lets a person look at an application when its test fails; nil to go on.
    package var pause: ((LuaApplication, TestFailure) -> Void)?
    /// Nil to write no traces.
    package var tracing: TestTracing?
    /// Collects what the tests of each file reach; nil to measure no coverage.
    package var coverage: CoverageCollector?
    /// Collects the files on which the tests depend.
    var files: SourceFiles?
    /// Collects those of them that the test file itself has read.
    var modules: SourceFiles?
    /// The cache shared by the applications that the tests launch.
    var shared = SharedDefinitions()
    /// Sets options of the applications, such as their limits.
    package var configure: (inout LuaApplication.Options) -> Void = { _ in }

    package init() {}
  }

  /// The selection of the tests to run, and their order.
  package struct Selection {
    /// Parts of the full name, or Lua patterns: a test must match one of them; none for all tests.
    package var filters: [String] = []
    package var tags: [String] = []
    package var excludeTags: [String] = []
    package var shard: TestShard?
    package var bail = false
    /// Shuffles the tests by this seed.
    package var shuffle: Int?
    /// The number of further attempts of a failed test.
    package var retries = 0
    package var updateSnapshots = false
    /// Removes the snapshots that no test has asked for.
    package var pruneSnapshots = false
    /// Writes the claims that tests with `exhaustive` lack into them.
    package var writeClaims = false
    /// Rejects `only` and missing snapshots.
    package var isCI = false
    /// Reports the start of each test without running it.
    package var isListing = false

    /// The lines whose tests run; none for all.
    var lines: [Int] = []
    /// The full names of the tests and blocks that run; none for all.
    var names: [String] = []
    /// The number of the repetition of the whole run, from 1.
    var iteration = 1
    /// The position of the file's first test in the shards.
    var offset = 0
    /// The keys of tests that do not run.
    var except: [String] = []
    /// The number of the next attempt of tests that were stopped.
    var attempts: [String: Int] = [:]
    /// Whether problems outside of tests were reported before.
    var isResumed = false
    /// The failures of `before_all` hooks that a limit has stopped, by the numbers of their blocks.
    var hooks: [Int: TestFailure] = [:]
    /// Whether tests are skipped, because one has failed.
    var isStopped = false

    package init() {}
  }

  /// The number of tests.
  package struct Counts: Sendable, Hashable {
    /// In the file.
    package var total = 0
    /// To be run.
    package var selected = 0
    package var failed = 0
  }

  let file: String
  let options: Options
  let state: LuaState
  let pool: BridgePool
  let elements: FoundElements
  let snapshots: TestSnapshots
  let unanswered = UnansweredRequests()
  /// The steps of the running test.
  let steps = TestSteps()
  /// Writes the traces of the tests; nil for none.
  let recorder: TraceRecorder?
  /// The traces of the attempts of the running test.
  package var traces: [String] = []
  private(set) var (iteration, retries) = (1, 0)
  private let framework: TestFramework
  private let runner: Runner

  /// The applications by number, also those that have ended.
  private(set) var applications: [Int: LaunchedApplication] = [:]
  private var nextNumber = 1
  private let generations = Generations()
  /// Those that the running test has launched.
  private var ofTest: [Int]?
  /// What the applications of the test that has ended must not show.
  private var endedMasks: [(String) -> String] = []
  /// What its applications, and those that have ended with it, must not have in a file: also texts of secure fields.
  private var endedSecrets: [Secrets] = []
  /// The one that was launched or driven last.
  private(set) var current: LaunchedApplication?

  private var report: ((TestEvent) throws -> Void)?
  /// The error of the reporter. Lua completes the run; then the error is thrown.
  private var reportError: (any Error)?
  /// The steps of the attempts of the running test.
  private var stepCount: Int?
  /// Told of each application that a test launches.
  var onLaunch: (LaunchedApplication) -> Void = { _ in }
  /// The test that has begun and not ended.
  package private(set) var running: TestEvent?
  /// The hooks that run outside of tests.
  private(set) var hook: Hook?
  /// The time at which the running test or hook began.
  private var began = ContinuousClock.now
  /// The number of the attempt of the running test.
  private(set) var attempt = 1
  private var writesClaims = false
  private(set) var missingClaims = ClaimWriter()

  /// The `before_all` or `after_all` hooks of a block.
  struct Hook {
    var name: String
    /// The number of the block in the file.
    var block: Int
    /// The failure of the block.
    var event: TestEvent
  }

  private struct Runner {
    var collect: LuaFunction
    var run: LuaFunction
    var declare: LuaFunction
  }

  /// Reads a test file and declares its tests.
  ///
  /// - Throws: `file.read`, `file.encoding`, `lua.syntax`, and `lua.limit` when declaring them takes too long.
  package init(file: String, options: Options = Options()) throws {
    self.file = file
    self.options = options
    // Before any script runs: those of an earlier file may have exceeded its limit.
    if let steps = options.steps { StepCount.begin(limit: steps.outside) }
    options.shared.sources = options.permissions.mayChangeFiles ? nil : SourceCache()
    let files = options.modules ?? SourceFiles(openTexts: options.openTexts)
    let text = try options.text ?? files.text(of: file)
    recorder = options.tracing.map {
      TraceRecorder(redacted: $0.redacted, limit: $0.limit, isDeferred: !$0.includesPassed)
    }
    recorder?.newlyCovered = options.coverage.map { coverage in { coverage.takeNewlyReached() } }
    state = try LuaState(
      limits: options.limits, permissions: options.permissions, seed: options.seed, hint: options.hint)
    try ModuleFinder(
      folder: LuaApplication.folder(of: file), libraries: options.luaPath, native: options.permissions.native,
      files: files
    ).connect(state, script: file)
    elements = try FoundElements(state)
    snapshots = TestSnapshots(testFile: file)
    let context = LastContext()
    let (state, framework) = (state, TestFramework(state, isTracing: options.tracing != nil))
    self.framework = framework
    pool = try state.closing(onFailureOf: { try BridgePool(state) { context.make() } })
    let chunk = try state.load(text, chunk: file)
    let runner = try state.closing(onFailureOf: { try framework.install() })
    self.runner = Runner(collect: runner.collect, run: runner.run, declare: runner.declare)
    state.print = { [weak self] in
      guard case .string(let text)? = self?.shown(.string($0)) else { return options.print($0) }
      options.print(text)
    }
    context.host = self
    framework.connect(self)
    try state.call(runner.collect, [.string(file), .function(chunk)])
  }

  deinit { close() }

  /// Ends the applications and frees the state.
  package func close() {
    for application in applications.values { application.close() }
    applications = [:]
    state.close()
  }

  /// Runs the selected tests.
  ///
  /// - Throws: what `report` throws, and `lua.limit` when a test was stopped: the state is dead then, and `running`
  ///   says which test it was.
  package func run(_ selection: Selection, report: @escaping (TestEvent) throws -> Void) throws -> Counts {
    self.report = report
    writesClaims = selection.writeClaims
    defer { self.report = nil }
    (iteration, retries) = (selection.iteration, selection.retries)
    let result = try state.call(runner.run, [selection.lua])
    if let reportError { throw reportError }
    guard case .table(let counts)? = result.first else { return Counts() }
    func count(_ name: String) -> Int { if case .int(let number) = counts[name] { number } else { 0 } }
    return Counts(total: count("total"), selected: count("selected"), failed: count("failed"))
  }

  // MARK: Events

  func receive(_ event: TestEvent) {
    state.renewTime()
    began = .now
    hook = nil
    if event.kind != .start { options.coverage?.end(event, isTest: running?.path == event.path) }
    running = event.kind == .start ? event : nil
    if running != nil { (endedMasks, endedSecrets) = ([], []) }
    var event = event
    if event.kind != .start, !event.path.isEmpty {
      event.stepCount = stepCount
      stepCount = nil
      (event.traces, event.steps) = (traces, steps.all.map { withoutSecrets($0.joined(separator: " > ")) })
      traces = []
      steps.reset()
    }
    for index in event.failures.indices {
      event.failures[index].mask(withoutSecrets)
      event.failures[index].addSourceLine()
    }
    do { try report?(event) } catch { reportError = reportError ?? error }
  }

  /// Returns a text of a report, which may be a file, without secrets.
  private func withoutSecrets(_ text: String) -> String {
    let masked = (endedSecrets + applications.values.map(\.secrets)).reduce(text) { $1.masked($0) }
    return recorder?.shown(masked) ?? masked
  }

  /// Returns what a test shows without the secrets of the applications.
  func shown(_ value: JSONValue) -> JSONValue {
    let masks = endedMasks + applications.values.compactMap(\.secrets.masking)
    return masks.isEmpty ? value : Self.shown(value) { masks.reduce($0) { text, mask in mask(text) } }
  }

  private static func shown(_ value: JSONValue, _ mask: (String) -> String) -> JSONValue {
    switch value {
    case .string(let text): .string(mask(text))
    case .array(let elements): .array(elements.map { shown($0, mask) })
    case .object(let members): .object(members.mapValues { shown($0, mask) })
    case .null, .bool, .int, .double, .number: value
    }
  }

  // MARK: Applications

  /// The explorations that the file declares, and those of other files that tests use.
  package internal(set) var explorations: [DeclaredExploration] = []

  /// Declares the tests of another file, without running them.
  func declareTests(_ text: String, of file: String) throws {
    _ = try state.call(runner.declare, [.function(state.load(text, chunk: file))])
  }

  /// Launches an application. - Returns: its number.
  ///
  /// - Parameters:
  ///   - isExplored: Whether it belongs to an exploration, of which the test sees the result alone.
  ///   - coverage: Counts what it reaches, in place of that of the file.
  func launch(
    _ path: String, _ options: LaunchOptions, from place: Diagnostic.Place?, isExplored: Bool = false,
    _ coverage: CoverageCollector? = nil
  ) throws -> Int {
    var (options, host) = (options, self.options)
    if let coverage { host.coverage = coverage }
    if case .copy(let folder)? = options.documents {
      options.documents = .copy(of: try permitted(resolve(folder, place)))
    }
    let application = try LaunchedApplication(
      script: resolve(path, place), options: options, pool: pool, host: host,
      unanswered: isExplored ? UnansweredRequests() : unanswered, steps: isExplored ? TestSteps() : steps,
      isExplored ? Generations() : generations)
    if let recorder, !isExplored { application.record(with: recorder) }
    let number = nextNumber
    nextNumber += 1
    applications[number] = application
    if isExplored { return number }
    ofTest?.append(number)
    current = application
    onLaunch(application)
    drain()
    return number
  }

  /// Ends an application of an exploration.
  func end(application number: Int) {
    guard let application = applications.removeValue(forKey: number) else { return }
    elements.release(of: application.session)
    application.close()
    if current === application { current = nil }
    drain()
  }

  /// Paths are relative to the file that names them. A function that a tail call left is not on the stack any more;
  /// then the test file's folder is the one.
  func resolve(_ path: String, _ place: Diagnostic.Place?) -> String {
    if path.hasPrefix("/") { return path }
    let candidates = [place?.file, file].compactMap(\.self).map { file in
      let folder = LuaApplication.folder(of: file)
      return folder == "." ? path : "\(folder)/\(path)"
    }
    // Most tests name the script themselves, so that nobody has to look.
    if candidates.allSatisfy({ $0 == candidates[0] }) { return candidates[0] }
    return candidates.first { PathKind(of: $0) != .missing } ?? candidates[0]
  }

  /// Returns a folder for `documents` that the test may read.
  ///
  /// - Throws: `app.documents` for one outside of the test's own folder that no permission names.
  private func permitted(_ folder: String) throws -> String {
    guard let real = SystemFile.realPath(folder), options.permissions.read != .all else { return folder }
    let own = LuaApplication.folder(of: file)
    let isPermitted = ([own] + options.documentFolders + options.permissions.read.names).compactMap(SystemFile.realPath)
      .contains {
        $0 == "/" || real == $0 || real.begins(with: $0 + "/")
      }
    guard isPermitted else {
      throw Diagnostic(
        "app.documents", "no permission to read \(folder), which is not below the folder of the test",
        hint: "\(HintPhrase.readFolder)\(real)")
    }
    return real
  }

  func application(_ number: Int) throws -> LaunchedApplication {
    guard let application = applications[number] else {
      throw Diagnostic("app.closed", "the application has ended with the test that launched it")
    }
    current = application
    return application
  }

  // MARK: Tests

  func begin(hook: Hook) {
    state.renewTime()
    began = .now
    self.hook = hook
    options.beginHook()
    let path = hook.event.path[...]
    options.coverage?.begin(hook.name == "before_all" ? .block(path) : .end(path))
  }

  /// The time that the running test or hook has taken.
  var elapsed: Duration { .now - began }

  func begin(attempt: Int) {
    ofTest = []
    self.attempt = attempt
    steps.reset()
    if let running { options.coverage?.begin(.test(CoverageTest(running))) }
    if let running { countSteps(limit: options.steps?.ofTests[running.key] ?? options.steps?.outside) }
    beginTrace()
    for application in applications.values {
      // A failure shows what this test has done.
      application.session.driver.forgetActions()
      // Each test of a block fails for what its hooks have left.
      application.session.heldDiagnostics = application.session.takeUnreadDiagnostics()
    }
  }

  /// Shows the application that the test has used last, as the failure has left it.
  func pause(at failure: TestFailure) {
    guard let pause = options.pause, running != nil, let application = current?.running else { return }
    pause(application, failure)
    state.renewTime()
  }

  /// Looks at what a test leaves behind, and ends its applications.
  ///
  /// - Parameter messages: The failures of the test.
  /// - Returns: further failures.
  func end(messages: [String]) -> [TestFailure] {
    defer { endSteps() }
    let hasFailed = !messages.isEmpty
    var failures: [TestFailure] = []
    for (_, application) in applications.sorted(by: { $0.key < $1.key }) where !hasFailed {
      failures += UncheckedState.failures(of: application.session)
      failures += unclaimed(application)
    }
    let unanswered = unanswered.take()
    if !hasFailed { failures += unanswered.map { TestFailure(.error, $0) } }
    endTrace(failures: messages + failures.map(\.message))
    for (_, application) in applications {
      let held = application.session.heldDiagnostics
      _ = application.session.takeUnreadDiagnostics()
      application.session.heldDiagnostics = held
      // It is one of the unanswered requests.
      _ = application.takeRequestFailure()
    }
    for number in ofTest ?? [] {
      guard let application = applications.removeValue(forKey: number) else { continue }
      if let mask = application.secrets.masking { endedMasks.append(mask) }
      endedSecrets.append(application.secrets)
      elements.release(of: application.session)
      application.close()
      if current === application { current = nil }
    }
    ofTest = nil
    drain()
    return failures
  }

  /// - Returns: The failures for what a test has not claimed, unless it is only reported or will be written.
  private func unclaimed(_ application: LaunchedApplication) -> [TestFailure] {
    guard let claims = application.session.claims else { return [] }
    claims.end()
    var unclaimed = claims.unclaimed
    if writesClaims {
      missingClaims.add(unclaimed)
      unclaimed = []
    }
    let failures = UncheckedState.unclaimed(application.session, unclaimed)
    guard application.claimsAreOnlyShown else { return failures }
    for failure in failures { options.print("\(failure.place.map { "\($0): " } ?? "")\(failure.message)") }
    return []
  }

  private func countSteps(limit: Int?) { if options.steps != nil { StepCount.begin(limit: limit) } }

  /// Adds the steps of an attempt that has ended.
  private func endSteps() {
    guard options.steps != nil else { return }
    stepCount = (stepCount ?? 0) + StepCount.count
    countSteps(limit: options.steps?.outside)
  }

  private func drain() {
    let released = state.drainReleased()
    guard !released.isEmpty else { return }
    elements.release(released)
    pool.release(released)
  }

  /// Locale, time zone and clock of the application that was used last.
  private final class LastContext {
    weak var host: TestFileRunner?

    func make() -> FunctionContext {
      guard let host else {
        return FunctionContext(
          locale: "en_US", timeZone: "UTC", now: LaunchOptions.start, localization: Localization(),
          formatters: FormatterCache())
      }
      return host.context
    }
  }
}

/// The generations of the entities of applications, so that those of different ones differ.
final class Generations {
  private var last: UInt32 = 1

  func next() -> UInt32 {
    last &+= 0x9E37_79B9
    return last
  }
}
