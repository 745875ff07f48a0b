internal import Glibc

/// The stored snapshots of one test file: texts in `__snapshots__/<file>/` beside it.
package final class TestSnapshots {
  /// The names of the files that a test has asked for.
  private(set) var asked: Set<String> = []
  private let folder: String

  init(testFile: String) { folder = SnapshotFolder.path(ofTestFile: testFile) }

  /// - Throws: `file.encoding`, and what reading a file that is there throws.
  func read(_ name: String) throws -> String? {
    asked.insert(Self.fileName(of: name))
    let path = path(of: name)
    return PathKind(of: path) == .missing ? nil : try ScriptFile.read(path)
  }

  /// - Throws: `test.snapshot`.
  func write(_ name: String, _ text: String) throws {
    var made = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && !folder.hasPrefix("/") ? String(part) : "/\(part)"
      guard made.isEmpty || made == "/" || mkdir(made, 0o777) == 0 || errno == EEXIST else {
        throw failure(made, .last())
      }
    }
    let path = path(of: name)
    do {
      let file = try RegularFile.openEmpty(path, mode: 0o666)
      guard SystemFile.write(Array(text.utf8), to: file.number) else { throw FileError.last() }
    } catch let error as FileError { throw failure(path, error) }
  }

  private func failure(_ path: String, _ error: FileError) -> Diagnostic {
    Diagnostic("test.snapshot", "cannot write \(path): \(error.reason)", hint: error.hint)
  }

  private func path(of name: String) -> String { "\(folder)/\(Self.fileName(of: name)).txt" }

  /// Names are script text: what is not a letter, a digit, `-`, `_` or `.` becomes `-`, and a number keeps apart what
  /// would be the same then.
  package static func fileName(of name: String) -> String {
    let safe = String(
      name.unicodeScalars.map { scalar in
        let isSafe =
          scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_.".unicodeScalars.contains(scalar)
        return isSafe ? Character(scalar) : "-"
      })
    let short = String(safe.prefix(40))
    if short == name, !name.hasPrefix(".") { return name }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (short.hasPrefix(".") ? "-" + short.dropFirst() : short) + "-" + String(hash & 0xFFFF_FFFF, radix: 16)
  }
}
