internal import Glibc

/// A folder for the documents of one application under test; removed with everything in it.
final class TemporaryDirectory {
  let path: String

  /// - Throws: `test.directory`.
  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/okit-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Diagnostic("test.directory", "cannot create a folder in \(base): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    SignalCleanup.add(path)
  }

  deinit {
    Self.remove(path)
    SignalCleanup.remove(path)
  }

  /// Copies what is in a folder into this one; links are not followed.
  ///
  /// - Parameters:
  ///   - budget: Limits the time of the copy.
  ///   - maximumSize: The maximum number of bytes that are copied; a folder or an empty file counts as one block.
  /// - Throws: `app.documents` when the folder cannot be read or is too large, `app.limit`.
  func fill(from folder: String, budget: ExecutionBudget, maximumSize: Int = 1 << 30) throws {
    var copy = FolderCopy(root: folder, budget: budget, remainingBytes: maximumSize, maximumSize: maximumSize)
    try copy.copy(folder, to: path)
  }

  /// Removes what it can: a folder that stays behind is harmless.
  static func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in SystemFile.names(in: path) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// The copy of a folder, within limits.
private struct FolderCopy {
  let root: String
  let budget: ExecutionBudget
  var remainingBytes: Int
  let maximumSize: Int

  private static let blockSize = 1 << 16

  /// Takes the steps for a block.
  private mutating func take(_ bytes: Int) throws {
    try budget.step(ExecutionBudget.interval)
    remainingBytes -= bytes
    guard remainingBytes >= 0 else {
      throw Diagnostic("app.documents", "cannot copy \(root): it is larger than \(maximumSize >> 20) MiB")
    }
  }

  mutating func copy(_ source: String, to target: String) throws {
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
