internal import Glibc

package enum SystemFile {
  /// Writes all bytes. - Returns: false when the system refused, with `errno`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Returns the size of a file in bytes; nil when nothing is there.
  package static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Removes a file, if there is one.
  package static func remove(_ path: String) { unlink(path) }

  /// Creates the folders of a file that are missing.
  package static func makeFolders(ofFile path: String, mode: UInt32) throws(FileError) {
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/").dropLast() {
      folder += part
      guard mkdir(folder, mode) == 0 || errno == EEXIST || errno == EISDIR else { throw FileError.last().at(folder) }
      folder += "/"
    }
  }

  /// Returns the path without symbolic links; nil when nothing is there.
  package static func realPath(_ path: String) -> String? {
    guard FileError.unusable(path) == nil, let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the names in a folder, sorted, and whether each is a folder; nil when it cannot be read.
  package static func entries(in folder: String) -> [(name: String, isFolder: Bool)]? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { entries.append((name, entry.pointee.d_type == UInt8(DT_DIR))) }
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// Returns the names in a folder, sorted; nil when it cannot be read.
  package static func names(in folder: String) -> [String]? { entries(in: folder)?.map(\.name) }
}
