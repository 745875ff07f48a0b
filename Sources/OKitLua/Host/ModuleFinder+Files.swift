internal import OKitEngine

/// Other files that a script may read: those below its own folder, and below the folders of the Lua path.
extension ModuleFinder {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path below one of the folders.
  ///   - ending: The ending of files of this kind, such as `.storyboard`.
  ///   - maximum: The maximum size in bytes.
  ///   - tooLarge: Returns the error for a larger file.
  /// - Throws: `file.path` for a path that leads elsewhere, `file.read` with the nearest name for a missing file.
  func read(
    _ path: String, ending: String, maximum: Int, tooLarge: (String) -> Diagnostic
  ) throws -> (text: String, file: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
      throw Diagnostic(
        "file.path", "\"\(path)\" is not a path below the folder of the script",
        hint: "write a path such as \"screens/Main\(ending)\"; --lua-path adds a folder")
    }
    for folder in folders {
      let candidate = "\(folder)/\(path)"
      guard let real = Self.real(candidate), folder == "/" || real.begins(with: folder + "/"), Self.isFile(real) else {
        continue
      }
      note(candidate)
      note(real)
      let name = WorkingDirectory.relative(candidate)
      if let text = openText(of: real) { return (text, name) }
      return (try ScriptFile.read(real, maximum: maximum) { tooLarge(name) }, name)
    }
    throw missing(path, parts.dropLast().joined(separator: "/"), ending)
  }

  private func missing(_ path: String, _ parent: String, _ ending: String) -> Diagnostic {
    let prefix = parent.isEmpty ? "" : parent + "/"
    let names = folders.flatMap { Self.names(in: "\($0)/\(parent)", ending: ending) }.map { prefix + $0 + ending }
    let searched = folders.map(WorkingDirectory.relative).joined(separator: ", ")
    let hints = [
      NearestName.hint(for: path, in: names),
      folders.isEmpty ? "there is no folder to search; --lua-path adds one" : "searched in \(searched)",
    ]
    return Diagnostic("file.read", "cannot find \"\(path)\"", hint: hints.compactMap(\.self).joined(separator: " "))
  }
}
