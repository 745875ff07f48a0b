internal import Glibc

/// A file that is written beside another one and takes its place when it is complete. Devices are written themselves.
/// Links to files are followed; a link that leads to nothing is an error, as everywhere where files are written.
package final class FileReplacement {
  private let path: String
  private var descriptor: Int32 = -1
  /// The file that is written, until it becomes the one at `path`; nil when that is written itself.
  private var temporary: String?

  /// - Parameter isPrivate: Whether only the user may read the file, also one that others could read before.
  /// - Throws: `file.write`.
  package init(_ path: String, isPrivate: Bool = false) throws(Diagnostic) {
    self.path = path
    if let error = FileError.unusable(path) { throw failure(error) }
    var info = stat()
    let exists = stat(path, &info) == 0
    if !exists, case let error = FileError.last(at: path), error.code != ENOENT { throw failure(error) }
    guard !exists || info.st_mode & S_IFMT == S_IFREG else {
      if info.st_mode & S_IFMT == S_IFDIR, let problem = RegularFile.problem(info) { throw failure(problem) }
      // A FIFO that nobody reads is an error, and not a wait.
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor < 0, errno == ENXIO, info.st_mode & S_IFMT == S_IFIFO {
        throw failure(FileError(reason: "it is a FIFO that nobody reads", remedy: "start its reader first"))
      }
      guard descriptor >= 0, fcntl(descriptor, F_SETFL, O_WRONLY) == 0 else { throw failure() }
      return
    }
    let name = "\(Self.folder(of: path)).okit-export-\(String(UInt64.random(in: 0...(.max)), radix: 16))"
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw failure() }
    temporary = name
    // The file keeps the permissions of the one that it replaces.
    if exists, !isPrivate, fchmod(descriptor, info.st_mode & 0o777) != 0 { throw failure() }
  }

  deinit { abandon() }

  /// - Throws: `file.write`.
  package func write(_ bytes: [UInt8]) throws(Diagnostic) {
    guard SystemFile.write(bytes, to: descriptor) else { throw failure() }
  }

  /// Puts the complete file in its place.
  ///
  /// - Throws: `file.write`.
  package func finish() throws(Diagnostic) {
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

  /// Writes a private file, or replaces one that okit has written before: one that is empty or begins in the same way.
  ///
  /// - Throws: `file.write`, also for any other file, which stays as it is.
  package static func replace(_ path: String, with bytes: [UInt8], beginning: String) throws(Diagnostic) {
    let file = try FileReplacement(path, isPrivate: true)
    try file.check(beginning)
    try file.write(bytes)
    try file.finish()
  }

  /// Checks that `replace` can write a file, before the work whose result it is.
  ///
  /// - Throws: `file.write`, also for a file that okit has not written.
  package static func check(_ path: String, beginning: String) throws(Diagnostic) {
    var info = stat()
    // Opening a FIFO and closing it would be the end of what its reader gets.
    guard stat(path, &info) != 0 || [S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT) else { return }
    try FileReplacement(path, isPrivate: true).check(beginning)
  }

  /// - Throws: `file.write` for a file that okit has not written.
  private func check(_ beginning: String) throws(Diagnostic) {
    guard temporary != nil else { return }
    do throws(FileError) {
      let found = try RegularFile.open(path).readStart(beginning.utf8.count)
      guard found.isEmpty || found == Array(beginning.utf8) else {
        throw FileError(reason: "it exists, and okit has not written it", remedy: "choose another name")
      }
    } catch { guard error.code == ENOENT else { throw failure(error) } }
  }

  /// The folder of the file at a path, with a slash at its end; empty for the current one.
  package static func folder(of path: String) -> String {
    let target = resolved(path)
    return target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
  }

  /// Returns where a link leads, so that the file is replaced and not the link.
  package static func resolved(_ path: String) -> String { SystemFile.realPath(path) ?? path }

  private func failure(_ error: FileError = .last()) -> Diagnostic {
    Diagnostic("file.write", "cannot write \(PrintableText.line(path)): \(error.reason)", hint: error.writingHint)
  }
}
