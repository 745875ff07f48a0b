/// A test that covers a mutant, as its run without the mutant was.
package struct CoveringTest: Sendable, Hashable {
  package var file: String
  package var line: Int
  /// The name with those of its blocks.
  package var name: String
  /// The key that tells tests with one name apart.
  package var key: String
  /// The steps that it took.
  package var steps: Int
  /// The trace of the run.
  package var trace: String

  /// What reports call it.
  package var id: String { "\(file):\(line) \(key.replacing("\0", with: " #"))" }
}

/// One mutant with the tests that are to notice it.
package struct MutantJob: Sendable, Hashable {
  package var id: String
  /// The path of the script without symbolic links, and its text with the change.
  package var path: String
  package var text: String
  /// Those of a file are neighbors.
  package var tests: [CoveringTest]

  package init(id: String, path: String, text: String, tests: [CoveringTest]) {
    (self.id, self.path, self.text, self.tests) = (id, path, text, tests)
  }
}

/// What tests have said about a mutant.
package struct MutantResult: Sendable, Hashable {
  package enum Status: String, Sendable, CaseIterable {
    case killed = "Killed"
    case survived = "Survived"
    case timeout = "Timeout"
    case notCovered = "NoCoverage"
    case ignored = "Ignored"
  }

  package var id: String
  package var status: Status
  /// The test that has failed.
  package var killedBy: String?
  package var reason: String?
  /// What would kill a mutant that has survived.
  package var suggestion: Suggestion?

  package init(_ id: String, _ status: Status, killedBy: String? = nil, reason: String? = nil) {
    (self.id, self.status, self.killedBy, self.reason) = (id, status, killedBy, reason)
  }
}

/// The first difference that a mutant makes, and an assertion that okit saw pass without it and fail with it.
package struct Suggestion: Sendable, Hashable {
  /// Where the runs differ first: `shop_test.lua:8 (row "Lamp": quick)`, with how they differ.
  package var place: String
  package var difference: String
  /// Nil where no assertion was found.
  package var assertion: Assertion?

  package struct Assertion: Sendable, Hashable {
    package var file: String
    /// The line after which it is added.
    package var line: Int
    package var text: String
  }
}
