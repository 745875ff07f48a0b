internal import OKitDocuments
import OKitTrace

/// The models with which a session has begun, as a test begins with them.
///
/// A test has no content that must stay secret: it begins with nothing if what was stored has encrypted models, or
/// secrets in databases.
final class RecordedModels {
  private let application: LuaApplication
  private let redaction: TraceRedaction
  /// Whether nothing was stored, so that the script makes the models.
  private let isFresh: Bool
  /// A copy of the documents directory with its images and databases; nil where only the documents are known.
  private var copy: TemporaryDirectory?
  private var changes: ChangeRecorder
  /// The documents as they were, before a script was loaded again with a new store.
  private var kept: Result<[String: JSONValue], Diagnostic>?

  /// - Parameter hadStored: Whether something was stored before the application started.
  init(_ application: LuaApplication, _ redaction: TraceRedaction, hadStored: Bool) {
    (self.application, self.redaction, isFresh) = (application, redaction, !hadStored)
    changes = ChangeRecorder(application.runtime.store)
    application.runtime.store.startRecording(changes)
  }

  private static func names(in folder: String) -> [String] {
    (SystemFile.names(in: folder) ?? []).filter { !$0.hasPrefix(".") }
  }

  /// Returns whether models are stored in a documents directory.
  static func areStored(in documents: String?) -> Bool {
    documents.map { !names(in: "\($0)/\(RecordedFolder.data)").isEmpty } ?? false
  }

  /// Copies what is stored, which the session is going to change.
  ///
  /// - Throws: `app.documents`, `file.write`.
  func keepStored() throws {
    guard !isFresh, let documents = application.documents else { return }
    let copy = try TemporaryDirectory()
    try RecordedFolder(copy.path).makeData()
    try FolderCopy.copy(
      "\(documents)/\(RecordedFolder.data)", to: "\(copy.path)/\(RecordedFolder.data)", budget: application.state.budget
    )
    self.copy = copy
  }

  /// Called before a script is loaded again, with a new store.
  func willReload() {
    guard kept == nil else { return }
    kept = Result { () throws(Diagnostic) in try documents() }
  }

  func didReload() {
    changes = ChangeRecorder(application.runtime.store)
    application.runtime.store.startRecording(changes)
  }

  /// The names of the models of which a condition holds.
  private func names(where condition: (EntityType) -> Bool) -> [String] {
    let store = application.runtime.store
    return store.models.sorted.filter { store.type(of: $0.root).map(condition) == true }.map(\.name)
  }

  /// The models because of which a test begins without what is stored.
  var secret: [String] {
    guard !isFresh else { return [] }
    let secrets = application.runtime.store.secrets
    redaction.add(
      secure: application.runtime.secureProperties, of: application.runtime.store.documents, to: secrets)
    let hasSecrets = !secrets.isEmpty || !redaction.isEmpty
    return names { $0.isEncrypted || $0.hasRows && hasSecrets }
  }

  // MARK: Launching

  /// Returns the options of `okit.launch` with which a test begins with the same models: none, a fixture, or a folder
  /// beside the test, which is written.
  ///
  /// - Throws: `record.models` for databases that have changed; `file.write`.
  func options(in folder: RecordedFolder) throws -> [String: JSONValue] {
    guard !isFresh, secret.isEmpty else { return [:] }
    if copy == nil, !names(where: \.hasRows).isEmpty {
      throw Diagnostic(
        "record.models", "a test cannot begin with the databases of this session, because it may have changed them",
        hint: "record it from the beginning: okit-run record")
    }
    if let copy { try fold(copy) }
    if let fixture = try fixture() { return ["fixture": fixture] }
    if let copy {
      try folder.replace { data in
        try FolderCopy.copy("\(copy.path)/\(RecordedFolder.data)", to: data, budget: application.state.budget)
      }
    } else {
      try folder.replace(with: documents())
    }
    return ["documents": .string(folder.path)]
  }

  /// Makes the copy one that a test can have: without journals and earlier versions, and with masked documents.
  private func fold(_ copy: TemporaryDirectory) throws {
    let (_, problems) = try StoredModels(copy.path, access: .owner).compact()
    if let problem = problems.first { throw problem }
    let folder = "\(copy.path)/\(RecordedFolder.data)"
    for name in SystemFile.names(in: folder) ?? []
    where name.hasPrefix(".") || [".journal", "-shm"].contains(where: name.hasSuffix) {
      TemporaryDirectory.remove("\(folder)/\(name)")
    }
    try mask(folder, model: nil)
  }

  /// The data of the default model, if that is all that was stored.
  private func fixture() throws -> JSONValue? {
    let model: JSONValue?
    if let copy {
      let folder = "\(copy.path)/\(RecordedFolder.data)"
      guard Self.names(in: folder) == ["\(ModelStore.defaultModelName).json"] else { return nil }
      model = try document("\(folder)/\(ModelStore.defaultModelName).json")
    } else {
      let models = try documents()
      model = models.count == 1 ? models[ModelStore.defaultModelName] : nil
    }
    guard case .object(var members)? = model else { return nil }
    // The root of a launched application has its own.
    members["id"] = nil
    return .object(members)
  }

  // MARK: Documents

  /// Masks the secrets in all documents in a folder.
  ///
  /// - Parameter model: The model whose parts are in the folder; nil for the folder of all models.
  private func mask(_ folder: String, model: String?) throws {
    for name in Self.names(in: folder) {
      let path = "\(folder)/\(name)"
      let own = model ?? String(name.prefix { $0 != "." })
      if PathKind(of: path) == .folder {
        try mask(path, model: own)
      } else if name.hasSuffix(".json") {
        try LocalFile.write(try masked(document(path), of: own).json(pretty: true) + "\n", to: path)
      }
    }
  }

  private func document(_ path: String) throws -> JSONValue {
    guard let text = try LocalFile.read(path) else { return .null }
    do { return try JSONValue.parse(json: text, file: path) } catch { throw error.diagnostic("json.syntax") }
  }

  private func masked(_ document: JSONValue, of model: String) -> JSONValue {
    let masked = redaction.shown(
      redaction.redacted([model: document])[model] ?? .null, application.runtime.store.secrets)
    return Self.keepingEmpty(document, masked)
  }

  /// Returns masked data with the texts that are empty: an application may behave in another way with a text.
  private static func keepingEmpty(_ original: JSONValue, _ masked: JSONValue) -> JSONValue {
    switch (original, masked) {
    case (.string(""), _): original
    case (.array(let old), .array(let new)) where old.count == new.count: .array(zip(old, new).map(keepingEmpty))
    case (.object(let old), .object(let new)):
      .object(
        Dictionary(
          uniqueKeysWithValues: new.map { name, value in
            (name, old[name].map { keepingEmpty($0, value) } ?? value)
          }))
    default: masked
    }
  }

  /// The documents of the models at the beginning: the present ones without what has changed since.
  private func documents() throws(Diagnostic) -> [String: JSONValue] {
    if let kept { return try kept.get() }
    let models = try EarlierDocuments.documents(of: application.runtime.store, before: changes)
    return Dictionary(uniqueKeysWithValues: models.map { ($0, masked($1, of: $0)) })
  }
}
