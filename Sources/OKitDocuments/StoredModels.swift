public import OKitEncryption
public import OKitHTTP
public import OKitLua
import OKitSQLite

/// The models that are stored in a documents directory, and those of its application on a server.
///
///     let models = try StoredModels("demo")
///     for entry in try models.list() { print(entry.name, entry.size ?? 0) }
///
/// Only the script of the application tells the classes of the models. It runs where they are needed, and stores
/// nothing.
public final class StoredModels {
  /// Whether models are changed, too: an owner locks the documents directory until it goes out of scope.
  public enum Access: Sendable { case reader, owner }

  /// The options of an open folder.
  public struct Options {
    /// The script of the application; nil for models without classes.
    public var script: String?
    /// The options with which the script runs. Its documents, its keys and its endpoint are those of the models.
    public var application = LuaApplication.Options()
    /// The key of encrypted models.
    public var key = EncryptionKey.standard
    /// The server of HTTP models; without a URL, that which the script sets.
    public var endpoint = EndpointOptions()
    /// The folder for temporary files, which may become as large as a model.
    package var temporaryFolder = "/tmp"
    /// Receives warnings, and notes about finished steps; by default, they go to standard error.
    public var onReport: (Diagnostic) -> Void = { $0.print() }
    /// Gets how far an operation on a large model is: what it does, the size in bytes of what it reads, and the part
    /// that is done, from 0 to 1. Its error ends the operation.
    package var onProgress: (_ operation: String, _ size: Int, _ part: Double) throws -> Void = { _, _, _ in }
    /// The maximum size of a document that is read and not mapped; nil for no limit.
    package var documentLimit: Int?
    /// The maximum number of prompts for a passphrase.
    package var attempts = 1
    /// Whether reading the documents of an application has the time limit of a turn.
    package var limitsReading = false

    /// Creates the default options.
    public init() {
      application.print = { _ in }
      application.write = { _, _ in }
    }
  }

  let options: Options
  let storage: FileStorage
  /// The storage that decrypts and encrypts the files of the directory. It reads the keys when they are needed.
  let decrypting: EncryptedStorage

  /// - Parameters:
  ///   - documents: The documents directory.
  ///   - options: The application of the models, its key and its server.
  ///   - access: Whether models are changed.
  /// - Throws: `file.access` when there is no such folder; `storage.locked` when another process is its owner, and
  ///   what completing an interrupted store throws.
  public init(_ documents: String, _ options: Options = Options(), access: Access = .reader) throws {
    let kind = PathKind(of: documents)
    if let problem = kind.problem(of: documents, expected: .folder, code: "file.access") { throw problem }
    var options = options
    // The storyboards of a script are a part that only its program knows.
    options.application.parts += [.sqlite, .http(options.endpoint), .encryption, .backups]
    self.options = options
    storage = FileStorage(
      documents: documents, access: access == .owner ? .owner : .reader, limit: options.documentLimit,
      limitHint: options.application.hint(Diagnostic.Limit.document.hint))
    decrypting = Self.decrypting(storage, options)
    // SQLite reads databases where they are.
    if access == .reader { try storage.completeStore { $0.hasSuffix(".sqlite") } } else { try storage.open() }
  }

  /// Returns a storage with keys of its own.
  static func decrypting(_ storage: FileStorage, _ options: Options) -> EncryptedStorage {
    let keys = SecureStore(
      options.key, documents: storage.documents, attempts: options.attempts, onReport: options.onReport)
    let limits = options.application
    keys.derivationLimit = DerivationLimit(
      memory: limits.limits.memory, hint: limits.hint(Diagnostic.Limit.memory.hint))
    return EncryptedStorage(storage, keys, model: ModelRegistry.model)
  }

  /// The documents directory.
  package var documents: String { storage.documents }

  var keys: any ContentEncryption { decrypting.encryption }

  /// Whether keys of encrypted models are stored.
  var hasKeys: Bool {
    get throws { try keys.isInitialized(in: storage) }
  }

  // MARK: Names

  /// Returns the model that a document belongs to: `Model` or `Model/id of a partial`.
  static func model(of name: String) -> String { String(name.prefix { $0 != "/" }) }

  static func path(of name: String) -> String { "\(ModelRegistry.folder)/\(name).json" }

  /// Returns the place of a document in messages.
  func file(of name: String) -> String { storage.location(of: Self.path(of: name)) }

  /// Returns the names of the documents, those of partials, too.
  func names() throws -> [String] {
    let blobs = [PartPath.dataFolder, PartPath.imageFolder].map { $0 + "/" }
    return try storage.list(ModelRegistry.folder).filter { path in
      path.hasSuffix(".json") && !blobs.contains(where: path.hasPrefix)
    }.map(ModelRegistry.name(ofDocument:))
  }

  /// Returns whether a file in the folder of documents belongs to a model.
  static func isKnown(_ file: String) -> Bool {
    if isDatabase(file) { return true }
    let document = file.hasSuffix(".json.journal") ? String(file.dropLast(".journal".count)) : file
    return document.hasSuffix(".json") && ModelRegistry.isValid(String(document.dropLast(".json".count)))
  }

  /// What is in place of the files of models and is not followed: symbolic links, folders and devices. A previous
  /// version of this kind is reported by what reads it.
  func misplaced() throws -> [Diagnostic] {
    func entries(in folder: String, isFile: (String) -> Bool) throws -> [Diagnostic] {
      try storage.unknownEntries(in: folder, isKnown: { _ in true }, isKnownFolder: { !isFile($0) }).filter { entry in
        let name = entry.place?.file.split(separator: "/").last.map(String.init) ?? ""
        return entry.place?.file == storage.location(of: "\(folder)/\(name)") && isFile(name)
      }
    }
    let partials = Set(try names().map { PartPath.folder(ofModel: Self.model(of: $0)) }).sorted()
    return try entries(in: ModelRegistry.folder) { Self.isKnown($0) && !$0.hasSuffix(".journal") }
      + partials.flatMap { try entries(in: $0) { $0.hasSuffix(".json") } }
      + [PartPath.dataFolder, PartPath.imageFolder].flatMap { try entries(in: $0) { !$0.hasSuffix(".journal") } }
  }

  // MARK: Documents

  /// Whether there is a document of a model, and not only a database, or nothing.
  func hasDocument(_ name: String) throws -> Bool { try storage.map(Self.path(of: name)) != nil }

  /// Whether the document of a model is a container.
  func isEncrypted(_ name: String) throws -> Bool {
    try storage.map(Self.path(of: name)).map { EncryptedContent.isContainer($0.document.bytes) } ?? false
  }

  /// The document of a model with its journal.
  ///
  /// - Throws: `model.unknown` with the nearest name, why the journal cannot be read, and what decrypting throws.
  func document(_ name: String) throws -> ModelDocument {
    let path = Self.path(of: name)
    guard let stored = try storage.map(path) else { throw try unknown(name) }
    guard EncryptedContent.isContainer(stored.document.bytes) else {
      if keys.isOpen { try decrypting.checkPlain(path, stored.document.bytes) }
      return try ModelDocument(stored, file: file(of: name))
    }
    try decrypting.open()
    let bytes = StoredDocument(bytes: Array(stored.document.bytes), journal: stored.journal)
    return try ModelDocument(decrypted: try decrypting.decrypted(bytes, at: path), file: file(of: name))
  }

  /// - Throws: `model.unknown` for a model that is not stored.
  func expect(_ name: String) throws { if try !hasDocument(name) { throw try unknown(name) } }

  private func unknown(_ name: String) throws -> Diagnostic {
    let databases = try databaseNames()
    if databases.contains(name) {
      return Diagnostic(
        "model.storage", "the model \"\(name)\" is stored in SQLite; this command is for documents",
        hint: "\(HintPhrase.backup), or convert it: \(HintPhrase.convert) \(name)\(HintPhrase.form)file")
    }
    return Diagnostic(
      "model.unknown", "no stored model \"\(name)\"",
      hint: NearestName.hint(for: name, in: try names() + databases)
        ?? "a model on a server \(HintPhrase.applicationOrEndpoint)")
  }

  // MARK: Encryption

  /// Says that a model does not stay encrypted.
  ///
  /// - Parameters:
  ///   - effect: What leaves it readable, such as `the conversion to SQLite`.
  ///   - isAllowed: Whether the caller permits that.
  /// - Throws: `storage.decrypt` where that is not allowed.
  func leaveReadable(_ model: String, _ effect: String, isAllowed: Bool) throws {
    guard isAllowed else {
      throw Diagnostic(
        "storage.decrypt", "the model \"\(model)\" is encrypted, and \(effect) would leave it readable without a key")
    }
    options.onReport(
      Diagnostic(
        "storage.decrypt",
        "\(effect) leaves the model \(PrintableText.line(model)), which is encrypted, readable without a key",
        severity: .note))
  }
}
