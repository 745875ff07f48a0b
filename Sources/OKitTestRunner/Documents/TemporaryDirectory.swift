internal import Glibc

/// A folder for the documents of one application under test; removed with everything in it.
package final class TemporaryDirectory {
  package let path: String

  /// - Throws: `test.directory`.
  package init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/okit-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Diagnostic("test.directory", "cannot create a folder in \(base): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    SignalCleanup.add(path)
  }

  deinit {
    Self.remove(path)
    SignalCleanup.remove(path)
  }

  /// Removes what it can: a folder that stays behind is harmless.
  package static func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in SystemFile.names(in: path) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
