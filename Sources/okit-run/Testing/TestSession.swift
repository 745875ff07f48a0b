/// Runs tests with the options of `test`, once or repeatedly, and remembers the failed ones.
final class TestSession {
  /// Chooses the tests of a file: none for all; nil leaves the file out.
  typealias Choice = (String) -> [String]?

  private let options: TestRunner.Options
  private let report: TestReport
  private let messages: Output
  /// Nil when nothing is remembered for `--last-failed`.
  private let file: FailedTestsFile?
  /// The tests that have failed last in this session.
  private(set) var failed = FailedTests()
  /// The absolute paths of the files that each test file depends on.
  private(set) var dependencies: [String: Set<String>] = [:]

  init(_ options: TestRunner.Options, _ report: TestReport, _ messages: Output, file: FailedTestsFile?) {
    (self.options, self.report, self.messages, self.file) = (options, report, messages, file)
  }

  /// Runs the chosen tests.
  ///
  /// - Parameters:
  ///   - mark: The line before the report of the run; nil for none.
  ///   - willFinish: Called when the tests have run, before their summary is reported.
  /// - Throws: What `TestRunner.run` throws; `file.write` for the report.
  @discardableResult
  func run(
    _ choice: @escaping Choice = { _ in [] }, mark: String? = nil, willFinish: @escaping () -> Void = {}
  ) throws -> TestSummary {
    var options = options
    options.willBegin = { [report, messages] in if let mark { report.mark(mark, messages) } }
    options.willFinish = willFinish
    var results = TestResults()
    options.names = choice
    options.observe = { results.add($0, $1) }
    defer { remember(results) }
    return try report.write(to: messages) { try TestRunner(options, reporter: $0).run() }
  }

  private func remember(_ results: TestResults) {
    for (name, files) in results.dependencies {
      // What the other tests of the file depend on is known from an earlier run.
      let isComplete = results.files[name]?.isComplete == true && !options.selection.bail
      dependencies[name] = isComplete ? files : files.union(dependencies[name, default: []])
    }
    update(&failed, results)
    guard let file else { return }
    do {
      let before = try file.read()
      var after = before
      update(&after, results)
      if after != before { try file.write(after) }
    } catch {
      // The results are reported whether or not they can be remembered.
      messages.note("cannot remember the failed tests: \(error.asDiagnostic)")
    }
  }

  private func update(_ failed: inout FailedTests, _ results: TestResults) {
    for (name, result) in results.files {
      failed.update(
        name, passed: result.passed, failed: result.failed, isComplete: result.isComplete && !options.selection.bail)
    }
  }
}
