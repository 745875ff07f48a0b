import OKitServer

/// `okit-run serve app.lua [-- arguments]`
struct ServeCommand: LaunchCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Opens an application as a page in the browser of this machine.",
    discussion: """
      Prints the URL of the page, which has the token that permits access. Each tab is a window of its own on the same \
      models. Reloads the script when one of its files changes. Listens on the loopback address only, and stores the \
      state at the end, on SIGTERM, SIGHUP and Ctrl-C. Token and port stay the same for a documents directory, so that \
      an open page connects again after a restart.

      EXAMPLES:
        Opens the application in the browser:
          okit-run serve app.lua --open
        Prints port, token and URL as JSON:
          okit-run serve app.lua --format json
        Tries changes, and stores nothing:
          okit-run serve app.lua --no-store
      """)

  @Option(help: ArgumentHelp("The port (default: a free one, which is kept).", valueName: "number"))
  var port: Int?

  @Flag(help: "Opens the page in the browser.")
  var open = false

  @Flag(help: "Replaces the token: open pages have to be opened again.")
  var newToken = false

  @Option(
    help: ArgumentHelp(
      "A further name of this machine by which pages may reach the server. May be repeated.", valueName: "name"))
  var allowHost: [String] = []

  @Option(help: ArgumentHelp("Delays each message in both directions, for trials.", valueName: "ms"))
  var latency = 0

  @Flag(help: "Refuses the Inspector, which developers open with ?inspect in the URL.")
  var noInspect = false

  @OptionGroup var live: LiveOptions

  @OptionGroup var options: GlobalOptions

  @OptionGroup var resources: ApplicationResources

  var script: String { live.script }
  var arguments: [String] { live.arguments }
  var exec: [String] { [] }
  var storesNothing: Bool { live.noStore }

  func validate() throws {
    if let port, !(1...65_535).contains(port) {
      throw ValidationError("--port must be from 1 to 65535, not \(port); leave it out for a free port.")
    }
    guard (0...60_000).contains(latency) else { throw ValidationError("--latency must be from 0 to 60000.") }
    if let name = allowHost.first(where: { !Self.isHost($0) }) {
      throw ValidationError("--allow-host needs a name without a port, such as host.example, not '\(name)'.")
    }
  }

  private static func isHost(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
          || byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter
          || (0x30...0x39).contains(byte)
      }
  }

  /// The arguments with which a test of the application runs.
  var testArguments: [String] {
    options.luaPath.flatMap { ["--lua-path", $0] } + options.allow.flatMap { ["--allow", "\($0)"] }
  }

  func run(_ output: Output, _ applications: inout [LuaApplication]) throws {
    try ScriptArgument.check(script)
    let session = try ServeSession(self, output)
    defer {
      applications = session.applications
      for application in applications { application.close() }
    }
    try session.run()
  }
}
