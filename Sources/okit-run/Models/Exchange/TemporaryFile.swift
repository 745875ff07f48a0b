import Glibc
import OKitEngine

/// A file without a name, in the folder `$TMPDIR` or `/tmp`. It takes no memory of the process, and nothing of it is
/// left behind.
final class TemporaryFile {
  private let descriptor: Int32
  private let folder: String
  private(set) var count = 0

  /// - Throws: `file.write`.
  init() throws {
    folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var path = Array("\(folder)/okit-XXXXXX".utf8CString)
    // Only the owner can read it.
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure(folder) }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Forgets what was written.
  func clear() throws {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.failure(folder) }
    count = 0
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw Self.failure(folder) }
      rest = rest.dropFirst(size)
    }
    count += bytes.count
  }

  /// Calls `body` with what was written.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
    // The system maps no empty file.
    guard count > 0 else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw Self.failure(folder)
    }
    defer { munmap(start, count) }
    return try body(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
  }

  private static func failure(_ folder: String) -> Diagnostic {
    let reason = String(cString: strerror(errno))
    return Diagnostic(
      "file.write", "cannot write a temporary file: \(reason)", place: Diagnostic.Place(file: folder),
      hint: "set TMPDIR to a folder with enough space")
  }
}
