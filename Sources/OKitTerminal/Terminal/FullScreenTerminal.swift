internal import Glibc

/// A terminal that shows one picture on all of its cells, and sends keys, pastes and what the mouse does. Whatever ends
/// the process, the terminal is as before.
package final class FullScreenTerminal {
  private let input: Int32
  private let output: Int32
  private let depth: ColorDepth?
  private var mode: TerminalMode?
  private let watcher: TerminalWatcher?
  /// What the terminal shows; nil before the first picture.
  private var shown: CellGrid?
  private var cursor: [Int]?
  private var hasMouse = true

  /// - Parameter depth: The colors; nil for none.
  /// - Throws: `terminal.mode` if the terminal does not permit it.
  package init(input: Int32 = 0, output: Int32 = 1, depth: ColorDepth?) throws(Diagnostic) {
    (self.input, self.output, self.depth) = (input, output, depth)
    watcher = TerminalWatcher(terminal: output, restoring: Self.leaving)
    try enter()
  }

  package var columns: Int { TerminalMode.columns(of: output) }
  package var rows: Int { TerminalMode.rows(of: output) ?? TerminalMode.usualRows }

  /// The alternate screen, no wrapping of lines, pastes with marks, and the mouse in SGR form.
  private static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"
  /// The end of an update, which a process may have left unfinished, comes first.
  static let leaving = "\u{1B}[?2026l\u{1B}[0m" + mouseOff + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal, also again after `leave`, or when a shell has had it meanwhile.
  package func enter() throws(Diagnostic) {
    let mode = try TerminalMode.keys(input)
    if self.mode == nil { self.mode = mode }
    watcher?.entered(saved: self.mode?.savedText ?? "", set: TerminalMode.text(of: input))
    write(Self.entering + (hasMouse ? Self.mouseOn : ""))
    (shown, cursor) = (nil, nil)
  }

  /// Gives the terminal back as it was.
  package func leave() {
    guard let mode else { return }
    self.mode = nil
    write(Self.leaving)
    // A terminal that is gone has no mode.
    do { try mode.restore() } catch { shown = nil }
    watcher?.left()
  }

  /// Ends the use of the terminal.
  package func close() {
    leave()
    watcher?.end()
  }

  /// Lets the terminal report what the mouse does, or select text itself.
  package func setMouse(_ isOn: Bool) {
    hasMouse = isOn
    write(isOn ? Self.mouseOn : Self.mouseOff)
  }

  /// Puts a text on the clipboard (OSC 52), if the terminal permits it.
  package func copy(_ text: String) {
    write("\u{1B}]52;c;\(DataValue(bytes: Array(text.utf8.prefix(Self.maximumCopy))).base64)\u{07}")
  }

  /// The bytes that terminals accept.
  private static let maximumCopy = 74_000

  /// Forgets what the terminal shows, so that the next picture is drawn as a whole.
  package func invalidate() { shown = nil }

  /// Shows a picture. Only what differs from the one before is written, as one update.
  package func show(_ picture: TerminalPicture) {
    guard mode != nil else { return }
    let difference = CellWriter.difference(from: shown, to: picture.grid, depth: depth)
    let place = picture.cursor.map { [$0.column, $0.row] } ?? []
    guard !difference.isEmpty || place != cursor else { return }
    (shown, cursor) = (picture.grid, place)
    let end = picture.cursor.map { "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
    write("\u{1B}[?2026h\u{1B}[?25l" + difference + end + "\u{1B}[?2026l")
  }

  private func write(_ text: String) {
    // A terminal that is gone ends the session by a signal.
    _ = SystemFile.write(Array(text.utf8), to: output)
  }
}
