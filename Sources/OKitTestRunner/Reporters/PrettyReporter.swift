/// For people: a line a test under its file, then the failures in full, then the numbers.
///
/// The last line is `TestSummary.line`, alone.
package struct PrettyReporter: TestReporter {
  package struct Style: Sendable {
    /// ANSI colors.
    package var isColored: Bool
    /// A status line with the test that runs, redrawn in place; for terminals.
    package var isLive: Bool

    /// The columns of the terminal, which the status line does not exceed.
    package var columns = 80
    /// The lines for tests.
    package var detail = Detail.normal
    /// The number of slow tests to list.
    package var slowest = 0

    package init(isColored: Bool = false, isLive: Bool = false) {
      self.isColored = isColored
      self.isLive = isLive
    }
  }

  package enum Detail: Sendable {
    /// Failed tests only.
    case quiet
    /// A line for each test.
    case normal
    /// A line for each test with its place, tags and duration.
    case verbose
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
  /// The slowest tests so far, the slowest first.
  private var slowest: [TestEvent] = []
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
      if style.isLive { try write(Self.clearLine + status(event.name.printableLine)) }
      return
    }
    if event.kind == .fail { failed.append(event) }
    if style.slowest > 0 { addToSlowest(event) }
    guard style.detail != .quiet || event.kind == .fail else { return }
    var lines: [String] = []
    if file != event.file {
      if file != nil { lines.append("") }
      lines.append(event.file.printableLine)
      file = event.file
    }
    lines.append("  \(mark(event))  \(event.name.printableLine)\(remarks(event))")
    try write((style.isLive ? Self.clearLine : "") + lines.map { $0 + "\n" }.joined())
  }

  /// Erases the status line.
  package static let clearLine = "\r\u{1B}[K"

  /// The counts and the running test, on one line of the terminal.
  private func status(_ name: String) -> String {
    var text = ""
    var columns = 0
    for character in "  \(counts.line): \(name)" {
      columns += TextWidth.columns(character)
      // A full line would wrap on some terminals.
      guard columns < style.columns else { break }
      text.append(character)
    }
    return text
  }

  private mutating func addToSlowest(_ event: TestEvent) {
    let index = slowest.firstIndex { $0.duration < event.duration } ?? slowest.endIndex
    slowest.insert(event, at: index)
    if slowest.count > style.slowest { slowest.removeLast() }
  }

  package mutating func finish(_ summary: TestSummary) throws {
    var lines: [String] = file == nil ? [] : [""]
    if !failed.isEmpty {
      lines += ["Failures:", ""]
      lines += FailureGroups(failed).lines { colored(.bold, "\($0)) \($1.name.printableLine)") }
    }
    if !slowest.isEmpty {
      lines.append("Slowest tests:")
      lines += slowest.map { "  \($0.duration.secondsText) s  \($0.name.printableLine)\(place($0))" } + [""]
    }
    let tests = summary.total == 1 ? "1 test" : "\(summary.total) tests"
    lines.append("Ran \(tests) in \(summary.duration.secondsText) s" + (seed.map { ", seed \($0)" } ?? ""))
    lines += summary.remarks
    lines.append(colored(summary.failed > 0 ? .red : .green, summary.line))
    try write((style.isLive ? Self.clearLine : "") + lines.map { $0 + "\n" }.joined())
  }

  private func place(_ event: TestEvent) -> String { event.place.map { "  \("\($0)".printableLine)" } ?? "" }

  private func mark(_ event: TestEvent) -> String {
    switch event.kind {
    case .start, .pass: colored(.green, "ok  ")
    case .fail: colored(.red, "FAIL")
    case .pending, .skip: colored(.yellow, "skip")
    }
  }

  private func remarks(_ event: TestEvent) -> String {
    var remarks: [String] = []
    let isVerbose = style.detail == .verbose
    if isVerbose, let place = event.place { remarks.append("\(place)".printableLine) }
    if isVerbose { remarks += event.tags.map { "#" + $0.printableLine } }
    if let reason = event.reason { remarks.append(reason.printableLine) }
    if event.iteration > 1 { remarks.append("run \(event.iteration)") }
    if event.attempt > 1 {
      remarks.append(event.isFlaky ? "flaky: passed on attempt \(event.attempt)" : "attempt \(event.attempt)")
    }
    if isVerbose || event.duration >= Self.slow { remarks.append("\(event.duration.secondsText) s") }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
  }

  private func colored(_ color: Color, _ text: String) -> String {
    style.isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
