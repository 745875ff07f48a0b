import ArgumentParser

/// `okit-run models …`: inspects the models in a documents directory without running their application.
struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "Lists, shows, verifies, restores, compacts and describes the stored models of an application.",
    discussion: """
      EXAMPLES:
        Lists the models:
          okit-run models list --documents demo
        Prints a model as JSON:
          okit-run models show default --documents demo
        Returns to the previous version:
          okit-run models restore --documents demo
      """,
    subcommands: [List.self, Show.self, Verify.self, Restore.self, Compact.self, Describe.self, Convert.self], defaultSubcommand: List.self)
}
