internal import Glibc

/// The mode of a terminal: read, set to raw mode for single keys, and restored.
package struct TerminalMode {
  private let descriptor: Int32
  private var saved: termios

  /// The lines of a terminal that does not tell its size.
  package static let usualRows = 24

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal behind a descriptor; 80 where it does not tell.
  package static func columns(of descriptor: Int32) -> Int { size(of: descriptor).columns ?? 80 }

  /// The lines of the terminal behind a descriptor; nil where it does not tell.
  package static func rows(of descriptor: Int32) -> Int? { size(of: descriptor).rows }

  private static func size(of descriptor: Int32) -> (columns: Int?, rows: Int?) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (nil, nil) }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }

  /// Switches to raw keys: no echo, no line editing, no signals from keys. Output stays as it is.
  package static func raw(_ descriptor: Int32) throws(Diagnostic) -> TerminalMode {
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { throw failure("read the mode of the terminal") }
    let mode = TerminalMode(descriptor: descriptor, saved: state)
    state.c_iflag &= ~tcflag_t(ICRNL | IXON | BRKINT | ISTRIP | INLCR | IGNCR)
    state.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    guard tcsetattr(descriptor, TCSADRAIN, &state) == 0 else { throw failure("set the terminal to raw mode") }
    return mode
  }

  /// Switches to keys as `raw` does, but for Ctrl-C and Ctrl-\, which send their signals. Other keys send none.
  static func keys(_ descriptor: Int32) throws(Diagnostic) -> TerminalMode {
    let mode = try raw(descriptor)
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { throw failure("read the mode of the terminal") }
    state.c_lflag |= tcflag_t(ISIG)
    withUnsafeMutableBytes(of: &state.c_cc) { keys in
      // A value of 0 is that of no key.
      (keys[Int(VSUSP)], keys[Int(VMIN)], keys[Int(VTIME)]) = (0, 1, 0)
    }
    guard tcsetattr(descriptor, TCSADRAIN, &state) == 0 else { throw failure("set the mode of the terminal") }
    return mode
  }

  /// The state from before in the form of `stty -g`.
  var savedText: String { Self.text(of: saved) }

  /// The present state of a terminal in the form of `stty -g`.
  static func text(of descriptor: Int32) -> String {
    var state = termios()
    return tcgetattr(descriptor, &state) == 0 ? text(of: state) : ""
  }

  private static func text(of state: termios) -> String {
    let flags = [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag].map { String($0, radix: 16) }
    let keys = withUnsafeBytes(of: state.c_cc) { $0.map { String($0, radix: 16) } }
    return (flags + keys).joined(separator: ":")
  }

  /// Puts the state from before back.
  package func restore() throws(Diagnostic) {
    var state = saved
    guard tcsetattr(descriptor, TCSADRAIN, &state) == 0 else { throw Self.failure("restore the mode of the terminal") }
  }

  /// Lets Ctrl-C and the like send signals in raw mode, or be keys again. Other keys stay what they are: between two
  /// modes, a typed Ctrl-D would become another character.
  package func setSignals(_ areSent: Bool) throws(Diagnostic) {
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { throw Self.failure("read the mode of the terminal") }
    if areSent { state.c_lflag |= tcflag_t(ISIG) } else { state.c_lflag &= ~tcflag_t(ISIG) }
    guard tcsetattr(descriptor, TCSADRAIN, &state) == 0 else { throw Self.failure("set the mode of the terminal") }
  }

  private static func failure(_ action: String) -> Diagnostic {
    Diagnostic("terminal.mode", "cannot \(action): \(String(cString: strerror(errno)))")
  }
}
