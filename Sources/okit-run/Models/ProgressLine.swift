/// The progress of a long operation, on one line of a terminal; nothing is shown elsewhere.
final class ProgressLine {
  private let isShown: Bool
  private var percent = -1

  /// The size in bytes from which an operation counts as long.
  private static let longSize = 1 << 20

  /// - Parameter printsResult: Whether the result goes to standard output meanwhile, which may be the same terminal.
  init(printsResult: Bool) {
    let isTerminal = TerminalMode.isTerminal(Output.Stream.error.rawValue)
    isShown = isTerminal && !(printsResult && TerminalMode.isTerminal(Output.Stream.standard.rawValue))
  }

  /// Shows the part that is done, from 0 to 1.
  ///
  /// - Parameter size: The size in bytes of what is worked on.
  func update(_ operation: String, size: Int, _ part: Double) {
    guard isShown, size >= Self.longSize else { return }
    let percent = min(100, max(0, Int(part * 100)))
    guard percent != self.percent else { return }
    self.percent = percent
    write("\r\u{1B}[K\(PrintableText.line(operation))  \(percent) %")
  }

  /// Removes the line, for a message or the end.
  func clear() {
    guard percent >= 0 else { return }
    percent = -1
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) { _ = SystemFile.write(Array(text.utf8), to: Output.Stream.error.rawValue) }
}
