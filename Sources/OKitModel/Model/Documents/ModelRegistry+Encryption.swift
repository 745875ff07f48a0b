/// Encrypted models: closing, opening and switching the secure store.
extension ModelRegistry {
  /// Returns whether the files of a model are encrypted.
  func isStoredEncrypted(_ name: String) -> Bool { encrypted?.encryption.encryptedModels.contains(name) == true }

  package var isSecureStoreOpen: Bool { encrypted?.encryption.isOpen == true }

  /// Whether an encrypted model was stored once.
  ///
  /// - Throws: what reading throws.
  package var isSecureStoreInitialized: Bool {
    get throws { try encrypted.map { try $0.encryption.isInitialized(in: $0.base) } ?? false }
  }

  /// Whether models can be encrypted.
  package var canEncrypt: Bool { encrypted != nil }

  package var hasEncryptedModels: Bool { !encryptedModels.isEmpty }

  /// Whether there are encrypted models whose content is not in memory.
  package var hasClosedModels: Bool { !store.closedModels.isEmpty }

  private var encryptedModels: [(name: String, root: EntityID)] {
    store.models.sorted.filter { store.type(of: $0.root)?.isEncrypted == true }
  }

  /// Whether files with data of the models outside of them can be written: where models are encrypted, one of them was
  /// stored, and the keys are open. A file that is encrypted for a model says that the model is stored.
  package var canWriteOtherFiles: Bool {
    let encrypted = modelsStoredEncrypted
    return encrypted.isEmpty || (isSecureStoreOpen && encrypted.contains(where: isStoredEncrypted))
  }

  /// The form of these files: encrypted where a model is.
  package var formOfOtherFiles: StorageWrite.Form? {
    modelsStoredEncrypted.first(where: isStoredEncrypted).map(StorageWrite.Form.encrypted)
  }

  /// The models whose documents are encrypted when they are stored.
  private var modelsStoredEncrypted: [String] {
    encryptedModels.map(\.name).filter { (homes[$0] as? DocumentHome)?.contentForm == .encrypted($0) }
  }

  /// Stores the encrypted models that have changed, and waits until they are stored.
  ///
  /// - Throws: what storing throws.
  package func storeEncryptedModels() throws {
    try write(encryptedModels.map(\.root))
    try waitUntilStored()
  }

  /// Makes a model as empty as a new one. Only its id stays.
  func empty(_ root: EntityID, _ name: String) throws {
    try store.apply(document: .object(["id": .string(store.id(of: root) ?? "")]), of: name, to: root)
  }

  /// Makes the encrypted models as empty as new ones. Only their ids stay. `closeSecureStore` frees what they have
  /// contained.
  package func dropEncryptedModels() throws {
    leaving = encryptedModels.flatMap { store.subtree($0.root).dropFirst() }
    store.isDropping = true
    defer { store.isDropping = false }
    try store.readingAgain {
      try store.transaction {
        for (name, root) in encryptedModels { try empty(root, name) }
        store.history.clearAfterTransaction(store)
      }
    }
  }

  /// Overwrites the keys. The models that were dropped refuse changes from now on.
  package func closeSecureStore() {
    let models = encryptedModels
    store.forgetParts(ofModels: Set(models.map(\.name)))
    for (_, root) in models {
      home(of: root)?.endLog(of: root)
      store.markStored(root, as: store.numberForStoring(root))
    }
    store.setClosedModels(Dictionary(uniqueKeysWithValues: models.map { ($0.root, store.numberForStoring($0.root)) }))
    // Whatever holds these entities: their content must not stay in memory.
    store.drop(leaving)
    leaving = []
    store.recorders.forget(models: Set(models.map(\.root)))
    encrypted?.close()
  }

  /// Registers an encrypted model whose content was not in memory before a reload, and leaves the secure store closed.
  func registerClosed(_ type: EntityType, _ name: String) throws -> EntityID {
    let root = store.make(type, id: closed[name])
    try store.atomically {
      do { try store.adoptRoot(root, name: name) } catch let taken as ModelStore.TakenID { throw taken.diagnostic }
      try store.runRootHooks(root)
    }
    closed[name] = nil
    let number = store.numberForStoring(root)
    store.markStored(root, as: number)
    var models = store.closedModels
    models[root] = number
    store.setClosedModels(models)
    return root
  }

  /// Reads the keys.
  ///
  /// - Throws: what opening the store throws; `part.missing`.
  package func openSecureStore() throws {
    guard let encrypted else { throw Diagnostic.missingPart(.encryption, for: "okit.SecureStore") }
    try encrypted.open()
  }

  /// Reads the encrypted models that were dropped, as a part of a transaction.
  ///
  /// - Throws: what reading throws. The models refuse changes then, as before.
  package func readDroppedModels() throws {
    let closed = store.closedModels
    guard !closed.isEmpty else { return }
    store.setClosedModels([:])
    do { finishReading(try readAgain(sortedHomes.filter { closed[$0.root] != nil })) } catch {
      store.setClosedModels(closed)
      throw error
    }
  }

  // MARK: Switching

  /// Whether models are stored encrypted: because encryption is on, or because they were and it was not switched off.
  package var storesEncrypted: Bool {
    isEncryptionOn || encryptedModels.contains { isStoredEncrypted($0.name) }
  }

  /// Sets whether models are stored encrypted, at the start of an application. Models that are stored encrypted stay
  /// so.
  package func setInitialEncryption(_ isOn: Bool) {
    isEncryptionOn = isOn
    for (home, _) in sortedHomes { home.reportIfKeptEncrypted() }
  }

  /// Switches encryption on or off: stores all encrypted models in the other form, all or none, and removes the first
  /// one.
  ///
  /// - Throws: `storage.closed` while the secure store is closed and there are encrypted models; what storing throws.
  ///   Then nothing has changed.
  package func switchEncryption(_ isOn: Bool) throws {
    guard isOn != isEncryptionOn || isOn != storesEncrypted else { return }
    guard encryptedModels.isEmpty || isSecureStoreOpen else {
      throw Diagnostic(
        "storage.closed", "encryption cannot be switched while the secure store is closed",
        hint: "open it with okit.SecureStore.open")
    }
    try waitUntilStored()
    let wasOn = isEncryptionOn
    isEncryptionOn = isOn
    isSwitchingOff = !isOn
    defer { isSwitchingOff = false }
    do {
      try write(encryptedModels.map(\.root))
      try waitUntilStored()
    } catch {
      isEncryptionOn = wasOn
      throw error
    }
  }
}
