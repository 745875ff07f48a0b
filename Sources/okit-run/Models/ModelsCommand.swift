import ArgumentParser

/// `okit-run models …`: inspects the models in a documents directory without running their application.
struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "Lists, shows, verifies and restores the stored models of an application.",
    subcommands: [List.self, Show.self, Verify.self, Restore.self], defaultSubcommand: List.self)
}
