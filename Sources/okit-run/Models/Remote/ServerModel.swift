import OKitEngine
import OKitHTTP
import OKitLua
import OKitSQLite

/// A model on a server, for a command that reads it.
struct ServerModel {
  private typealias Documents = ModelsCommand.Documents

  /// The name of the model, or `Model/id` of a partial.
  let name: String
  /// The classes of the application; nil without one.
  let classes: DocumentClasses?
  /// Sends nothing but reads.
  let http: HTTPStorage
  private let decrypting: EncryptedStorage
  private let server: EncryptedStorage

  private init(_ name: String, _ classes: DocumentClasses?, _ http: HTTPStorage, _ decrypting: EncryptedStorage) {
    (self.name, self.classes, self.http, self.decrypting) = (name, classes, http, decrypting)
    server = EncryptedStorage(http, decrypting.encryption)
    server.model = ModelRegistry.model
  }

  /// A model of an application that says that it is on a server.
  ///
  /// - Throws: `http.endpoint`, `http.pending`.
  init(
    _ name: String, _ classes: DocumentClasses, _ storage: FileStorage, _ decrypting: EncryptedStorage
  ) throws {
    guard let transport = classes.transport else {
      throw Diagnostic("http.endpoint", "the model \"\(name)\" is on a server, and no endpoint is configured")
    }
    self.init(name, classes, .reading(transport, storage), decrypting)
    _ = try http.resumePending(of: Documents.model(of: name))
  }

  /// Returns the model if it is on a server: if the class of the application says so, or without an application if
  /// there is an endpoint.
  ///
  /// - Throws: `http.endpoint` for a model that waits to be sent, without an endpoint; why the application does not
  ///   start.
  static func find(
    _ name: String, script: String?, _ run: ScriptRun, _ storage: FileStorage, _ decrypting: EncryptedStorage
  ) throws -> ServerModel? {
    let model = Documents.model(of: name)
    guard ModelRegistry.isValid(model) else { return nil }
    if let script {
      let classes = try classes(script, run, storage, decrypting)
      guard classes.serverModels.contains(model) else { return nil }
      return try ServerModel(name, classes, storage, decrypting)
    }
    guard let transport = try run.transport() else {
      guard let pending = try PendingChange(of: model, in: storage) else { return nil }
      throw Diagnostic(
        "http.endpoint", "the model \"\(model)\" is on a server, and no endpoint is configured",
        place: Diagnostic.Place(file: pending.file), hint: "pass --endpoint URL; its changes were for \(pending.url)")
    }
    let found = ServerModel(name, nil, .reading(transport, storage), decrypting)
    _ = try found.http.resumePending(of: model)
    return found
  }

  /// Runs the script of an application, which stores nothing.
  static func classes(
    _ script: String, _ run: ScriptRun, _ storage: FileStorage, _ decrypting: EncryptedStorage,
    access: SQLiteDatabases.Access = .reader
  ) throws -> DocumentClasses {
    try ScriptArgument.check(script)
    var options = try run.options()
    options.documents = storage.documents
    options.keyStore = decrypting.encryption as? any KeyStore
    options.isOutOfTime = run.limits.waitingLimit()
    return try DocumentClasses(script: script, options, storage, access: access, limitTime: run.limits.limitTime)
  }

  /// Returns the error for a model that the server does not have.
  var unknown: Diagnostic {
    Diagnostic(
      "model.unknown", "the server has no model \"\(name)\"",
      place: Diagnostic.Place(file: http.location(of: Documents.path(of: name))))
  }

  /// Whether there is a document.
  var isStored: Bool {
    get throws { try http.read(Documents.path(of: name)) != nil }
  }

  /// Whether the server has the document as a container.
  var isEncrypted: Bool {
    get throws { try http.read(Documents.path(of: name)).map { EncryptedContent.isContainer($0) } ?? false }
  }

  /// Returns the document with what waits to be sent.
  ///
  /// - Throws: `model.unknown`; what reading and decrypting throw.
  func document() throws -> StoredModel {
    let path = Documents.path(of: name)
    guard let bytes = try http.read(path) else { throw unknown }
    return try StoredModel(decrypted: StoredDocument(bytes: try plain(bytes, path)), file: http.location(of: path))
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
    guard let remote = try classes.serverFiles(of: Documents.model(of: name)) else { throw unknown }
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
    try http.checkContent(of: Documents.path(of: name))
    try document().withBytes { try add(Array($0), Documents.path(of: name)) }
    let partials = try files().list(PartPath.folder(ofModel: name)).filter { $0.hasSuffix(".json") }
    for path in partials { if let bytes = try http.read(path) { try add(plain(bytes, path), path) } }
    return try check.damagedBlobs(in: server)
  }
}

extension HTTPStorage {
  /// A server for a command.
  static func server(_ transport: any HTTPTransport, _ storage: FileStorage) -> HTTPStorage {
    HTTPStorage(
      transport, local: storage, now: { RuntimeClock.system.now }, random: { Double.random(in: 0...1) })
  }

  /// A server to which nothing is sent but reads.
  static func reading(_ transport: any HTTPTransport, _ storage: FileStorage) -> HTTPStorage {
    let http = server(transport, storage)
    http.isReadOnly = true
    return http
  }
}

extension ScriptRun {
  /// The connections to the endpoint of the command line; nil without one.
  func transport() throws -> (any HTTPTransport)? {
    let options = try endpoint.options()
    guard options.url != nil else { return nil }
    let access = try OptionValue.permissions(allow).httpAccess
    let configuration = EndpointConfiguration(options, permitted: access)
    configuration.isOutOfTime = limits.waitingLimit()
    return EndpointTransport(configuration, clock: .system)
  }
}
