internal import OKitRender

/// `okit-run render app.lua [-- arguments]`
struct RenderCommand: ApplicationCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Writes screens of an application as text, JSON, pictures and pages.",
    discussion: """
      Shows the first screen, a controller by its name, what some commands lead to, or all controllers. A controller \
      is reached by the shortest way from the first screen; --all names each one that cannot be reached, with the \
      reason. An SVG is the text of the screen drawn as cells, in the colors of the theme: the same bytes on each \
      machine. HTML is one file without a script; PNG is that page in an installed Chromium.

      The application runs as in a test: in en_US and UTC, with ids from seed 1, with a clock that stands still at \
      2020-01-01, and without stored models, unless an option says otherwise. Nothing is stored. On the way to a \
      controller, no request leaves the process.

      EXAMPLES:
        Writes the first screen as an SVG:
          okit-run render app.lua --output home.svg
        Prints a controller as text:
          okit-run render app.lua --screen settings --format text
        Draws the result of some commands with the models in demo:
          okit-run render app.lua --documents demo --exec 'tap Add' --output add.svg
        Draws all controllers in two themes and two languages:
          okit-run render app.lua --all --theme ,dark --locale en_US,de_DE --output pictures
      """)

  @Option(help: ArgumentHelp("The controller to show, reached by the shortest way.", valueName: "name"))
  var screen: String?

  @Option(
    help: ArgumentHelp(
      "Runs the commands, separated by \";\", and shows the screen after them. May be repeated.", valueName: "commands")
  )
  var exec: [String] = []

  @Flag(help: "Shows every controller that can be reached.")
  var all = false

  @Option(help: "The format (default: the ending of --output, else svg).")
  var format: RenderFormat?

  @Option(
    help: ArgumentHelp(
      "The file, or the folder for several screens (default: standard output; the folder pictures for several).",
      valueName: "path"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The themes, separated by commas; an empty name is the default theme (default: that of the application).",
      valueName: "names"))
  var theme: String?

  @Option(
    help: ArgumentHelp("The locales, separated by commas, such as en_US,de_DE (default: en_US).", valueName: "names"))
  var locale: String?

  @Option(
    help: ArgumentHelp("The columns of text and SVG, from 24 to 1000 (default: 72).", valueName: "number"))
  var width: Int?

  @Option(
    help: ArgumentHelp("The folder with stored models (default: $OKIT_DOCUMENTS, else none).", valueName: "dir"),
    completion: .directory)
  var documents: String?

  @Option(help: "Time zone, such as Europe/Berlin (default: UTC).")
  var timeZone: String?

  @Option(
    help: ArgumentHelp("The time at which the clock stands still (default: 2020-01-01T00:00:00Z).", valueName: "date"),
    transform: OptionValue.moment)
  var now: DateValue?

  @Option(help: "Seed for new ids, random numbers and the order of pairs (default: 1).", transform: OptionValue.idSeed)
  var seed: UInt64?

  @Option(help: ArgumentHelp("The permissions of the script; see run.", valueName: "permissions"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp("A folder that require searches after the script's own.", valueName: "dir"),
    completion: .directory, transform: OptionValue.luaPath)
  var luaPath: [String] = []

  @OptionGroup var resources: ApplicationResources

  @ArgumentParser.Argument(help: "The path of the script.", completion: .file(extensions: ["lua"]))
  var script: String

  @ArgumentParser.Argument(parsing: .postTerminator, help: "Arguments for the script, available as okit.arguments.")
  var arguments: [String] = []

  func validate() throws {
    let subjects = [("--screen", screen != nil), ("--exec", !exec.isEmpty), ("--all", all)].filter(\.1).map(\.0)
    if subjects.count > 1 {
      throw ValidationError("\(subjects.joined(separator: " and ")) exclude each other; use one of them.")
    }
    if width != nil, shownFormat == .json { throw ValidationError("--width is not for json, which has no lines.") }
    if let width, !shownFormat.widths.contains(width) {
      let widths = shownFormat.widths
      throw ValidationError(
        "--width of \(shownFormat.rawValue) must be from \(widths.lowerBound) to \(widths.upperBound), not \(width).")
    }
    if isVisiting, resources.endpoint.endpoint != nil {
      throw ValidationError("--endpoint is for --exec: on the way to a controller, no request leaves the process.")
    }
    try checkOutput()
    if locales.contains("") { throw ValidationError("--locale needs names such as en_US,de_DE.") }
    for (option, names) in [("--theme", themes ?? []), ("--locale", locales)] where Set(names).count < names.count {
      throw ValidationError("\(option) has a name twice.")
    }
    _ = try OptionValue.permissions(allow)
  }

  private func checkOutput() throws {
    guard let output else { return }
    if output.isEmpty { throw ValidationError("--output needs the name of a file or folder.") }
    guard let ending = FileEnding.ending(of: output) else { return }
    if isMany, FileEnding.format(ofEnding: ending, as: RenderFormat.self) != nil {
      throw ValidationError(
        "\(PrintableText.line(output)) is the name of a file, but --output of several pictures names their folder.")
    }
    if !isMany, format == nil { _ = try FileEnding.format(of: output, as: RenderFormat.self) }
  }

  /// Whether there may be several pictures, which need a folder.
  var isMany: Bool { all || locales.count > 1 || (themes?.count ?? 1) > 1 }

  /// Whether controllers are looked for.
  var isVisiting: Bool { all || screen != nil }

  /// The format that is written.
  var shownFormat: RenderFormat {
    if let format { return format }
    let ending = isMany ? nil : output.flatMap(FileEnding.ending)
    return ending.flatMap { FileEnding.format(ofEnding: $0, as: RenderFormat.self) } ?? .svg
  }

  /// Nil for the theme that the application has.
  var themes: [String]? { theme.map(Self.names) }
  var locales: [String] { locale.map(Self.names) ?? [TestFileRunner.standardLocale] }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(CommandParser.trimmed)
  }

  func run(keeping applications: inout [LuaApplication]) throws {
    let messages = Output(results: .error)
    try messages.reporting {
      try ShutdownSignal.handling {
        try ScriptArgument.check(script)
        let session = RenderSession(self, messages)
        defer { applications = session.applications }
        try session.run()
        if messages.hasErrors { throw CommandFailure.failed() }
      }
    }
  }
}

/// A format of screens.
enum RenderFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, html, svg, png

  /// The ending of its files.
  var ending: String { self == .text ? "txt" : rawValue }

  /// The values of `--width`: columns, or pixels.
  var widths: ClosedRange<Int> {
    switch self {
    case .text, .json, .svg: 24...1000
    case .html, .png: 240...4096
    }
  }
}
