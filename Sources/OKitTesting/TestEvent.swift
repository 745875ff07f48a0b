package import OKitEngine
import OKitLua

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
  /// The number of the repetition of the whole run, from 1.
  package var iteration: Int
  /// The number of attempts, from 1.
  package var attempt: Int
  package var duration: Duration
  /// The reason why the test is pending or was skipped.
  package var reason: String?
  /// The failures in the order of their occurrence; empty unless the kind is `fail`.
  package var failures: [TestFailure]

  package init(
    _ kind: Kind, file: String, path: [String], place: Diagnostic.Place? = nil, tags: [String] = [],
    iteration: Int = 1, attempt: Int = 1, duration: Duration = .zero, reason: String? = nil,
    failures: [TestFailure] = []
  ) {
    self.kind = kind
    self.file = file
    self.path = path
    self.place = place
    self.tags = tags
    self.iteration = iteration
    self.attempt = attempt
    self.duration = duration
    self.reason = reason
    self.failures = failures
  }

  /// The failure of a file that could not be loaded.
  package init(unreadable file: String, _ diagnostic: Diagnostic) {
    var failure = TestFailure(
      .error, diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? ""), place: diagnostic.place,
      sourceLine: diagnostic.excerpt?.source.text, traceback: diagnostic.notes)
    if failure.sourceLine?.isEmpty == true { failure.sourceLine = nil }
    self.init(.fail, file: file, path: [], failures: [failure])
  }

  /// The names of the path with blanks between, as filters see it; the file's name for the file as a whole.
  package var name: String { path.isEmpty ? file : path.joined(separator: " ") }
}
