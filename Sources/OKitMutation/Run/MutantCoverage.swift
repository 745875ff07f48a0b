internal import OKitCoverage

/// Which tests may notice a mutant.
struct MutantCoverage {
  private let tests: [Baseline.Test]
  private let report: CoverageReport
  private let numbers: [CoverageTest: Int]

  /// - Parameter report: What the tests have reached; of a script that it does not know, all tests that load it may
  ///   notice a mutant.
  init(_ tests: [Baseline.Test], _ report: CoverageReport) {
    (self.tests, self.report) = (tests, report)
    numbers = Dictionary(report.tests.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// Returns the tests that cover a mutant, in the order in which they run: those that have run its statement, or that
  /// load it where it runs with the script.
  func tests(covering mutant: Mutant) -> [CoveringTest] {
    let canRun = mutant.conditions.allSatisfy { hasRun($0, mutant.file) }
    let reached = mutant.statementLines.flatMap { numbers(reaching: $0, mutant.file) }
    return tests.filter { test in
      if test.modules.contains(mutant.file) { return true }
      guard canRun, test.sources.contains(mutant.file) else { return false }
      guard let reached else { return true }
      return has(reached, test.test)
    }.map(\.test)
  }

  /// Returns those of the tests of a mutant that have evaluated the binding, or performed the action, that it changes;
  /// all of them where that is not known.
  ///
  /// The others may notice it, too: a wrong definition fails each test that launches the application.
  func tests(reaching mutant: Mutant, of tests: [CoveringTest]) -> [CoveringTest] {
    guard let place = mutant.binding else { return tests }
    let items = report.items(ofLine: place.line, in: mutant.file).filter {
      ($0.kind == .binding || $0.kind == .action) && $0.column == place.column
    }
    guard !items.isEmpty else { return tests }
    let reached = Set(items.flatMap(\.tests))
    return tests.filter { has(reached, $0) }
  }

  /// Whether the tests with these numbers include one; a test that was not measured may have reached anything.
  private func has(_ reached: Set<Int>, _ test: CoveringTest) -> Bool {
    numbers[CoverageTest(file: test.file, line: test.line, name: test.name)].map(reached.contains) ?? true
  }

  /// Whether a branch has had an outcome, as far as it is counted.
  private func hasRun(_ condition: Mutant.Condition, _ file: String) -> Bool {
    let branch = report.items(ofLine: condition.place.line, in: file).first {
      $0.kind == .branch && $0.column == condition.place.column
    }
    return branch?.outcomes[condition.outcome ? .true : .false] != 0
  }

  /// Returns the tests that have reached the innermost statement that is counted, and its function; nil where neither
  /// is.
  private func numbers(reaching lines: [Int], _ file: String) -> Set<Int>? {
    func numbers(_ line: Int, _ kind: CoverageKind) -> Set<Int>? {
      let items = report.items(ofLine: line, in: file).filter { $0.kind == kind }
      return items.isEmpty ? nil : Set(items.flatMap(\.tests))
    }
    let ofStatement = lines.lazy.compactMap { numbers($0, .line) }.first
    // The line of a short function counts the statement around it, too.
    let ofFunction = lines.last.flatMap { numbers($0, .function) }
    guard let ofStatement, let ofFunction else { return ofStatement ?? ofFunction }
    return ofStatement.intersection(ofFunction)
  }
}
