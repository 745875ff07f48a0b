/// Encrypted models.
extension ModelRegistry {
  /// Returns the form in which a model is stored; nil for a model that is never encrypted.
  func form(of type: EntityType, _ name: String) -> StorageWrite.Form? {
    guard type.modelKind == .encrypted else { return nil }
    return isEncryptionOn ? .encrypted(name) : .plain(name)
  }

  /// Returns whether the next store of a model stores it in the other form.
  func isSwitched(_ type: EntityType, _ name: String) -> Bool {
    guard type.modelKind == .encrypted, let encryption = encrypted?.encryption, encryption.isOpen else { return false }
    return encryption.encryptedModels.contains(name) != isEncryptionOn
  }

  /// Opens the secure store for an encrypted model.
  ///
  /// - Throws: `storage.encryption` where nothing can be encrypted; what opening the store throws.
  func openStore(for type: EntityType, _ name: String) throws {
    guard type.modelKind == .encrypted else { return }
    guard let encrypted else {
      throw Diagnostic(
        "storage.encryption", "\(type.name) extends okit.ModelEncrypted, and this application has no encryption")
    }
    try encrypted.open()
    try readDroppedModels()
  }

  /// Returns the stored document of a model, decrypted.
  ///
  /// - Throws: `storage.encrypted` for an encrypted document of a model that is not; what reading throws.
  func stored(_ type: EntityType, _ name: String) throws -> StoredDocument? {
    let path = Self.path(of: name)
    if type.modelKind == .encrypted { return try storage.readDocument(path) }
    guard let stored = try (encrypted?.base ?? storage).readDocument(path) else { return nil }
    guard !EncryptedContent.isContainer(stored.bytes) else {
      throw Diagnostic(
        "storage.encrypted", "the model \"\(name)\" is stored encrypted, and \(type.name) is not an encrypted model",
        place: Diagnostic.Place(file: storage.location(of: path)),
        hint: "extend okit.ModelEncrypted; to store it plain, set okit.SecureStore.encryption to false first")
    }
    return stored
  }
}

/// Closing, opening and switching.
extension ModelRegistry {
  package var isSecureStoreOpen: Bool { encrypted?.encryption.isOpen == true }

  /// Whether an encrypted model was stored once.
  ///
  /// - Throws: what reading throws.
  package var isSecureStoreInitialized: Bool {
    get throws { try encrypted.map { try $0.encryption.isInitialized(in: $0.base) } ?? false }
  }

  package var hasEncryptedModels: Bool { !encryptedModels.isEmpty }

  private var encryptedModels: [(name: String, root: EntityID)] {
    store.models.sorted.filter { store.type(of: $0.root)?.modelKind == .encrypted }
  }

  /// Stores the encrypted models that have changed, and waits until they are stored.
  ///
  /// - Throws: what storing throws.
  func storeEncryptedModels() throws {
    try write(encryptedModels.map(\.root))
    try waitUntilStored()
  }

  /// Makes a model as empty as a new one. Only its id stays.
  func empty(_ root: EntityID, _ name: String) throws {
    try store.apply(document: .object(["id": .string(store.id(of: root) ?? "")]), of: name, to: root)
  }

  /// Makes the encrypted models as empty as new ones. Only their ids stay.
  func dropEncryptedModels() throws {
    try store.readingAgain {
      try store.transaction {
        for (name, root) in encryptedModels { try empty(root, name) }
        store.history.clearAfterTransaction(store)
      }
    }
  }

  /// Overwrites the keys. The models that were dropped refuse changes from now on.
  func closeSecureStore() {
    let models = encryptedModels
    store.forgetParts(ofModels: Set(models.map(\.name)))
    for (_, root) in models {
      endJournal(of: root)
      store.markStored(root, as: store.numberForStoring(root))
    }
    store.closedModels = Dictionary(uniqueKeysWithValues: models.map { ($0.root, store.numberForStoring($0.root)) })
    encrypted?.close()
  }

  /// Reads the keys.
  ///
  /// - Throws: what opening the store throws; `storage.encryption`.
  package func openSecureStore() throws {
    guard let encrypted else { throw Diagnostic("storage.encryption", "this application has no encryption") }
    try encrypted.open()
  }

  /// Reads the encrypted models that were dropped, as a part of a transaction.
  ///
  /// - Throws: what reading throws. The models refuse changes then, as before.
  func readDroppedModels() throws {
    let closed = store.closedModels
    guard !closed.isEmpty else { return }
    store.closedModels = [:]
    do { finishReading(try readAgain(encryptedModels.filter { closed[$0.root] != nil })) } catch {
      store.closedModels = closed
      throw error
    }
  }

  // MARK: Switching

  /// Switches encryption on or off: stores all encrypted models in the other form, all or none, and removes the first one.
  ///
  /// - Throws: `storage.closed` while the secure store is closed and there are encrypted models; what storing throws. Then nothing
  ///   has changed.
  package func switchEncryption(_ isOn: Bool) throws {
    guard isOn != isEncryptionOn else { return }
    guard encryptedModels.isEmpty || isSecureStoreOpen else {
      throw Diagnostic(
        "storage.closed", "encryption cannot be switched while the secure store is closed",
        hint: "open it with okit.SecureStore.open")
    }
    try waitUntilStored()
    isEncryptionOn = isOn
    do {
      try write(encryptedModels.map(\.root))
      try waitUntilStored()
    } catch {
      isEncryptionOn = !isOn
      throw error
    }
  }
}
