/// The form in which a document and the files of its parts are stored: encrypted or plain.
extension DocumentHome {
  /// The form of contents; nil for a model that is never encrypted.
  var contentForm: StorageWrite.Form? {
    guard type.isEncrypted else { return nil }
    return registry.isEncryptionOn || staysEncrypted ? .encrypted(name) : .plain(name)
  }

  /// Whether the model stays encrypted although encryption is off: nothing but switching it off stores it plain.
  private var staysEncrypted: Bool {
    !registry.isEncryptionOn && !registry.isSwitchingOff && registry.isStoredEncrypted(name)
  }

  /// Whether the next store stores the model in the other form.
  var isSwitched: Bool {
    guard let contentForm, registry.isSecureStoreOpen else { return false }
    return registry.isStoredEncrypted(name) != (contentForm == .encrypted(name))
  }

  /// Reports a model that stays encrypted. The setting may come from a file that another program has changed.
  func reportIfKeptEncrypted() {
    guard type.isEncrypted, staysEncrypted else { return }
    store.report(
      Diagnostic(
        "storage.encryption",
        """
        the model "\(name)" stays encrypted: okit.SecureStore.encryption was set to false while the application \
        started; only an action decrypts a stored model
        """,
        severity: .warning,
        hint: "set it in an action, or \(HintPhrase.convertToFile)"))
  }

  /// Opens the secure store for an encrypted model.
  ///
  /// - Throws: `part.missing` where nothing can be encrypted; what opening the store throws.
  func openStore() throws {
    guard type.isEncrypted else { return }
    guard let encrypted = registry.encrypted else {
      throw Diagnostic.missingPart(.encryption, for: "the class \(type.name)")
    }
    guard !registry.isLocked || encrypted.encryption.isOpen else {
      throw Diagnostic(
        "storage.closed", "the model \"\(name)\" cannot be registered while the protected application is covered")
    }
    try encrypted.open()
    try registry.readDroppedModels()
  }

  /// Returns the stored document, decrypted.
  ///
  /// - Throws: `storage.encrypted` for an encrypted document of a model that is not; what reading throws.
  func stored() throws -> StoredDocument? {
    if type.isEncrypted { return try storage.readDocument(path) }
    guard let stored = try base.readDocument(path) else { return nil }
    guard !EncryptedContent.isContainer(stored.bytes) else {
      throw registry.notEncryptedClass(type, name, at: location)
    }
    return stored
  }
}
