import OKitSQLite

extension StoredModels {
  private static let suffix = ".sqlite"

  /// Returns a script that declares the tables of a database as classes, and opens it as a model.
  ///
  /// - Throws: `file.access`; `storage.tables` for a database without a table that can be a class, and what reading
  ///   it throws.
  package static func describe(database file: String) throws -> String {
    // SQLite does not say why it cannot open a file.
    _ = try RegularFile.open(file)
    let description = try SQLiteDescription(SQLiteDatabases(documents: "", access: .reader).open(file))
    try description.database.expectTables(code: "storage.tables")
    return description.script
  }

  /// Returns the names of the models that are stored in SQLite.
  func databaseNames() throws -> [String] {
    try storage.list(ModelRegistry.folder).filter { $0.hasSuffix(Self.suffix) }.map {
      String($0.dropFirst(ModelRegistry.folder.count + 1).dropLast(Self.suffix.count))
    }
  }

  func databases(_ access: SQLiteDatabases.Access = .reader) -> SQLiteDatabases {
    SQLiteDatabases(documents: storage.documents, access: access)
  }

  /// Returns the database of a model; nil if there is none.
  func database(_ name: String, access: SQLiteDatabases.Access = .reader) throws -> SQLiteDatabase? {
    guard try databaseNames().contains(name) else { return nil }
    return databases(access).open("\(ModelRegistry.folder)/\(name)\(Self.suffix)")
  }

  /// Checks that a model is not stored both as a document and in a database.
  ///
  /// - Throws: `storage.form`.
  func expectOneForm(_ name: String) throws {
    guard try hasDocument(name), let database = try database(name), try database.tables()?.isEmpty == false
    else { return }
    throw ModelRegistry.twoForms(of: name, file(of: name), database.location)
  }

  /// Returns whether a file in the folder of documents is part of a database.
  static func isDatabase(_ file: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].contains { ending in
      file.hasSuffix(suffix + ending) && ModelRegistry.isValid(String(file.dropLast(suffix.count + ending.count)))
    }
  }

  /// Reads a database as a document.
  func document(of database: SQLiteDatabase, _ name: String) throws -> DatabaseDocument {
    let (operation, size) = ("reading \(name)", try database.size)
    return try DatabaseDocument(temporaryFolder: options.temporaryFolder) { [options] receive in
      try RowDocumentWriter.write(database) { part in
        try options.onProgress(operation, size, part)
      } _: {
        try receive($0)
      }
    }
  }

  /// Returns the document of a partial in a database, by the name `Model/id of the partial`; nil if there is none.
  func partial(_ name: String) throws -> [UInt8]? {
    let model = Self.model(of: name)
    guard model != name, let database = try database(model) else { return nil }
    return try PartRow.document(of: String(name.dropFirst(model.count + 1)), in: database)
  }
}
