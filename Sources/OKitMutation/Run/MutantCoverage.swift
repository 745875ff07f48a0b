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
    let reached = mutant.statementLines.flatMap { numbers(reaching: $0, mutant.file) }
    return tests.filter { test in
      if test.modules.contains(mutant.file) { return true }
      guard test.sources.contains(mutant.file) else { return false }
      guard let reached else { return true }
      let key = CoverageTest(file: test.test.file, line: test.test.line, name: test.test.name)
      return numbers[key].map(reached.contains) ?? true
    }.map(\.test)
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
