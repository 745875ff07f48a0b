/// The counts of the results of a run.
package struct TestSummary: Sendable, Hashable {
  package var passed = 0
  package var failed = 0
  /// Tests that were pending or were not run any more.
  package var skipped = 0
  /// Tests that passed on a retry; `passed` includes them.
  package var flaky = 0
  /// Snapshots that were written.
  package var snapshots = 0
  /// The traces that did not fit into the limit, and the size of the others in bytes.
  package var (droppedTraces, traceSize) = (0, 0)
  /// The snapshots that no test has asked for.
  package var snapshotFiles = SnapshotFiles()
  /// Whether a signal has ended the run before all tests have run.
  package var isPartial = false
  /// The duration of the whole run.
  package var duration: Duration = .zero

  package init(
    passed: Int = 0, failed: Int = 0, skipped: Int = 0, flaky: Int = 0, snapshots: Int = 0, duration: Duration = .zero
  ) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
    self.flaky = flaky
    self.snapshots = snapshots
    self.duration = duration
  }

  package var total: Int { passed + failed + skipped }

  /// Counts the end of a test; its start changes nothing.
  package mutating func count(_ event: TestEvent) {
    snapshots += event.snapshots
    if event.isFlaky { flaky += 1 }
    switch event.kind {
    case .start: break
    case .pass: passed += 1
    case .fail: failed += 1
    case .pending, .skip: skipped += 1
    }
  }

  /// `12 passed, 1 failed`, and `, 2 skipped` when there are such.
  package var line: String { "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : "") }

  /// Notes about the run, one per line: flaky tests, written and stale snapshots.
  package var remarks: [String] {
    var remarks: [String] = []
    if isPartial { remarks.append("a signal has ended the run: not all tests have run") }
    if flaky > 0 { remarks.append(flaky == 1 ? "1 test is flaky" : "\(flaky) tests are flaky") }
    if snapshots > 0 { remarks.append(snapshots == 1 ? "1 snapshot written" : "\(snapshots) snapshots written") }
    if droppedTraces > 0 {
      let traces = droppedTraces == 1 ? "1 trace" : "\(droppedTraces) traces"
      remarks.append("\(traces) did not fit; raise the limit with --trace-limit")
    }
    return remarks + snapshotFiles.remarks
  }
}
