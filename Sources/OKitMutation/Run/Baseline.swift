package import OKitCoverage
internal import OKitStorage
package import OKitTestRunner
internal import OKitTrace

/// The tests as they are without any mutant: all have passed twice, in the same way.
package struct Baseline {
  package struct Test: Sendable, Hashable {
    package var test: CoveringTest
    /// The scripts of its applications, as messages name them.
    package var sources: Set<String>
    /// The scripts that its file has read itself.
    package var modules: Set<String>
    /// The folders that were copied as documents.
    var folders: Set<String>
  }

  /// In the order in which they run.
  package private(set) var tests: [Test] = []
  /// The scripts that the tests launch, in the order of their names.
  package private(set) var scripts: [String] = []
  /// The files that each test file depends on.
  package private(set) var dependencies: [String: Set<String>] = [:]
  /// What the tests have reached in the scripts of applications.
  package private(set) var coverage = CoverageReport()
  private let folder: TemporaryDirectory

  /// What runs the test files of a run; nil for this process.
  ///
  /// - Parameters:
  ///   - folder: Where the traces are written.
  ///   - measuresCoverage: Whether coverage is measured.
  package typealias Executor = (_ folder: String, _ measuresCoverage: Bool) -> (any TestExecutor)?

  /// Runs the tests twice, first with coverage.
  ///
  /// A signal ends the runs early: then there are no tests.
  ///
  /// - Parameter options: Those of a run without mutants, whose limits count steps.
  /// - Throws: `mutation.failing` if a test fails, `mutation.unstable` if two runs differ; what running tests throws.
  package init(_ options: TestRunner.Options, executor: Executor) throws {
    folder = try TemporaryDirectory()
    let covered = try Self.run(options, executor, "\(folder.path)/1", measuresCoverage: true)
    // The steps of counters are none of the tests.
    guard !options.mustEnd() else { return }
    let plain = try Self.run(options, executor, "\(folder.path)/2", measuresCoverage: false)
    guard !options.mustEnd() else { return }
    coverage = covered.coverage
    dependencies = plain.ends.mapValues(\.files)
    let modules = plain.ends.mapValues { Set($0.modules.map(WorkingDirectory.relative)) }
    try compare(plain.events, covered.events, modules)
  }

  private struct Run {
    var events: [TestEvent] = []
    var ends: [String: TestFileEnd] = [:]
    var coverage = CoverageReport()
  }

  private static func run(
    _ options: TestRunner.Options, _ executor: Executor, _ folder: String, measuresCoverage: Bool
  ) throws -> Run {
    var options = options
    var tracing = TestTracing(folder: folder)
    (tracing.includesPassed, tracing.limit) = (true, .max)
    options.host.tracing = tracing
    options.executor = executor(folder, measuresCoverage)
    var run = Run()
    if measuresCoverage {
      options.host.coverage = CoverageCollector(obeysComments: false)
      options.didMeasure = { report, _ in run.coverage = report }
    }
    options.observe = { job, message in
      switch message {
      case .event(let event): if event.kind != .start { run.events.append(event) }
      case .end(let end): run.ends[job.file] = end
      case .print, .hook: break
      }
    }
    _ = try TestRunner(options, reporter: SilentReporter()).run()
    let failed = run.events.filter { $0.kind == .fail }
    guard let first = failed.first else { return run }
    let others = failed.count == 1 ? "" : " (and \(failed.count - 1) more)"
    throw Diagnostic(
      "mutation.failing",
      "the test \(PrintableText.quoted(first.name)) fails without any mutant\(others): "
        + PrintableText.line(first.failures.first?.message ?? ""), place: first.place ?? .init(file: first.file),
      hint: "all tests must pass before mutants are tested")
  }

  private mutating func compare(_ first: [TestEvent], _ second: [TestEvent], _ modules: [String: Set<String>]) throws {
    var others: [String: TestEvent] = [:]
    for event in second { others["\(event.file)\0\(event.key)"] = event }
    var scripts: Set<String> = []
    for event in first where event.kind == .pass {
      guard let other = others["\(event.file)\0\(event.key)"], other.kind == .pass, let path = event.traces.last,
        let otherPath = other.traces.last
      else { throw Self.unstable(event, "only one of two runs has its trace") }
      let (trace, repeated) = (try Trace(contentsOf: path), try Trace(contentsOf: otherPath))
      let comparison = TraceComparison(trace, repeated)
      guard comparison.isEqual else { throw Self.unstable(event, comparison.summary) }
      scripts.formUnion(trace.launches.map(\.script))
      let test = CoveringTest(
        file: event.file, line: event.place?.line ?? 0, name: event.name, key: event.key, steps: event.stepCount ?? 0,
        trace: path)
      tests.append(
        Test(
          test: test, sources: Set(trace.sources.map { WorkingDirectory.relative($0.file) }).subtracting([event.file]),
          modules: modules[event.file, default: []].subtracting([event.file]),
          folders: Set(trace.launches.compactMap { $0.options["documents"]?.text })))
    }
    self.scripts = scripts.map(WorkingDirectory.relative).sorted()
  }

  private static func unstable(_ event: TestEvent, _ reason: String) -> Diagnostic {
    Diagnostic(
      "mutation.unstable", "two runs of the test \(PrintableText.quoted(event.name)) differ: \(reason)",
      place: event.place ?? .init(file: event.file),
      hint: "a test must do the same each time: fix its clock, its seed and what it reads from outside")
  }
}

/// Reports nothing: the result of the run is what counts.
private struct SilentReporter: TestReporter {
  mutating func begin(_ run: TestRun) {}
  mutating func report(_ event: TestEvent) {}
  mutating func finish(_ summary: TestSummary) {}
}
