enum Paths {
  /// Returns whether a file, which may not exist yet, is below a folder, after symbolic links are followed.
  static func isInside(_ file: String, _ folder: String) -> Bool {
    let (folder, file) = (absolute(folder), absolute(file))
    return file.begins(with: folder == "/" ? folder : folder + "/")
  }

  /// Returns the absolute path of a file or folder. Symbolic links are followed as far as it exists.
  static func absolute(_ path: String) -> String {
    if let resolved = SystemFile.realPath(path) { return resolved }
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let name = path.split(separator: "/").last ?? ""
    let folder = PrivateFile.folder(of: path)
    // A folder that does not exist has no links.
    guard !name.isEmpty, folder != path else { return path }
    let above = absolute(folder)
    switch name {
    case ".": return above
    case "..": return PrivateFile.folder(of: above)
    default: return above == "/" ? "/\(name)" : "\(above)/\(name)"
    }
  }
}
