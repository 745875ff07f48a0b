import Glibc

/// Reads lines from a terminal with editing, history and completion.
struct LineReader {
  enum Result: Equatable {
    case line(String)
    /// Ctrl-C.
    case interrupted
    case endOfInput
  }

  var history: LineHistory
  /// Returns whether the history of lines is hidden from the person at the terminal.
  var hidesHistory: () -> Bool = { false }
  /// The background work while a line is read.
  struct Meanwhile {
    /// A descriptor: when it can be read, there is something to do.
    var descriptor: Int32?
    /// In how many seconds there is in any case; nil for never.
    var seconds: () -> Double?
    /// Does it, with no line on the terminal. False ends the input. The argument is whether the cursor is directly
    /// below what was printed before the line.
    var act: (_ isBelow: Bool) -> Bool

    fileprivate var milliseconds: Int32 { seconds().map { Int32(min(($0 * 1000).rounded(.up), 3_600_000)) } ?? -1 }
  }

  var meanwhile: Meanwhile?
  /// Whether the last Ctrl-C has found nothing on the line.
  private(set) var hasInterruptedEmptyLine = false
  private let input: Int32
  private let output: Int32
  private var decoder = KeyDecoder()
  /// Keys of a paste that go into the next lines.
  private var pending: [TerminalKey] = []
  /// Whether the line is directly below what was printed before it.
  private var isBelow = true

  init(input: Int32 = 0, output: Int32 = 1, history: LineHistory = LineHistory()) {
    self.input = input
    self.output = output
    self.history = history
  }

  /// Reads one line and adds it to the history. The terminal is in raw mode only meanwhile.
  mutating func readLine(
    prompt: String, complete: @escaping (String) -> LineEditor.Completion? = { _ in nil }
  ) throws(Diagnostic) -> Result {
    let mode = try TerminalMode.raw(input)
    let result: Result
    do {
      result = try edit(LineEditor(prompt: prompt, history: history, complete: complete), mode)
    } catch {
      try mode.restore()
      throw error
    }
    try mode.restore()
    if case .line(let line) = result { history.add(line) }
    return result
  }

  private mutating func edit(_ start: LineEditor, _ mode: TerminalMode) throws(Diagnostic) -> Result {
    var editor = start
    isBelow = true
    // Those before stopped a command.
    InterruptKey.clear()
    try write(editor.rendering(columns: columns))
    while let key = try nextKey(editor, mode) {
      if hidesHistory() { editor.hideHistory() }
      switch editor.handle(key) {
      case .redraw:
        try write(editor.rendering(columns: columns))
      case .bell:
        try write("\u{07}")
      case .bellAndRedraw:
        try write("\u{07}" + editor.rendering(columns: columns))
      case .clearScreen:
        isBelow = false
        try write("\u{1B}[H\u{1B}[2J" + editor.rendering(columns: columns))
      case .list(let candidates):
        isBelow = false
        try write("\n" + CandidateList.text(candidates, columns: columns) + "\n" + editor.rendering(columns: columns))
      case .submit(let line):
        try write("\n")
        return .line(line)
      case .interrupt:
        hasInterruptedEmptyLine = editor.isEmpty
        try write("^C\n")
        return .interrupted
      case .endOfInput:
        try write("\n")
        return .endOfInput
      }
    }
    try write("\n")
    return .endOfInput
  }

  private var columns: Int { TerminalMode.columns(of: output) }

  /// Nil at the end of the input.
  private mutating func nextKey(_ editor: LineEditor, _ mode: TerminalMode) throws(Diagnostic) -> TerminalKey? {
    while pending.isEmpty {
      switch try waitForInput(editor, mode) {
      case .key: break
      case .interrupt: return .interrupt
      case .end: return nil
      }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(input, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Diagnostic("terminal.read", "cannot read from the terminal: \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { return nil }
      for byte in bytes.prefix(count) { pending += decoder.feed(byte) }
      if decoder.mayBeEscape, !isInputNear { pending.append(decoder.endEscape()) }
    }
    return pending.removeFirst()
  }

  /// Whether more input is there, or comes as soon as the rest of a key's sequence does.
  private var isInputNear: Bool {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&descriptor, 1, 50)
      // A signal ends the wait.
      if count >= 0 { return count > 0 }
    }
  }

  private enum Event { case key, interrupt, end }

  /// Waits until a key or an interrupt is there, and does until then what there is to do.
  private mutating func waitForInput(_ editor: LineEditor, _ mode: TerminalMode) throws(Diagnostic) -> Event {
    guard let meanwhile else { return .key }
    while true {
      // The system passes over a negative descriptor.
      let watched =
        [input, meanwhile.descriptor ?? -1, ResizeSignal.descriptor, ShutdownSignal.descriptor]
        + [InterruptKey.descriptor]
      var descriptors = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // A signal interrupts it, and makes a descriptor readable.
      let milliseconds = meanwhile.milliseconds
      guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) >= 0 else { continue }
      if descriptors[3].revents != 0 { return .end }
      if descriptors[4].revents != 0 {
        InterruptKey.clear()
        return .interrupt
      }
      let isResized = descriptors[2].revents != 0
      if isResized { ResizeSignal.clear() } else if descriptors[0].revents != 0 { return .key }
      guard isResized || descriptors[1].revents != 0 || milliseconds == 0 else { continue }
      try write("\r\u{1B}[K")
      // So that Ctrl-C reaches a script.
      try mode.setSignals(true)
      let goesOn = meanwhile.act(isBelow)
      try mode.setSignals(false)
      InterruptKey.clear()
      guard goesOn else { return .end }
      // What was printed is above the line now.
      isBelow = true
      try write(editor.rendering(columns: columns))
    }
  }

  private func write(_ text: String) throws(Diagnostic) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Diagnostic("terminal.write", "cannot write to the terminal: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// `write` of the system, by a name that does not collide with methods.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Candidates in columns, as shells show them.
enum CandidateList {
  static func text(_ candidates: [String], columns: Int) -> String {
    let names = candidates.map(TextWidth.printable)
    let width = (names.map(TextWidth.columns).max() ?? 0) + 2
    let perLine = max(1, columns / width)
    let rowCount = (names.count + perLine - 1) / perLine
    return (0..<rowCount).map { row in
      stride(from: row, to: names.count, by: rowCount).map { index in
        let isLast = index + rowCount >= names.count
        let padding = isLast ? 0 : width - TextWidth.columns(names[index])
        return names[index] + String(repeating: " ", count: padding)
      }.joined()
    }.joined(separator: "\n")
  }
}
