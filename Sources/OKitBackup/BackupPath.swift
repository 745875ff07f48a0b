/// The files of backups.
enum BackupPath {
  static let folder = "okit/backup"
  static let suffix = ".okitbackup"

  /// Returns the path of a backup.
  ///
  /// - Throws: `backup.name`.
  static func path(of name: String) throws -> String { try folder(of: name) + suffix }

  /// Returns the path of a backup that is a folder.
  ///
  /// - Throws: `backup.name`.
  static func folder(of name: String) throws -> String {
    guard let file = PartPath.name(of: name) else {
      throw Diagnostic(
        "backup.name", name.isEmpty ? "the name of the backup is empty" : "the name of the backup is too long",
        hint: "use a name of 1 to 160 bytes")
    }
    return "\(folder)/\(file)"
  }

  /// Returns the name of the backup in a file: what was encoded for it, or the name of the file where something else
  /// has named it.
  static func name(ofFile file: String) -> String {
    guard let name = decoded(file), PartPath.name(of: name) == file else { return file }
    return name
  }

  private static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
