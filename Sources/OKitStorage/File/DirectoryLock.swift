internal import Glibc

/// Ownership of a documents directory: an advisory lock on `okit/.lock`, which the system releases with the process.
///
/// The file remains; it means nothing unless it is locked.
struct DirectoryLock: ~Copyable {
  static let path = StoragePath(folder: ["okit"], name: ".lock")

  private let file: FileDescriptor

  /// - Throws: `storage.locked` naming the holder, or `FileError`.
  init(_ tree: FileTree) throws {
    let folder = try tree.makeFolder(Self.path.folder)
    let number = openat(folder.number, Self.path.name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw FileError.last() }
    let file = FileDescriptor(number)
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else { throw FileError(code: code) }
      throw Diagnostic(
        "storage.locked", "the documents directory \(tree.root) is in use by \(Self.holder(try file.readAll()))",
        place: Diagnostic.Place(file: "\(tree.root)/\(Self.path.text)"))
    }
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "a program"
    let text = Array("\(getpid()) \(name)\n".utf8)
    // On a full disk the name may be missing; the lock holds without it, so that reading stays possible. The file is
    // not emptied first: file systems that expect its content to be replaced would write it to the disk at the end.
    let count = text.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, 0) }
    var status = stat()
    if count != text.count || fstat(number, &status) != 0 || status.st_size != count {
      _ = ftruncate(number, count == text.count ? off_t(count) : 0)
    }
    self.file = file
  }

  /// Closing the file is not enough: a child process has a copy of it until it runs its program.
  deinit { _ = flock(file.number, LOCK_UN) }

  private static func holder(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let process = Int32(parts[0]) else { return "another process" }
    return process == getpid() ? "this process (\(process))" : "\(parts[1]) (process \(process))"
  }
}
