/// A test file and the lines whose tests run; without lines, all tests.
struct TestTarget: Hashable {
  var file: String
  var lines: [Int] = []
}

/// Finds test files.
enum TestFiles {
  static let endings = ["_test.lua", "_spec.lua"]

  /// The test files of files, folders and `FILE:LINE`, each once: folders in the order of their names, with all below
  /// them.
  ///
  /// - Throws: `test.path` for what is not there, with the nearest name.
  static func find(in paths: [String]) throws -> [TestTarget] {
    var targets: [TestTarget] = []
    var indexes: [String: Int] = [:]
    for path in paths {
      for target in try found(path) {
        guard let index = indexes[target.file] else {
          indexes[target.file] = targets.count
          targets.append(target)
          continue
        }
        // The whole file includes each of its lines.
        let isWhole = target.lines.isEmpty || targets[index].lines.isEmpty
        targets[index].lines = isWhole ? [] : targets[index].lines + target.lines
      }
    }
    return targets
  }

  private static func found(_ path: String) throws -> [TestTarget] {
    let path = WorkingDirectory.relative(path)
    switch PathKind(of: path) {
    case .file: return [TestTarget(file: path)]
    case .folder: return try search(path).map { TestTarget(file: $0) }
    case .unreachable(let error): throw unusable(path, error)
    case .missing:
      if let target = line(path) { return [target] }
      throw missing(path)
    }
  }

  /// Reads `FILE:LINE`.
  private static func line(_ path: String) -> TestTarget? {
    guard let colon = path.lastIndex(of: ":"), let line = Int(path[path.index(after: colon)...]), line >= 0,
      PathKind(of: String(path[..<colon])) == .file
    else { return nil }
    return TestTarget(file: String(path[..<colon]), lines: [line])
  }

  private static func search(_ folder: String) throws -> [String] {
    var files: [String] = []
    guard let names = SystemFile.names(in: folder) else { throw unusable(folder, .last()) }
    for name in names where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      switch PathKind(of: path) {
      case .folder: files += try search(path)
      case .file: if endings.contains(where: name.hasSuffix) { files.append(path) }
      case .missing, .unreachable: break
      }
    }
    return files
  }

  private static func unusable(_ path: String, _ error: FileError) -> Diagnostic {
    Diagnostic("test.path", "cannot use \(path): \(error.reason)", hint: error.hint)
  }

  private static func missing(_ path: String) -> Diagnostic {
    let path = path.replacing(/:[0-9]+$/, with: "")
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let names = (SystemFile.names(in: folder.isEmpty ? "." : folder) ?? []).map { folder + $0 }
    return Diagnostic(
      "test.path", "no such file or folder: \(path)", hint: NearestName.hint(for: path, in: names))
  }
}
