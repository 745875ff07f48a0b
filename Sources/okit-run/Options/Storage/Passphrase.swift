import Glibc
import OKitEncryption

/// The passphrase of encrypted models, from a file or a terminal.
enum Passphrase {
  /// The maximum length in bytes.
  private static let limit = 4096

  static func key(file: String) -> EncryptionKey { .passphrase { _ in try read(file) } }

  /// Asks on the terminal, without echo; for a new key twice, with other prompts.
  static let keyFromTerminal = EncryptionKey.passphrase { try fromTerminal(isNew: $0) }

  static func fromTerminal(isNew: Bool) throws -> [UInt8] {
    guard isNew else { return try ask("Passphrase: ") }
    var first = try ask("New passphrase: ")
    var second = try ask("New passphrase again: ")
    defer { second.erase() }
    guard first == second else {
      first.erase()
      throw failure("the two passphrases differ")
    }
    return first
  }

  private static func failure(_ message: String, _ file: String? = nil, hint: String? = nil) -> Diagnostic {
    Diagnostic("storage.passphrase", message, place: file.map { Diagnostic.Place(file: $0) }, hint: hint)
  }

  private static var lastError: String { String(cString: strerror(errno)) }

  /// Returns the first line of a file, without its line break.
  private static func read(_ file: String) throws -> [UInt8] {
    // Opening a FIFO without this would wait for its other end, which may never come.
    let number = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw unreadable(file, .last(at: file)) }
    defer { close(number) }
    try checkFile(number, file)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    guard let line = try line(number, of: file) else {
      throw unreadable(file, .last())
    }
    guard !line.isEmpty else { throw failure("the first line of the passphrase file is empty", file) }
    return line
  }

  private static func unreadable(_ file: String, _ error: FileError) -> Diagnostic {
    var diagnostic = failure("cannot read the passphrase file: \(error.reason)", file)
    diagnostic.hint = error.hint
    return diagnostic
  }

  /// Checks that others have no access to a file. They have none to `/dev/stdin` and `/dev/fd/3`; a FIFO, whose other
  /// end may never come, is refused.
  private static func checkFile(_ descriptor: Int32, _ file: String) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(file, .last()) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFIFO, !RegularFile.isOpenElsewhere(file) {
      throw failure("cannot read the passphrase file: it is a FIFO", file, hint: "pass /dev/stdin, or a file")
    }
    if kind == S_IFDIR {
      throw failure("cannot read the passphrase file: it is a folder", file, hint: "name a file in it")
    }
    guard kind == S_IFREG, status.st_mode & 0o077 != 0 else { return }
    let mode = String(status.st_mode & 0o777, radix: 8)
    var diagnostic = failure(
      "other users have access to the passphrase file: its mode is 0\(mode), expected 0600", file)
    diagnostic.hint = "run chmod 600 \(file)"
    throw diagnostic
  }

  private static func ask(_ prompt: String) throws -> [UInt8] {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0, let hidden = HiddenPrompt(terminal) else {
      if terminal >= 0 { close(terminal) }
      throw Diagnostic("storage.passphrase", "--ask needs a terminal", hint: "pass --passphrase-file FILE")
    }
    defer { close(terminal) }
    let (outcome, signal) = hidden.read(prompt) { try line(terminal) }
    if let signal, signal != SIGINT, signal != SIGQUIT { raise(signal) }
    guard signal == nil else { throw failure("no passphrase was entered: interrupted") }
    guard let line = try outcome?.get() else { throw failure("cannot read from the terminal: \(lastError)") }
    return line
  }

  /// Returns nil when reading fails.
  ///
  /// - Parameter file: The name of a file; nil for a terminal.
  /// - Throws: `storage.passphrase` for a line that is too long, and for the end of the input of a terminal.
  private static func line(_ descriptor: Int32, of file: String? = nil) throws -> [UInt8]? {
    CoreDumps.forbid()
    var line: [UInt8] = []
    // It does not grow, which would leave copies.
    line.reserveCapacity(limit)
    var byte: UInt8 = 0
    while true {
      if file == nil, !HiddenPrompt.isReadable(descriptor) { return nil }
      let count = Glibc.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if file == nil, count == 0, line.isEmpty { throw failure("no passphrase was entered: the input has ended") }
      guard count == 1, byte != 0x0A else { break }
      guard line.count < limit else {
        let name = file == nil ? "passphrase" : "first line of the passphrase file"
        throw failure("the \(name) is longer than \(limit) bytes", file)
      }
      line.append(byte)
    }
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}
