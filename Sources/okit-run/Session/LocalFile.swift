import Glibc

/// Small files of the command itself.
enum LocalFile {
  /// The largest file that is read.
  private static let maximumSize = 64 << 20

  /// Checks that a path leads to a file, or to a folder.
  ///
  /// - Throws: `CommandFailure` for a wrong use of the command.
  static func expect(_ expected: PathKind, at path: String, code: Diagnostic.Code = "cli.file") throws {
    if let problem = PathKind(of: path).problem(of: path, expected: expected, code: code) {
      throw CommandFailure.usage(problem)
    }
  }

  /// Returns whether two paths lead to the same file, which exists.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
    return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
  }

  /// Returns the path that leads from the folder of a file to another file.
  static func path(of path: String, fromFolderOf file: String) -> String {
    let target = absolutePath(of: path).split(separator: "/")
    let folder = absolutePath(of: file).split(separator: "/").dropLast()
    let common = zip(folder, target).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + target.dropFirst(common)).joined(separator: "/")
  }

  /// Returns the absolute path without `.` and `..`; links are not followed.
  static func absolutePath(of path: String) -> String {
    var full = path
    if !path.hasPrefix("/"), let folder = getcwd(nil, 0) {
      full = String(cString: folder) + "/" + path
      free(folder)
    }
    var parts: [String] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the content of a file; nil when it does not exist.
  ///
  /// - Throws: `file.read`.
  static func read(_ path: String) throws(Diagnostic) -> String? {
    do { return String(decoding: try RegularFile.read(path, limit: maximumSize), as: UTF8.self) } catch {
      if error.code == ENOENT { return nil }
      throw failure("file.read", "read", path, error)
    }
  }

  /// Writes a file, and creates its folders.
  ///
  /// - Parameter isShared: Whether others may read new files and folders, as the umask permits; otherwise only the user
  ///   can.
  /// - Throws: `file.write`.
  static func write(_ text: String, to path: String, isShared: Bool = false) throws(Diagnostic) {
    do throws(FileError) { try SystemFile.makeFolders(ofFile: path, mode: isShared ? 0o777 : 0o700) } catch {
      throw failure("file.write", "create", error.path ?? path, error, isWriting: true)
    }
    do throws(FileError) {
      let file = try RegularFile.openEmpty(path, mode: isShared ? 0o666 : 0o600)
      guard SystemFile.write(Array(text.utf8), to: file.number) else { throw FileError.last() }
    } catch { throw failure("file.write", "write", path, error, isWriting: true) }
  }

  private static func failure(
    _ code: Diagnostic.Code, _ verb: String, _ path: String, _ error: FileError, isWriting: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      code, "cannot \(verb) \(path): \(error.reason)", hint: isWriting ? error.writingHint : error.hint)
  }
}

extension SystemFile {
  /// Opens what the caller has closed of standard input, output and error to nowhere, so that no file of ours gets
  /// their numbers. Writing a result to a standard output that was closed fails.
  static func reserveStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == 1 ? O_RDONLY : O_RDWR)
    }
  }
}

extension FileReplacement {
  /// Replaces a file, unless its text is the same already.
  ///
  /// - Throws: `file.write`.
  static func replace(_ path: String, with text: String) throws(Diagnostic) {
    // Writing says what is wrong with a file that cannot be read.
    if (try? LocalFile.read(path)) == text { return }
    let file = try FileReplacement(path)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}
