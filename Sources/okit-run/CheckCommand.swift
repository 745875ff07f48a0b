import OKitCheck

/// `okit-run check app.lua`
struct CheckCommand: ScriptRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks applications before they run.",
    discussion: """
      Runs the definitions of each script in the sandbox, without documents and network, and compares all bindings, \
      controllers, texts and functions with the classes of the models. Exits with 1 if there are errors, and with 2 if \
      a script could not be checked. A comment suppresses a finding: -- okit: ignore CODE.

      EXAMPLES:
        Checks an application:
          okit-run check app.lua
        Lets warnings fail as well, and annotates a pull request:
          okit-run check --strict --format github app.lua
        Checks again on each save:
          okit-run check --watch app.lua
        Adds the texts that are not translated yet to de.lproj/Localizable.strings:
          okit-run check --write-texts de app.lua
        Checks a script that needs an argument:
          okit-run check app.lua -- --demo
        Shows what the tests of the last run with --coverage do not cover:
          okit-run check --coverage c/coverage.json app.lua
      """)

  @ArgumentParser.Argument(help: "The scripts of applications.", completion: .file(extensions: ["lua"]))
  var files: [String]

  @Flag(help: "Lets warnings fail like errors.")
  var strict = false

  @Flag(help: "Checks again when a file of an application changes.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "Adds the texts that an application lacks in a language to the file of that language, such as de.",
      valueName: "language"),
    transform: OptionValue.language)
  var writeTexts: String?

  @Option(
    help: ArgumentHelp(
      "Shows what is not covered in this coverage.json of okit-run test --coverage.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var coverage: String?

  @Option(help: "The output format.")
  var format: FindingFormat = .text

  @Option(help: ArgumentHelp("When to use colors.", valueName: "when"))
  var color: ColorChoice = .auto

  @OptionGroup var limits: ScriptLimits
  @OptionGroup var memory: MemoryLimits
  @OptionGroup var endpoint: EndpointArguments
  @OptionGroup var scripts: ScriptOptions

  var namesApplication: Bool { !files.isEmpty }

  func validate() throws {
    if watch, writeTexts != nil { throw ValidationError("--watch and --write-texts exclude each other.") }
  }

  func run() throws {
    let output = Output(color: color)
    let session = CheckSession(self, output)
    try output.reporting {
      let status = watch ? try session.watch() : try session.check()
      guard status == 0 else { throw CommandFailure(status: status) }
    }
  }

  /// The options of the scripts. Findings do not depend on the environment.
  func options() throws -> LuaApplication.Options {
    var options = try application.options()
    let standard = LuaApplication.Options()
    (options.locale, options.timeZone) = (standard.locale, standard.timeZone)
    return options
  }
}
