/// Something that happened while tests ran: a test began or ended, or a file could not be read.
///
/// Every test that runs gives a `start` and then one of the other kinds; errors outside of tests (in a file, in the
/// body of a `describe`, in an `after_all`) give a `fail` whose path is that of the block.
package struct TestEvent: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable { case start, pass, fail, pending, skip }

  package var kind: Kind
  /// The test file, as the user wrote it.
  package var file: String
  /// The names of the blocks and of the test, outermost first; empty for the file as a whole.
  package var path: [String]
  /// The place of the declaration of the test.
  package var place: Diagnostic.Place?
  package var tags: [String]
  /// The number of the test among those of the file that have the same name, from 1.
  package var occurrence: Int
  /// The number of the test among those that are declared at its line, from 1; nil for the only one.
  package var caseNumber: Int?
  /// The files of the traces of its attempts.
  package var traces: [String] = []
  /// The first difference between the last trace and that of the passed run of the test.
  package var difference: String?
  /// The steps of the test, each with the names of those around it: `buy > pay`.
  package var steps: [String] = []
  /// The number of the repetition of the whole run, from 1.
  package var iteration: Int
  /// The number of attempts, from 1.
  package var attempt: Int
  package var duration: Duration
  /// The reason why the test is pending or was skipped.
  package var reason: String?
  /// The steps that the test has taken, where they are counted; see `StepCount`.
  package var stepCount: Int?
  /// The number of snapshots that the test has written.
  package var snapshots: Int
  /// The failures in the order of their occurrence; empty unless the kind is `fail`.
  package var failures: [TestFailure]

  package init(
    _ kind: Kind, file: String, path: [String], place: Diagnostic.Place? = nil, tags: [String] = [],
    occurrence: Int = 1, iteration: Int = 1, attempt: Int = 1, duration: Duration = .zero, reason: String? = nil,
    snapshots: Int = 0, failures: [TestFailure] = []
  ) {
    self.kind = kind
    self.file = file
    self.path = path
    self.place = place
    self.tags = tags
    self.occurrence = occurrence
    self.iteration = iteration
    self.attempt = attempt
    self.duration = duration
    self.reason = reason
    self.snapshots = snapshots
    self.failures = failures
  }

  /// The failure of a file that could not be loaded.
  package init(unreadable file: String, _ diagnostic: Diagnostic) {
    self.init(.fail, file: file, path: [], failures: [TestFailure(diagnostic)])
  }

  /// The names of the path with blanks between, as filters see it; the file's name for the file as a whole.
  package var name: String { path.isEmpty ? file : path.joined(by: " ") }

  /// The name of the test with its occurrence, as the test framework names it.
  package var key: String { occurrence == 1 ? name : "\(name)\0\(occurrence)" }

  /// A Boolean value that indicates whether the test failed at first and passed on a retry.
  package var isFlaky: Bool { kind == .pass && attempt > 1 }
}
