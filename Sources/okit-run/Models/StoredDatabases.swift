import OKitEngine
import OKitSQLite

extension ModelsCommand.Documents {
  private static let suffix = ".sqlite"

  /// Returns the names of the models that are stored in SQLite.
  static func databaseNames(_ storage: FileStorage) throws -> [String] {
    try storage.list(ModelRegistry.folder).filter { $0.hasSuffix(suffix) }.map {
      String($0.dropFirst(ModelRegistry.folder.count + 1).dropLast(suffix.count))
    }
  }

  /// Returns the database of a model, to read it; nil if there is none.
  static func database(_ name: String, _ storage: FileStorage) throws -> SQLiteDatabase? {
    guard try databaseNames(storage).contains(name) else { return nil }
    let databases = SQLiteDatabases(documents: storage.documents, access: .reader)
    return databases.open("\(ModelRegistry.folder)/\(name)\(suffix)")
  }

  /// Removes the database of a model.
  static func removeDatabase(_ name: String, _ storage: FileStorage) throws {
    let file = "\(storage.documents)/\(ModelRegistry.folder)/\(name)\(suffix)"
    // Without its log, the file would be an older state for a moment: it goes first.
    for ending in ["", "-wal", "-shm"] { try LocalFile.remove(file + ending) }
  }

  /// Returns whether a file in the folder of documents is part of a database.
  static func isDatabase(_ file: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].contains { ending in
      file.hasSuffix(suffix + ending) && ModelRegistry.isValid(String(file.dropLast(suffix.count + ending.count)))
    }
  }

  /// Checks a database by itself.
  ///
  /// - Throws: `storage.damaged`, and what reading throws.
  static func verify(_ database: SQLiteDatabase) throws {
    if let problem = try database.problems().first {
      throw Diagnostic("storage.damaged", problem, place: Diagnostic.Place(file: database.location))
    }
    _ = try RowDocument.read(database)
  }
}
