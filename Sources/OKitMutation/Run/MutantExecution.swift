internal import OKitLua
package import OKitTestRunner

/// Runs the tests that cover a mutant in this process, until one fails.
package struct MutantExecution {
  private let job: MutantJob
  private let options: TestFileRunner.Options

  /// The tests may take so many times the steps that they took without the mutant.
  static let maximumFactor = 20

  /// A test counts as one of so many steps at least. Steps are counted in slices, of which a short test may use none.
  static let minimumSteps = 1000

  /// - Parameter options: Those of the tests, which count steps. Mutants have no other limit that depends on the
  ///   machine.
  package init(_ job: MutantJob, _ options: TestFileRunner.Options) {
    self.job = job
    var options = options
    options.limits.limitStepsOnly()
    let configure = options.configure
    options.configure = {
      configure(&$0)
      $0.limits.limitStepsOnly()
    }
    self.options = options
  }

  package func run() throws -> MutantResult {
    var options = options
    options.openTexts[job.path] = job.text
    for tests in Self.byFile(job.tests) {
      let outcome = try TestTrial(tests, options).run()
      if outcome.hasExceededSteps {
        return MutantResult(
          job.id, .timeout, reason: "took more than \(Self.maximumFactor) times the steps of the run without it")
      }
      guard let failure = outcome.failure else { continue }
      // A file that cannot be loaded fails all of its tests.
      let test = tests.first { $0.key == failure.key } ?? tests.first { $0.name == failure.name } ?? tests[0]
      return MutantResult(job.id, .killed, killedBy: test.id, reason: failure.message)
    }
    var result = MutantResult(job.id, .survived)
    result.suggestion = try SuggestionFinder(job, self.options).find()
    return result
  }

  /// The tests of each file, in their order.
  static func byFile(_ tests: [CoveringTest]) -> [[CoveringTest]] {
    var groups: [[CoveringTest]] = []
    for test in tests {
      if groups.last?.first?.file == test.file {
        groups[groups.count - 1].append(test)
      } else {
        groups.append([test])
      }
    }
    return groups
  }
}

/// A run of some tests of one file, up to the first that fails.
struct TestTrial {
  struct Failure {
    var key: String
    var name: String
    var message: String
  }

  struct Outcome {
    var failure: Failure?
    var hasExceededSteps = false
    /// The traces that were kept.
    var traces: [String] = []
    var hasPassed: Bool { failure == nil && !hasExceededSteps }
  }

  private let tests: [CoveringTest]
  private var options: TestFileRunner.Options

  init(_ tests: [CoveringTest], _ options: TestFileRunner.Options) {
    (self.tests, self.options) = (tests, options)
    var limits = StepLimits()
    let factor = MutantExecution.maximumFactor
    for test in tests { limits.ofTests[test.key] = max(test.steps, MutantExecution.minimumSteps) * factor }
    limits.outside = max(tests.reduce(0) { $0 + $1.steps }, 1_000_000) * factor
    self.options.steps = limits
    self.options.writesSnapshots = false
  }

  func run() throws -> Outcome {
    var selection = TestFileRunner.Selection()
    selection.bail = true
    let job = TestJob(file: tests[0].file, names: tests.map(\.name))
    var outcome = Outcome()
    _ = StepCount.takeExceeded()
    var execution = TestFileExecution(job, selection, options) { message in
      guard case .event(let event) = message else { return }
      outcome.traces += event.traces
      guard event.kind == .fail, outcome.failure == nil else { return }
      outcome.failure = Failure(
        key: event.key, name: event.name, message: event.failures.first?.message ?? "failed without a message")
    }
    try execution.run()
    outcome.hasExceededSteps = StepCount.takeExceeded()
    return outcome
  }
}
