/// The options of the subcommands that show an application to a person, and reload its script.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Does not reload the script when one of its files changes.")
  var noWatch = false

  @Flag(help: "Keeps changes in memory, and stores nothing.")
  var noStore = false

  @ArgumentParser.Argument(help: "The path of the script.", completion: .file(extensions: ["lua"]))
  var script: String

  @ArgumentParser.Argument(parsing: .postTerminator, help: "Arguments for the script, available as okit.arguments.")
  var arguments: [String] = []
}
