import OKitHTTP
import OKitLua
import OKitSQLite

/// A model on a server, for a command that reads it.
struct ServerModel {
  /// The name of the model, or `Model/id` of a partial.
  let name: String
  /// The classes of the application; nil without one.
  let classes: DocumentClasses?
  /// Sends nothing but reads.
  let http: HTTPStorage
  private let decrypting: EncryptedStorage
  private let server: EncryptedStorage

  fileprivate init(_ name: String, _ classes: DocumentClasses?, _ http: HTTPStorage, _ decrypting: EncryptedStorage) {
    (self.name, self.classes, self.http, self.decrypting) = (name, classes, http, decrypting)
    server = EncryptedStorage(http, decrypting.encryption, model: ModelRegistry.model)
  }

  /// Returns the error for a model that the server does not have.
  var unknown: Diagnostic {
    Diagnostic(
      "model.unknown", "the server has no model \"\(name)\"",
      place: Diagnostic.Place(file: http.location(of: StoredModels.path(of: name))))
  }

  /// Whether there is a document.
  var isStored: Bool {
    get throws { try http.read(StoredModels.path(of: name)) != nil }
  }

  /// Whether the server has the document as a container.
  var isEncrypted: Bool {
    get throws { try http.read(StoredModels.path(of: name)).map { EncryptedContent.isContainer($0) } ?? false }
  }

  /// Returns the document with what waits to be sent.
  ///
  /// - Throws: `model.unknown`; what reading and decrypting throw.
  func document() throws -> ModelDocument {
    let path = StoredModels.path(of: name)
    guard let bytes = try http.read(path) else { throw unknown }
    return try ModelDocument(decrypted: StoredDocument(bytes: try plain(bytes, path)), file: http.location(of: path))
  }

  /// Returns the content of a file of the model.
  func plain(_ bytes: [UInt8], _ path: String) throws -> [UInt8] {
    if EncryptedContent.isContainer(bytes) { try decrypting.open() }
    return try server.decrypted(StoredDocument(bytes: bytes), at: path).bytes
  }

  /// Returns the files of the model, decrypted, in memory.
  ///
  /// - Throws: `model.unknown`; what reading and decrypting throw.
  func files() throws -> TransientStorage {
    let files = TransientStorage()
    guard let classes else { return files }
    guard let remote = try classes.serverFiles(of: StoredModels.model(of: name)) else { throw unknown }
    for (path, bytes) in remote.contents {
      try files.write([StorageWrite(path: path, bytes: try plain(bytes, path))]).check()
    }
    return files
  }

  /// Returns the findings of a check of the model and its blobs.
  ///
  /// - Throws: `model.unknown`; what reading and decrypting throw.
  func damagedBlobs() throws -> [Diagnostic] {
    var check = PartCheck()
    func add(_ bytes: [UInt8], _ path: String) throws {
      let file = http.location(of: path)
      try bytes.withUnsafeBufferPointer {
        try DocumentCheck.check($0, file: file)
        try check.add($0, of: name, file: file)
      }
    }
    try http.checkContent(of: StoredModels.path(of: name))
    try document().withBytes { try add(Array($0), StoredModels.path(of: name)) }
    let partials = try files().list(PartPath.folder(ofModel: name)).filter { $0.hasSuffix(".json") }
    for path in partials { if let bytes = try http.read(path) { try add(plain(bytes, path), path) } }
    return try check.damagedBlobs(in: server)
  }
}

extension HTTPStorage {
  /// A server for a command.
  static func server(_ transport: any DocumentTransport, _ storage: FileStorage) -> HTTPStorage {
    HTTPStorage(
      transport, local: storage, now: { RuntimeClock.system.now }, random: { Double.random(in: 0...1) })
  }

  /// A server to which nothing is sent but reads.
  static func reading(_ transport: any DocumentTransport, _ storage: FileStorage) -> HTTPStorage {
    let http = server(transport, storage)
    http.isReadOnly = true
    return http
  }
}

extension StoredModels {
  /// The connections to the endpoint of the options; nil without one.
  func transport() -> (any DocumentTransport)? {
    guard options.endpoint.url != nil else { return nil }
    let configuration = EndpointConfiguration(
      options.endpoint, permitted: options.application.permissions.httpAccess,
      hasWaited: options.application.isOutOfTime)
    return EndpointTransport(configuration, clock: .system)
  }

  /// Runs a script, which stores nothing.
  ///
  /// - Throws: why the script does not start.
  func classes(_ script: String, access: SQLiteDatabases.Access = .reader) throws -> DocumentClasses {
    var run = options.application
    run.documents = storage.documents
    run.keyStore = decrypting.encryption as? any KeyStore
    return try DocumentClasses(script: script, run, storage, access: access, isTimed: options.limitsReading)
  }

  /// Returns a model of which the application says that it is on a server.
  ///
  /// - Throws: `http.endpoint`, `http.pending`.
  func serverModel(_ name: String, _ classes: DocumentClasses) throws -> ServerModel {
    guard let transport = classes.transport else {
      throw Diagnostic("http.endpoint", "the model \"\(name)\" is on a server, and no endpoint is configured")
    }
    return try serverModel(name, classes, transport)
  }

  private func serverModel(
    _ name: String, _ classes: DocumentClasses?, _ transport: any DocumentTransport
  ) throws -> ServerModel {
    let found = ServerModel(name, classes, .reading(transport, storage), decrypting)
    _ = try found.http.resumePending(of: Self.model(of: name))
    return found
  }

  /// Returns a model if it is on a server: if the class of the application says so, or without an application if
  /// there is an endpoint.
  ///
  /// - Throws: `http.endpoint` for a model that waits to be sent, without an endpoint; why the application does not
  ///   start.
  func serverModel(_ name: String) throws -> ServerModel? {
    let model = Self.model(of: name)
    guard ModelRegistry.isValid(model) else { return nil }
    if let script = options.script {
      let classes = try classes(script)
      return classes.serverModels.contains(model) ? try serverModel(name, classes) : nil
    }
    if let transport = transport() { return try serverModel(name, nil, transport) }
    guard let pending = try PendingChange(of: model, in: storage) else { return nil }
    throw Diagnostic(
      "http.endpoint", "the model \"\(model)\" is on a server, and no endpoint is configured",
      place: Diagnostic.Place(file: pending.file), hint: "\(HintPhrase.endpoint); its changes were for \(pending.url)")
  }
}
