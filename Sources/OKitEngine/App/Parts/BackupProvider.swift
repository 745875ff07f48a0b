/// Creates and restores the backups of a running application: what `OKitBackup` gives it.
package protocol BackupProvider: AnyObject {
  /// Returns the backups, newest first.
  ///
  /// - Throws: What reading throws.
  func list() throws -> [StoredBackup]

  /// Stores the state, and creates a backup of it.
  ///
  /// - Parameter passphrase: What encrypts it; nil for a plain one.
  /// - Throws: `backup.exists`, `backup.name`, `backup.passphrase`; what storing and writing throw.
  func create(_ name: String, passphrase: consuming [UInt8]?) throws -> StoredBackup

  /// Reads and checks a backup as a whole.
  ///
  /// - Returns: A function that replaces the models by it, outside of turns.
  /// - Throws: `backup.unknown`, `backup.damaged`, `backup.passphrase`.
  func restoring(_ name: String, passphrase: consuming [UInt8]?) throws -> () throws -> Void

  /// - Throws: `backup.unknown`, and what writing throws.
  func delete(_ name: String) throws

  /// Returns the path of the folder of a backup that a script creates itself.
  ///
  /// - Throws: `backup.name`.
  func folder(of name: String) throws -> String
}
