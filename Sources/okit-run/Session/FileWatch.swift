import Glibc

/// Watches files for writes and for replacement by other files, which is how editors save.
final class FileWatch {
  /// Readable when a file in one of the folders has changed.
  let descriptor: Int32
  /// The watched files of each folder by their names, by the number of the folder's watch.
  private var folders: [Int32: Folder] = [:]

  private struct Folder {
    /// The absolute path with a slash at its end.
    let path: String
    var names: Set<String> = []
  }

  /// - Throws: `cli.watch` when the system does not allow it.
  init() throws(Diagnostic) {
    descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Diagnostic("cli.watch", "cannot watch the script: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Watches these files instead of the previous ones. Ignores files in folders that do not exist.
  func follow(_ files: Set<String>) {
    var new: [Int32: Folder] = [:]
    for file in files.map(LocalFile.absolutePath) {
      guard let slash = file.lastIndex(of: "/") else { continue }
      let path = slash == file.startIndex ? "/" : String(file[..<slash])
      let watch = inotify_add_watch(descriptor, path, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO))
      guard watch >= 0 else { continue }
      new[watch, default: Folder(path: String(file[...slash]))].names.insert(String(file[file.index(after: slash)...]))
    }
    for watch in folders.keys where new[watch] == nil { inotify_rm_watch(descriptor, watch) }
    folders = new
  }

  /// Returns whether one of the files was written or replaced since the last call, without waiting.
  func hasChanged() -> Bool {
    let changes = changes()
    return changes.isIncomplete || !changes.files.isEmpty
  }

  /// The files that were written or replaced since the last call.
  struct Changes {
    /// The absolute paths of watched files.
    var files: Set<String> = []
    /// The absolute paths of other files in the same folders.
    var others: Set<String> = []
    /// Whether the system has lost changes.
    var isIncomplete = false
  }

  /// Returns the changes since the last call, without waiting.
  func changes() -> Changes {
    var changes = Changes()
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return changes }
      add(bytes[..<count], to: &changes)
    }
  }

  /// Reads inotify records: watch, mask, cookie and length of the name in 4 bytes each, then the name.
  private func add(_ records: ArraySlice<UInt8>, to changes: inout Changes) {
    var rest = records
    while rest.count >= 16 {
      let head = rest.prefix(16).withUnsafeBytes { bytes in
        stride(from: 0, to: 16, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
      }
      let name = String(decoding: rest.dropFirst(16).prefix(Int(head[3])).prefix { $0 != 0 }, as: UTF8.self)
      if head[1] & UInt32(IN_Q_OVERFLOW) != 0 { changes.isIncomplete = true }
      if let folder = folders[Int32(bitPattern: head[0])] {
        if folder.names.contains(name) {
          changes.files.insert(folder.path + name)
        } else {
          changes.others.insert(folder.path + name)
        }
      }
      rest = rest.dropFirst(16 + Int(head[3]))
    }
  }
}
