/// A stored backup, as a list shows it.
package struct StoredBackup: Sendable, Hashable {
  package var name: String
  /// Nil where the backup does not say it.
  package var createdAt: DateValue?
  /// Whether it is encrypted with a passphrase.
  package var isSecure: Bool
  /// Its size in bytes.
  package var size: Int
  /// Whether its first bytes are wrong.
  package var isDamaged: Bool

  package init(name: String, createdAt: DateValue?, isSecure: Bool, size: Int, isDamaged: Bool = false) {
    (self.name, self.createdAt, self.isSecure, self.size) = (name, createdAt, isSecure, size)
    self.isDamaged = isDamaged
  }
}

/// The backups of an application, for the controllers that show them. The host implements it.
package protocol ApplicationBackups: AnyObject {
  /// Returns the backups, newest first. - Throws: What reading throws.
  func list() throws -> [StoredBackup]

  /// Stores the state, and creates a backup of it; with a passphrase, an encrypted one.
  ///
  /// - Throws: `backup.exists`, `backup.name`, what storing and writing throw.
  func create(_ name: String, passphrase: String?) throws

  /// - Throws: `backup.unknown`, what writing throws.
  func delete(_ name: String) throws

  /// Checks a backup, and replaces the models by it when the turn has ended.
  ///
  /// - Parameter completion: Called outside of turns when the models were replaced; with an error if they were not.
  /// - Throws: `backup.passphrase` for a wrong passphrase, `backup.unknown`, `backup.damaged`.
  func restore(_ name: String, passphrase: String?, completion: @escaping ((any Error)?) -> Void) throws

  /// The path of the folder `okit/export`, for scripts.
  var exportFolder: String { get }

  /// The path of the folder of a backup that a script creates itself.
  ///
  /// - Throws: `backup.name`.
  func folder(of name: String) throws -> String

  /// Writes the state to the folder `okit/export`. - Throws: What storing and writing throw.
  func exportState() throws

  /// Replaces the models by what is in the folder `okit/export` when the turn has ended.
  ///
  /// - Parameter completion: As in `restore`.
  func importState(completion: @escaping ((any Error)?) -> Void) throws

  /// Removes the folder `okit/export`. - Throws: What removing throws.
  func clearExport() throws
}
