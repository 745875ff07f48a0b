/// `okit-run manual`: what `make install` stores as the man page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Prints the man page, in mdoc.",
    shouldDisplay: false)

  func run() throws {
    let output = Output()
    try output.reporting {
      // The description of all commands that the parser's own tools read; its names are those of ToolInfo.
      let tool = try JSONValue.parse(json: Array(OKitRun._dumpHelp().utf8), file: "help")
      let page = ManualPage(tool["command"] ?? .null, version: OKitRun.version, date: OKitRun.releaseDate)
      output.write(page.text, to: .standard)
    }
  }
}
