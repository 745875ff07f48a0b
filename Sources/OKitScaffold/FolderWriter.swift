internal import Glibc

/// Writes the folder of an application: whole, or not at all.
package enum FolderWriter {
  /// Checks that a folder can be written: nothing has its name, or an empty folder.
  ///
  /// - Throws: `new.folder`.
  package static func check(_ folder: String) throws(Diagnostic) {
    var status = stat()
    guard lstat(folder, &status) == 0 else {
      let parent = parent(of: folder)
      guard stat(parent, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw Diagnostic("new.folder", "there is no folder \"\(parent)\"", hint: "create it first")
      }
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw Diagnostic("new.folder", "\"\(folder)\" exists and is not a folder", hint: "use another name")
    }
    guard isEmpty(folder) else {
      throw Diagnostic(
        "new.folder", "the folder \"\(folder)\" is not empty", hint: "use another name; nothing was changed")
    }
  }

  /// Writes the files to a temporary folder beside the folder, and renames it.
  ///
  /// - Throws: `new.folder` and `new.write`; nothing is left then.
  package static func write(_ files: [ApplicationFiles.File], to folder: String) throws(Diagnostic) {
    try check(folder)
    let temporary = try temporaryFolder(for: folder)
    do throws(Diagnostic) {
      for file in files { try write(file, below: temporary) }
      try sync(temporary)
      guard chmod(temporary, 0o777 & ~mask) == 0 else { throw failure("write", temporary) }
      // An empty folder is replaced; one that has got files since is not.
      guard rename(temporary, folder) == 0 else {
        throw errno == ENOTEMPTY || errno == EEXIST
          ? Diagnostic("new.folder", "the folder \"\(folder)\" is not empty", hint: "nothing was changed")
          : failure("create", folder)
      }
    } catch {
      remove(temporary)
      throw error
    }
  }

  /// Writes the files to a temporary folder for as long as `body` runs.
  ///
  /// - Parameter parent: The folder for temporary files.
  /// - Throws: `new.write`, and what `body` throws.
  package static func withTemporaryFolder<Result>(
    in parent: String, _ files: [ApplicationFiles.File], _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = try temporaryFolder(for: "\(parent)/okit-new")
    defer { remove(folder) }
    for file in files { try write(file, below: folder) }
    return try body(folder)
  }

  private static func parent(of folder: String) -> String {
    let parts = folder.parts(at: "/")
    guard parts.count > 1 else { return "." }
    let parent = parts.dropLast().joined(separator: "/")
    return parent.isEmpty ? "/" : parent
  }

  private static func temporaryFolder(for folder: String) throws(Diagnostic) -> String {
    let name = folder.parts(at: "/").last ?? ""
    var template = Array("\(parent(of: folder))/.\(name).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw failure("create", folder) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static var mask: mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  private static func write(_ file: ApplicationFiles.File, below root: String) throws(Diagnostic) {
    var folder = root
    for part in file.path.parts(at: "/").dropLast() {
      folder += "/\(part)"
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw failure("create", file.path) }
    }
    let descriptor = open("\(root)/\(file.path)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure("write", file.path) }
    // A network or a quota may refuse what was written only at the end.
    guard SystemFile.write(file.bytes, to: descriptor), fsync(descriptor) == 0 else {
      let problem = failure("write", file.path)
      close(descriptor)
      throw problem
    }
    guard close(descriptor) == 0 else { throw failure("write", file.path) }
  }

  private static func sync(_ folder: String) throws(Diagnostic) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("write", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("write", folder) }
  }

  private static func failure(_ verb: String, _ path: String) -> Diagnostic {
    Diagnostic(
      "new.write", "cannot \(verb) \(path): \(String(cString: strerror(errno)))", hint: "nothing was created")
  }

  // MARK: Folders

  private static func isEmpty(_ folder: String) -> Bool { SystemFile.names(in: folder)?.isEmpty == true }

  /// Removes a folder that this type has written.
  private static func remove(_ folder: String) {
    for name in SystemFile.names(in: folder) ?? [] {
      let path = "\(folder)/\(name)"
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }
}
