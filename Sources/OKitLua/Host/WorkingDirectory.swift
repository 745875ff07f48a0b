internal import Glibc

/// Paths as people read them: relative to the working directory where that is shorter.
enum WorkingDirectory {
  /// Returns the path without the working directory in front; a path elsewhere as it is.
  static func relative(_ path: String) -> String {
    guard path.hasPrefix("/"), let buffer = getcwd(nil, 0) else { return path }
    defer { free(buffer) }
    let directory = String(cString: buffer)
    if path == directory { return "." }
    return path.hasPrefix(directory + "/") ? String(path.dropFirst(directory.utf8.count + 1)) : path
  }
}
