internal import Glibc
internal import OKitStorage

/// Writes a trace, record by record: what was written is complete even if the process is killed afterwards.
///
/// The file, whose folders are created, has its own name while it grows, and is readable for the user only.
/// It replaces an earlier trace, and no
/// other file.
package final class TraceWriter {
  package let path: String
  private let file: FileDescriptor
  /// The size of the file in bytes.
  package private(set) var size = 0

  /// - Throws: `file.write`, also for a file that is not a trace.
  package init(_ path: String) throws(Diagnostic) {
    self.path = path
    do throws(FileError) {
      try SystemFile.makeFolders(ofFile: path, mode: 0o700)
      let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if number >= 0 {
        file = FileDescriptor(number)
      } else {
        guard errno == EEXIST else { throw FileError.last(at: path) }
        guard try Self.isTrace(path) else { throw FileError(reason: "it exists and is not a trace") }
        file = try RegularFile.openEmpty(path, mode: 0o600)
        guard fchmod(file.number, 0o600) == 0 else { throw FileError.last() }
      }
    } catch { throw Self.failure(path, error) }
  }

  /// Whether a file is empty or begins as a trace does.
  private static func isTrace(_ path: String) throws(FileError) -> Bool {
    let beginning = Array("{\"kind\":\"trace\",".utf8)
    let file = try RegularFile.open(path)
    let found = try file.readStart(beginning.count)
    return found.isEmpty || found == beginning
  }

  /// Appends records in one step.
  ///
  /// - Throws: `file.write`.
  package func write(_ records: [TraceRecord]) throws(Diagnostic) { try write(bytes: records.flatMap { $0.line() }) }

  /// Appends lines that were made before.
  ///
  /// - Throws: `file.write`.
  package func write(bytes: [UInt8]) throws(Diagnostic) {
    guard SystemFile.write(bytes, to: file.number) else { throw Self.failure(path, .last()) }
    size += bytes.count
  }

  /// Removes all records.
  ///
  /// - Throws: `file.write`.
  package func restart() throws(Diagnostic) {
    guard ftruncate(file.number, 0) == 0, lseek(file.number, 0, SEEK_SET) == 0 else {
      throw Self.failure(path, .last())
    }
    size = 0
  }

  /// Removes the file.
  package func remove() { SystemFile.remove(path) }

  private static func failure(_ path: String, _ error: FileError) -> Diagnostic {
    Diagnostic("file.write", "cannot write \(PrintableText.line(path)): \(error.reason)", hint: error.writingHint)
  }
}
