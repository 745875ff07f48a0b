import Glibc
import OKitEngine

/// The destination of an export: standard output, or a file that is replaced when the export is complete.
final class ExportTarget {
  private let output: Output
  private let path: String?
  /// The folder of the files that okit owns; an export into it would replace a model or the lock.
  private let ownFolder: String
  /// Makes text harmless for a terminal.
  private let escape: (String) -> String
  private let isTerminal = TerminalMode.isTerminal(Output.Stream.standard.rawValue)
  private var file: FileReplacement?

  /// - Parameters:
  ///   - path: Nil for standard output.
  ///   - documents: The documents directory.
  init(_ path: String?, documents: String, _ output: Output, escape: @escaping (String) -> String) {
    (self.path, self.output, self.escape) = (path, output, escape)
    ownFolder = FileReplacement.resolved("\(documents)/okit")
  }

  /// - Throws: `file.write`; `CommandFailure` when standard output cannot be written.
  func write(_ bytes: [UInt8]) throws {
    guard let path else {
      output.write(isTerminal ? Array(escape(String(decoding: bytes, as: UTF8.self)).utf8) : bytes, to: .standard)
      if output.isBroken { throw CommandFailure.failed() }
      return
    }
    try open(path).write(bytes)
  }

  /// Completes the export.
  ///
  /// - Throws: `file.write`.
  func finish() throws {
    guard let path else { return }
    try open(path).finish()
    file = nil
  }

  private func open(_ path: String) throws -> FileReplacement {
    if let file { return file }
    let folder = FileReplacement.folder(of: path)
    guard !"\(FileReplacement.resolved(folder.isEmpty ? "." : folder))/".hasPrefix("\(ownFolder)/") else {
      throw Diagnostic(
        "file.write", "cannot write \(PrintableText.line(path)): it is among the files in which okit stores models",
        hint: "choose a file outside of \(ownFolder)")
    }
    let new = try FileReplacement(path)
    file = new
    return new
  }
}
