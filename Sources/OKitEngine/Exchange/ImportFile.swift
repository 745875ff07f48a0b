internal import Glibc

extension MappedFile {
  /// Maps a file that is imported.
  ///
  /// - Throws: `import.file` when it cannot be read, and when it is larger than `limit` bytes.
  package convenience init(importing path: String, limit: Int, limitHint: String?) throws {
    func problem(_ message: String, hint: String? = nil) -> Diagnostic {
      Diagnostic("import.file", message, place: Diagnostic.Place(file: path), hint: hint)
    }
    // Without waiting for the writer of a pipe.
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw problem("cannot read: \(FileError.last().reason)") }
    let file = FileDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw problem("cannot read: \(FileError.last().reason)") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw problem("cannot read: not a regular file") }
    guard status.st_size <= limit else {
      throw problem("the file has \(status.st_size) bytes, and the limit is \(limit)", hint: limitHint)
    }
    do { try self.init(file) } catch { throw problem("cannot read: \(error.reason)") }
  }
}
