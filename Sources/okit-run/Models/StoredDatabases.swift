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

  /// Returns the database of a model; nil if there is none.
  static func database(
    _ name: String, _ storage: FileStorage, access: SQLiteDatabases.Access = .reader
  ) throws -> SQLiteDatabase? {
    guard try databaseNames(storage).contains(name) else { return nil }
    let databases = SQLiteDatabases(documents: storage.documents, access: access)
    return databases.open("\(ModelRegistry.folder)/\(name)\(suffix)")
  }

  /// Checks that a model is not stored both as a document and in a database.
  ///
  /// - Throws: `storage.form`.
  static func expectOneForm(_ name: String, _ storage: FileStorage) throws {
    guard try storage.map(path(of: name)) != nil, let database = try database(name, storage),
      try database.tables()?.isEmpty == false
    else { return }
    throw ModelRegistry.twoForms(of: name, storage.location(of: path(of: name)), database.location)
  }

  /// Returns whether a file in the folder of documents is part of a database.
  static func isDatabase(_ file: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].contains { ending in
      file.hasSuffix(suffix + ending) && ModelRegistry.isValid(String(file.dropLast(suffix.count + ending.count)))
    }
  }

  /// Checks a database by itself.
  ///
  /// - Returns: Its blobs and partials, and what refers to them.
  /// - Throws: `storage.damaged`, and what reading throws.
  static func verify(_ database: SQLiteDatabase, _ name: String) throws -> PartCheck {
    if let problem = try database.problems().first {
      throw Diagnostic("storage.damaged", problem, place: Diagnostic.Place(file: database.location))
    }
    var parts = PartCheck()
    try database.reading { try parts.add(database, of: name) }
    return parts
  }

  /// Returns the document of a partial in a database, by the name `Model/id of the partial`; nil if there is none.
  static func partial(_ name: String, _ storage: FileStorage) throws -> [UInt8]? {
    let model = model(of: name)
    guard model != name, let database = try database(model, storage) else { return nil }
    return try PartRow.document(of: String(name.dropFirst(model.count + 1)), in: database)
  }
}
