internal import Glibc

/// Paths as people read them: without `.` and `..`, and relative to the working directory where they are below it.
package enum WorkingDirectory {
  /// Returns the shortest usual form of a path. One outside of the working directory stays relative or absolute, as it
  /// is.
  package static func relative(_ path: String) -> String {
    if path.isEmpty { return path }
    let clean = Self.clean(path)
    // A symbolic link before `..` makes a difference, so the file system decides.
    let full = clean.split(separator: "/").contains("..") ? real(clean) ?? clean : clean
    guard full.hasPrefix("/"), let directory = current else { return clean }
    if full == directory { return "." }
    let start = directory == "/" ? directory : directory + "/"
    return full.hasPrefix(start) ? String(full.dropFirst(start.count)) : clean
  }

  /// Removes `.` and repeated slashes.
  private static func clean(_ path: String) -> String {
    let steps = path.split(separator: "/").filter { $0 != "." }.map(String.init).joined(by: "/")
    if path.hasPrefix("/") { return "/" + steps }
    return steps.isEmpty ? "." : steps
  }

  /// Returns the absolute path of a file in the real path of its folder; nil when there is no such folder.
  private static func real(_ path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let isName = name != ".." && !name.isEmpty
    let folder = isName ? String(path.dropLast(name.count)) : path
    guard let real = SystemFile.realPath(folder.isEmpty ? "." : folder) else { return nil }
    return isName ? (real == "/" ? "/" : real + "/") + name : real
  }

  private static var current: String? {
    guard let buffer = getcwd(nil, 0) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }
}
