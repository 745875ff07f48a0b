internal import Glibc

/// Opens files of which others may have made something else.
///
/// Opening a FIFO waits for its other end, reading a device may never end, and a link may lead to either. Every file
/// that a person, a project or a documents directory names is opened here, and what is not a regular file is an error
/// at once.
package enum RegularFile {
  /// Opens a file for reading. Links are followed.
  ///
  /// - Throws: a `FileError`, with the code `ENOENT` for a missing file, and with the kind of what is not a regular
  ///   file.
  package static func open(_ path: String) throws(FileError) -> FileDescriptor {
    if let error = FileError.unusable(path) { throw error }
    do { return try open(path, in: AT_FDCWD, O_RDONLY, mode: 0) } catch {
      throw (error.code == ENOENT ? FileError.danglingLink(at: path) ?? error : error).at(path)
    }
  }

  /// Opens a file for writing without its content; creates it, with a mode, where it is missing. Links to files are
  /// followed.
  ///
  /// - Throws: a `FileError`; what is not a regular file stays as it is.
  package static func openEmpty(_ path: String, mode: UInt32) throws(FileError) -> FileDescriptor {
    do throws(FileError) {
      // What a link leads to would be created.
      if let error = FileError.unusable(path) ?? FileError.danglingLink(at: path) { throw error }
      let file = try open(path, in: AT_FDCWD, O_WRONLY | O_CREAT, mode: mode)
      guard ftruncate(file.number, 0) == 0 else { throw .last() }
      return file
    } catch { throw error.at(path) }
  }

  /// Reads a file.
  ///
  /// - Parameter limit: The maximum size in bytes.
  /// - Throws: a `FileError`, as `open` does and for a larger file.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try open(path).readAll(limit: limit)
  }

  /// Returns why a file cannot be read; nil for a file, and where nothing is.
  package static func problem(of path: String) -> FileError? {
    do { _ = try open(path) } catch { return error.code == ENOENT ? nil : error }
    return nil
  }

  /// Whether a path is one of what the process has open, such as `/dev/stdin` or the `/dev/fd/63` of `<(command)`.
  package static func isOpenElsewhere(_ path: String) -> Bool { ["/dev/", "/proc/"].contains(where: path.hasPrefix) }

  /// Opens a pipe. Waits until another process opens a FIFO for writing, or a signal arrives.
  ///
  /// - Returns: nil for anything else.
  package static func openPipe(_ path: String) throws(FileError) -> FileDescriptor? {
    var status = stat()
    guard FileError.unusable(path) == nil, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return nil
    }
    // What writes to a pipe that was connected by the caller may have ended already.
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isOpenElsewhere(path) ? O_NONBLOCK : 0))
    guard number >= 0 else { throw .last() }
    let pipe = FileDescriptor(number)
    guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) == 0 else { throw .last() }
    return pipe
  }

  /// Opens a file below a folder.
  static func open(_ name: String, in folder: Int32, _ flags: Int32, mode: UInt32) throws(FileError) -> FileDescriptor {
    // Without O_NONBLOCK, opening a FIFO would wait for its other end.
    let number = openat(folder, name, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode)
    guard number >= 0 else {
      let error = FileError.last()
      var status = stat()
      // A socket, or a FIFO that nobody reads; a folder that is opened for writing.
      guard [ENXIO, EISDIR].contains(error.code), fstatat(folder, name, &status, 0) == 0 else { throw error }
      throw problem(status) ?? error
    }
    let file = FileDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last() }
    if let problem = problem(status) { throw problem }
    return file
  }

  /// Returns what is wrong with something that is not a regular file.
  static func problem(_ status: stat) -> FileError? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: FileError(reason: "it is a directory", remedy: "name a file in it")
    default: FileError(reason: "it is \(kind(status)), not a regular file")
    }
  }

  /// Returns what a path leads to that is not a folder.
  static func kind(at path: String) -> String {
    var status = stat()
    return stat(path, &status) == 0 ? kind(status) : "something else"
  }

  private static func kind(_ status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFREG: "a file"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "something else"
    }
  }
}
