/// A file for a backup, or of one.
package struct BackupFile {
  /// The path below the documents directory.
  package let path: String
  /// Passes the content piece by piece; the same one each time.
  package let read: (StorageWrite.Receiver) throws -> Void

  package init(path: String, read: @escaping (StorageWrite.Receiver) throws -> Void) {
    (self.path, self.read) = (path, read)
  }

  /// Returns whether the content begins with bytes.
  func begins(with prefix: [UInt8]) throws -> Bool {
    var first: [UInt8] = []
    try read { first += $0.prefix(prefix.count - first.count) }
    return first == prefix
  }

  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read { bytes.append(contentsOf: $0) }
    return bytes
  }
}
