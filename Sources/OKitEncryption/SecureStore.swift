/// The keys of the encrypted models of a storage, and what they encrypt.
///
/// The keys are in memory from `open(in:)` to `close()`. They are created in memory; the first commit with an encrypted
/// content stores them, so that a folder has either both or none.
package final class SecureStore: KeyStore {
  private struct Keys {
    var ring: KeyRing
    let dataKey: KeyMemory
    var state: KeyState
    /// Whether the storage has them.
    var isStored: Bool
    /// A key-encryption key that has no file yet.
    var newKey: KeyMemory?
    /// Whether the generation of this opening has been stored.
    var hasGeneration = false
  }

  let key: EncryptionKey
  private let algorithm: ContentAlgorithm
  /// The documents directory; nil for a storage in memory.
  let documents: String?
  /// Whether key files and the files beside them are written; false where an application stores nothing.
  package var writesFiles = true
  /// The maximum number of passphrase prompts.
  private let attempts: Int
  private var keys: Keys?
  package weak var delegate: (any KeyStoreDelegate)?
  /// Gets warnings where there is no delegate.
  private let onReport: (Diagnostic) -> Void
  private var hasLogged = false
  /// The limit on the memory of scrypt.
  package var derivationLimit = DerivationLimit()

  package init(
    _ key: EncryptionKey = .standard, documents: String?, attempts: Int = 1, algorithm: ContentAlgorithm = .aesGCM,
    onReport: @escaping (Diagnostic) -> Void = { $0.print() }
  ) {
    (self.key, self.documents, self.attempts, self.algorithm) = (key, documents, attempts, algorithm)
    self.onReport = onReport
  }

  func report(_ warning: Diagnostic) { if let delegate { delegate.report(warning) } else { onReport(warning) } }

  deinit { close() }

  package var isOpen: Bool { keys != nil }

  /// The data key, for tests of erasing.
  var dataKey: KeyMemory? { keys?.dataKey }

  package var encryptedModels: Set<String> { keys?.state.encrypted ?? [] }

  package var modelsOnServer: Set<String> { keys?.state.onServer ?? [] }

  package func isInitialized(in storage: any DocumentStorage) throws -> Bool {
    if keys?.isStored == true { return true }
    return try !storage.isKnownToLack(KeyRing.path) && storage.read(KeyRing.path) != nil
  }

  // MARK: Opening

  package func open(in storage: any DocumentStorage) throws {
    guard keys == nil else { return }
    let file = storage.location(of: KeyRing.path)
    try checkPlace(of: key)
    guard let json = try storage.read(KeyRing.path) else {
      try checkIsNew(storage)
      keys = try newKeys(storage)
      return
    }
    let ring = try KeyRing(json: json, file: file)
    let dataKey = try dataKey(of: ring, storage, file)
    let state = try Self.state(of: ring, dataKey, file)
    var keys = Keys(ring: ring, dataKey: dataKey, state: state, isStored: true)
    checkGeneration(&keys, storage.location(of: ""))
    self.keys = keys
    logDefaultKey(storage)
  }

  /// Returns the data key. Asks again for a passphrase that is not the right one, as often as there are attempts.
  private func dataKey(of ring: KeyRing, _ storage: any DocumentStorage, _ file: String) throws -> KeyMemory {
    var left = attempts
    while true {
      if let dataKey = try ring.unwrap(keyEncryptionKey(of: ring, storage)) { return dataKey }
      left -= 1
      guard left > 0, case .passphrase = key else { throw wrongKey(file) }
      var wrong = wrongKey(file)
      wrong.severity = .warning
      wrong.message = "the passphrase does not open the encrypted models; attempts left: \(left)"
      wrong.hint = "enter it again"
      report(wrong)
    }
  }

  package func close() {
    guard keys != nil else { return }
    keys?.dataKey.erase()
    keys?.newKey?.erase()
    keys = nil
    MemoryScrub.run()
  }

  private func newKeys(_ storage: any DocumentStorage) throws -> Keys {
    let dataKey = KeyMemory.random()
    let new = try newKey(key, storage)
    let ring = try KeyRing(dataKey, algorithm: algorithm, source: key.source, new.derivation, key: new.key)
    return Keys(
      ring: ring, dataKey: dataKey, state: KeyState(), isStored: false, newKey: new.hasFile ? nil : new.key)
  }

  /// A key-encryption key that encrypts a data key for the first time.
  private struct NewKey {
    let key: KeyMemory
    /// The parameters for a passphrase.
    var derivation: KeyDerivation?
    /// Whether nothing remains to be stored of it.
    var hasFile = true
  }

  private func newKey(_ source: EncryptionKey, _ storage: any DocumentStorage) throws -> NewKey {
    switch source {
    case .standard:
      if let found = try defaultKey(storage) { return NewKey(key: found) }
    case .file(let path):
      if let found = try KeyFile(path: path).read() { return NewKey(key: found) }
    case .source(let source):
      if let found = try source.read() { return NewKey(key: found) }
    case .passphrase(let ask):
      let parameters = KeyDerivation()
      return NewKey(key: try derive(parameters, ask(true)), derivation: parameters)
    }
    return NewKey(key: .random(), hasFile: false)
  }

  private func keyEncryptionKey(of ring: KeyRing, _ storage: any DocumentStorage) throws -> KeyMemory {
    let file = storage.location(of: KeyRing.path)
    guard ring.source == key.source else { throw otherSource(ring, file) }
    switch key {
    case .standard:
      guard let key = try defaultKey(storage) else { throw missingKey(storage.location(of: DefaultKey.path)) }
      return key
    case .file(let path):
      guard let key = try KeyFile(path: path).read() else { throw missingKey(path) }
      return key
    case .source(let source):
      guard let key = try source.read() else {
        throw Diagnostic(
          "storage.keySource", "the key source has no key, but \(file) was made with one",
          place: Diagnostic.Place(file: file))
      }
      return key
    case .passphrase(let ask):
      guard let derivation = ring.derivation else { throw otherSource(ring, file) }
      return try derive(derivation, ask(false))
    }
  }

  /// Returns the key of a passphrase, and overwrites the passphrase.
  ///
  /// - Throws: `storage.passphrase`; `storage.scrypt`, also for a passphrase that was not asked for yet.
  private func derive(
    _ derivation: KeyDerivation, _ passphrase: @autoclosure () throws -> [UInt8]
  ) throws -> KeyMemory {
    try derivation.checkMemory(limit: derivationLimit)
    var passphrase = try Self.asked(passphrase)
    return try derivation.key(erasing: &passphrase)
  }

  /// Asks the program for its passphrase.
  ///
  /// - Throws: `storage.passphrase` for an error of the program that is no diagnostic.
  private static func asked(_ passphrase: () throws -> [UInt8]) throws -> [UInt8] {
    do { return try passphrase() } catch {
      if error is Diagnostic || error is any DescribedError { throw error }
      throw Diagnostic("storage.passphrase", "cannot get the passphrase: \(error.programText)").caused(by: error)
    }
  }

  private func defaultKey(_ storage: any DocumentStorage) throws -> KeyMemory? {
    // The storage also knows the key of a commit that another process is completing.
    guard var content = try storage.read(DefaultKey.path) else { return nil }
    defer { content.erase() }
    let path = storage.location(of: DefaultKey.path)
    if documents != nil { try KeyFile(path: path).checkMode() }
    return try content.withUnsafeBytes { try KeyFile.key($0, path: path) }
  }

  private static func state(of ring: KeyRing, _ dataKey: KeyMemory, _ file: String) throws -> KeyState {
    do {
      let json = try ring.state.withUnsafeBytes { bytes in
        try ContentCipher(dataKey, ring.id, ring.algorithm).decrypt(bytes, KeyRing.path)
      }
      return try KeyState(json: json)
    } catch let diagnostic as Diagnostic {
      throw Diagnostic(
        "storage.keys", "the file of the keys is damaged: \(diagnostic.message)", place: Diagnostic.Place(file: file))
    }
  }

  private func logDefaultKey(_ storage: any DocumentStorage) {
    guard case .standard = key, !hasLogged, documents != nil else { return }
    hasLogged = true
    delegate?.keyStore(
      logs:
        """
        encrypted models use the key in \(storage.location(of: DefaultKey.path)), which protects no copy of the whole \
        folder; \(HintPhrase.otherKey) for another one
        """)
  }

  // MARK: Storing the keys

  package func keyWrites(
    encrypted: [String], plain: [String], onServer: Bool, in storage: any DocumentStorage
  ) throws -> (writes: [StorageWrite], finish: (Bool) -> Void) {
    guard var keys else { throw Self.isClosed }
    var state = keys.state
    state.note(encrypted: encrypted, plain: plain, onServer: onServer)
    if !keys.hasGeneration { state.generation += 1 }
    let removed = keys.isStored ? try removedFiles(storage) : []
    guard !keys.isStored || state != keys.state || !removed.isEmpty else { return ([], { _ in }) }
    for path in removed { reportRemoved(storage.location(of: path)) }
    if removed.contains(DefaultKey.path) {
      // The key itself is not in memory any more.
      let key = KeyMemory.random()
      try keys.ring.rekey(keys.dataKey, source: self.key.source, nil, key: key)
      keys.newKey = key
    }
    let ring = keys.ring
    keys.ring.state = try Self.cipher(keys).encrypt(try state.json, KeyRing.path)
    var writes = [StorageWrite(path: KeyRing.path, bytes: try keys.ring.json, keepsPrevious: false)]
    if let newKey = keys.newKey {
      switch key {
      case .standard:
        writes.append(DefaultKey.write(newKey))
      case .file(let path):
        // A store that fails after this finds the file again.
        if writesFiles { try KeyFile(path: path).create(newKey) }
        self.keys?.newKey = nil
      case .source(let source):
        if writesFiles { try source.create(newKey) }
        self.keys?.newKey = nil
      case .passphrase: break
      }
    }
    return (
      writes,
      { [weak self] isStored in
        guard isStored else { return }
        self?.keys?.ring = ring
        self?.finish(state)
      }
    )
  }

  /// Returns the files of the keys that something else has removed.
  private func removedFiles(_ storage: any DocumentStorage) throws -> [String] {
    var paths = [KeyRing.path]
    if case .standard = key { paths.append(DefaultKey.path) }
    return try paths.filter { try !storage.contains($0) }
  }

  /// Returns the content of `keys.json` for a storage whose models are replaced by those of a backup.
  ///
  /// The keys in use stay where they are those of the backup, so that a changed passphrase stays valid. They get the
  /// names of the encrypted models from the backup.
  ///
  /// - Parameter backup: The content in the backup; nil if it has none.
  /// - Returns: The content, nil for none, whether it has another data key than before, and a function to call when it
  ///   is stored. It closes the store unless the keys in memory are still those of the storage.
  /// - Throws: `storage.keys`, and what reading throws.
  package func keys(
    restoring backup: [UInt8]?, in storage: any DocumentStorage
  ) throws -> (json: [UInt8]?, isOther: Bool, finish: () -> Void) {
    let file = storage.location(of: KeyRing.path)
    let stored = try storage.read(KeyRing.path)
    guard let backup else {
      let finish = { [weak self] in
        self?.close()
        self?.forgetFolder()
      }
      return (nil, stored != nil, finish)
    }
    let ring = try KeyRing(json: backup, file: KeyRing.path)
    if var keys, keys.ring.id == ring.id {
      var state = try Self.state(of: ring, keys.dataKey, KeyRing.path)
      state.generation = max(state.generation, keys.state.generation) + 1
      keys.ring.state = try Self.cipher(keys).encrypt(try state.json, KeyRing.path)
      return (try keys.ring.json, false, { [weak self] in self?.finish(state) })
    }
    if var current = try stored.map({ try KeyRing(json: $0, file: file) }), current.id == ring.id {
      current.state = ring.state
      return (try current.json, false, {})
    }
    return (backup, stored != nil, { [weak self] in self?.close() })
  }

  /// Notes that the storage has the keys with a state.
  private func finish(_ state: KeyState) {
    guard var keys else { return }
    let isFirst = !keys.hasGeneration
    (keys.state, keys.isStored, keys.newKey, keys.hasGeneration) = (state, true, nil, true)
    self.keys = keys
    if isFirst { raiseGeneration(keys, beside: key) }
  }

  /// Encrypts the data key with another key-encryption key. What the data key encrypts stays as it is.
  ///
  /// - Throws: `storage.keys` where there are no keys; what opening and storing throws. Then nothing has changed.
  package func rekey(to other: EncryptionKey, in storage: any DocumentStorage) throws {
    guard try isInitialized(in: storage) else {
      throw Diagnostic(
        "storage.keys", "no keys are stored: no encrypted model was stored yet",
        place: Diagnostic.Place(file: storage.location(of: KeyRing.path)))
    }
    try open(in: storage)
    try checkPlace(of: other)
    guard var ring = keys?.ring, let keys else { throw Self.isClosed }
    var writes: [StorageWrite] = []
    let new: NewKey
    if case .standard = other {
      new = NewKey(key: .random())
      writes.append(DefaultKey.write(new.key))
    } else {
      new = try newKey(other, storage)
      if case .file(let path) = other, !new.hasFile { try KeyFile(path: path).create(new.key) }
      if case .source(let source) = other, !new.hasFile { try source.create(new.key) }
    }
    try ring.rekey(keys.dataKey, source: other.source, new.derivation, key: new.key)
    writes.append(StorageWrite(path: KeyRing.path, bytes: try ring.json, keepsPrevious: false))
    do { try storage.write(writes).wait() } catch {
      // The commit may complete later; then these keys are not those of the storage.
      close()
      throw error
    }
    self.keys?.ring = ring
    if case .standard = key, other.source != key.source { try storage.delete([DefaultKey.path]).wait() }
    raiseGeneration(keys, beside: other)
  }

  // MARK: The generation

  /// The file of generations; nil if the key is in the documents directory, whose copies have the same one, or if its
  /// path is none, which reading it tells.
  func generations(beside key: EncryptionKey) -> GenerationFile? {
    guard case .file(let path) = key, let documents, !Paths.isInside(path, documents), FileError.unusable(path) == nil
    else { return nil }
    return GenerationFile(keyFile: path)
  }

  private func checkGeneration(_ keys: inout Keys, _ folder: String) {
    guard let generations = generations(beside: key) else { return }
    do {
      let known = try generations.generation(keys.ring.id, of: documents.map(Paths.absolute))
      guard known > keys.state.generation else { return }
      var diagnostic = Diagnostic(
        "storage.rollback",
        """
        the generation of \(folder.hasSuffix("/") ? String(folder.dropLast()) : folder) is \(keys.state.generation), \
        but the key was last used with \(known): the folder may be an older copy
        """,
        hint: "\(HintPhrase.restoreWithKey) to avoid this warning")
      diagnostic.severity = .warning
      report(diagnostic)
      // The next store makes the generation larger than both.
      keys.state.generation = known
    } catch {
      report(error)
    }
  }

  private func raiseGeneration(_ keys: Keys, beside key: EncryptionKey) {
    guard writesFiles, let generations = generations(beside: key) else { return }
    do { try generations.raise(keys.ring.id, to: keys.state.generation, of: documents.map(Paths.absolute)) } catch {
      report(error)
    }
  }

  /// Forgets that the folder has had keys: a backup without keys was restored.
  private func forgetFolder() {
    guard writesFiles, let generations = generations(beside: key), let documents else { return }
    do { try generations.forget(folder: Paths.absolute(documents)) } catch { report(error) }
  }

  /// Reports that older copies cannot be noticed, as a warning.
  private func report(_ error: any Error) {
    guard var diagnostic = error as? Diagnostic else { return }
    diagnostic.severity = .warning
    report(diagnostic)
  }

  // MARK: Contents

  private static func cipher(_ keys: Keys) -> ContentCipher {
    ContentCipher(keys.dataKey, keys.ring.id, keys.ring.algorithm)
  }

  package func encrypt(
    _ name: String, _ content: (StorageWrite.Receiver) throws -> Void, to receive: StorageWrite.Receiver
  ) throws {
    guard let keys else { throw Self.isClosed }
    try Self.cipher(keys).encrypt(name, content, to: receive)
  }

  package func decrypt(_ container: UnsafeRawBufferPointer, _ name: String) throws -> [UInt8] {
    guard let keys else { throw Self.isClosed }
    do { return try Self.cipher(keys).decrypt(container, name) } catch var diagnostic as Diagnostic {
      if diagnostic.code == "storage.key", !keys.isStored {
        diagnostic.message = "\(KeyRing.path), which contains the data key, is missing"
      }
      throw diagnostic
    }
  }
}
