internal import Glibc

/// A change that a `FileTree` is about to make; paths are relative to its root.
enum FileCall: Equatable, Sendable {
  case makeFolder(String)
  case create(String)
  case write(String)
  case truncate(String)
  case sync(String)
  case link(String, to: String)
  case rename(String, to: String)
  case remove(String)
}

/// The files below a root folder. Symbolic links below the root are never followed, so that no path leads out of it.
final class FileTree {
  let root: String
  /// Called before every change; an error that it returns is thrown instead of making the change. For fault injection.
  var interrupt: ((FileCall) -> FileError?)?
  /// The maximum number of bytes of one `write`.
  var writeSize = 1 << 30
  /// The maximum size of a file that is read.
  let readLimit: Int

  init(root: String, readLimit: Int = FileDescriptor.maximumSize) { (self.root, self.readLimit) = (root, readLimit) }

  // MARK: Folders

  /// An open folder.
  final class Folder {
    private let descriptor: FileDescriptor
    var number: Int32 { descriptor.number }

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// The folders that stay open, nil for those that do not exist; no dictionary when each one is closed after its use.
  private var kept: [[String]: Folder?]?
  private static let maximumKept = 64

  /// Runs `body`, which uses the same folders many times and removes none of them.
  func keepingFoldersOpen<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard kept == nil else { return try body() }
    kept = [:]
    defer { kept = nil }
    return try body()
  }

  /// A folder on the way to another one.
  private struct Step {
    let name: String
    let folder: Folder
    let identity: FileIdentity

    init(_ name: String, _ descriptor: consuming FileDescriptor) throws(FileError) {
      self.name = name
      identity = try descriptor.status.identity
      folder = Folder(descriptor)
    }
  }

  /// The last walk, from the root on. Its folders stay open, because looking whether the way still leads through them
  /// takes less time than opening them.
  private var last: [Step] = []

  /// The journal that was appended to last.
  var journal: OpenJournal?

  /// Closes the folders and the journal that stay open.
  func close() {
    closeJournal()
    last = []
  }

  // MARK: Looking

  /// Returns the bytes of a file, or nil if there is none.
  func read(_ path: StoragePath) throws(FileError) -> [UInt8]? {
    guard let file = try openFile(path) else { return nil }
    return try file.readAll(limit: readLimit)
  }

  /// Opens a file for reading; returns nil if there is none.
  func openFile(_ path: StoragePath) throws(FileError) -> FileDescriptor? { try openFile(path, O_RDONLY) }

  func openFile(_ path: StoragePath, _ access: Int32) throws(FileError) -> FileDescriptor? {
    guard let folder = try openFolder(path.folder) else { return nil }
    do { return try RegularFile.open(path.name, in: folder.number, access | O_NOFOLLOW, mode: 0) } catch {
      if error.code == ENOENT { return nil }
      throw (error.code == ELOOP ? Self.isLink : error).at(location(of: path.text))
    }
  }

  /// Returns whether a file exists; anything else of that name is an error.
  func isFile(_ path: StoragePath) throws(FileError) -> Bool { try state(of: path) != nil }

  /// Returns the size of a file in bytes, nil if there is none.
  func size(of path: StoragePath) throws(FileError) -> Int? { try state(of: path)?.size }

  /// The kind of an entry in a folder.
  enum Kind { case file, folder, link, other }

  /// Returns what tells one version of a file from another one, nil if there is none. The file need not be readable;
  /// anything else of that name is an error.
  func state(of path: StoragePath) throws(FileError) -> FileStorage.FileState? {
    guard let folder = try openFolder(path.folder) else { return nil }
    var status = stat()
    guard fstatat(folder.number, path.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError.last().at(location(of: path.text))
    }
    if status.st_mode & S_IFMT == S_IFLNK { throw Self.isLink.at(location(of: path.text)) }
    if let problem = RegularFile.problem(status) { throw problem.at(location(of: path.text)) }
    return FileStorage.FileState(status)
  }

  /// Returns the checksum of a file, nil if there is none.
  func checksum(of path: StoragePath) throws(FileError) -> UInt64? {
    guard let file = try openFile(path) else { return nil }
    let content = try MappedFile(file)
    return withExtendedLifetime(content) { XXHash64.checksum(UnsafeRawBufferPointer(content.bytes)) }
  }

  /// Returns the names of files and folders in a folder, unsorted; nil if the folder does not exist.
  func names(in folder: [String]) throws(FileError) -> [(name: String, isFolder: Bool)]? {
    try entries(in: folder)?.filter { $0.kind == .file || $0.kind == .folder }.map { ($0.name, $0.kind == .folder) }
  }

  /// Returns all names in a folder, unsorted; nil if the folder does not exist. A name that is not UTF-8 is shown with
  /// replacement characters, and is neither a file nor a folder.
  func entries(in folder: [String]) throws(FileError) -> [(name: String, kind: Kind)]? {
    guard let opened = try openFolder(folder) else { return nil }
    // `fdopendir` owns the descriptor.
    let copy = fcntl(opened.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last() }
    guard let stream = fdopendir(copy) else {
      let error = FileError.last()
      _ = Glibc.close(copy)
      throw error
    }
    defer { closedir(stream) }
    // The copy has the position at which the folder was read last.
    rewinddir(stream)
    var names: [(name: String, kind: Kind)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last() }
        return names
      }
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        names.append((String(decoding: bytes, as: UTF8.self), .other))
        continue
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      guard fstatat(opened.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      names.append((name, Self.kind(of: status)))
    }
  }

  private static func kind(of status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Opens a folder; nil if it does not exist.
  func openFolder(_ parts: [String]) throws(FileError) -> Folder? {
    try openFolder(parts, create: false)
  }

  // MARK: Changing

  /// Opens a folder; creates it durably, with the folders above it, where it is missing.
  func makeFolder(_ parts: [String]) throws(FileError) -> Folder {
    guard let folder = try openFolder(parts, create: true) else { throw FileError(code: ENOENT) }
    return folder
  }

  /// Writes a new file and syncs its bytes; its name is durable only after `sync(folder:)`.
  ///
  /// - Parameters:
  ///   - isSynced: Whether the bytes are synced now, and not with those of other files by `sync(files:in:)`.
  ///   - content: Passes the bytes piece by piece.
  /// - Throws: `FileError`, and what `content` throws.
  func create(
    _ path: StoragePath, isSynced: Bool = true, _ content: (StorageWrite.Receiver) throws -> Void
  ) throws {
    let folder = try makeFolder(path.folder)
    try ask(.create(path.text))
    let number = openat(folder.number, path.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw FileError.last() }
    let file = FileDescriptor(number)
    var size = 0
    try content { piece in
      try write(piece, to: number, path, at: size)
      size += piece.count
    }
    guard isSynced else { return }
    try ask(.sync(path.text))
    guard fsync(file.number) == 0 else { throw FileError.last() }
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, to number: Int32, _ path: StoragePath, at offset: Int
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      try ask(.write(path.text))
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(writeSize))
      let result = pwrite(number, rest.baseAddress, rest.count, offset + written)
      if result < 0 {
        if errno == EINTR { continue }
        throw .last()
      }
      written += result
    }
  }

  func truncate(_ file: borrowing FileDescriptor, _ path: StoragePath, at offset: Int) throws(FileError) {
    try ask(.truncate(path.text))
    guard ftruncate(file.number, offset) == 0 else { throw .last() }
  }

  /// Removes the bytes of a file; they are durably gone only after `sync(file:)`.
  func empty(_ path: StoragePath) throws(FileError) {
    guard let file = try openFile(path, O_WRONLY) else { return }
    try truncate(file, path, at: 0)
  }

  func sync(file path: StoragePath) throws(FileError) {
    guard let file = try openFile(path, O_WRONLY) else { return }
    try ask(.sync(path.text))
    guard fsync(file.number) == 0 else { throw .last() }
  }

  /// Syncs the bytes of files that were created in one folder, many of them at the cost of a few.
  func sync(files: [StoragePath], in folder: [String]) throws(FileError) {
    guard files.count > Self.maximumSingleSyncs, let opened = try openFolder(folder), FileSystem.syncsAsAWhole(opened)
    else {
      for path in files { try sync(file: path) }
      return
    }
    try ask(.sync(folder.joined(separator: "/")))
    try FileSystem.sync(opened)
  }

  /// The number of files up to which each one is synced by itself: their file system may have much to write for others.
  static let maximumSingleSyncs = 8

  /// Links a file to a second name, or copies it where the file system has no links.
  func link(_ path: StoragePath, to other: StoragePath) throws {
    guard let folder = try openFolder(path.folder) else { throw FileError(code: ENOENT) }
    let target = try makeFolder(other.folder)
    try ask(.link(path.text, to: other.text))
    if linkat(folder.number, path.name, target.number, other.name, 0) == 0 { return }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw FileError.last() }
    guard let bytes = try read(path) else { throw FileError(code: ENOENT) }
    try create(other) { try bytes.withUnsafeBytes($0) }
  }

  /// Renames a file, replacing the one with the other name; returns false if there is no such file.
  func rename(_ path: StoragePath, to other: StoragePath) throws(FileError) -> Bool {
    guard let folder = try openFolder(path.folder) else { return false }
    let target = try makeFolder(other.folder)
    try ask(.rename(path.text, to: other.text))
    if renameat(folder.number, path.name, target.number, other.name) == 0 { return true }
    if errno == ENOENT { return false }
    throw .last()
  }

  /// Removes a file; returns false if there is none.
  func remove(_ path: StoragePath) throws(FileError) -> Bool {
    guard let folder = try openFolder(path.folder) else { return false }
    try ask(.remove(path.text))
    if unlinkat(folder.number, path.name, 0) == 0 { return true }
    if errno == ENOENT { return false }
    throw .last()
  }

  /// Removes a folder and the folders in it, as far as they have no files.
  func removeEmptyFolders(_ parts: [String]) throws(FileError) {
    // The search itself opens folders that are removed then.
    func forget() { if kept != nil { kept = [:] } }
    forget()
    defer { forget() }
    guard let name = parts.last, let entries = try entries(in: parts) else { return }
    for entry in entries where entry.kind == .folder { try removeEmptyFolders(parts + [entry.name]) }
    guard let folder = try openFolder(Array(parts.dropLast())) else { return }
    try ask(.remove(parts.joined(separator: "/")))
    guard unlinkat(folder.number, name, AT_REMOVEDIR) != 0, ![ENOENT, ENOTEMPTY, EEXIST].contains(errno) else { return }
    throw .last()
  }

  /// Syncs a folder, which makes the names in it durable.
  func sync(folder parts: [String]) throws(FileError) {
    guard let folder = try openFolder(parts) else { return }
    try ask(.sync(parts.joined(separator: "/")))
    guard fsync(folder.number) == 0 else { throw .last() }
  }

  // MARK: Walking

  /// Returns the place of a file or folder of the tree; the root itself where it is being made.
  private func location(of path: String) -> String { path == root ? root : "\(root)/\(path)" }

  private static let isLink = FileError(reason: "it is a symbolic link, which is not followed")

  func ask(_ call: FileCall) throws(FileError) {
    if let error = interrupt?(call) { throw error }
  }

  private func openFolder(_ parts: [String], create: Bool) throws(FileError) -> Folder? {
    forgetSeen()
    if let known = kept?[parts], known != nil || !create { return known }
    let isKept = kept.map { $0.count < Self.maximumKept } ?? false
    guard let folder = try walk(parts, create: create) else {
      if isKept { kept?[parts] = .some(nil) }
      return nil
    }
    if isKept || kept?[parts] != nil { kept?[parts] = folder }
    return folder
  }

  private func walk(_ parts: [String], create: Bool) throws(FileError) -> Folder? {
    last.removeLast(last.count - knownSteps(parts))
    if last.isEmpty {
      guard let start = try openRoot(create: create) else { return nil }
      last = [try Step(root, start)]
    }
    for (index, part) in parts.enumerated().dropFirst(last.count - 1) {
      let folder = last[index].folder.number
      guard let next = try open(part, in: folder, path: Array(parts[...index]).joined(by: "/"), create: create) else {
        return nil
      }
      last.append(try Step(part, next))
    }
    return last.last?.folder
  }

  /// Returns how many steps of the last walk lead to another folder, too, as far as each step is still the same folder,
  /// and not a symbolic link.
  private func knownSteps(_ parts: [String]) -> Int {
    var status = stat()
    for (index, step) in last.enumerated() {
      guard index <= parts.count else { return index }
      // Names that Swift calls equal may differ in their bytes.
      let name = index == 0 ? root : parts[index - 1]
      let isFound =
        index == 0
        ? stat(name, &status) == 0
        : fstatat(last[index - 1].folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      guard isFound, step.name == name, step.identity == FileIdentity(status) else { return index }
    }
    return last.count
  }

  /// Opens the root, which may be or lie behind a symbolic link: the caller chose it.
  private func openRoot(create: Bool) throws(FileError) -> FileDescriptor? {
    if let error = FileError.unusable(root) { throw error.at(root) }
    let number = Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if number >= 0 { return FileDescriptor(number) }
    let error = FileError.last(at: root)
    guard error.code == ENOENT else { throw error.at(root) }
    guard create else { return nil }
    let start = Glibc.open(root.hasPrefix("/") ? "/" : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard start >= 0 else { throw FileError.last().at(root) }
    var folder = FileDescriptor(start)
    for part in root.split(separator: "/") {
      guard let next = try open(String(part), in: folder.number, path: root, create: true, follow: true) else {
        return nil
      }
      folder = next
    }
    return folder
  }

  private func open(
    _ name: String, in folder: Int32, path: @autoclosure () -> String, create: Bool, follow: Bool = false
  ) throws(FileError) -> FileDescriptor? {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW)
    var number = openat(folder, name, flags)
    if number < 0, errno == ENOENT {
      guard create else { return nil }
      try ask(.makeFolder(path()))
      guard mkdirat(folder, name, 0o700) == 0 || errno == EEXIST else {
        throw FileError.last().at(location(of: path()))
      }
      guard fsync(folder) == 0 else { throw .last() }
      number = openat(folder, name, flags)
    }
    if number >= 0 { return FileDescriptor(number) }
    let error = FileError.last()
    var status = stat()
    if !follow, fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw FileError(reason: "\(path()) is a symbolic link, which is not followed").at(location(of: path()))
    }
    throw (error.code == ENOTDIR ? FileError(reason: "\(path()) is not a folder") : error).at(location(of: path()))
  }
}
