/// For people: a line a test under its file, then the failures in full, then the numbers.
///
/// The last line is `TestSummary.line`, alone.
package struct PrettyReporter: TestReporter {
  package struct Style: Sendable {
    /// ANSI colors.
    package var isColored: Bool
    /// A status line with the test that runs, redrawn in place; for terminals.
    package var isLive: Bool

    package init(isColored: Bool = false, isLive: Bool = false) {
      self.isColored = isColored
      self.isLive = isLive
    }
  }

  private enum Color: Int {
    case red = 31
    case green = 32
    case yellow = 33
    case bold = 1
  }

  /// Tests that took at least this long show it.
  private static let slow: Duration = .milliseconds(500)

  private let style: Style
  private let write: (String) throws -> Void
  private var file: String?
  private var failed: [TestEvent] = []
  private var counts = TestSummary()
  private var seed: Int?

  package init(style: Style = Style(), write: @escaping (String) throws -> Void) {
    self.style = style
    self.write = write
  }

  package mutating func begin(_ run: TestRun) throws { seed = run.seed }

  package mutating func report(_ event: TestEvent) throws {
    counts.count(event)
    if event.kind == .start {
      if style.isLive { try write("\r\u{1B}[K  \(counts.line): \(event.name.oneLine)") }
      return
    }
    var lines: [String] = []
    if file != event.file {
      if file != nil { lines.append("") }
      lines.append(event.file)
      file = event.file
    }
    lines.append("  \(mark(event))  \(event.name.oneLine)\(remarks(event))")
    if event.kind == .fail { failed.append(event) }
    try write((style.isLive ? "\r\u{1B}[K" : "") + lines.map { $0 + "\n" }.joined())
  }

  package mutating func finish(_ summary: TestSummary) throws {
    var lines: [String] = file == nil ? [] : [""]
    for (index, event) in failed.enumerated() {
      if index == 0 { lines += ["Failures:", ""] }
      lines.append(colored(.bold, "\(index + 1)) \(event.name.oneLine)"))
      for failure in event.failures {
        lines += FailureText.lines(failure).map { $0.isEmpty ? "" : "   " + $0 }
      }
      lines.append("")
    }
    let tests = summary.total == 1 ? "1 test" : "\(summary.total) tests"
    lines.append("Ran \(tests) in \(summary.duration.secondsText) s" + (seed.map { ", seed \($0)" } ?? ""))
    lines.append(colored(summary.failed > 0 ? .red : .green, summary.line))
    try write((style.isLive ? "\r\u{1B}[K" : "") + lines.map { $0 + "\n" }.joined())
  }

  private func mark(_ event: TestEvent) -> String {
    switch event.kind {
    case .start, .pass: colored(.green, "ok  ")
    case .fail: colored(.red, "FAIL")
    case .pending, .skip: colored(.yellow, "skip")
    }
  }

  private func remarks(_ event: TestEvent) -> String {
    var remarks: [String] = []
    if let reason = event.reason { remarks.append(reason.oneLine) }
    if event.iteration > 1 { remarks.append("run \(event.iteration)") }
    if event.attempt > 1 { remarks.append("attempt \(event.attempt)") }
    if event.duration >= Self.slow { remarks.append("\(event.duration.secondsText) s") }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
  }

  private func colored(_ color: Color, _ text: String) -> String {
    style.isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
