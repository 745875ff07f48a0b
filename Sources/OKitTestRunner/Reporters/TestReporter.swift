/// The facts about a run that are known before its first test.
package struct TestRun: Sendable, Hashable {
  package var files: [String]
  /// The seed of the order, when tests run shuffled.
  package var seed: Int?

  package init(files: [String], seed: Int? = nil) {
    self.files = files
    self.seed = seed
  }
}

/// Writes down a run of tests in some format.
///
/// `begin` comes first and `finish` last, each once; the events of a file come together, those of one test in order.
/// Each method throws what the writing closure throws.
package protocol TestReporter {
  mutating func begin(_ run: TestRun) throws
  mutating func report(_ event: TestEvent) throws
  mutating func finish(_ summary: TestSummary) throws
}

/// The formats by the names of `--format`.
package enum TestFormat: String, Sendable, CaseIterable {
  case pretty, tap, junit, json

  /// A reporter that writes through `write`, whole lines at a time except for the status line of a terminal.
  package func reporter(
    style: PrettyReporter.Style = .init(), write: @escaping (String) throws -> Void
  ) -> any TestReporter {
    switch self {
    case .pretty: PrettyReporter(style: style, write: write)
    case .tap: TAPReporter(write: write)
    case .junit: JUnitReporter(write: write)
    case .json: JSONReporter(write: write)
    }
  }
}
