import OKitEngine

/// The progress of a long operation, on one line of a terminal; nothing is shown elsewhere.
final class ProgressLine {
  private let title: String
  private let isShown: Bool
  private var percent = -1

  /// The size in bytes from which an operation counts as long.
  private static let longSize = 1 << 20

  /// - Parameters:
  ///   - size: The size in bytes of what is worked on.
  ///   - printsResult: Whether the result goes to standard output meanwhile, which may be the same terminal.
  init(_ title: String, size: Int, printsResult: Bool) {
    self.title = PrintableText.line(title)
    let isTerminal = TerminalMode.isTerminal(Output.Stream.error.rawValue)
    let isTaken = printsResult && TerminalMode.isTerminal(Output.Stream.standard.rawValue)
    isShown = isTerminal && !isTaken && size >= Self.longSize
  }

  /// Shows the part that is done, from 0 to 1.
  func update(_ part: Double) {
    guard isShown else { return }
    let percent = min(100, max(0, Int(part * 100)))
    guard percent != self.percent else { return }
    self.percent = percent
    write("\r\u{1B}[K\(title)  \(percent) %")
  }

  /// Removes the line, for a message or the end.
  func clear() {
    guard percent >= 0 else { return }
    percent = -1
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) { _ = SystemFile.write(Array(text.utf8), to: Output.Stream.error.rawValue) }
}
