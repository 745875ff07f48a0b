package import OKitEngine

/// The keys of the encrypted models of a storage, and what they encrypt.
///
/// The keys are in memory from `open(in:)` to `close()`. They are created in memory; the first commit with an encrypted
/// content stores them, so that a folder has either both or none.
package final class SecureStore: ContentEncryption {
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

  private let key: EncryptionKey
  private let algorithm: ContentAlgorithm
  /// The documents directory; nil for a storage in memory.
  private let documents: String?
  private var keys: Keys?
  /// Gets what is worth knowing: that the default key is used.
  package var onLog: (String) -> Void = { _ in }
  /// Gets warnings.
  package var onReport: (Diagnostic) -> Void = { _ in }
  private var hasLogged = false

  package init(_ key: EncryptionKey = .standard, documents: String?, algorithm: ContentAlgorithm = .aesGCM) {
    (self.key, self.documents, self.algorithm) = (key, documents, algorithm)
  }

  deinit { close() }

  package var isOpen: Bool { keys != nil }

  /// The data key, for tests of erasing.
  var dataKey: KeyMemory? { keys?.dataKey }

  package var encryptedModels: Set<String> { keys?.state.encrypted ?? [] }

  package func isInitialized(in storage: any DocumentStorage) throws -> Bool {
    try keys?.isStored ?? false || storage.read(KeyRing.path) != nil
  }

  // MARK: Opening

  package func open(in storage: any DocumentStorage) throws {
    guard keys == nil else { return }
    CoreDumps.forbid()
    let file = storage.location(of: KeyRing.path)
    guard let json = try storage.read(KeyRing.path) else {
      keys = try newKeys(storage)
      return
    }
    let ring = try KeyRing(json: json, file: file)
    let key = try keyEncryptionKey(of: ring, storage)
    guard let dataKey = try ring.unwrap(key) else { throw wrongKey(file) }
    let state = try Self.state(of: ring, dataKey, file)
    var keys = Keys(ring: ring, dataKey: dataKey, state: state, isStored: true)
    checkGeneration(&keys, storage.location(of: ""))
    self.keys = keys
    logDefaultKey(storage)
  }

  package func close() {
    keys?.dataKey.erase()
    keys?.newKey?.erase()
    keys = nil
  }

  private func newKeys(_ storage: any DocumentStorage) throws -> Keys {
    let dataKey = KeyMemory.random()
    var newKey: KeyMemory?
    var derivation: KeyDerivation?
    let key: KeyMemory
    switch self.key {
    case .standard:
      let found = try defaultKey(storage)
      key = found ?? KeyMemory.random()
      if found == nil { newKey = key }
    case .file(let path):
      let found = try KeyFile(path: path).read()
      key = found ?? KeyMemory.random()
      if found == nil { newKey = key }
    case .passphrase(let ask):
      let parameters = KeyDerivation()
      key = try parameters.key(ask())
      derivation = parameters
    }
    let ring = try KeyRing(dataKey, algorithm: algorithm, source: self.key.source, derivation, key: key)
    return Keys(ring: ring, dataKey: dataKey, state: KeyState(), isStored: false, newKey: newKey)
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
    case .passphrase(let ask):
      guard let derivation = ring.derivation else { throw otherSource(ring, file) }
      return try derivation.key(ask())
    }
  }

  private func defaultKey(_ storage: any DocumentStorage) throws -> KeyMemory? {
    if documents != nil { return try KeyFile(path: storage.location(of: DefaultKey.path)).read() }
    return try storage.read(DefaultKey.path).map { try KeyFile.key($0[...], path: DefaultKey.path) }
  }

  private static func state(of ring: KeyRing, _ dataKey: KeyMemory, _ file: String) throws -> KeyState {
    do {
      let json = try ring.state.withUnsafeBytes { bytes in
        try Container(ContainerHeader(bytes), dataKey, name: KeyRing.path).open(bytes)
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
    onLog(
      """
      encrypted models use the key in \(storage.location(of: DefaultKey.path)), which protects no copy of the whole \
      folder; pass --key-file or --passphrase-file for another one
      """)
  }

  // MARK: Storing the keys

  package func keyWrites(
    encrypted: [String], plain: [String]
  ) throws -> (writes: [StorageWrite], finish: (Bool) -> Void) {
    guard var keys else { throw Self.isClosed }
    var state = keys.state
    state.encrypted.formUnion(encrypted)
    state.encrypted.subtract(plain)
    if !keys.hasGeneration { state.generation += 1 }
    guard !keys.isStored || state != keys.state else { return ([], { _ in }) }
    keys.ring.state = try sealed(try state.json, KeyRing.path, keys)
    var writes = [StorageWrite(path: KeyRing.path, bytes: try keys.ring.json, keepsPrevious: false)]
    if let newKey = keys.newKey {
      switch key {
      case .standard:
        writes.append(StorageWrite(path: DefaultKey.path, bytes: KeyFile.content(newKey), keepsPrevious: false))
      case .file(let path):
        // A store that fails after this finds the file again.
        try KeyFile(path: path).create(newKey)
        self.keys?.newKey = nil
      case .passphrase: break
      }
    }
    return (writes, { [weak self] isStored in if isStored { self?.finish(state) } })
  }

  /// Returns the content of `keys.json` for a storage whose models are replaced by those of a backup.
  ///
  /// The keys in use stay where they are those of the backup, so that a changed passphrase stays valid. They get the names of the
  /// encrypted models from the backup.
  ///
  /// - Parameter backup: The content in the backup; nil if it has none.
  /// - Returns: The content, nil for none, and a function to call when it is stored. It closes the store unless the keys in memory
  ///   are still those of the storage.
  /// - Throws: `storage.keys`, and what reading throws.
  package func keys(
    restoring backup: [UInt8]?, in storage: any DocumentStorage
  ) throws -> (json: [UInt8]?, finish: () -> Void) {
    guard let backup else { return (nil, { [weak self] in self?.close() }) }
    let ring = try KeyRing(json: backup, file: KeyRing.path)
    if var keys, keys.ring.id == ring.id {
      var state = try Self.state(of: ring, keys.dataKey, KeyRing.path)
      state.generation = max(state.generation, keys.state.generation) + 1
      keys.ring.state = try sealed(try state.json, KeyRing.path, keys)
      return (try keys.ring.json, { [weak self] in self?.finish(state) })
    }
    let file = storage.location(of: KeyRing.path)
    if var current = try storage.read(KeyRing.path).map({ try KeyRing(json: $0, file: file) }), current.id == ring.id {
      current.state = ring.state
      return (try current.json, {})
    }
    return (backup, { [weak self] in self?.close() })
  }

  /// Notes that the storage has the keys with a state.
  private func finish(_ state: KeyState) {
    guard var keys else { return }
    let isFirst = !keys.hasGeneration
    (keys.state, keys.isStored, keys.newKey, keys.hasGeneration) = (state, true, nil, true)
    self.keys = keys
    if isFirst { raiseGeneration(keys) }
  }

  // MARK: The generation

  /// The file of generations; nil if the key is in the documents directory, whose copies have the same one.
  private var generations: GenerationFile? {
    guard case .file(let path) = key, let documents, !Paths.isInside(path, documents) else { return nil }
    return GenerationFile(keyFile: path)
  }

  private func checkGeneration(_ keys: inout Keys, _ folder: String) {
    guard let generations else { return }
    do {
      let known = try generations.generation(keys.ring.id)
      guard known > keys.state.generation else { return }
      var diagnostic = Diagnostic(
        "storage.rollback",
        """
        \(folder.hasSuffix("/") ? String(folder.dropLast()) : folder) is older than the key has seen it: its generation \
        is \(keys.state.generation), the last one was \(known). Someone has put back an older copy of the folder
        """)
      diagnostic.severity = .warning
      onReport(diagnostic)
      // The next store makes the generation larger than both.
      keys.state.generation = known
    } catch {
      report(error)
    }
  }

  private func raiseGeneration(_ keys: Keys) {
    guard let generations else { return }
    do { try generations.raise(keys.ring.id, to: keys.state.generation) } catch { report(error) }
  }

  /// Reports that older copies cannot be noticed, as a warning.
  private func report(_ error: any Error) {
    guard var diagnostic = error as? Diagnostic else { return }
    diagnostic.severity = .warning
    onReport(diagnostic)
  }

  // MARK: Contents

  package func encrypt(
    _ name: String, _ content: (StorageWrite.Receiver) throws -> Void, to receive: StorageWrite.Receiver
  ) throws {
    guard let keys else { throw Self.isClosed }
    let header = ContainerHeader(keys.ring.algorithm, keys.ring.id)
    try Container(header, keys.dataKey, name: name).seal(content, to: receive)
  }

  private func sealed(_ content: [UInt8], _ name: String, _ keys: Keys) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let header = ContainerHeader(keys.ring.algorithm, keys.ring.id)
    try Container(header, keys.dataKey, name: name).seal({ try content.withUnsafeBytes($0) }, to: { bytes += $0 })
    return bytes
  }

  package func decrypt(_ container: UnsafeRawBufferPointer, _ name: String) throws -> [UInt8] {
    guard let keys else { throw Self.isClosed }
    let header = try ContainerHeader(container)
    guard header.keyID == keys.ring.id else {
      throw Diagnostic(
        "storage.key",
        keys.isStored
          ? "the content is encrypted with the key \(header.keyID.text), expected \(keys.ring.id.text)"
          : "\(KeyRing.path) is missing, which has the key of the content",
        hint: "restore \(KeyRing.path) from a backup of the folder")
    }
    return try Container(header, keys.dataKey, name: name).open(container)
  }
}
