package import OKitCoverage

/// Runs the tests of files and folders and passes the events to a reporter.
package final class TestRunner {
  package struct Options {
    /// Files, folders with all below them, and `FILE:LINE`.
    package var paths: [String] = ["."]
    package var selection = TestFileRunner.Selection()
    package var host = TestFileRunner.Options()
    /// The number of times that everything runs.
    package var repeats = 1
    /// Runs the files; by default one after the other in this process.
    package var executor: (any TestExecutor)?
    /// Chooses the tests of a file by their full names: none for all tests; nil leaves the file out.
    package var names: (String) -> [String]? = { _ in [] }
    /// Is called with each event and with the end of each file.
    package var observe: (TestJob, TestMessage) -> Void = { _, _ in }
    /// Whether the run is to end before all tests have run.
    package var mustEnd: () -> Bool = { false }
    /// Is called before the first test runs; not when no test file is chosen.
    package var willBegin: () -> Void = {}
    /// Is called with the traces that were kept, in the order of the tests, when all tests have run.
    package var didTrace: ([TestTrace]) throws -> Void = { _ in }
    /// Is called before the first test runs whose coverage is measured.
    package var willMeasure: () throws -> Void = {}
    /// Is called with the coverage, and the scripts that were not counted with the reason, after the summary was
    /// reported.
    package var didMeasure: (CoverageReport, [String: String]) throws -> Void = { _, _ in }
    /// Is called when all tests have run, before the summary is reported.
    package var willFinish: () -> Void = {}

    package init() {}
  }

  private let options: Options
  private var reporter: any TestReporter
  private var summary = TestSummary()
  /// The number of tests in the files, whether they run or not.
  private var total = 0
  private var selected = 0
  /// The traces that were kept.
  private var traces: [TestTrace] = []
  /// The coverage of each file, and the scripts that were not counted.
  private var coverage: (reports: [CoverageReport], uncounted: [String: String]) = ([], [:])

  package init(_ options: Options, reporter: any TestReporter) {
    self.options = options
    self.reporter = reporter
  }

  /// Runs everything once or several times.
  ///
  /// - Throws: `test.none` when no test runs, `test.path`, and what the executor and the reporter throw.
  package func run() throws -> TestSummary {
    let targets = try TestFiles.find(in: options.paths)
    guard !targets.isEmpty else {
      throw Diagnostic(
        "test.none", "no test files in \(options.paths.joined(separator: ", "))",
        hint: "test files are named …_test.lua or …_spec.lua")
    }
    let jobs = jobs(for: targets)
    guard !jobs.isEmpty else {
      throw Diagnostic(
        "test.none", "none of the chosen tests is in \(options.paths.joined(separator: ", "))")
    }
    let started = ContinuousClock.now
    let files = targets.map(\.file).filter { options.names($0) != nil }
    try options.host.tracing?.makeFolder()
    if options.host.coverage != nil { try options.willMeasure() }
    options.willBegin()
    try reporter.begin(TestRun(files: files, seed: options.selection.shuffle))
    let executor = options.executor ?? LocalExecutor(options.selection, options.host)
    try executor.run(jobs, while: { !mustStop }, receive: { [self] in try receive($0, $1) })
    summary.duration = ContinuousClock.now - started
    summary.isPartial = options.mustEnd()
    // An empty shard is not a mistake.
    guard summary.total > 0 || selected > 0 || summary.isPartial || (options.selection.shard != nil && total > 0) else {
      throw none(targets)
    }
    // The results are reported whether or not their pages can be written.
    var failure: (any Error)?
    if options.host.tracing != nil { do { try options.didTrace(traces) } catch { failure = error } }
    options.willFinish()
    try reporter.finish(summary)
    if let failure { throw failure }
    if options.host.coverage != nil {
      var report = CoverageReport(merging: coverage.reports)
      report.isPartial = summary.isPartial
      try options.didMeasure(report, coverage.uncounted)
    }
    return summary
  }

  private var mustStop: Bool { options.selection.bail && summary.failed > 0 || options.mustEnd() }

  private func none(_ targets: [TestTarget]) -> Diagnostic {
    if total == 0 { return Diagnostic("test.none", "the test files declare no tests") }
    let count = "(\(total) \(total == 1 ? "test" : "tests") found)"
    if let target = targets.first(where: { !$0.lines.isEmpty }), let line = target.lines.first {
      return Diagnostic("test.none", "no test contains \(target.file):\(line) \(count)")
    }
    let filters = options.selection.filters.count > 1 ? "one of the filters" : "the filter"
    return Diagnostic("test.none", "no test matches \(filters) \(count)")
  }

  // MARK: Jobs

  private func jobs(for targets: [TestTarget]) -> [TestJob] {
    let files = targets.enumerated().compactMap { position, target in
      options.names(target.file).map {
        TestJob(file: target.file, lines: target.lines, names: $0, position: position)
      }
    }
    return (1...max(1, options.repeats)).flatMap { iteration in
      ordered(files, iteration).map { job in
        var job = job
        job.iteration = iteration
        job.seed = options.selection.shuffle.map { $0 &+ iteration - 1 }
        return job
      }
    }
  }

  /// The files as they are, or shuffled by the seed.
  private func ordered(_ files: [TestJob], _ iteration: Int) -> [TestJob] {
    guard let seed = options.selection.shuffle else { return files }
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)) &+ UInt64(iteration))
    return files.shuffled(using: &random)
  }

  private func receive(_ job: TestJob, _ message: TestMessage) throws {
    options.observe(job, message)
    switch message {
    case .event(var event):
      event.iteration = job.iteration
      keepTraces(of: &event)
      summary.count(event)
      try reporter.report(event)
    case .print(let text): options.host.print(text)
    case .hook: break
    case .end(let end):
      selected += end.selected
      if job.iteration == 1 { total += end.total }
      summary.snapshotFiles.formUnion(end.snapshots)
      if let report = end.coverage { coverage.reports.append(report) }
      coverage.uncounted.merge(end.uncounted) { first, _ in first }
    }
  }

  // MARK: Traces

  /// Keeps the traces of a test that fit into the limit.
  private func keepTraces(of event: inout TestEvent) {
    guard let tracing = options.host.tracing, event.kind != .start else { return }
    if event.traces.isEmpty, event.failures.first?.code == "test.worker" {
      // Its process has ended in the middle of the trace.
      let number = (event.iteration - 1) * (options.selection.retries + 1) + event.attempt
      event.traces = [tracing.path(of: event, attempt: number)].filter { PathKind(of: $0) == .file }
    }
    event.traces = event.traces.filter { path in
      let size = SystemFile.size(path) ?? 0
      guard summary.traceSize + size <= tracing.limit else {
        SystemFile.remove(path)
        summary.droppedTraces += 1
        return false
      }
      summary.traceSize += size
      return true
    }
    traces += event.traces.map { TestTrace(event: event, path: $0) }
    if event.kind == .fail { event.difference = event.traces.last.flatMap { tracing.difference(of: event, trace: $0) } }
  }
}
