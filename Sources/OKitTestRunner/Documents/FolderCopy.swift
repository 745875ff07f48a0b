internal import Glibc

/// The copy of a folder, within limits.
package struct FolderCopy {
  private let root: String
  private let budget: ExecutionBudget
  private var remainingBytes: Int
  private let maximumSize: Int

  private static let blockSize = 1 << 16

  /// Copies what is in a folder into another one; links are not followed.
  ///
  /// - Parameters:
  ///   - target: A folder that has no files of the same names.
  ///   - budget: Limits the time of the copy.
  ///   - maximumSize: The maximum number of bytes that are copied; a folder or an empty file counts as one block.
  /// - Throws: `app.documents` when the folder cannot be read or is too large, `app.limit`.
  package static func copy(
    _ source: String, to target: String, budget: ExecutionBudget, maximumSize: Int = 1 << 30
  ) throws {
    var copy = FolderCopy(root: source, budget: budget, remainingBytes: maximumSize, maximumSize: maximumSize)
    try copy.copy(source, to: target)
  }

  /// Takes the steps for a block.
  private mutating func take(_ bytes: Int) throws {
    try budget.step(ExecutionBudget.interval)
    remainingBytes -= bytes
    guard remainingBytes >= 0 else {
      throw Diagnostic("app.documents", "cannot copy \(root): it is larger than \(maximumSize >> 20) MiB")
    }
  }

  private mutating func copy(_ source: String, to target: String) throws {
    for name in try Self.names(in: source) {
      try take(4096)
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      var info = stat()
      guard lstat(from, &info) == 0 else { throw Self.failure(from) }
      switch info.st_mode & S_IFMT {
      case S_IFDIR:
        guard mkdir(to, 0o700) == 0 else { throw Self.failure(to) }
        try copy(from, to: to)
      case S_IFREG: try copyFile(from, to: to)
      default: break
      }
    }
  }

  private mutating func copyFile(_ source: String, to target: String) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw Self.failure(source) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw Self.failure(target) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      let count = Glibc.read(input, &buffer, buffer.count)
      guard count >= 0 else { throw Self.failure(source) }
      if count == 0 { return }
      try take(count)
      var written = 0
      while written < count {
        let step = buffer[written..<count].withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
        guard step > 0 else { throw Self.failure(target) }
        written += step
      }
    }
  }

  private static func names(in folder: String) throws -> [String] {
    guard let names = SystemFile.names(in: folder) else { throw failure(folder) }
    return names
  }

  private static func failure(_ path: String) -> Diagnostic {
    Diagnostic("app.documents", "cannot copy \(path): \(String(cString: strerror(errno)))")
  }
}
