internal import OKitEncryption

/// The backups of a running application.
package final class BackupService: BackupProvider {
  private let runtime: AppRuntime
  private let backups: BackupStore

  init(_ runtime: AppRuntime, _ secureStore: SecureStore) {
    self.runtime = runtime
    let registry = runtime.registry
    backups = BackupStore(
      registry.files, secureStore, databases: registry.databases,
      server: registry.http.map { http in
        ServerModels(http, names: { registry.remoteModels }, read: registry.remoteFiles)
      })
  }

  package func list() throws -> [StoredBackup] { try backups.list().map(\.stored) }

  package func create(_ name: String, passphrase: consuming [UInt8]?) throws -> StoredBackup {
    try store()
    return try backups.create(name, passphrase: passphrase, at: runtime.clock.now).stored
  }

  package func restoring(_ name: String, passphrase: consuming [UInt8]?) throws -> () throws -> Void {
    let opened = try backups.open(name, passphrase: passphrase)
    return { try self.restore(opened) }
  }

  /// Stores the state, keeps it as a backup, replaces it by that of another one, and reads the models again. When they
  /// cannot be read, puts back the state before.
  ///
  /// - Throws: `app.turn` during a turn; what storing, `BackupStore.restore` and reading throw.
  private func restore(_ opened: OpenedBackup) throws {
    guard !runtime.turns.isInTurn else { throw Diagnostic("app.turn", "a backup cannot be restored during a turn") }
    let wasOpen = runtime.registry.isSecureStoreOpen
    try store()
    let restored = try backups.restore(opened, at: runtime.clock.now)
    do {
      try runtime.readModelsAgain(
        hasClosedStore: restored.hasClosedStore, onServer: Set(restored.serverModels))
    } catch let diagnostic as Diagnostic {
      try putBack(restored.previous, wasOpen: wasOpen)
      throw diagnostic.appending(
        .storedState(
          "the backup \"\(opened.backup.name)\" was not restored: the state before was put back; nothing has changed"))
    }
    try Self.wait(for: restored)
  }

  /// Waits until the server has the restored models.
  ///
  /// - Throws: `http.conflict`, and what sending throws; the models wait to be sent then.
  package static func wait(for restored: BackupStore.Restored) throws {
    for store in restored.stores {
      do { try store.wait() } catch let diagnostic as Diagnostic {
        throw diagnostic.appending(
          .storedState("the backup was restored on this machine; what the server has not got waits in okit/pending"))
      }
    }
  }

  /// - Parameter wasOpen: Whether the secure store was open before.
  private func putBack(_ previous: Backup, wasOpen: Bool) throws {
    try backups.replace(with: backups.open(previous.name, passphrase: nil))
    if wasOpen, !runtime.isCovered, !runtime.registry.isSecureStoreOpen { try runtime.registry.openSecureStore() }
    try backups.delete(previous.name)
  }

  package func folder(of name: String) throws -> String { try BackupPath.folder(of: name) }

  package func delete(_ name: String) throws { try backups.delete(name) }

  private func store() throws {
    try runtime.registry.storeState()
    try runtime.registry.waitUntilStored()
  }
}

extension Backup {
  fileprivate var stored: StoredBackup {
    StoredBackup(name: name, createdAt: createdAt, isSecure: isSecure, size: size, isDamaged: form == .damaged)
  }
}
