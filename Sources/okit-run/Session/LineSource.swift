import Glibc

/// The lines of standard input, each as soon as it arrives.
struct LineSource: CommandSource {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var number = 0
  private(set) var hasMore = false

  /// Continues what takes time while no line arrives.
  private let meanwhile: () -> Double?

  /// - Parameter meanwhile: Continues what takes time. Returns the seconds until it has to be called again; nil for
  ///   never.
  init(descriptor: Int32, meanwhile: @escaping () -> Double? = { nil }) {
    (self.descriptor, self.meanwhile) = (descriptor, meanwhile)
  }

  /// - Throws: `command.encoding` for a line that is not UTF-8, `command.read`.
  mutating func next() throws -> (line: String, place: Diagnostic.Place)? {
    while true {
      if let end = bytes[start...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return try line(bytes[start..<end])
      }
      if isAtEnd {
        guard start < bytes.count else { return nil }
        defer { start = bytes.count }
        return try line(bytes[start...])
      }
      try fill()
    }
  }

  private mutating func line(_ content: ArraySlice<UInt8>) throws -> (line: String, place: Diagnostic.Place) {
    number += 1
    let place = Diagnostic.Place(file: "<stdin>", line: number)
    guard let text = String(validating: content, as: UTF8.self) else {
      hasMore = true
      throw Diagnostic("command.encoding", "the command is not valid UTF-8", place: place)
    }
    return (text.hasSuffix("\r") ? String(text.dropLast()) : text, place)
  }

  private mutating func fill() throws {
    bytes.removeFirst(start)
    start = 0
    guard waitForInput() else {
      // What was read of a line is not a command.
      bytes = []
      isAtEnd = true
      return
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { return }
    guard count >= 0 else {
      hasMore = false
      throw Diagnostic("command.read", "cannot read standard input: \(String(cString: strerror(errno)))")
    }
    isAtEnd = count == 0
    bytes += buffer.prefix(count)
  }

  /// - Returns: False when a signal ends the session.
  private func waitForInput() -> Bool {
    var descriptors = [descriptor, ShutdownSignal.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      let seconds = meanwhile()
      if poll(&descriptors, 2, seconds.map { Int32(max(1, $0 * 1000)) } ?? -1) > 0 { break }
    }
    return descriptors[1].revents == 0
  }
}
