internal import Glibc
internal import OKitEngine

/// Reading scripts and texts from files.
public enum ScriptFile {
  /// The largest file that is read.
  static let maximumSize = 64 << 20

  /// The text of a file.
  ///
  /// - Throws: `file.read` with the reason, `file.encoding` for what is not UTF-8, with line and column.
  public static func read(_ path: String) throws -> String {
    try read(path, maximum: maximumSize) {
      Diagnostic("file.read", "cannot read \(path): it is larger than \(maximumSize >> 20) MiB")
    }
  }

  /// The text of a file with a maximum size.
  ///
  /// - Parameter tooLarge: Returns the error for a larger file.
  static func read(_ path: String, maximum: Int, tooLarge: () -> Diagnostic) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Diagnostic("file.read", "cannot read \(path): it is a directory")
    }
    var bytes: [UInt8] = []
    // One byte more than an ordinary file has, so that the second read finds its end.
    var buffer = [UInt8](repeating: 0, count: min(max(4096, Int(status.st_size) + 1), 65_536))
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw failure(path) }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= maximum else { throw tooLarge() }
    }
    // Some editors begin every file with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let place = bytes.withUnsafeBufferPointer { bytes in
        LineLocator(bytes, file: path).place(UTF8Text.firstInvalid(bytes) ?? bytes.count)
      }
      throw Diagnostic("file.encoding", "the file is not valid UTF-8", place: place)
    }
    return text
  }

  private static func failure(_ path: String) -> Diagnostic {
    Diagnostic("file.read", "cannot read \(path): \(String(cString: strerror(errno)))")
  }
}
