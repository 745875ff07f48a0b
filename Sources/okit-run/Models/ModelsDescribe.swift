import OKitDocuments

extension ModelsCommand {
  /// `okit-run models describe`
  struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "describe",
      abstract: "Prints the classes for an existing SQLite database.",
      discussion: """
        Prints a Lua script that declares each table with a single key column as a class, and opens the database as a \
        model. Copy the database into the documents directory to run the script.

        EXAMPLES:
          Writes an application for a database:
            okit-run models describe music.sqlite > music.lua
        """)

    @ArgumentParser.Argument(
      help: ArgumentHelp("A SQLite database.", valueName: "file"), completion: .file(extensions: ["sqlite", "db"]))
    var file: String

    func run() throws {
      try Output.reporting { output in
        try LocalFile.expect(.file, at: file)
        output.value(String(try StoredModels.describe(database: LocalFile.absolutePath(of: file)).dropLast()))
      }
    }
  }
}
