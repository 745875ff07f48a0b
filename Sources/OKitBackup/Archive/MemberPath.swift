/// The paths that members of a backup can have: of documents, blobs and partials, and of the keys.
enum MemberPath {
  static let data = ModelRegistry.folder + "/"
  /// The files of models on a server: `okit/server/<model>/<path below the endpoint>`.
  static let server = "okit/server/"
  static let keys = "okit/keys/keys.json"
  static let journalSuffix = ".journal"
  /// The ends of the names of databases outside of `data`, which classes name.
  private static let databaseSuffixes = [".sqlite", ".sqlite3", ".db", ".db3"]

  /// Returns whether a path is that of a database outside of `data`.
  static func isNamedDatabase(_ path: String) -> Bool {
    !path.begins(with: "okit/") && databaseSuffixes.contains(where: path.hasSuffix)
  }

  /// Returns what is wrong with a path; nil if it is that of a file that backups have.
  static func problem(_ path: String) -> String? {
    guard path != keys else { return nil }
    if path.begins(with: "/") { return "it is absolute" }
    let parts = path.parts(at: "/")
    if parts.contains("..") { return "\"..\" leads out of the documents directory" }
    guard path.begins(with: data) || path.begins(with: server) || isNamedDatabase(path) else {
      return "it is neither below \(ModelRegistry.folder) or \(server) nor \(keys) nor a database"
    }
    if parts.contains(where: \.isEmpty) { return "a part is empty" }
    if parts.contains(where: { $0.utf8.first == UInt8(ascii: ".") }) { return "a part begins with a dot" }
    if path.utf8.contains(0) { return "it contains a NUL character" }
    if parts.contains(where: \.joinsBefore) {
      return "a part begins with a character that combines with the one before it"
    }
    if parts.contains(where: { $0.utf8.count > 255 }) { return "a part is too long" }
    if path.begins(with: server), parts.count < 4 || !ModelRegistry.isValid(String(parts[2])) {
      return "it names no model on a server"
    }
    if path.hasSuffix(journalSuffix + journalSuffix) { return "a journal has no journal" }
    if isSide(path) { return "backups have no such files of a database" }
    return nil
  }

  /// Returns whether a file belongs to an open database, and means nothing without the process that has opened it.
  static func isSide(_ path: String) -> Bool {
    [".sqlite-wal", ".sqlite-shm", ".sqlite-journal"].contains(where: path.hasSuffix)
  }

  /// Compares paths by their bytes: the order of members. Texts that look alike are different paths.
  static func isBefore(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
