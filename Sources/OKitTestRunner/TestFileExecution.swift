/// Runs one test file in this process. When a limit stops a test, the tests after it run in a new state.
package struct TestFileExecution {
  private let file: String
  private let selection: TestFileRunner.Selection
  private var options: TestFileRunner.Options
  private let iteration: Int
  private let send: (TestMessage) throws -> Void
  private let files: SourceFiles
  private let modules: SourceFiles
  /// The keys of the tests that have ended.
  private var ended: [String] = []
  /// The number of the next attempt of tests that a limit has stopped.
  private var attempts: [String: Int] = [:]
  /// The traces of the attempts that a limit has stopped.
  private var traces: [String: [String]] = [:]
  private var total = 0
  private var selected = 0
  private var isResumed = false
  /// The failures of `before_all` hooks that a limit has stopped, by the numbers of their blocks.
  private var hooks: [Int: TestFailure] = [:]
  private var hasFailed = false
  /// Whether a test was pending or skipped.
  private var hasSkipped = false
  private var claims = ClaimWriter()
  /// The names of the snapshots that a test has asked for.
  private var asked: Set<String> = []

  package init(
    _ job: TestJob, _ selection: TestFileRunner.Selection, _ options: TestFileRunner.Options,
    send: @escaping (TestMessage) throws -> Void
  ) {
    (file, iteration) = (job.file, job.iteration)
    self.selection = selection.with(job)
    self.options = options
    self.send = send
    files = SourceFiles(openTexts: options.openTexts)
    modules = SourceFiles(openTexts: options.openTexts)
    (self.options.files, self.options.modules) = (files, modules)
    // Each repetition has other random numbers.
    self.options.seed = UInt64(bitPattern: Int64(job.seed ?? job.iteration))
  }

  /// - Throws: what `send` throws.
  package mutating func run() throws {
    var printError: (any Error)?
    options.print = { [send] text in
      // Lua completes the test; then the error is thrown.
      do { try send(.print(text)) } catch { printError = printError ?? error }
    }
    options.beginHook = { [send] in
      do { try send(.hook) } catch { printError = printError ?? error }
    }
    options.coverage?.begin(file: file, in: options.shared)
    var isStopped = true
    while isStopped {
      let host: TestFileRunner
      do { host = try TestFileRunner(file: file, options: options) } catch let diagnostic as Diagnostic {
        try report(TestEvent(unreadable: file, diagnostic))
        break
      }
      defer { host.close() }
      isStopped = try run(host)
    }
    if let printError { throw printError }
    try writeClaims()
    files.add(file)
    let snapshots = try staleSnapshots()
    var end = TestFileEnd(
      total: total, selected: max(selected, ended.count), files: files.paths.union(modules.paths),
      modules: modules.paths, snapshots: snapshots)
    if let coverage = options.coverage { (end.coverage, end.uncounted) = (coverage.report(), coverage.uncounted) }
    try send(.end(end))
  }

  /// Writes the claims that the tests lack into their files.
  private mutating func writeClaims() throws {
    do { try claims.write() } catch let diagnostic as Diagnostic {
      try report(TestEvent(unreadable: file, diagnostic))
    }
    for (file, count) in claims.counts.sorted(by: { $0.key < $1.key }) {
      try send(.print("\(count == 1 ? "1 claim" : "\(count) claims") written into \(file)"))
    }
  }

  /// Finds the snapshots that no test asks for, and removes them if that is wanted. A test that did not run, or failed
  /// before its end, may ask for any of them.
  private mutating func staleSnapshots() throws -> SnapshotFiles {
    guard !selection.isListing else { return SnapshotFiles() }
    var snapshots = SnapshotFiles(isPruned: selection.pruneSnapshots)
    let unasked = SnapshotFolder.unasked(ofTestFile: file, asked)
    if hasFailed || hasSkipped || selected < total {
      if !unasked.isEmpty { snapshots.undecided = [file] }
    } else {
      snapshots.stale = Set(unasked)
    }
    snapshots.stale.formUnion(SnapshotFolder.orphaned(besideTestFile: file))
    guard selection.pruneSnapshots else { return snapshots }
    for path in snapshots.stale.sorted() {
      do { try SnapshotFolder.remove(path) } catch let diagnostic as Diagnostic {
        snapshots.stale.remove(path)
        try report(TestEvent(unreadable: file, diagnostic))
      }
    }
    return snapshots
  }

  /// - Returns: whether a limit stopped a test, so that others may be left.
  private mutating func run(_ host: TestFileRunner) throws -> Bool {
    var selection = selection
    (selection.except, selection.attempts, selection.isResumed) = (ended, attempts, isResumed)
    (selection.hooks, selection.isStopped) = (hooks, selection.bail && hasFailed)
    selection.iteration = iteration
    isResumed = true
    let events = EventLog(attempts: attempts)
    defer {
      ended += events.ended
      asked.formUnion(host.snapshots.asked)
      claims.formUnion(host.missingClaims)
      hasSkipped = hasSkipped || events.hasSkipped
    }
    do {
      let counts = try host.run(selection) { [send] event in
        if events.add(event) { try send(.event(event)) }
      }
      hasFailed = hasFailed || events.hasFailed
      (total, selected) = (counts.total, ended.count + counts.selected)
      return false
    } catch let diagnostic as Diagnostic where diagnostic.code == "lua.limit" {
      guard var test = host.running else { return try stop(host, diagnostic) }
      host.endTrace(failures: [diagnostic.message])
      traces[test.key, default: []] += host.traces
      guard host.attempt > selection.retries else {
        attempts[test.key] = host.attempt + 1
        return true
      }
      test.kind = .fail
      test.attempt = host.attempt
      test.duration = host.elapsed
      test.failures = [TestFailure(stopping: test, diagnostic)]
      test.traces = traces[test.key, default: []]
      options.coverage?.end(test, isTest: true)
      try report(test)
      events.ended.append(test.key)
      return true
    }
  }

  /// A limit has stopped a hook: each test of a block fails with its `before_all`, and the block with its `after_all`.
  ///
  /// - Returns: whether tests are left.
  private mutating func stop(_ host: TestFileRunner, _ diagnostic: Diagnostic) throws -> Bool {
    guard let hook = host.hook else {
      try report(TestEvent(unreadable: file, diagnostic))
      return false
    }
    var event = hook.event
    var failure = TestFailure(stopping: event, diagnostic)
    failure.message = "in \(hook.name): \(failure.message)"
    if hook.name == "before_all", hooks[hook.block] == nil {
      hooks[hook.block] = failure
      return true
    }
    event.failures = [failure]
    event.duration = host.elapsed
    try report(event)
    return true
  }

  private mutating func report(_ event: TestEvent) throws {
    hasFailed = hasFailed || event.kind == .fail
    try send(.event(event))
  }

  /// The events of one run, by test.
  private final class EventLog {
    private let attempts: [String: Int]
    var ended: [String] = []
    private(set) var hasFailed = false
    private(set) var hasSkipped = false

    init(attempts: [String: Int]) { self.attempts = attempts }

    /// - Returns: false for the start of a further attempt, which is not the start of the test.
    func add(_ event: TestEvent) -> Bool {
      if event.kind == .start { return attempts.isEmpty || attempts[event.key] == nil }
      ended.append(event.key)
      hasFailed = hasFailed || event.kind == .fail
      hasSkipped = hasSkipped || event.kind == .skip || event.kind == .pending
      return true
    }
  }
}

extension TestFailure {
  /// The failure of a test that a limit stopped, at the line that was running.
  fileprivate init(stopping test: TestEvent, _ diagnostic: Diagnostic) {
    self.init(diagnostic)
    place = place ?? test.place
    addSourceLine()
  }
}
