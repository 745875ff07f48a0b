/// The key file that is used without another key.
enum DefaultKey {
  static let path = "okit/keys/default.key"

  /// Returns the write of the file of a key, which passes its content on without a copy.
  static func write(_ key: KeyMemory) -> StorageWrite {
    StorageWrite(path: path, keepsPrevious: false) { receive in try KeyFile.withContent(of: key, receive) }
  }
}
