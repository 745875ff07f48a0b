import Glibc

/// The lines of standard input as a program reads them.
final class InputLines {
  /// The maximum number of bytes of a line.
  static let maximumLength = 64 << 20

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the next line without its line break; nil at the end. - Throws: `input.read`, `input.line`.
  func next() throws(Diagnostic) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      if isAtEnd {
        defer { start = buffer.count }
        return start < buffer.count ? Array(buffer[start...]) : nil
      }
      searched = buffer.count - start
      try fill()
      guard buffer.count <= Self.maximumLength else {
        throw Diagnostic("input.line", "a line of standard input is longer than \(Self.maximumLength >> 20) MiB")
      }
    }
  }

  private func fill() throws(Diagnostic) {
    buffer.removeFirst(start)
    start = 0
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR {
        guard ShutdownSignal.number != nil else { continue }
        isAtEnd = true
        return
      }
      guard count >= 0 else {
        throw Diagnostic("input.read", "cannot read standard input: \(String(cString: strerror(errno)))")
      }
      isAtEnd = count == 0
      buffer += bytes.prefix(count)
      return
    }
  }
}

/// Waiting in real time.
enum Pause {
  static func sleep(seconds: Double) {
    // A signal ends a wait early; the caller looks at the clock again.
    usleep(UInt32(min(seconds, 3600) * 1_000_000))
  }
}
