import Glibc
import OKitEngine

/// The destination of an export: standard output, or a file that is replaced when the export is complete.
final class ExportTarget {
  private let output: Output
  private let path: String?
  /// Makes text harmless for a terminal.
  private let escape: (String) -> String
  private let isTerminal = TerminalMode.isTerminal(Output.Stream.standard.rawValue)
  private var descriptor: Int32 = -1
  /// The file that is written, until it becomes the one at `path`; nil when that is written itself, as devices are.
  private var temporary: String?

  /// - Parameter path: Nil for standard output.
  init(_ path: String?, _ output: Output, escape: @escaping (String) -> String) {
    (self.path, self.output, self.escape) = (path, output, escape)
  }

  deinit { abandon() }

  /// - Throws: `file.write`; `CommandFailure` when standard output cannot be written.
  func write(_ bytes: [UInt8]) throws {
    guard let path else {
      output.write(isTerminal ? Array(escape(String(decoding: bytes, as: UTF8.self)).utf8) : bytes, to: .standard)
      if output.isBroken { throw CommandFailure.failed() }
      return
    }
    if descriptor < 0 { try open(path) }
    guard SystemFile.write(bytes, to: descriptor) else { throw failure(path) }
  }

  /// Completes the export.
  ///
  /// - Throws: `file.write`.
  func finish() throws {
    guard let path else { return }
    if descriptor < 0 { try open(path) }
    if temporary != nil, fsync(descriptor) != 0 { throw failure(path) }
    let number = descriptor
    descriptor = -1
    guard close(number) == 0 else { throw failure(path) }
    if let temporary, rename(temporary, Self.resolved(path)) != 0 { throw failure(path) }
    temporary = nil
  }

  /// Closes and removes an incomplete file.
  private func abandon() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporary { unlink(temporary) }
    temporary = nil
  }

  private func open(_ path: String) throws {
    var info = stat()
    let exists = stat(path, &info) == 0
    guard !exists || info.st_mode & S_IFMT == S_IFREG else {
      descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure(path) }
      return
    }
    let target = Self.resolved(path)
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let name = "\(folder).okit-export-\(String(UInt64.random(in: 0...(.max)), radix: 16))"
    descriptor = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    temporary = name
    // The file keeps the permissions of the one that it replaces.
    if exists, fchmod(descriptor, info.st_mode & 0o777) != 0 { throw failure(path) }
  }

  /// Returns where a link leads, so that the file is replaced and not the link.
  private static func resolved(_ path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  private func failure(_ path: String) -> Diagnostic {
    Diagnostic("file.write", "cannot write \(PrintableText.line(path)): \(String(cString: strerror(errno)))")
  }
}
