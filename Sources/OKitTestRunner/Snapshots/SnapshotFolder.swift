internal import Glibc

/// The files with the snapshots of a test file, and those that no test asks for any more.
package enum SnapshotFolder {
  /// Returns the folder with the snapshots of a test file.
  package static func path(ofTestFile file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let base = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    return "\(parent(ofTestFile: file))/\(base)"
  }

  private static func parent(ofTestFile file: String) -> String {
    let folder = LuaApplication.folder(of: file)
    return folder == "." ? "__snapshots__" : "\(folder)/__snapshots__"
  }

  /// Returns the paths of the snapshots of a test file for which its tests have not asked.
  ///
  /// - Parameter asked: The names of files, as `TestSnapshots.fileName` makes them.
  static func unasked(ofTestFile file: String, _ asked: Set<String>) -> [String] {
    snapshots(in: path(ofTestFile: file)).filter { !asked.contains($0.name) }.map(\.path)
  }

  /// Returns the paths of the snapshots beside a test file whose own test file is gone.
  static func orphaned(besideTestFile file: String) -> [String] {
    let (folder, tests) = (parent(ofTestFile: file), LuaApplication.folder(of: file))
    return (SystemFile.names(in: folder) ?? []).filter { name in
      [name, name + ".lua"].allSatisfy { PathKind(of: "\(tests)/\($0)") == .missing }
    }.flatMap { snapshots(in: "\(folder)/\($0)").map(\.path) }
  }

  /// The ending of pages that show why a picture did not match.
  static let pageEnding = ".difference.html"

  /// The snapshots in a folder, with the names by which tests ask for them. A page belongs to its picture.
  private static func snapshots(in folder: String) -> [(name: String, path: String)] {
    let pictures = TestSnapshots.Ending.picture.rawValue
    return (SystemFile.names(in: folder) ?? []).compactMap { file in
      let path = "\(folder)/\(file)"
      if file.hasSuffix(".txt") { return (String(file.dropLast(4)), path) }
      if file.hasSuffix(pictures) { return (file, path) }
      return file.hasSuffix(pageEnding) ? (file.dropLast(pageEnding.count) + pictures, path) : nil
    }.filter { PathKind(of: $0.path) == .file }
  }

  /// Removes a snapshot, and the folders that are empty then.
  ///
  /// - Throws: `test.snapshot`.
  static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw Diagnostic("test.snapshot", "cannot remove \(path): \(FileError.last().reason)")
    }
    let folder = LuaApplication.folder(of: path)
    // A folder that has other files stays.
    guard rmdir(folder) == 0 else { return }
    rmdir(LuaApplication.folder(of: folder))
  }
}

/// What a run of test files has found out about the snapshots that no test asks for.
package struct SnapshotFiles: Sendable, Hashable {
  /// The paths of the snapshots that no test asks for: those that are still there, or with `--prune-snapshots`, those
  /// that were removed.
  package var stale: Set<String> = []
  package var isPruned = false
  /// Test files with snapshots that may be stale: not all of their tests ran and passed.
  package var undecided: Set<String> = []

  package init(stale: Set<String> = [], isPruned: Bool = false, undecided: Set<String> = []) {
    (self.stale, self.isPruned, self.undecided) = (stale, isPruned, undecided)
  }

  mutating func formUnion(_ other: SnapshotFiles) {
    stale.formUnion(other.stale)
    undecided.formUnion(other.undecided)
    isPruned = isPruned || other.isPruned
  }

  /// Notes for people, one per line.
  var remarks: [String] {
    var remarks: [String] = []
    if !stale.isEmpty {
      let count = stale.count == 1 ? "1 stale snapshot" : "\(stale.count) stale snapshots"
      remarks.append(isPruned ? "\(count) removed:" : "\(count) that no test asks for; remove with --prune-snapshots:")
      remarks += stale.sorted().map { "  \($0.printableLine)" }
    }
    if isPruned, !undecided.isEmpty {
      remarks.append("not looked for stale snapshots, because not all tests of the file ran and passed:")
      remarks += undecided.sorted().map { "  \($0.printableLine)" }
    }
    return remarks
  }
}

extension SnapshotFiles {
  /// Nothing for a record without the members.
  init(record: JSONValue?) {
    self.init(
      stale: Set(record?["stale"]?.texts ?? []), isPruned: record?["pruned"] == true,
      undecided: Set(record?["undecided"]?.texts ?? []))
  }

  var record: JSONValue {
    [
      "stale": .array(stale.sorted().map(JSONValue.string)), "pruned": .bool(isPruned),
      "undecided": .array(undecided.sorted().map(JSONValue.string)),
    ]
  }
}
