/// Which tests may notice a mutant.
struct MutantCoverage {
  private let tests: [Baseline.Test]

  init(_ tests: [Baseline.Test]) { self.tests = tests }

  /// Returns the tests that cover a mutant, in the order in which they run.
  func tests(covering mutant: Mutant) -> [CoveringTest] {
    tests.filter { $0.sources.contains(mutant.file) }.map(\.test)
  }
}
