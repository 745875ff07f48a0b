/// The dialogs of backups, as OKit shows them.
extension BackupController {
  /// Asks for the name of a new backup, and for a password if its controller creates encrypted ones.
  func askForName() {
    var fields = [field("Name", text: defaultName)]
    fields += passwordFields
    let takesPassword = !passwordFields.isEmpty
    showDialog(
      DialogRequest(
        .alert, title: localized(takesPassword ? "New Protected Backup" : "New Backup"),
        message: localized(
          takesPassword ? "Enter name and password for this Backup" : "Enter name for this Backup"),
        fields: fields,
        buttons: [
          .init(
            localized("OK"),
            tap: { [self] texts in
              let password = takesPassword && texts.count > 1 ? texts[1] : nil
              try create(named: FileName.cleaned(texts.first ?? ""), password: password)
            },
            isEnabled: { texts in
              guard let name = texts.first, !FileName.cleaned(name).isEmpty else { return false }
              return !takesPassword || (texts.count == 3 && !texts[1].isEmpty && texts[1] == texts[2])
            }),
          .init(localized("Cancel"), style: .cancel),
        ]))
  }

  /// A field with a localized name, which is its placeholder, too.
  final func field(_ name: StaticString, text: String = "", isSecure: Bool = false) -> DialogRequest.Field {
    DialogRequest.Field(localized(name), placeholder: localized(name), text: text, isSecure: isSecure)
  }

  /// The current time.
  private var defaultName: String { ISO8601.text(of: evaluator.functionContext().now) ?? "" }

  private func create(named name: String, password: String?) throws {
    try runFunction(.createBackup, [.string(name)] + (password.map { [.string($0)] } ?? []))
  }

  /// Asks before a backup replaces the models; for the password of an encrypted one.
  func askToRestore(_ backup: StoredBackup) throws {
    let cancel = DialogRequest.Button(localized(asksForPassword(of: backup) ? "Cancel" : "No"), style: .cancel)
    guard asksForPassword(of: backup) else {
      return showDialog(
        DialogRequest(
          .alert, title: localized("Confirm Restore"), message: localized("Do you really want to restore backup?"),
          buttons: [
            .init(localized("Yes"), tap: { [self] _ in try restore(backup, password: nil) }), cancel,
          ]))
    }
    showDialog(
      DialogRequest(
        .alert, title: localized("Confirm Restore"), message: localized("Enter password to restore Backup"),
        fields: [field("Password", isSecure: true)],
        buttons: [
          .init(
            localized("OK"), tap: { [self] texts in try restore(backup, password: texts.first) },
            isEnabled: { $0.first?.isEmpty == false }),
          cancel,
        ]))
  }

  func askToDelete(_ backup: StoredBackup) {
    showDialog(
      DialogRequest(
        .alert, title: localized("Confirm Deletion"), message: localized("Do you really want to delete backup?"),
        buttons: [
          .init(
            localized("Yes"), tap: { [self] _ in try runFunction(.deleteBackup, [value(of: backup)]) }),
          .init(localized("No"), style: .cancel),
        ]))
  }

  /// Says whether the models were replaced; then the application returns to its home.
  func showResult(isRestored: Bool) {
    let services = services
    let ok = DialogRequest.Button(
      localized("OK"), style: .cancel, tap: { [weak services] _ in if isRestored { try services?.resetAll() } })
    showDialog(
      DialogRequest(
        .alert, title: localized(isRestored ? "Backup Restored" : "Backup Not Restored"),
        message: localized(
          isRestored ? "Backup was successfully restored." : "Restoring Backup failed. Wrong Password?"),
        buttons: [ok]))
  }
}
