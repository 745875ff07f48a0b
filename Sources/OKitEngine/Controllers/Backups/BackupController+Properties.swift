extension ComponentDescriptor {
  package static let backup = declare(
    "ModelBackupTableController", .controller(BackupController.self), extends: controller,
    functions: [
      .onRowTap, .onTap, .onAddTap, .onDelete, .onRefresh, .refreshTriggered, .createBackup,
      .restoreBackup, .deleteBackup, .loadData, .addBackupDialog, .restoreBackupDialog, .restoredWith,
    ],
    "Shows the backups of the models, and creates, restores and deletes them.")

  package static let secureBackup = declare(
    "ModelSecureBackupTableController", .controller(SecureBackupController.self), extends: backup,
    functions: [.dataToBackup, .backupToData],
    "Shows the backups of the models, and creates encrypted ones with a password.")
}
