public import OKitBackup
import OKitEncryption

extension StoredModels {
  /// Returns the backups, newest first; the folders that an OKit app has created have no date and are last.
  public func backups() throws -> [Backup] { try backupStore().list() }

  /// Creates a backup of all models, with the last state of those of the application on a server.
  ///
  /// - Parameters:
  ///   - name: The name of the backup.
  ///   - passphrase: What encrypts it; nil for a plain one.
  /// - Throws: `backup.name`, `backup.exists`, `backup.passphrase`, `http.pending` for what waits to be sent, and what
  ///   reading and storing throw.
  public func createBackup(_ name: String, passphrase: @autoclosure () throws -> [UInt8]? = nil) throws -> Backup {
    if var problem = try misplaced().first {
      problem.hint = "put the file back: a backup without it would seem to have the model"
      throw problem
    }
    return try backupStore(withServer: true).create(name, passphrase: passphrase(), at: RuntimeClock.system.now)
  }

  /// Replaces all models by those of a backup, or none.
  ///
  /// - Parameters:
  ///   - name: The name of the backup.
  ///   - passphrase: That of an encrypted backup.
  ///   - opensKeys: Whether the key of the options is used, so that the next start does not take the folder for an old
  ///     copy (`storage.rollback`).
  ///   - keyFailure: Gets why the key cannot be used; throws to restore nothing.
  /// - Returns: The backup with the state before, and whether the keys of encrypted models are those of the backup now.
  /// - Throws: `backup.unknown`, `backup.damaged`, `backup.passphrase`, and what reading and storing throw.
  public func restoreBackup(
    _ name: String, passphrase: @autoclosure () throws -> [UInt8]? = nil, opensKeys: Bool = false,
    keyFailure: (Diagnostic) throws -> Void = { throw $0 }
  ) throws -> (previous: Backup, hasOtherKeys: Bool) {
    let store = try backupStore(withServer: true)
    if opensKeys { do { try store.openKeys() } catch let diagnostic as Diagnostic { try keyFailure(diagnostic) } }
    let restored = try store.restore(store.open(name, passphrase: passphrase()), at: RuntimeClock.system.now)
    try BackupService.wait(for: restored)
    return (restored.previous, restored.hasOtherKeys)
  }

  /// Reads a backup as a whole, and compares its checksums.
  ///
  /// - Returns: The number of its files.
  /// - Throws: `backup.unknown`, `backup.damaged`, `backup.passphrase`, and what reading throws.
  public func verifyBackup(_ name: String, passphrase: @autoclosure () throws -> [UInt8]? = nil) throws -> Int {
    try backupStore().open(name, passphrase: passphrase()).files.count
  }

  /// Deletes a backup.
  ///
  /// - Throws: `backup.unknown` with the nearest name, and what deleting throws.
  public func deleteBackup(_ name: String) throws { try backupStore().delete(name) }

  private func backupStore(withServer: Bool = false) throws -> BackupStore {
    // A backup needs no keys: encrypted models are copied as they are. The classes have keys of their own: restoring
    // replaces those of the store.
    let secureStore = SecureStore(options.key, documents: storage.documents, onReport: options.onReport)
    secureStore.derivationLimit = (keys as? SecureStore)?.derivationLimit ?? DerivationLimit()
    let databases = databases(storage.access == .owner ? .owner : .reader)
    return BackupStore(storage, secureStore, databases: databases, server: try withServer ? serverModels() : nil)
  }

  /// Returns the models of the application on a server; nil if it has none.
  private func serverModels() throws -> ServerModels? {
    guard let script = options.script else { return nil }
    let classes: DocumentClasses
    do { classes = try self.classes(script) } catch var diagnostic as Diagnostic {
      diagnostic.hint =
        diagnostic.hint ?? "\(HintPhrase.withoutScript) only models of this machine count"
      throw diagnostic
    }
    guard !classes.serverModels.isEmpty, let transport = classes.transport else { return nil }
    return ServerModels(
      .server(transport, storage), names: { classes.serverModels }, read: { try classes.serverFiles(of: $0) })
  }
}
