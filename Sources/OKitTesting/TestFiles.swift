import OKitEngine
import OKitLua

/// Finds test files.
enum TestFiles {
  static let endings = ["_test.lua", "_spec.lua"]

  /// The test files of files and folders, each once: folders in the order of their names, with all below them.
  ///
  /// - Throws: `test.path` for what is not there, with the nearest name.
  static func find(in paths: [String]) throws -> [String] {
    var files: [String] = []
    var seen: Set<String> = []
    for path in paths {
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      let found: [String]
      switch FolderReader.kind(of: path) {
      case .file: found = [path]
      case .folder: found = search(path)
      case .missing: throw missing(path)
      }
      for file in found where seen.insert(file).inserted { files.append(file) }
    }
    return files
  }

  private static func search(_ folder: String) -> [String] {
    var files: [String] = []
    for name in FolderReader.names(in: folder) ?? [] where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      switch FolderReader.kind(of: path) {
      case .folder: files += search(path)
      case .file: if endings.contains(where: name.hasSuffix) { files.append(path) }
      case .missing: break
      }
    }
    return files
  }

  private static func missing(_ path: String) -> Diagnostic {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let names = (FolderReader.names(in: folder.isEmpty ? "." : folder) ?? []).map { folder + $0 }
    return Diagnostic(
      "test.path", "no such file or folder: \(path)", hint: NearestName.hint(for: path, in: names))
  }
}
