internal import Glibc

/// What a path leads to. Links are followed.
package enum PathKind: Equatable {
  /// Anything that is not a folder. Reading it says what is not a regular file.
  case file
  case folder
  /// There is nothing with this name.
  case missing
  /// The reason why nobody can tell what there is, such as a link that leads to nothing.
  case unreachable(FileError)

  package init(of path: String) {
    if let error = FileError.unusable(path) {
      self = .unreachable(error)
      return
    }
    var status = stat()
    if stat(path, &status) == 0 {
      self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
      return
    }
    let error = FileError.last(at: path)
    self = error.code == ENOENT ? .missing : .unreachable(error)
  }

  /// Returns the error for a path that was to lead to a file or a folder; nil if it does.
  ///
  /// - Parameter expected: `file`, or `folder`.
  package func problem(
    of path: String, expected: PathKind, code: Diagnostic.Code = "cli.file"
  ) -> Diagnostic? {
    let (name, isFile) = (path.isEmpty ? "\"\"" : PrintableText.line(path), expected == .file)
    return switch self {
    case .file: isFile ? nil : Diagnostic(code, "\(name) is \(RegularFile.kind(at: path)), not a folder")
    case .folder: isFile ? Diagnostic(code, "\(name) is a folder, not a file") : nil
    case .missing: Diagnostic(code, "no such \(isFile ? "file" : "folder"): \(name)")
    case .unreachable(let error): Diagnostic(code, "cannot use \(name): \(error.reason)", hint: error.hint)
    }
  }
}
