import Glibc
import OKitEngine

/// A file that is written beside another one and takes its place when it is complete. Devices are written themselves.
final class FileReplacement {
  private let path: String
  private var descriptor: Int32 = -1
  /// The file that is written, until it becomes the one at `path`; nil when that is written itself.
  private var temporary: String?

  /// - Throws: `file.write`.
  init(_ path: String) throws(Diagnostic) {
    self.path = path
    var info = stat()
    let exists = stat(path, &info) == 0
    guard !exists || info.st_mode & S_IFMT == S_IFREG else {
      // A pipe that nobody reads is an error, and not a wait.
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0, fcntl(descriptor, F_SETFL, O_WRONLY) == 0 else { throw failure() }
      return
    }
    let name = "\(Self.folder(of: path)).okit-export-\(String(UInt64.random(in: 0...(.max)), radix: 16))"
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure() }
    temporary = name
    // The file keeps the permissions of the one that it replaces.
    if exists, fchmod(descriptor, info.st_mode & 0o777) != 0 { throw failure() }
  }

  /// Replaces a file, unless its text is the same already.
  ///
  /// - Throws: `file.read`, `file.write`.
  static func replace(_ path: String, with text: String) throws(Diagnostic) {
    var info = stat()
    if stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, try LocalFile.read(path) == text { return }
    let file = try FileReplacement(path)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  deinit { abandon() }

  /// - Throws: `file.write`.
  func write(_ bytes: [UInt8]) throws(Diagnostic) {
    guard SystemFile.write(bytes, to: descriptor) else { throw failure() }
  }

  /// Puts the complete file in its place.
  ///
  /// - Throws: `file.write`.
  func finish() throws(Diagnostic) {
    if temporary != nil, fsync(descriptor) != 0 { throw failure() }
    let number = descriptor
    descriptor = -1
    guard close(number) == 0 else { throw failure() }
    if let temporary, rename(temporary, Self.resolved(path)) != 0 { throw failure() }
    temporary = nil
  }

  /// Closes and removes an incomplete file.
  private func abandon() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporary { unlink(temporary) }
    temporary = nil
  }

  /// The folder of the file at a path, with a slash at its end; empty for the current one.
  static func folder(of path: String) -> String {
    let target = resolved(path)
    return target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
  }

  /// Returns where a link leads, so that the file is replaced and not the link.
  static func resolved(_ path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  private func failure() -> Diagnostic {
    let error = FileError.last()
    return Diagnostic(
      "file.write", "cannot write \(PrintableText.line(path)): \(error.reason)", hint: error.writingHint)
  }
}
