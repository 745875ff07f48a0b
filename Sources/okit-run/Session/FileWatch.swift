import Glibc
import OKitEngine

/// Watches files for writes and for replacement by other files, which is how editors save.
final class FileWatch {
  /// Readable when a file in one of the folders has changed.
  let descriptor: Int32
  /// The names of the files in each folder, by the number of its watch.
  private var names: [Int32: Set<String>] = [:]

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
    var new: [Int32: Set<String>] = [:]
    for file in files.map(LocalFile.absolutePath) {
      guard let slash = file.lastIndex(of: "/") else { continue }
      let folder = slash == file.startIndex ? "/" : String(file[..<slash])
      let watch = inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO))
      if watch >= 0 { new[watch, default: []].insert(String(file[file.index(after: slash)...])) }
    }
    for watch in names.keys where new[watch] == nil { inotify_rm_watch(descriptor, watch) }
    names = new
  }

  /// Returns whether one of the files was written or replaced since the last call, without waiting.
  func hasChanged() -> Bool {
    var hasChanged = false
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return hasChanged }
      if concernsFile(bytes[..<count]) { hasChanged = true }
    }
  }

  /// Reads inotify records: watch, mask, cookie and length of the name in 4 bytes each, then the name.
  private func concernsFile(_ records: ArraySlice<UInt8>) -> Bool {
    var rest = records
    while rest.count >= 16 {
      let head = rest.prefix(16).withUnsafeBytes { bytes in
        stride(from: 0, to: 16, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
      }
      let name = String(decoding: rest.dropFirst(16).prefix(Int(head[3])).prefix { $0 != 0 }, as: UTF8.self)
      if head[1] & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      if names[Int32(bitPattern: head[0])]?.contains(name) == true { return true }
      rest = rest.dropFirst(16 + Int(head[3]))
    }
    return false
  }
}
