/// The counts of the results of a run.
package struct TestSummary: Sendable, Hashable {
  package var passed = 0
  package var failed = 0
  /// Tests that were pending or were not run any more.
  package var skipped = 0
  /// The duration of the whole run.
  package var duration: Duration = .zero

  package init(passed: Int = 0, failed: Int = 0, skipped: Int = 0, duration: Duration = .zero) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
    self.duration = duration
  }

  package var total: Int { passed + failed + skipped }

  /// Counts the end of a test; its start changes nothing.
  package mutating func count(_ event: TestEvent) {
    switch event.kind {
    case .start: break
    case .pass: passed += 1
    case .fail: failed += 1
    case .pending, .skip: skipped += 1
    }
  }

  /// `12 passed, 1 failed`, and `, 2 skipped` when there are such.
  package var line: String { "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : "") }
}
