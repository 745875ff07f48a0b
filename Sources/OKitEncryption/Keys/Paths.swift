internal import Glibc

enum Paths {
  /// Returns whether a file, which may not exist yet, is below a folder, after symbolic links are followed.
  static func isInside(_ file: String, _ folder: String) -> Bool {
    guard let folder = resolved(folder), let parent = resolved(PrivateFile.folder(of: file)) else { return false }
    return parent == folder || parent.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
