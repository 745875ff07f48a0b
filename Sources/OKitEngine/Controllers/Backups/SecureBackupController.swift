/// Shows the backups of the models, and creates encrypted ones (`ModelSecureBackupTableController`).
package final class SecureBackupController: BackupController {
  override var passwordFields: [DialogRequest.Field] {
    [
      .init("Password", placeholder: localized("Password"), isSecure: true),
      .init("Confirm Password", placeholder: localized("Confirm Password"), isSecure: true),
    ]
  }

  /// A backup that a script's own function has made may need one, too.
  override func asksForPassword(of backup: StoredBackup) -> Bool {
    backup.isSecure || definition.function(named: "backupToData") != nil
  }

  // MARK: Functions that scripts override

  /// The folder with the exported state, and the file of a backup, below the documents directory.
  private static let exportFolder = "okit/export"

  private static func path(of name: String) -> String { "okit/backup/\(name)" }

  package override func inherited(_ name: String, _ arguments: [Value]) throws -> Value {
    switch name {
    case "dataToBackup": return .bool(try makeBackup(arguments))
    case "backupToData": return .bool(try openBackup(arguments))
    default: return try super.inherited(name, arguments)
    }
  }

  /// The built-in `createBackup(name, password)`: exports the state if a function of the script makes the backup.
  override func create(_ arguments: [Value]) throws -> Value {
    let (name, password) = try nameAndPassword(arguments, for: "createBackup")
    let backups = try requireBackups()
    let isOverridden = definition.function(named: "dataToBackup") != nil
    if isOverridden { try backups.exportState() }
    defer { updateData() }
    let values = [Self.exportFolder, Self.path(of: name), name, password].map(Value.string)
    let result = try callFunction("dataToBackup", values)
    if isOverridden { try backups.clearExport() }
    return .bool(result.truth)
  }

  private func makeBackup(_ arguments: [Value]) throws -> Bool {
    let (name, password) = try nameAndPassword(Array(arguments.dropFirst(2)), for: "dataToBackup")
    try requireBackups().create(name, passphrase: password.isEmpty ? nil : password)
    return true
  }

  private var isOpened = false

  /// The built-in `restoreBackup(backup, password)`: a function of the script may put the state into the folder for exports.
  override func restore(_ arguments: [Value]) throws -> Bool {
    let backup = try backup(arguments, for: "restoreBackup")
    let password = try text(arguments, 1, "a password", for: "restoreBackup") ?? ""
    let backups = try requireBackups()
    let isOverridden = definition.function(named: "backupToData") != nil
    if isOverridden { try backups.clearExport() }
    isOpened = false
    let values = [Self.path(of: backup.name), Self.exportFolder, backup.name, password].map(Value.string)
    guard try callFunction("backupToData", values).truth else { return false }
    // The built-in function restores the backup after the turn.
    if isOpened { return true }
    return try checking {
      try backups.importState { [weak self] failure in
        guard let self else { return }
        do { try backups.clearExport() } catch { services.report(located(error)) }
        showResult(failure)
      }
    }
  }

  private func openBackup(_ arguments: [Value]) throws -> Bool {
    let (name, password) = try nameAndPassword(Array(arguments.dropFirst(2)), for: "backupToData")
    let isRestored = try checking {
      try requireBackups().restore(name, passphrase: password.isEmpty ? nil : password, completion: showResult)
    }
    isOpened = isRestored
    return isRestored
  }

  private func nameAndPassword(_ arguments: [Value], for function: String) throws -> (String, String) {
    guard let name = try text(arguments, 0, "a name", for: function) else {
      throw Diagnostic("controller.argument", "\(function) needs a name")
    }
    return (name, try text(arguments, 1, "a password", for: function) ?? "")
  }

  /// Calls a function that scripts override, which cannot wait.
  private func callFunction(_ name: String, _ arguments: [Value]) throws -> Value {
    guard let function = definition.function(named: name), let host = evaluator.host else {
      return try inherited(name, arguments)
    }
    return try host.call(function, receiver: .handle(handle), arguments: arguments)
  }
}
