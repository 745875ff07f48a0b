internal import OKitEngine

/// The scripts and texts that the launches of a test file read. A launch makes no system call for what an earlier one
/// has found, and all launches see the same files.
package final class SourceCache {
  /// A path as it was written: paths that Swift calls equal may lead to different files.
  private struct Path: Hashable {
    let text: String

    static func == (left: Path, right: Path) -> Bool { left.text.hasBytes(of: right.text) }
  }

  private struct PlacesKey: Hashable {
    let folder: Path?
    let libraries: [Path]
  }

  private var names: [Path: String] = [:]
  private var texts: [Path: String] = [:]
  private var localizations: [Path: TextsFinder.Texts] = [:]
  private var places: [PlacesKey: ModulePlaces] = [:]

  package init() {}

  /// Returns the name that messages have for a file; see `WorkingDirectory.relative`.
  func name(of path: String) -> String {
    value(for: Path(text: path), in: &names) { WorkingDirectory.relative(path) }
  }

  /// Returns the text of a file.
  ///
  /// - Throws: see `ScriptFile.read`.
  func text(of path: String) throws -> String {
    try value(for: Path(text: path), in: &texts) { try ScriptFile.read(path) }
  }

  func texts(beside folder: String, _ find: () throws -> TextsFinder.Texts) rethrows -> TextsFinder.Texts {
    try value(for: Path(text: folder), in: &localizations, find)
  }

  func places(folder: String?, libraries: [String]) -> ModulePlaces {
    let key = PlacesKey(folder: folder.map(Path.init), libraries: libraries.map(Path.init))
    return value(for: key, in: &places) { ModulePlaces(folder: folder, libraries: libraries, remembersFiles: true) }
  }

  /// Returns a value that was found before, or finds it. An error is not kept.
  private func value<Key, Value>(
    for key: Key, in known: inout [Key: Value], _ find: () throws -> Value
  ) rethrows -> Value {
    if let value = known[key] { return value }
    let value = try find()
    known[key] = value
    return value
  }
}
