import OKitEncryption
import OKitEngine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The passphrase of encrypted models, from a file or a terminal.
enum Passphrase {
  /// The maximum length in bytes.
  private static let limit = 4096

  static func key(file: String) -> EncryptionKey { .passphrase { _ in try read(file) } }

  /// Asks on the terminal, without echo; for new keys twice.
  static let keyFromTerminal = EncryptionKey.passphrase { isNew in
    let first = try ask("Passphrase: ")
    guard isNew else { return first }
    guard try ask("Passphrase again: ") == first else { throw failure("the two passphrases differ") }
    return first
  }

  private static func failure(_ message: String, _ file: String? = nil) -> Diagnostic {
    Diagnostic("storage.passphrase", message, place: file.map { Diagnostic.Place(file: $0) })
  }

  private static var lastError: String { String(cString: strerror(errno)) }

  /// Returns the first line of a file, without its line break.
  private static func read(_ file: String) throws -> [UInt8] {
    let number = open(file, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw failure("cannot read the passphrase file \(file): \(lastError)", file) }
    defer { close(number) }
    guard let line = try line(number) else {
      throw failure("cannot read the passphrase file \(file): \(lastError)", file)
    }
    guard !line.isEmpty else { throw failure("the first line of the passphrase file \(file) is empty", file) }
    return line
  }

  private static func ask(_ prompt: String) throws -> [UInt8] {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var mode = termios()
    guard terminal >= 0, tcgetattr(terminal, &mode) == 0 else {
      if terminal >= 0 { close(terminal) }
      throw Diagnostic("storage.passphrase", "--ask needs a terminal", hint: "pass --passphrase-file FILE")
    }
    defer { close(terminal) }
    var hidden = mode
    hidden.c_lflag &= ~tcflag_t(ECHO)
    _ = prompt.withCString { write(terminal, $0, strlen($0)) }
    guard tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else {
      throw failure("cannot hide the passphrase on the terminal: \(lastError)")
    }
    defer {
      _ = tcsetattr(terminal, TCSAFLUSH, &mode)
      _ = write(terminal, "\n", 1)
    }
    guard let line = try line(terminal) else { throw failure("cannot read from the terminal: \(lastError)") }
    return line
  }

  /// Returns nil when reading fails.
  private static func line(_ descriptor: Int32) throws -> [UInt8]? {
    var line: [UInt8] = []
    line.reserveCapacity(limit)
    var byte: UInt8 = 0
    while true {
      let count = Glibc.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count == 1, byte != 0x0A else { break }
      guard line.count < limit else { throw failure("the passphrase is longer than \(limit) bytes") }
      line.append(byte)
    }
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}
