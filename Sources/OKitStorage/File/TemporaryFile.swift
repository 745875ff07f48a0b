internal import Glibc

/// A file without a name. It takes no memory of the process, and nothing of it is left behind.
package final class TemporaryFile {
  package let file: FileDescriptor
  private let folder: String
  package private(set) var count = 0

  /// - Throws: `file.write`.
  package init(in folder: String) throws(Diagnostic) {
    self.folder = folder
    var path = Array("\(folder)/okit-XXXXXX".utf8CString)
    // Only the owner can read it.
    let number = mkstemp(&path)
    guard number >= 0 else { throw Self.failure(.last(), folder) }
    file = FileDescriptor(number)
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  /// Writes what a pipe has to its end.
  ///
  /// - Throws: a `FileError` for what cannot be read, and for more than `limit` bytes; `file.write`.
  package func copy(_ pipe: borrowing FileDescriptor, limit: Int) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let size = buffer.withUnsafeMutableBytes { Glibc.read(pipe.number, $0.baseAddress, $0.count) }
      if size < 0, errno == EINTR { continue }
      guard size >= 0 else { throw FileError.last() }
      guard size > 0 else { return }
      guard count + size <= limit else { throw FileError.tooLarge(count + size, limit: limit) }
      try buffer.withUnsafeBytes { try write(UnsafeRawBufferPointer(rebasing: $0.prefix(size))) }
    }
  }

  /// Forgets what was written.
  package func clear() throws(Diagnostic) {
    guard ftruncate(file.number, 0) == 0, lseek(file.number, 0, SEEK_SET) == 0 else {
      throw Self.failure(.last(), folder)
    }
    count = 0
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard SystemFile.write(bytes, to: file.number) else { throw Self.failure(.last(), folder) }
    count += bytes.count
  }

  /// Returns what was written.
  ///
  /// - Throws: `file.write`.
  package func content() throws(Diagnostic) -> MappedFile {
    do { return try MappedFile(file) } catch { throw Self.failure(error, folder) }
  }

  private static func failure(_ error: FileError, _ folder: String) -> Diagnostic {
    Diagnostic(
      "file.write", "cannot write a temporary file: \(error.reason)", place: Diagnostic.Place(file: folder),
      hint: "set TMPDIR to a folder with enough space")
  }
}
