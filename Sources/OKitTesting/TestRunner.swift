import OKitEngine
import OKitLua

/// Runs the tests of files and folders and passes the events to a reporter.
package final class TestRunner {
  package struct Options {
    /// Files, and folders with all below them.
    package var paths: [String] = ["."]
    package var selection = TestFileRunner.Selection()
    package var host = TestFileRunner.Options()
    /// The number of times that everything runs.
    package var repeats = 1

    package init() {}
  }

  private let options: Options
  private var reporter: any TestReporter
  private var summary = TestSummary()
  /// The number of tests in the files, whether they run or not.
  private var total = 0

  package init(_ options: Options, reporter: any TestReporter) {
    self.options = options
    self.reporter = reporter
  }

  /// Runs everything once or several times.
  ///
  /// - Throws: `test.none` when no test runs, `test.path`, and what the reporter throws.
  package func run() throws -> TestSummary {
    let files = try TestFiles.find(in: options.paths)
    guard !files.isEmpty else {
      throw Diagnostic(
        "test.none", "no test files in \(options.paths.joined(separator: ", "))",
        hint: "test files are named …_test.lua or …_spec.lua")
    }
    let started = ContinuousClock.now
    try reporter.begin(TestRun(files: files, seed: options.selection.shuffle))
    for iteration in 1...max(1, options.repeats) {
      for file in ordered(files, iteration) where !mustStop { try run(file, iteration) }
    }
    summary.duration = ContinuousClock.now - started
    guard summary.total > 0 else { throw none() }
    try reporter.finish(summary)
    return summary
  }

  private var mustStop: Bool { options.selection.bail && summary.failed > 0 }

  private func none() -> Diagnostic {
    if total == 0 { return Diagnostic("test.none", "the test files declare no tests") }
    return Diagnostic("test.none", "no test matches the filter (\(total) \(total == 1 ? "test" : "tests") found)")
  }

  /// The files as they are, or shuffled by the seed.
  private func ordered(_ files: [String], _ iteration: Int) -> [String] {
    guard let seed = options.selection.shuffle else { return files }
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)) &+ UInt64(iteration))
    return files.shuffled(using: &random)
  }

  // MARK: One file

  /// Runs a file; when a limit stops a test, the tests after it run in a new state.
  private func run(_ file: String, _ iteration: Int) throws {
    var ended: [String] = []
    var isStopped = true
    while isStopped {
      let host: TestFileRunner
      do { host = try TestFileRunner(file: file, options: options.host) } catch let diagnostic as Diagnostic {
        return try report(TestEvent(unreadable: file, diagnostic), iteration)
      }
      defer { host.close() }
      isStopped = try run(host, iteration, &ended) && !mustStop
    }
  }

  /// - Returns: whether a limit stopped a test, whose name is in `ended` then as well.
  private func run(_ host: TestFileRunner, _ iteration: Int, _ ended: inout [String]) throws -> Bool {
    var selection = options.selection
    selection.except = ended
    selection.shuffle = selection.shuffle.map { $0 &+ iteration - 1 }
    var names: [String] = []
    defer { ended += names }
    do {
      let counts = try host.run(selection) { event in
        if event.kind != .start { names.append(event.name) }
        try self.report(event, iteration)
      }
      if iteration == 1, selection.except.isEmpty { total += counts.total }
      return false
    } catch let diagnostic as Diagnostic where diagnostic.code == "lua.limit" {
      guard let test = host.running else {
        try report(TestEvent(unreadable: host.file, diagnostic), iteration)
        return false
      }
      try report(Self.stopped(test, diagnostic), iteration)
      names.append(test.name)
      return true
    }
  }

  private func report(_ event: TestEvent, _ iteration: Int) throws {
    var event = event
    event.iteration = iteration
    summary.count(event)
    try reporter.report(event)
  }

  /// Returns the event for a test that a limit stopped.
  private static func stopped(_ event: TestEvent, _ diagnostic: Diagnostic) -> TestEvent {
    var event = event
    event.kind = .fail
    event.failures = [
      TestFailure(.error, diagnostic.message, place: diagnostic.place ?? event.place, traceback: diagnostic.notes)
    ]
    return event
  }
}
