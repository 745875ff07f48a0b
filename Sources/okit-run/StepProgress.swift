/// The steps of a long operation, on one line of a terminal; nothing is shown elsewhere, and nothing before a second
/// has passed.
final class StepProgress {
  private let isShown = TerminalMode.isTerminal(Output.Stream.error.rawValue)
  private let started = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var step = ""

  /// The time after which an operation counts as long, and that between two changes of the line.
  private static let delay = Duration.seconds(1), interval = Duration.milliseconds(100)

  /// Begins a step, such as `testing`.
  ///
  /// - Parameter isLong: Whether the step is known to be long, so that it is shown at once.
  func begin(_ step: String, isLong: Bool = false) {
    self.step = step
    show("\(step) …", isLong: isLong)
  }

  /// Shows how much of the step is done.
  func count(_ number: Int) {
    if let last, ContinuousClock.now - last < Self.interval { return }
    show("\(step) …  \(number)")
  }

  /// Removes the line, for a message or the end.
  func clear() {
    guard last != nil else { return }
    last = nil
    write("\r\u{1B}[K")
  }

  private func show(_ text: String, isLong: Bool = false) {
    let now = ContinuousClock.now
    guard isShown, isLong || now - started >= Self.delay else { return }
    last = now
    write("\r\u{1B}[K\(text)")
  }

  private func write(_ text: String) { _ = SystemFile.write(Array(text.utf8), to: Output.Stream.error.rawValue) }
}
