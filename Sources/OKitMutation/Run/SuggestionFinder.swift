internal import OKitStorage
internal import OKitTestRunner
internal import OKitTrace

/// Finds the first difference between the traces of a covering test with and without a mutant, and an assertion that
/// passes without it and fails with it.
struct SuggestionFinder {
  private let job: MutantJob
  /// The options of the tests without the mutant.
  private let options: TestFileRunner.Options
  private let folder: TemporaryDirectory

  /// The number of assertions that are tried for a test.
  private static let maximumTrials = 24

  /// - Throws: `test.directory`.
  init(_ job: MutantJob, _ options: TestFileRunner.Options) throws {
    (self.job, self.options) = (job, options)
    folder = try TemporaryDirectory()
  }

  /// - Returns: nil where no covering test behaves differently. A suggestion without an assertion if one does, and no
  ///   assertion sees it.
  func find() throws -> Suggestion? {
    var first: Suggestion?
    for test in job.tests {
      guard let comparison = try comparison(of: test), let (place, how) = comparison.firstDifference else { continue }
      var suggestion = Suggestion(place: place, difference: how)
      if let difference = comparison.difference {
        suggestion.assertion = try assertion(for: difference, comparison.traces.first, test)
      }
      if suggestion.assertion != nil { return suggestion }
      first = first ?? suggestion
    }
    return first
  }

  /// Compares the trace of a test with the mutant with that of the run without it.
  private func comparison(of test: CoveringTest) throws -> TraceComparison? {
    var options = options
    options.openTexts[job.path] = job.text
    options.tracing = TestTracing(folder: folder.path)
    options.tracing?.includesPassed = true
    options.tracing?.limit = .max
    let outcome = try TestTrial([test], options).run()
    guard let path = outcome.traces.last else { return nil }
    return TraceComparison(try Trace(contentsOf: test.trace), try Trace(contentsOf: path))
  }

  // MARK: Assertions

  private func assertion(
    for difference: TraceComparison.Difference, _ trace: Trace, _ test: CoveringTest
  ) throws -> Suggestion.Assertion? {
    let candidates = AssertionCandidates(difference, trace)
    let places = Self.places(of: difference.first.action)
    var trials = 0
    for place in places {
      let path = SystemFile.realPath(place.file) ?? place.file
      // The trace has read it.
      guard let text = try? ScriptFile.read(path), let insertion = TestInsertion(place.file, text, line: place.line)
      else { continue }
      for variable in insertion.variables {
        for statement in candidates.statements(variable) {
          trials += 1
          guard trials <= Self.maximumTrials else { return nil }
          var options = options
          options.openTexts[path] = insertion.text(adding: statement)
          guard try TestTrial([test], options).run().hasPassed else { continue }
          options.openTexts[job.path] = job.text
          guard try !TestTrial([test], options).run().hasPassed else { continue }
          return .init(file: place.file, line: insertion.line, text: statement)
        }
      }
    }
    return nil
  }

  /// The places of the test that have led to an action, innermost first.
  private static func places(of action: TraceAction) -> [TracePlace] {
    var places: [TracePlace] = []
    for place in [action.place].compactMap(\.self) + action.stack where !places.contains(place) { places.append(place) }
    return Array(places.prefix(3))
  }
}
