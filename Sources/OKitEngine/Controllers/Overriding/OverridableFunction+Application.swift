/// The functions of the controllers of the application, its menu, its forms and its backups.
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
  static let setDataModel = Self(
    "setDataModel", "(entity: any)",
    "Shows another entity in the form, after the valid input of the fields is written.")
  static let getDataModel = Self("getDataModel", "(): any", "Returns the entity of the form.")
  static let refreshDisplay = Self(
    "refreshDisplay", "(keep?: boolean)",
    "Shows the values of the model again; drops unsaved input unless it is to be kept.")
  static let validate = Self(
    "validate",
    "(): boolean, okit.InvalidField[]",
    """
    Validates all fields and the entity, and marks what is invalid. Returns whether there is nothing, and a list \
    of it.
    """)
  static let submit = Self(
    "submit",
    "(): boolean",
    """
    Validates all fields and writes their input, of all or of none. Shows an alert and returns false if a value \
    is invalid.
    """)
  static let navigateToHome = Self(
    "navigateToHome", "()",
    "Shows the home of the application with the default context; that of a menu closes the menu, too.")
  static let navigateToTarget = Self(
    "navigateToTarget", "(entity?: any, identifier?: string)",
    "Shows a content for an entity, and closes the menu; without arguments, that of `identifier`.")
  static let applyEncryption = Self("applyEncryption", "()", "Stores the encrypted models as `encryption` says.")
  static let applyProtection = Self("applyProtection", "()", "Called when `protection` has changed.")
  static let protect = Self(
    "protect", "()", "Covers a protected application, and starts the time-out, because it enters the background.")
  static let unprotect = Self(
    "unprotect", "()", "Removes the cover, or asks the authenticator, because the application is in the foreground.")
  static let showProtectionCover = Self("showProtectionCover", "()", "Shows the cover.")
  static let resetContent = Self(
    "resetContent", "()",
    "Forgets all contents, and shows the home again, below what is presented; runs when the theme has changed.")
  static let resetAll = Self(
    "resetAll", "()",
    "Forgets the menu and what is presented, and calls `resetContent`; runs after a backup was restored.")
  static let slideMenu = Self("slideMenu", "()", "Opens or closes the menu: calls `slideMenuIn` or `slideMenuOut`.")
  static let slideMenuIn = Self("slideMenuIn", "()", "Opens the menu.")
  static let slideMenuOut = Self("slideMenuOut", "()", "Closes the menu.")
  static let hideProtectionCover = Self(
    "hideProtectionCover", "()", "Removes the cover, unless the authenticator has to answer first.")
}
