/// The backups of a script's application, for its controllers. What replaces the models runs when the turn has ended.
final class ScriptBackups: ApplicationBackups {
  private unowned let host: ScriptHost  // Safe: it owns the backups.
  private let backups: any BackupProvider

  init(_ host: ScriptHost, _ backups: any BackupProvider) { (self.host, self.backups) = (host, backups) }

  func list() throws -> [StoredBackup] { try backups.list() }

  func create(_ name: String, passphrase: String?) throws {
    _ = try backups.create(name, passphrase: Self.bytes(passphrase))
  }

  func delete(_ name: String) throws { try backups.delete(name) }

  func restore(_ name: String, passphrase: String?, completion: @escaping ((any Error)?) -> Void) throws {
    afterTurn(completion, try backups.restoring(name, passphrase: Self.bytes(passphrase)))
  }

  var exportFolder: String { host.runtime.registry.files.location(of: ModelRegistry.exportFolder) }

  func folder(of name: String) throws -> String {
    host.runtime.registry.files.location(of: try backups.folder(of: name))
  }

  func exportState() throws { try host.runtime.registry.exportState() }

  func importState(completion: @escaping ((any Error)?) -> Void) throws {
    let runtime = host.runtime
    afterTurn(completion) {
      guard try runtime.turn({ try runtime.registry.importState() }) != nil else {
        throw Diagnostic("backup.refused", "a function that observes the models has failed")
      }
      try runtime.registry.storeState()
    }
  }

  func clearExport() throws { try host.runtime.registry.clearExport() }

  private static func bytes(_ passphrase: String?) -> [UInt8]? { passphrase.map { Array($0.utf8) } }

  private func afterTurn(_ completion: @escaping ((any Error)?) -> Void, _ body: @escaping () throws -> Void) {
    host.afterSuccessfulTurn { _ in
      do { try body() } catch { return completion(error) }
      completion(nil)
    }
  }
}
