import OKitStoryboard

/// `okit-run storyboard FILE`
struct StoryboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storyboard",
    abstract: "Lists the controllers of an Interface Builder file, or prints them as a script.",
    discussion: """
      Problems are printed with line and column: errors end the command, warnings name what okit cannot use.

      EXAMPLES:
        Lists the controllers with their classes and lines:
          okit-run storyboard Main.storyboard
        Writes them as a script:
          okit-run storyboard Main.storyboard --lua > controllers.lua
      """)

  @Flag(help: "Prints the controllers as a script in Lua.")
  var lua = false

  @Option(
    help: ArgumentHelp(
      "Names a controller that has no storyboard identifier; can be repeated.", valueName: "id=name"))
  var name: [String] = []

  @ArgumentParser.Argument(help: "The storyboard.", completion: .file(extensions: ["storyboard"]))
  var file: String

  func run() throws {
    let output = Output()
    try output.reporting {
      let text = try ScriptFile.read(file, maximum: Storyboard.maximumSize) { Storyboard.tooLarge(file) }
      let storyboard = try Storyboard(text, file: file, names: try names)
      for warning in storyboard.warnings { output.report(warning) }
      output.write(lua ? StoryboardScript(storyboard, file: file).text : list(storyboard), to: .standard)
    }
  }

  private var names: [String: String] {
    get throws {
      var names: [String: String] = [:]
      for text in name {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else {
          throw CommandFailure.usage(
            Diagnostic("cli.usage", "--name needs an id and a name, got \"\(text)\"", hint: "write --name ID=NAME"))
        }
        names[String(parts[0])] = String(parts[1])
      }
      return names
    }
  }

  private func list(_ storyboard: Storyboard) -> String {
    let names = storyboard.controllers.map { PrintableText.line($0.name) }
    let width = names.map(TextWidth.columns).max() ?? 0
    return zip(names, storyboard.controllers).map { name, controller in
      let component = controller.component
      return "\(TextWidth.padded(name, to: width))  \(component.className)  line \(component.place.line)\n"
    }.joined()
  }
}
