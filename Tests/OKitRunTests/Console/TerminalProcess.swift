import Foundation
import Glibc
import OKitTestSupport

/// The built command at a terminal, as a person has it.
final class TerminalProcess {
  private let process = Process()
  private let terminal: FileHandle
  private var unread: [UInt8] = []

  /// - Parameters:
  ///   - controls: Whether the terminal controls the process, which has to open it by itself and gets its signals.
  ///   - rows: The lines of the terminal; nil for one that does not tell its size.
  ///   - environment: Variables besides those that every process has, or instead of them.
  init(
    _ arguments: [String], in folder: TestFolder, controls: Bool = false, environment: [String: String] = [:],
    rows: UInt16? = nil
  ) throws {
    terminal = try Self.open("/dev/ptmx")
    var (number, lock): (UInt32, Int32) = (0, 0)
    guard ioctl(terminal.fileDescriptor, Self.setLock, &lock) == 0,
      ioctl(terminal.fileDescriptor, Self.getNumber, &number) == 0
    else { throw Self.failure }
    let end = try Self.open("/dev/pts/\(number)")
    if let rows {
      var size = winsize(ws_row: rows, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(terminal.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }
    process.executableURL = controls ? URL(fileURLWithPath: "/usr/bin/setsid") : CommandProcess.executable
    process.arguments = (controls ? ["--ctty", "--wait", CommandProcess.executable.path] : []) + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TERM": "xterm"].merging(environment) { $1 }
    (process.standardInput, process.standardOutput, process.standardError) = (end, end, end)
    try process.run()
    // So that the command alone has it, and its end is one.
    try end.close()
  }

  /// Sets the size of the terminal; the command learns of it at once.
  func resize(columns: UInt16) {
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal.fileDescriptor, UInt(TIOCSWINSZ), &size)
    // The terminal signals only the processes that it controls.
    signal(SIGWINCH)
  }

  // TIOCSPTLCK and TIOCGPTN, which the headers do not give to Swift.
  private static let setLock: UInt = 0x4004_5431, getNumber: UInt = 0x8004_5430

  private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENOTTY) }

  private static func open(_ path: String) throws -> FileHandle {
    let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { stop() }

  /// Nothing that it could have blocked.
  private func stop() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Whether the terminal shows what is typed.
  var shows: Bool {
    var mode = termios()
    return tcgetattr(terminal.fileDescriptor, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) throws { try terminal.write(contentsOf: Data(text.utf8)) }

  /// Types a line at the prompt. - Returns: the lines that are printed before the next prompt; nil when it does not
  /// come.
  func run(_ line: String) throws -> [String]? {
    try type(line + "\r")
    guard until("\r\n") != nil, let text = until("\r> ") else { return nil }
    return text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
  }

  /// Reads on until the text has come. - Returns: what came before it; nil when it does not come.
  func until(_ text: String) -> String? {
    while true {
      if let range = unread.firstRange(of: Array(text.utf8)) {
        defer { unread = Array(unread[range.upperBound...]) }
        return String(decoding: unread[..<range.lowerBound], as: UTF8.self)
      }
      guard readMore() else { return nil }
    }
  }

  /// False at the end, and when nothing comes for longer than anything takes.
  private func readMore() -> Bool {
    var waited = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 4096)
    var ready = poll(&waited, 1, 300_000)
    while ready < 0, errno == EINTR { ready = poll(&waited, 1, 300_000) }
    guard ready > 0 else {
      stop()
      return false
    }
    let count = read(terminal.fileDescriptor, &bytes, bytes.count)
    guard count > 0 else { return false }
    unread += bytes.prefix(count)
    return true
  }

  /// Sends the signal of Ctrl-C during a command.
  func interrupt() { signal(SIGINT) }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// - Returns: the exit code.
  func end() -> Int32 {
    while readMore() {}
    process.waitUntilExit()
    return process.terminationStatus
  }
}
