/// Encrypted models.
extension ModelRegistry {
  /// Returns the form in which a model is stored; nil for a model that is never encrypted.
  func form(of type: EntityType, _ name: String) -> StorageWrite.Form? {
    guard type.modelKind?.isEncrypted == true else { return nil }
    return isEncryptionOn || isKeptEncrypted(name) ? .encrypted(name) : .plain(name)
  }

  /// Returns whether a model stays encrypted although encryption is off: nothing but switching it off stores it plain.
  private func isKeptEncrypted(_ name: String) -> Bool {
    !isEncryptionOn && !isSwitchingOff && encrypted?.encryption.encryptedModels.contains(name) == true
  }

  /// Returns whether the next store of a model stores it in the other form.
  func isSwitched(_ type: EntityType, _ name: String) -> Bool {
    guard let form = form(of: type, name), let encryption = encrypted?.encryption, encryption.isOpen else {
      return false
    }
    return encryption.encryptedModels.contains(name) != (form == .encrypted(name))
  }

  /// Reports a model that stays encrypted. The setting may come from a file that another program has changed.
  func reportIfKeptEncrypted(_ type: EntityType, _ name: String) {
    guard type.modelKind?.isEncrypted == true, isKeptEncrypted(name) else { return }
    store.report(
      Diagnostic(
        "storage.encryption",
        """
        the model "\(name)" stays encrypted: okit.SecureStore.encryption was set to false while the application \
        started; only an action decrypts a stored model
        """,
        severity: .warning,
        hint: "set it in an action, or run \"okit-run models convert --to file\""))
  }

  /// Opens the secure store for an encrypted model.
  ///
  /// - Throws: `storage.encryption` where nothing can be encrypted; what opening the store throws.
  func openStore(for type: EntityType, _ name: String) throws {
    guard type.modelKind?.isEncrypted == true else { return }
    guard let encrypted else {
      throw Diagnostic(
        "storage.encryption", "\(type.name) is an encrypted model, and this application has no encryption")
    }
    guard !isLocked || encrypted.encryption.isOpen else {
      throw Diagnostic(
        "storage.closed", "the model \"\(name)\" cannot be registered while the protected application is covered")
    }
    try encrypted.open()
    try readDroppedModels()
  }

  /// Returns the stored document of a model, decrypted.
  ///
  /// - Throws: `storage.encrypted` for an encrypted document of a model that is not; what reading throws.
  func stored(_ type: EntityType, _ name: String) throws -> StoredDocument? {
    let path = Self.path(of: name)
    if type.modelKind?.isEncrypted == true { return try storage.readDocument(path) }
    let plain: any DocumentStorage = type.modelKind?.isRemote == true ? http ?? files : files
    guard let stored = try plain.readDocument(path) else { return nil }
    guard !EncryptedContent.isContainer(stored.bytes) else {
      throw notEncryptedClass(type, name)
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

  /// Whether models can be encrypted.
  package var canEncrypt: Bool { encrypted != nil }

  package var hasEncryptedModels: Bool { !encryptedModels.isEmpty }

  /// Whether there are encrypted models whose content is not in memory.
  package var hasClosedModels: Bool { !store.closedModels.isEmpty }

  private var encryptedModels: [(name: String, root: EntityID)] {
    store.models.sorted.filter { store.type(of: $0.root)?.modelKind?.isEncrypted == true }
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

  /// Makes the encrypted models as empty as new ones. Only their ids stay. `closeSecureStore` frees what they have
  /// contained.
  func dropEncryptedModels() throws {
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
  func closeSecureStore() {
    let models = encryptedModels
    store.forgetParts(ofModels: Set(models.map(\.name)))
    for (_, root) in models {
      endJournal(of: root)
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
    store.setClosedModels([:])
    do { finishReading(try readAgain(encryptedModels.filter { closed[$0.root] != nil })) } catch {
      store.setClosedModels(closed)
      throw error
    }
  }

  // MARK: Switching

  /// Whether models are stored encrypted: because encryption is on, or because they were and it was not switched off.
  package var storesEncrypted: Bool {
    isEncryptionOn || encryptedModels.contains { encrypted?.encryption.encryptedModels.contains($0.name) == true }
  }

  /// Sets whether models are stored encrypted, at the start of an application. Models that are stored encrypted stay
  /// so.
  package func setInitialEncryption(_ isOn: Bool) {
    isEncryptionOn = isOn
    for (name, root) in encryptedModels { if let type = store.type(of: root) { reportIfKeptEncrypted(type, name) } }
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
