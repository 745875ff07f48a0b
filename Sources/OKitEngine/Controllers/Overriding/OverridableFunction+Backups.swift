/// The functions of the list of backups.
extension OverridableFunction {
  static let loadData = Self("loadData", "()", "Reads the backups again; called by `updateData`.")
  static let addBackupDialog = Self("addBackupDialog", "()", "Shows the dialog for a new backup.")
  static let restoreBackupDialog = Self(
    "restoreBackupDialog", "(backup: okit.StoredBackup|string)", "Shows the dialog before a backup is restored.")
  static let restoredWith = Self("restoredWith", "(success: boolean)", "Shows whether a backup was restored.")
  static let createBackup = Self(
    "createBackup", "(name: string, password?: string): boolean", "Creates a backup of the state.")
  static let restoreBackup = Self(
    "restoreBackup", "(backup: okit.StoredBackup|string, password?: string): boolean",
    "Checks a backup, and replaces the models by it after the turn; false for a wrong password.")
  static let deleteBackup = Self("deleteBackup", "(backup: okit.StoredBackup|string): boolean", "Deletes a backup.")
  static let dataToBackup = Self(
    "dataToBackup", "(source: string, target: string, name: string, password: string): boolean",
    "Makes a backup; an overriding function finds the exported state in `source`, below the documents directory.")
  static let backupToData = Self(
    "backupToData", "(source: string, target: string, name: string, password: string): boolean",
    "Opens a backup; an overriding function puts the state into `target`. Returns false for a wrong password.")
}
