internal import Glibc

/// A small file outside of the documents directory that only its owner can read.
struct PrivateFile {
  let path: String

  /// Replaces the file, durably: the file is the complete old or the complete new one at any moment.
  ///
  /// - Parameter failure: Returns the error for a reason.
  func write(_ content: UnsafeRawBufferPointer, failure: (FileError) -> Diagnostic) throws {
    if let error = FileError.unusable(path) { throw failure(error) }
    let other = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let number = open(other, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw failure(.last()) }
    var isWritten = SystemFile.write(content, to: number) && fsync(number) == 0
    var error = FileError.last()
    close(number)
    if isWritten, rename(other, path) != 0 { (isWritten, error) = (false, .last()) }
    guard isWritten else {
      unlink(other)
      throw failure(error)
    }
    let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure(.last()) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failure(.last()) }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
