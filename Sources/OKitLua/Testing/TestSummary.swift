/// How a run ended, in numbers.
public struct TestSummary: Sendable, Hashable {
  public var passed = 0
  public var failed = 0
  /// Tests that were pending or were not run any more.
  public var skipped = 0
  /// What the run took as a whole.
  public var duration: Duration = .zero

  public init(passed: Int = 0, failed: Int = 0, skipped: Int = 0, duration: Duration = .zero) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
    self.duration = duration
  }

  public var total: Int { passed + failed + skipped }

  /// Counts the end of a test; its start changes nothing.
  public mutating func count(_ event: TestEvent) {
    switch event.kind {
    case .start: break
    case .pass: passed += 1
    case .fail: failed += 1
    case .pending, .skip: skipped += 1
    }
  }

  /// `12 passed, 1 failed`, and `, 2 skipped` when there are such.
  public var line: String { "\(passed) passed, \(failed) failed" + (skipped > 0 ? ", \(skipped) skipped" : "") }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// Seconds with three digits after the point, rounded.
  var secondsText: String {
    let milliseconds = max(0, (inSeconds * 1000).rounded())
    guard milliseconds < 1e18 else { return "\(inSeconds)" }
    let whole = Int(milliseconds)
    let rest = String(whole % 1000)
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
