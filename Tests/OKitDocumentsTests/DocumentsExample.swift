import OKitDocuments

/// Copies a model to CSV, after a backup of all.
func documentsExample(in folder: String, script: String, to csv: String) throws -> [String] {
  // <example>
  var options = StoredModels.Options()
  options.script = script
  options.onReport = { print($0) }
  let models = try StoredModels(folder, options, access: .owner)
  let names = try models.list().entries.map(\.name)
  let backup = try models.createBackup("monday")
  let isIntact = try !models.verify().hasErrors && models.verifyBackup(backup.name) > 0
  let warnings = try models.export("default", ExportOptions(.csv), toFile: csv)
  // </example>
  return isIntact && warnings.isEmpty ? names : []
}
