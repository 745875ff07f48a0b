/// A part of hints that names what solves a problem: a property or a function of Swift programs.
///
/// Libraries write hints for Swift programs. The command line, which has options for the same, puts their names in the
/// place of each phrase (`OptionHint`).
package enum HintPhrase: String, CaseIterable, Sendable, CustomStringConvertible {
  // Permissions of scripts.
  case read = "set permissions.read"
  case write = "set permissions.write"
  case readOrWrite = "set permissions.read or permissions.write"
  case environment = "set permissions.environment"
  case system = "set permissions.system"
  case native = "set permissions.native"
  /// In front of the host.
  case network = "set permissions.network for "
  /// In front of a folder.
  case readFolder = "set permissions.read for "
  /// In front of a folder.
  case writeFolder = " and permissions.write for "
  case luaPath = "luaPath adds"

  // Servers.
  case endpoint = "set the URL of the endpoint"
  case applicationAndEndpoint = "set the script and the URL of the endpoint"
  case applicationOrEndpoint = "needs the script, or the URL of the endpoint"
  case endpointMethod = "the method of the endpoint selects"
  case credentials = "in the credentials file of the endpoint"
  case credentialsFile = "the credentials file of the endpoint"

  // Conversions of stored models.
  case backup = "use createBackup"
  case convert = "StoredModels.convert"
  case convertAgain = "convert it again in the same way"
  case convertToFile = "convert the model to a file"
  case convertWithoutEncryption = "to a file with decrypts, and then to the server"
  case convertInSameWay = "in the same way,"
  /// In front of the form.
  case form = " to the form "
  case someEndpoint = ", with an endpoint"
  /// In front of the URL.
  case atEndpoint = " at the endpoint "
  /// In front of the URL.
  case withEndpoint = " with the endpoint "
  case keepRemote = "with keepsRemote to leave"
  case repair = "StoredModels.verify(repairs: true)"
  case withoutScript = "without the script,"

  // Recovery of stored models.
  /// Also `restoring`, for the model that a message is about.
  case restore = "StoredModels.restore restores the previous version"
  case restoreBackup = "StoredModels.restoreBackup restores a backup"
  case verify = "StoredModels.verify finds them"
  /// In front of the location of the database.
  case describe = "describe the tables as classes in the script, for the database "
  case exportClasses = "set the script in StoredModels.Options"

  // Keys.
  case standardKey = "use .encryption without a key"
  case otherKey = "use .encryption(key)"
  case keyFile = "use .encryption(.file(path))"
  case passphrase = "use .encryption(.passphrase { … })"
  case rekey = "StoredModels.rekey"
  case restoreWithKey = "restore backups with the key in StoredModels.Options"

  // Imports and exports.
  case encoding = "save it as UTF-8"
  case otherEncoding = "save it as UTF-8 if it has another one"
  case noEncoding = "leave out the encoding"
  /// In front of the encodings.
  case encodings = "save it as UTF-8, or in another encoding that is found: "
  case jsonLines = "use the format .jsonl"
  /// In front of a list.
  case importList = "set the list of the import to "
  /// In front of another list.
  case otherImportList = ", or the list of the import to "
  case importRows = "with the list of the import"
  case updates = "updates = true changes"
  /// In front of a list.
  case exportList = "set the list of the export to "
  /// In front of another list.
  case otherExportList = ", or the list of the export to "
  case exportContents = "with addsContents"
  case contents = "addsContents adds"

  package var description: String { rawValue }

  /// What stands in front of the name of a model, and after it, in the call that restores its previous version.
  package static let restoring = (start: "StoredModels.restore(\"", end: "\")")

  /// Returns the call that restores the previous version of a model.
  package static func restoring(_ name: String) -> String { restoring.start + name + restoring.end }
}
