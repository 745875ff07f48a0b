internal import Glibc

/// An open file or folder, closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
  let number: Int32

  private static let maximumSize = 1 << 32

  init(_ number: Int32) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Reads from the current position to the end.
  func readAll() throws(FileError) -> [UInt8] {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last() }
    guard status.st_size <= Self.maximumSize else { throw FileError(reason: "it is larger than 4 GB") }
    var bytes: [UInt8] = []
    // One byte more than the size, so that the end is found without growing.
    var room = max(0, Int(status.st_size)) + 1
    while true {
      let start = bytes.count
      var code: Int32 = 0
      let added = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        while count < room {
          let result = Glibc.read(number, buffer.baseAddress.map { $0 + count }, room - count)
          if result > 0 { count += result }
          if result < 0 {
            code = errno
            if code == EINTR { continue }
          }
          if result <= 0 { break }
        }
      }
      guard code == 0 || code == EINTR else { throw FileError(code: code) }
      if start == 0 { bytes = added } else { bytes += added }
      guard added.count == room else { return bytes }
      room = max(4096, bytes.count)
    }
  }
}

/// The reason why a file or folder cannot be used.
struct FileError: Error, Equatable {
  var code: Int32
  var reason: String

  init(code: Int32) {
    self.code = code
    reason = String(cString: strerror(code))
  }

  init(reason: String) {
    code = 0
    self.reason = reason
  }

  /// The error of the last system call of this thread.
  static func last() -> FileError { FileError(code: errno) }
}
