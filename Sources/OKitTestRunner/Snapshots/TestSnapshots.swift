internal import Glibc

/// The stored snapshots of one test file: texts and pictures in `__snapshots__/<file>/` beside it.
package final class TestSnapshots {
  /// The ending of the files of snapshots.
  enum Ending: String {
    case text = ".txt"
    case picture = ".svg"
  }

  /// The names of the files that a test has asked for, without the ending of texts.
  private(set) var asked: Set<String> = []
  private let folder: String

  init(testFile: String) { folder = SnapshotFolder.path(ofTestFile: testFile) }

  /// - Throws: `file.encoding`, and what reading a file that is there throws.
  func read(_ name: String, _ ending: Ending) throws -> String? {
    asked.insert(Self.fileName(of: name) + (ending == .text ? "" : ending.rawValue))
    let path = path(of: name, ending)
    return PathKind(of: path) == .missing ? nil : try ScriptFile.read(path)
  }

  /// - Throws: `test.snapshot`.
  func write(_ name: String, _ text: String, _ ending: Ending) throws {
    if ending == .picture { unlink(differencePage(of: name)) }
    var made = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && !folder.hasPrefix("/") ? String(part) : "/\(part)"
      guard made.isEmpty || made == "/" || mkdir(made, 0o777) == 0 || errno == EEXIST else {
        throw failure(made, .last())
      }
    }
    let path = path(of: name, ending)
    do {
      let file = try RegularFile.openEmpty(path, mode: 0o666)
      guard SystemFile.write(Array(text.utf8), to: file.number) else { throw FileError.last() }
    } catch let error as FileError { throw failure(path, error) }
  }

  private func failure(_ path: String, _ error: FileError) -> Diagnostic {
    Diagnostic("test.snapshot", "cannot write \(path): \(error.reason)", hint: error.hint)
  }

  func path(of name: String, _ ending: Ending) -> String { "\(folder)/\(Self.fileName(of: name))\(ending.rawValue)" }

  /// The page with the difference of a picture that did not match.
  func differencePage(of name: String) -> String {
    "\(folder)/\(Self.fileName(of: name))\(SnapshotFolder.pageEnding)"
  }

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
