/// The scripts and storyboards of a folder.
enum ScriptFolder {
  /// The number of scripts and the depth of folders that are looked at.
  private static let maximumCount = 500
  private static let maximumDepth = 4

  /// Returns the Lua files and storyboards in a folder and the folders in it. What cannot be read is left out.
  static func scripts(in folder: String) -> [ScriptDefinitions.File] {
    var scripts: [ScriptDefinitions.File] = []
    var waiting = [(path: folder, depth: 0)]
    while let (path, depth) = waiting.popLast(), scripts.count < maximumCount {
      for (name, isFolder) in SystemFile.entries(in: path) ?? []
      where !name.hasPrefix(".") && scripts.count < maximumCount {
        if isFolder, depth < maximumDepth { waiting.append(("\(path)/\(name)", depth + 1)) }
        // A file that cannot be read names no texts.
        if !isFolder, [".lua", ".storyboard"].contains(where: name.hasSuffix),
          let text = try? ScriptFile.read("\(path)/\(name)")
        {
          scripts.append(ScriptDefinitions.File(name: "\(path)/\(name)", text: text))
        }
      }
    }
    return scripts
  }
}
