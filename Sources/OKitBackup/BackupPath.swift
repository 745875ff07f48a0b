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
    let name = String(validating: file.percentDecoded, as: UTF8.self)
    return name.flatMap { PartPath.name(of: $0) == file ? $0 : nil } ?? file
  }
}
