/// Other files that a script may read: those below its own folder, and below the folders of the Lua path.
extension ModuleFinder {
  /// A file that was found.
  struct Location {
    /// The path without links.
    let path: String
    /// The path that messages name.
    let name: String
  }

  /// Finds a file.
  ///
  /// - Parameters:
  ///   - path: The path below one of the folders.
  ///   - ending: The ending of files of this kind, such as `.storyboard`.
  /// - Throws: `file.path` for a path that leads elsewhere, `file.read` with the nearest name for a missing file, and
  ///   for what is not a file.
  func locate(_ path: String, ending: String) throws -> Location {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
      throw Diagnostic(
        "file.path", "\"\(path)\" is not a path below the folder of the script",
        hint: "write a path such as \"screens/Main\(ending)\"; \(HintPhrase.luaPath) a folder")
    }
    var unusable: String?
    for folder in folders {
      let candidate = "\(folder)/\(path)"
      guard let real = SystemFile.realPath(candidate), folder == "/" || real.begins(with: folder + "/") else {
        continue
      }
      guard Self.isFile(real) else {
        unusable = unusable ?? real
        continue
      }
      note(candidate)
      note(real)
      return Location(path: real, name: WorkingDirectory.relative(candidate))
    }
    // Reading says what it is.
    if let unusable { _ = try ScriptFile.read(unusable) }
    throw missing(path, parts.dropLast().joined(separator: "/"), ending)
  }

  /// Reads a file that was found.
  ///
  /// - Parameters:
  ///   - maximum: The maximum size in bytes.
  ///   - tooLarge: Returns the error for a larger file.
  /// - Throws: what `ScriptFile.read` throws.
  func read(_ file: Location, maximum: Int, tooLarge: (String) -> Diagnostic) throws -> String {
    try openText(of: file.path) ?? ScriptFile.read(file.path, maximum: maximum) { tooLarge(file.name) }
  }

  /// Reads a file that was found as bytes, which may not be UTF-8.
  func readBytes(_ file: Location, maximum: Int, tooLarge: (String) -> Diagnostic) throws -> [UInt8] {
    if let text = openText(of: file.path) { return Array(text.utf8) }
    return try ScriptFile.readBytes(file.path, maximum: maximum) { tooLarge(file.name) }
  }

  private func missing(_ path: String, _ parent: String, _ ending: String) -> Diagnostic {
    let prefix = parent.isEmpty ? "" : parent + "/"
    let names = folders.flatMap { Self.names(in: "\($0)/\(parent)", ending: ending) }.map { prefix + $0 + ending }
    let searched = folders.map(WorkingDirectory.relative).joined(separator: ", ")
    let hints = [
      NearestName.hint(for: path, in: names),
      folders.isEmpty ? "there is no folder to search; \(HintPhrase.luaPath) one" : "searched in \(searched)",
    ]
    return Diagnostic("file.read", "cannot find \"\(path)\"", hint: hints.compactMap(\.self).joined(separator: " "))
  }
}
