/// Shows the backups of the models, and creates encrypted ones (`ModelSecureBackupTableController`).
package final class SecureBackupController: BackupController {
  override var passwordFields: [DialogRequest.Field] {
    [field("Password", isSecure: true), field("Confirm Password", isSecure: true)]
  }

  /// A backup that a script's own function has made may need one, too.
  override func asksForPassword(of backup: StoredBackup) -> Bool {
    backup.isSecure || overrides(.backupToData)
  }

  // MARK: Functions that scripts override

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .dataToBackup: return .bool(try makeBackup(arguments))
    case .backupToData: return .bool(try openBackup(arguments))
    default: return try super.inherited(function, arguments)
    }
  }

  /// The built-in `createBackup(name, password)`: exports the state if a function of the script makes the backup.
  override func create(_ arguments: [Value]) throws -> Value {
    let (name, password) = try nameAndPassword(arguments, for: .createBackup)
    let backups = try requireBackups()
    let arguments = [name, password].map(Value.string)
    defer { reload() }
    guard overrides(.dataToBackup) else { return try inherited(.dataToBackup, [.null, .null] + arguments) }
    let folders = try [backups.exportFolder, backups.folder(of: name)].map(Value.string)
    return try withExport(backups) {
      try backups.exportState()
      return .bool(try callFunction(.dataToBackup, folders + arguments).truth)
    }
  }

  /// Runs what uses the folder for exports, in which nothing that is not encrypted stays: also after an error.
  private func withExport<Result>(_ backups: any ApplicationBackups, _ body: () throws -> Result) throws -> Result {
    try backups.clearExport()
    let result: Result
    do { result = try body() } catch {
      // The first error is the reason; the other one is reported besides.
      do { try backups.clearExport() } catch { services.report(located(error)) }
      throw error
    }
    try backups.clearExport()
    return result
  }

  private func makeBackup(_ arguments: [Value]) throws -> Bool {
    let (name, password) = try nameAndPassword(Array(arguments.dropFirst(2)), for: .dataToBackup)
    try requireBackups().create(name, passphrase: password.isEmpty ? nil : password)
    return true
  }

  private var isOpened = false

  /// The built-in `restoreBackup(backup, password)`: a function of the script may put the state into the folder for
  /// exports.
  override func restore(_ arguments: [Value]) throws -> Bool {
    let backup = try backup(arguments, for: .restoreBackup)
    let password = try text(arguments, 1, "a password", for: .restoreBackup) ?? ""
    let backups = try requireBackups()
    let arguments = [backup.name, password].map(Value.string)
    guard overrides(.backupToData) else { return try inherited(.backupToData, [.null, .null] + arguments).truth }
    let folders = try [backups.folder(of: backup.name), backups.exportFolder].map(Value.string)
    isOpened = false
    try backups.clearExport()
    do {
      let isMade = try callFunction(.backupToData, folders + arguments).truth
      // The built-in function restores the backup after the turn, and needs no export.
      if isMade, !isOpened, importExport(backups) { return true }
      try backups.clearExport()
      return isMade && isOpened
    } catch {
      do { try backups.clearExport() } catch { services.report(located(error)) }
      throw error
    }
  }

  /// Replaces the models by the exported state when the turn has ended. - Returns: False after an error.
  private func importExport(_ backups: any ApplicationBackups) -> Bool {
    checking {
      try backups.importState { [self] failure in
        do { try backups.clearExport() } catch { services.report(located(error)) }
        finishRestoring(failure)
      }
    }
  }

  private func openBackup(_ arguments: [Value]) throws -> Bool {
    let (name, password) = try nameAndPassword(Array(arguments.dropFirst(2)), for: .backupToData)
    let isRestored = checking {
      try requireBackups().restore(name, passphrase: password.isEmpty ? nil : password, completion: finishRestoring)
    }
    isOpened = isRestored
    return isRestored
  }

  private func nameAndPassword(_ arguments: [Value], for function: OverridableFunction) throws -> (String, String) {
    guard let name = try text(arguments, 0, "a name", for: function) else {
      throw Diagnostic("controller.argument", "\(function) needs a name")
    }
    return (name, try text(arguments, 1, "a password", for: function) ?? "")
  }

  /// Calls a function that scripts override, which cannot wait.
  private func callFunction(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    guard let own = definition.override(of: function), let host = evaluator.host else {
      return try inherited(function, arguments)
    }
    return try host.call(own, receiver: .handle(handle), arguments: arguments)
  }
}
