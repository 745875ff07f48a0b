import OKitExchange
import OKitSQLite

/// The stored form of a model that is exported: a document, or a database as one.
struct ExportSource {
  private enum Form {
    case document(ModelDocument)
    case rows(DatabaseDocument)
  }

  /// The name of the file in messages.
  let file: String
  let model: String
  private let form: Form
  /// Where blobs and partials are, decrypted.
  private let storage: any BlobStorage
  private let database: SQLiteDatabase?

  /// - Parameters:
  ///   - classes: The classes of the application. Without them, values of a database are as it has them.
  ///   - database: The database of the model; nil for a document.
  /// - Throws: `model.unknown` with the nearest name, and what reading throws.
  init(
    _ model: String, _ models: StoredModels, _ classes: ApplicationClasses?, _ database: SQLiteDatabase?
  ) throws {
    (self.model, self.storage, self.database) = (model, models.decrypting, database)
    if let database {
      form = .rows(try classes?.documentOfRows(model) ?? models.document(of: database, model))
      file = database.location
    } else {
      file = models.file(of: model)
      do { form = .document(try models.document(model)) } catch let diagnostic as Diagnostic {
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
    file = server.http.location(of: StoredModels.path(of: server.name))
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
