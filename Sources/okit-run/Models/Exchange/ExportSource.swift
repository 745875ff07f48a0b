import OKitEngine
import OKitExchange
import OKitSQLite

/// The stored form of a model that is exported: a document, or a database as one.
struct ExportSource {
  private enum Form {
    case document(StoredModel)
    case rows(DatabaseDocument)
  }

  /// The name of the file in messages.
  let file: String
  private let model: String
  private let form: Form
  /// Where blobs and partials are, decrypted.
  private let storage: any BlobStorage
  private let database: SQLiteDatabase?

  /// Returns the database of a model; nil for a document.
  ///
  /// - Throws: `storage.form` for a model with two forms.
  static func database(
    of model: String, _ storage: FileStorage, _ classes: ApplicationClasses?
  ) throws -> SQLiteDatabase? {
    typealias Documents = ModelsCommand.Documents
    try Documents.expectOneForm(model, storage)
    if try storage.map(Documents.path(of: model)) != nil { return nil }
    if let database = classes?.database(of: model), try database.tables() != nil { return database }
    return try Documents.database(model, storage)
  }

  /// - Parameters:
  ///   - classes: The classes of the application. Without them, values of a database are as it has them.
  ///   - database: The database of the model; nil for a document.
  ///   - printsResult: Whether the export goes to standard output.
  /// - Throws: `model.unknown` with the nearest name, and what reading throws.
  init(
    _ model: String, _ storage: FileStorage, _ decrypting: EncryptedStorage, _ classes: ApplicationClasses?,
    _ database: SQLiteDatabase?, printsResult: Bool
  ) throws {
    typealias Documents = ModelsCommand.Documents
    (self.model, self.storage, self.database) = (model, decrypting, database)
    if let database {
      let document = try classes?.documentOfRows(model)
      form = .rows(try document ?? DatabaseDocument(of: model, in: database, printsResult: printsResult))
      file = database.location
    } else {
      file = storage.location(of: Documents.path(of: model))
      do { form = .document(try Documents.document(model, storage, decrypting)) } catch let diagnostic as Diagnostic {
        throw StoredDocument.explained(diagnostic, name: model)
      }
    }
  }

  /// A model on a server.
  ///
  /// - Throws: `model.unknown`; what reading throws.
  init(_ server: ServerModel) throws {
    (model, database) = (server.name, nil)
    form = .document(try server.document())
    file = server.http.location(of: ModelsCommand.Documents.path(of: server.name))
    storage = try server.files()
  }

  /// The size of the document in bytes.
  var count: Int {
    get throws { try withBytes(\.count) }
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
    switch form {
    case .document(let stored): try stored.withBytes(body)
    case .rows(let document): try document.withBytes(body)
    }
  }

  /// Whether there may be contents of blobs and partials.
  var hasParts: Bool {
    get throws {
      if database != nil { return true }
      let folders = PartPath.folders(ofModel: model)
      return try folders.contains { try !storage.list($0).isEmpty }
    }
  }

  /// The contents of blobs and partials.
  func parts() throws -> ExportContents.Source {
    if let database { return try .rows(of: model, in: database) }
    return try .files(of: model, in: storage)
  }
}
