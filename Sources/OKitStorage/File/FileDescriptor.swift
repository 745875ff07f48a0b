internal import Glibc

/// An open file or folder, closed when it goes out of scope.
package struct FileDescriptor: ~Copyable {
  package let number: Int32

  /// The largest file that is read without another limit.
  package static let maximumSize = 1 << 32

  package init(_ number: Int32) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// The size of a file, and what distinguishes it from every other file that exists.
  package var status: (size: Int, identity: FileIdentity) {
    get throws(FileError) {
      var status = stat()
      guard fstat(number, &status) == 0 else { throw .last() }
      return (Int(status.st_size), FileIdentity(status))
    }
  }

  /// The identity, size and time of a file, which differ between its versions.
  var state: FileStorage.FileState {
    get throws(FileError) {
      var status = stat()
      guard fstat(number, &status) == 0 else { throw .last() }
      return FileStorage.FileState(status)
    }
  }

  /// Reads bytes until there are `count` of them, or until the end.
  ///
  /// - Parameters:
  ///   - end: The number of bytes after which nothing is expected: a read that ends there was the last one.
  ///   - body: Reads into a place; gets the number of bytes that are missing and of those that are there.
  private func read(
    _ count: Int, end: Int? = nil, _ body: (UnsafeMutableRawPointer?, _ missing: Int, _ done: Int) -> Int
  ) throws(FileError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let result = body(buffer.baseAddress.map { $0 + done }, count - done, done)
        if result > 0 { done += result }
        if result < 0 {
          code = errno
          if code == EINTR { continue }
        }
        if result <= 0 || done == end { break }
      }
    }
    guard code == 0 || code == EINTR else { throw FileError(code: code) }
    return bytes
  }

  /// Reads a part of a file.
  func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    let bytes = try read(range.count) { pread(number, $0, $1, range.lowerBound + $2) }
    guard bytes.count == range.count else { throw FileError(reason: "it is shorter than it was") }
    return bytes
  }

  /// Reads the first bytes, or fewer if the file is shorter.
  package func readStart(_ count: Int) throws(FileError) -> [UInt8] {
    try read(count) { pread(number, $0, $1, $2) }
  }

  /// Reads from the current position to the end.
  ///
  /// - Parameter limit: The maximum size of the file in bytes.
  package func readAll(limit: Int = maximumSize) throws(FileError) -> [UInt8] {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last() }
    guard status.st_size <= limit else { throw .tooLarge(Int(status.st_size), limit: limit) }
    var bytes: [UInt8] = []
    // One byte more than the size, so that a file that is growing is noticed.
    var room = max(0, Int(status.st_size)) + 1
    while true {
      let added = try read(room, end: Int(status.st_size)) { place, missing, _ in Glibc.read(number, place, missing) }
      if bytes.isEmpty { bytes = added } else { bytes += added }
      // The file may be growing.
      guard bytes.count <= limit else { throw .tooLarge(bytes.count, limit: limit) }
      guard added.count == room else { return bytes }
      room = max(4096, bytes.count)
    }
  }
}

extension FileStorage.FileState {
  init(_ status: stat) {
    let time = status.st_mtim
    self.init(number: status.st_ino, size: Int(status.st_size), time: time.tv_sec &* 1_000_000_000 &+ time.tv_nsec)
  }
}

/// The device and number of a file. A file that replaces an open one has another number.
package struct FileIdentity: Hashable {
  var device: UInt
  var number: UInt

  init(device: UInt, number: UInt) { (self.device, self.number) = (device, number) }

  init(_ status: stat) { self.init(device: status.st_dev, number: status.st_ino) }
}

/// The reason why a file or folder cannot be used.
package struct FileError: DescribedError, Equatable {
  package var code: Int32
  package var reason: String
  /// The file or folder; nil where the caller knows it.
  package private(set) var path: String?
  /// How to solve a problem without a code.
  private var remedy: String?
  /// Whether the file is larger than a limit.
  package private(set) var isTooLarge = false

  package init(code: Int32) {
    self.code = code
    reason = String(cString: strerror(code))
  }

  package init(reason: String, remedy: String? = nil) {
    code = 0
    (self.reason, self.remedy) = (reason, remedy)
  }

  /// Returns the error with the path of its file or folder.
  package func at(_ path: String) -> FileError {
    var error = self
    error.path = error.path ?? path
    return error
  }

  /// How to solve the problem; nil where the reason says it.
  package var hint: String? {
    if let remedy { return remedy }
    return switch code {
    case EACCES, EPERM: "check who may use the file and its folders"
    case EROFS: "the file system is mounted for reading only"
    case EMFILE, ENFILE: "too many files are open; raise the limit with ulimit -n"
    case ELOOP: "the link leads to itself; replace it"
    case ENOTDIR: "a part of the path is a file, not a folder"
    case ENAMETOOLONG: "use a shorter path"
    case ENOSPC, EDQUOT: "make room, or use another file system"
    case EFBIG: "raise the limit on the size of files with ulimit -f"
    case EIO: "check the device and its file system"
    default: nil
    }
  }

  /// How to solve the problem of a file that cannot be written; `hint` where that is the same as for reading.
  package var writingHint: String? {
    code == ENOENT ? "create its folder first" : hint
  }

  package var diagnostic: Diagnostic {
    Diagnostic(
      "file.access", "cannot use \(path.map(PrintableText.line) ?? "a file"): \(reason)",
      place: path.map { Diagnostic.Place(file: $0) }, hint: hint)
  }

  package static func == (a: Self, b: Self) -> Bool {
    (a.code, a.reason, a.isTooLarge) == (b.code, b.reason, b.isTooLarge)
  }

  static func tooLarge(_ size: Int, limit: Int) -> FileError {
    var error = FileError(reason: "it has \(size) bytes, and the limit is \(limit)")
    error.isTooLarge = true
    return error
  }

  /// The error for a text that the system would not read as it is: without a path, or with a zero byte, which would cut
  /// it. Every path of a program or a person is asked about before the system gets it. Nil for a path.
  package static func unusable(_ path: String) -> FileError? {
    if path.isEmpty { return FileError(reason: "an empty text is not a path") }
    return path.utf8.contains(0) ? FileError(reason: "a path cannot have a NUL character") : nil
  }

  /// The error of the last system call of this thread.
  package static func last() -> FileError { FileError(code: errno) }

  /// The error of the last system call of this thread, which has used a path. It has the code `ENOENT` for what does
  /// not exist, and not for a symbolic link to it.
  package static func last(at path: String) -> FileError {
    let error = last()
    return error.code == ENOENT ? danglingLink(at: path) ?? error : error
  }

  /// The error for a symbolic link that leads to nothing; nil for anything else.
  static func danglingLink(at path: String) -> FileError? {
    var status = stat()
    guard stat(path, &status) != 0, errno == ENOENT else { return nil }
    let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String? in
      guard let start = buffer.baseAddress, case let count = readlink(path, start, buffer.count), count >= 0 else {
        return nil
      }
      return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return target.map {
      FileError(
        reason: "it is a symbolic link to \(PrintableText.line($0)), which does not exist",
        remedy: "create what it leads to, or remove the link")
    }
  }
}
