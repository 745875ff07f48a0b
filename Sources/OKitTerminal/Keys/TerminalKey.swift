/// One key of a terminal's keyboard, or what else a terminal sends.
package enum TerminalKey: Hashable, Sendable {
  case character(Character)
  case enter, tab, backTab, backspace, delete
  case left, right, up, down, home, end, pageUp, pageDown, wordLeft, wordRight
  case killToEnd, killToStart, killWord
  case clearScreen, interrupt
  /// Ctrl-R searches the history backward; Ctrl-G ends that and restores the line.
  case reverseSearch, cancel
  /// Ctrl-Z.
  case suspend
  /// Esc alone, which ends a search and keeps what it has found.
  case escape
  /// Ctrl-D: the end of the input on an empty line, else deletes forward.
  case endOfInput
  /// A text from the clipboard, from a terminal that marks its ends.
  case paste(String)
  case mouse(MouseEvent)
}

/// What a person does with the mouse, at a column and a line from 0.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case press, secondaryPress, wheelUp, wheelDown }

  package var kind: Kind
  package var column: Int
  package var row: Int

  package init(_ kind: Kind, column: Int, row: Int) { (self.kind, self.column, self.row) = (kind, column, row) }

  /// Reads the parameters of an event in SGR form: `0;12;3`. Nil for a movement, a release and a wrong text.
  init?(_ parameters: String, isRelease: Bool) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard !isRelease, numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2],
      column > 0, row > 0
    else { return nil }
    // Shift, Alt and Ctrl add 4, 8 and 16.
    switch button & ~28 {
    case 0, 1: kind = .press
    case 2: kind = .secondaryPress
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    default: return nil
    }
    (self.column, self.row) = (column - 1, row - 1)
  }
}
