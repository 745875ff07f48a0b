import OKitEncryption
import OKitHTTP
import OKitLua
import OKitSQLite

/// Converts a model between this machine and a server, with its blobs and partials.
///
/// To a server: the files wait in `okit/pending` until the server has acknowledged all of them; one commit removes them
/// with the old form. From a server: one commit stores the new form together with what is to be removed from the
/// server. So either form is complete at every moment, and running the command again finishes what was interrupted.
struct ServerConversion {
  private typealias File = (path: String, bytes: [UInt8])

  let name: String
  let models: StoredModels
  /// The classes of the application; nil without one.
  let classes: DocumentClasses?
  let http: HTTPStorage

  private var document: String { StoredModels.path(of: name) }
  private var storage: FileStorage { models.storage }
  /// The storage that decrypts and encrypts the files of this machine.
  private var encrypted: EncryptedStorage { models.decrypting }

  private var isLocal: Bool {
    get throws { try storage.contains(document) || models.database(name) != nil }
  }

  // MARK: To a server

  /// Stores the model on the server, and then removes it from this machine. It is encrypted there if it is here, or if
  /// its class says so.
  ///
  /// - Parameter decrypts: Whether an encrypted model becomes readable.
  /// - Throws: `storage.exists` for a model that is on the server; `model.unknown`, and what reading and sending throw.
  func toServer(decrypts: Bool) throws {
    let interrupted = try http.interruptedConversion(of: name)
    guard try isLocal else {
      guard let stored = try http.read(document) else { return try models.expect(name) }
      let staysEncrypted = decrypts && EncryptedContent.isContainer(stored)
      throw ModelRegistry.sameForm(
        http.location(of: document),
        hint: staysEncrypted
          ? "it is encrypted there; to store it readable, convert it \(HintPhrase.convertWithoutEncryption)"
          : nil)
    }
    let conflicts = ConversionConflicts()
    http.delegate = conflicts
    defer { withExtendedLifetime(conflicts) {} }
    if interrupted == nil { try expectFree() }
    let isDatabase = try !storage.contains(document)
    let files = try isDatabase ? filesOfDatabase() : files(in: encrypted)
    let encrypts = try isEncrypted(interrupted, decrypts: decrypts)
    var keys: (writes: [StorageWrite], finish: (Bool) -> Void) = ([], { _ in })
    let wasEncrypted = try models.isEncrypted(name)
    if wasEncrypted, !encrypts {
      try models.leaveReadable(name, "the conversion to \(StoredForm.http.text)", isAllowed: decrypts)
    }
    if encrypts || wasEncrypted {
      try encrypted.open()
      // What the server gets needs keys that are stored. The form of the model changes when it leaves this machine.
      let new = try encrypted.encryption.keyWrites(encrypted: [], plain: [], onServer: true, in: storage)
      try storage.write(new.writes).wait()
      new.finish(true)
      keys = try encrypted.encryption.keyWrites(
        encrypted: encrypts ? [name] : [], plain: encrypts ? [] : [name], onServer: true, in: storage)
    }
    var change = HTTPChange(model: name, document: document)
    change.isConversion = true
    // What an interrupted conversion has sent, and the model has no longer.
    for content in interrupted?.contents ?? [] where !files.contains(where: { $0.path == content.path }) {
      try http.noteSent(content)
      change.delete(content.path)
    }
    for file in files {
      change.write(HTTPChange.Content(path: file.path, body: encrypts ? try container(file) : file.bytes))
    }
    let old =
      isDatabase ? ["", "-wal", "-shm"].map { "\(ModelRegistry.folder)/\(name).sqlite" + $0 } : files.map(\.path)
    change.finalWrites = old.map { StorageWrite(removing: $0) } + keys.writes
    do {
      try http.store([change])[0].wait()
      keys.finish(true)
    } catch let diagnostic as Diagnostic where diagnostic.code == "storage.exists" {
      try http.giveUp(name)
      throw diagnostic
    }
    try storage.removeEmptyFolders(PartPath.folder(ofModel: name)).wait()
  }

  /// - Throws: `storage.exists` when the server has a document of the name; what reading throws.
  func expectFree() throws {
    if try http.read(document) != nil { throw ConversionConflicts.exists(http.location(of: document)) }
  }

  /// Whether the server gets containers.
  private func isEncrypted(_ interrupted: HTTPChange?, decrypts: Bool) throws -> Bool {
    if let interrupted { return interrupted.contents.contains { EncryptedContent.isContainer($0.body) } }
    let type = classes?.type(of: name)
    guard decrypts else { return try type?.isEncrypted == true || models.isEncrypted(name) }
    guard type?.isEncrypted == true, type?.isOnServer == true else { return false }
    throw Diagnostic(
      "storage.decrypt", "\(type?.name ?? name) extends okit.ModelEncryptedHttp, which stores the model encrypted",
      hint: "extend okit.ModelHttp to store it readable on the server")
  }

  private func container(_ file: File) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encrypted.encryption.encrypt(file.path, { try file.bytes.withUnsafeBytes($0) }, to: { bytes += $0 })
    return bytes
  }

  /// Returns the files of a model in a document, decrypted, with the journal folded in. The document is the last one.
  private func files(in source: EncryptedStorage) throws -> [File] {
    if let stored = try source.base.readDocument(document), EncryptedContent.isContainer(stored.bytes) {
      try encrypted.open()
    }
    guard let stored = try source.readDocument(document) else { return [] }
    let file = storage.location(of: document)
    let bytes = try stored.bytes.withUnsafeBufferPointer {
      try StoredDocument.folded($0, journal: stored.journal, file: file) ?? stored.bytes
    }
    var check = PartCheck()
    func add(_ bytes: [UInt8], _ path: String) throws {
      try bytes.withUnsafeBufferPointer { try check.add($0, of: name, file: storage.location(of: path)) }
    }
    try add(bytes, document)
    var files: [File] = []
    for path in try source.list(PartPath.folder(ofModel: name)) where path.hasSuffix(".json") {
      guard let stored = try source.readDocument(path) else { continue }
      let bytes = try stored.bytes.withUnsafeBufferPointer {
        try StoredDocument.folded($0, journal: stored.journal, file: storage.location(of: path)) ?? stored.bytes
      }
      try add(bytes, path)
      files.append((path, bytes))
    }
    for path in try check.blobs(in: source) { if let bytes = try source.read(path) { files.append((path, bytes)) } }
    return files + [(document, bytes)]
  }

  /// Returns the files that a model in a database is as a document.
  private func filesOfDatabase() throws -> [File] {
    let classes = try models.needed(classes)
    let buffered = BufferedStorage(storage)
    guard try classes.convert(name, in: buffered, toRows: false) else { return [] }
    return try files(in: EncryptedStorage(buffered, encrypted.encryption))
  }

  // MARK: From a server

  /// Stores the model on this machine, and then removes it from the server.
  ///
  /// - Parameters:
  ///   - keepsRemote: Whether it stays on the server, too.
  ///   - decrypting: Called before an encrypted model is stored in a form that can be read without a key.
  /// - Throws: `storage.exists` for a model of this machine; `model.unknown`, `http.conflict`, what `decrypting`
  ///   throws, and what reading and storing throw.
  func fromServer(to form: StoredForm, keepsRemote: Bool, decrypting: () throws -> Void) throws {
    let interrupted = try http.interruptedConversion(of: name)
    if try isLocal {
      guard let interrupted, interrupted.contents.isEmpty else {
        throw ModelRegistry.sameForm(storage.location(of: document))
      }
      if keepsRemote { return try keepRemote() }
      return try remove(interrupted, localFiles: nil)
    }
    guard let remote = try files() else {
      throw Diagnostic(
        "model.unknown", "no stored model \"\(name)\", neither here nor on the server",
        place: Diagnostic.Place(file: http.location(of: document)))
    }
    let server = EncryptedStorage(http, encrypted.encryption)
    let isEncrypted = remote.contents.contains { EncryptedContent.isContainer($0.bytes) }
    if isEncrypted, form != .encrypted { try decrypting() }
    if isEncrypted || form == .encrypted {
      try encrypted.open()
    }
    let buffered = BufferedStorage(storage)
    let local = EncryptedStorage(buffered, encrypted.encryption, model: ModelRegistry.model)
    if form == .sqlite {
      let classes = try models.needed(classes)
      _ = buffered.write(remote.contents.map { StorageWrite(path: $0.path, bytes: $0.bytes, keepsPrevious: false) })
      _ = try classes.convert(name, in: buffered, toRows: true)
    } else {
      let stored = form == .encrypted ? StorageWrite.Form.encrypted(name) : .plain(name)
      let writes = try remote.contents.map { path, bytes in
        var write = StorageWrite(
          path: path, bytes: try server.decrypted(StoredDocument(bytes: bytes), at: path).bytes, keepsPrevious: false)
        write.form = stored
        return write
      }
      try local.write(writes).check()
    }
    guard !keepsRemote else {
      try buffered.commit()
      return try keepRemote()
    }
    remote.noteVersions(in: http)
    var change = HTTPChange(model: name, document: document)
    change.isConversion = true
    for content in remote.contents { change.delete(content.path) }
    http.local = buffered
    let operation = try http.store([change])[0]
    try buffered.commit()
    http.local = storage
    let files = form == .sqlite ? ["\(ModelRegistry.folder)/\(name).sqlite"] : remote.contents.map(\.path)
    try finish(operation, localFiles: files)
  }

  private func files() throws -> RemoteFiles? {
    try RemoteFiles(of: name, from: http) {
      guard let classes, classes.serverModels.contains(name) else { return try candidates() }
      return try classes.serverFiles(of: name)?.contents.map(\.path) ?? []
    }
  }

  /// Returns the paths that blobs and partials can have, by the ids in the documents: without classes, each object may
  /// be a partial.
  private func candidates() throws -> [String] {
    let server = EncryptedStorage(http, encrypted.encryption)
    var check = PartCheck()
    var (read, next) = (Set<String>(), [document])
    while let path = next.popLast() {
      guard read.insert(path).inserted, let stored = try http.read(path) else { continue }
      if EncryptedContent.isContainer(stored) { try encrypted.open() }
      let bytes = try server.decrypted(StoredDocument(bytes: stored), at: path).bytes
      try bytes.withUnsafeBufferPointer { try check.add($0, of: name, file: http.location(of: path)) }
      next += check.candidates(of: name).filter { $0.hasSuffix(".json") && !read.contains($0) }
    }
    return check.expectedBlobs.flatMap(\.paths) + read.sorted()
  }

  /// Leaves what is on the server, and forgets that it was to be removed.
  private func keepRemote() throws {
    try http.giveUp(name)
    models.options.onReport(
      Diagnostic(
        "http.kept", "the model \(PrintableText.line(name)) stays on the server, too: \(http.location(of: document))",
        severity: .note))
  }

  private func remove(_ interrupted: HTTPChange, localFiles: [String]?) throws {
    var change = HTTPChange(model: name, document: document)
    change.isConversion = true
    for path in interrupted.deletions { change.delete(path) }
    try finish(try http.store([change])[0], localFiles: localFiles)
  }

  /// Waits until the server has removed the model.
  ///
  /// - Parameter localFiles: What this command has stored, which a change of others on the server takes back.
  private func finish(_ operation: StorageOperation, localFiles: [String]?) throws {
    do { try operation.wait() } catch let diagnostic as Diagnostic {
      guard diagnostic.code == "http.conflict" else {
        throw diagnostic.appending(
          .storedState(
            """
            the model is stored on this machine; run the command again to remove it from the server, or with \
            --keep-remote to leave it there
            """))
      }
      guard let localFiles else {
        throw diagnostic.appending(.storedState("nothing was changed; remove the form that is out of date"))
      }
      try http.giveUp(name, with: localFiles.map { StorageWrite(removing: $0) })
      throw diagnostic.appending(.storedState("nothing was converted; run the command again"))
    }
  }
}

/// What others have stored stays as it is while a model is sent to a server.
private final class ConversionConflicts: HTTPStorageDelegate {
  var isInTransaction: Bool { false }

  func resolve(_ conflict: HTTPConflict) throws -> (change: HTTPChange, operation: StorageOperation) {
    throw Self.exists(conflict.url)
  }

  func hasChanges(_ conflict: HTTPConflict) -> Bool { false }

  func isReferred(_ path: String, _ model: String) -> Bool { true }

  func report(_ diagnostic: Diagnostic) { diagnostic.print() }

  static func exists(_ url: String) -> Diagnostic {
    Diagnostic(
      "storage.exists", "the server has something else there, which is not overwritten",
      place: Diagnostic.Place(file: url), hint: "convert it back first, or use another endpoint")
  }
}
