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
      guard let comparison = try comparison(of: test) else { continue }
      let suggestions = [try ofStart(comparison, test), try ofActions(comparison, test)].compactMap(\.self)
      if let found = suggestions.first(where: { $0.assertion != nil }) { return found }
      first = first ?? suggestions.first
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

  /// What the start of an application has led to differently.
  private func ofStart(_ comparison: TraceComparison, _ test: CoveringTest) throws -> Suggestion? {
    var first: Suggestion?
    for difference in comparison.startDifferences {
      var suggestion = Suggestion(
        place: "\(difference.kind.name) of \(difference.script)",
        difference: PrintableText.shortened(difference.lines.joined(separator: ", "), to: 200))
      if let text = Self.text(of: test.file) {
        let places = TestInsertion.atStart(ofTestAt: test.line, in: test.file, text).map { (test.file, $0) }
        suggestion.assertion = try assertion(at: places, test) { AssertionCandidates.ofStart(difference.kind, $0) }
      }
      if suggestion.assertion != nil { return suggestion }
      first = first ?? suggestion
    }
    return first
  }

  private func ofActions(_ comparison: TraceComparison, _ test: CoveringTest) throws -> Suggestion? {
    guard let (place, how) = comparison.firstDifference else { return nil }
    var suggestion = Suggestion(place: place, difference: how)
    guard let difference = comparison.difference else { return suggestion }
    let trace = comparison.traces.first
    let candidates = AssertionCandidates(difference, trace)
    suggestion.assertion = try assertion(at: Self.places(of: difference.first.action, isBefore: false), test) {
      candidates.statements($0)
    }
    if suggestion.assertion == nil, let part = difference.parts.first(where: { $0.name == "screen before" }),
      let screen = difference.first.action.before.flatMap({ trace.screens[$0] })
    {
      suggestion.assertion = try assertion(at: Self.places(of: difference.first.action, isBefore: true), test) {
        AssertionCandidates.ofScreen(screen, part.patch, $0)
      }
    }
    // Other actions of the line may follow the one that differs.
    if suggestion.assertion == nil, let last = comparison.lineDifference {
      suggestion.assertion = try assertion(at: Self.places(of: difference.first.action, isBefore: false), test) {
        AssertionCandidates.ofScreen(last.screen, last.patch, $0)
      }
    }
    return suggestion
  }

  /// Tries assertions at some places of test files, most likely first.
  ///
  /// - Parameter statements: Returns the assertions about the application that an expression is.
  /// - Returns: The first one that passes without the mutant and fails with it.
  private func assertion(
    at places: [(file: String, insertion: TestInsertion)], _ test: CoveringTest, _ statements: (String) -> [String]
  ) throws -> Suggestion.Assertion? {
    var trials = 0
    for (file, insertion) in places {
      let path = SystemFile.realPath(file) ?? file
      // The best assertion for each expression, then the next ones.
      let ranked = insertion.applications.enumerated().flatMap { number, application in
        statements(application).enumerated().map { (rank: ($0, number), statement: $1) }
      }
      for (_, statement) in ranked.sorted(by: { $0.rank < $1.rank }) {
        trials += 1
        guard trials <= Self.maximumTrials else { return nil }
        var options = options
        options.openTexts[path] = insertion.text(adding: statement)
        guard try TestTrial([test], options).run().hasPassed else { continue }
        options.openTexts[job.path] = job.text
        guard try !TestTrial([test], options).run().hasPassed else { continue }
        return .init(file: file, line: insertion.line, text: statement)
      }
    }
    return nil
  }

  /// The places of the test that have led to an action, innermost first.
  private static func places(of action: TraceAction, isBefore: Bool) -> [(file: String, insertion: TestInsertion)] {
    var places: [TracePlace] = []
    for place in [action.place].compactMap(\.self) + action.stack where !places.contains(place) { places.append(place) }
    return places.prefix(3).compactMap { place in
      guard let text = text(of: place.file),
        let insertion = TestInsertion.around(place.line, isBefore: isBefore, in: place.file, text)
      else { return nil }
      return (place.file, insertion)
    }
  }

  /// A file that has been moved since the test has read it has no places.
  private static func text(of file: String) -> String? {
    do { return try ScriptFile.read(file) } catch { return nil }
  }
}

extension TraceComparison.StartDifference.Kind {
  fileprivate var name: String {
    switch self {
    case .screen: "the first screen"
    case .program: "the output"
    case .models: "the models at the start"
    }
  }
}
