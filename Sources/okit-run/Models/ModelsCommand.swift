/// `okit-run models …`: inspects the models in a documents directory without running their application.
struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract:
      "Lists, shows, verifies, restores, compacts, exports, imports, converts, describes and backs up stored models.",
    discussion: """
      EXAMPLES:
        Lists the models:
          okit-run models list --documents demo
        Prints a model as JSON:
          okit-run models show default --documents demo
        Returns to the previous version:
          okit-run models restore --documents demo
        Writes a list of a model as CSV:
          okit-run models export app.lua --format csv --output films.csv
        Creates a backup of all models:
          okit-run models backup create monday --documents demo
      """,
    subcommands: [
      List.self, Show.self, Verify.self, Restore.self, Compact.self, Export.self, Import.self, Convert.self,
      Describe.self, Rekey.self, Backups.self,
    ],
    defaultSubcommand: List.self)
}
