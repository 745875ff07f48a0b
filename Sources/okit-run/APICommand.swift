import ArgumentParser
import OKitEngine
import OKitLua
import OKitTesting

/// `okit-run api --format luals`
struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api",
    abstract: "Prints the declarations of everything that scripts can use.",
    discussion: """
      luals: annotations for the Lua language server (okit.d.lua). luacheck: a configuration for luacheck \
      (okit.luacheckrc). markdown: a reference. properties: tables of the properties of all classes, for docs/controllers.md. \
      property-list: the same as a module in Lua, for tests.

      EXAMPLES:
        Writes annotations that editors read:
          okit-run api --format luals > okit.d.lua
        Prints the reference:
          okit-run api
      """)

  @Option(help: "The output format.")
  var format: APIFormat = .markdown

  func run() throws {
    let output = Output()
    try output.reporting {
      output.write(try Declarations.text(format.format, of: Declarations.all), to: .standard)
    }
  }
}

/// The formats as an option names them.
enum APIFormat: String, ExpressibleByArgument, CaseIterable {
  case luals, luacheck, markdown, properties
  case propertyList = "property-list"

  var format: Declarations.Format {
    switch self {
    case .luals: .luals
    case .luacheck: .luacheck
    case .markdown: .markdown
    case .properties: .properties
    case .propertyList: .propertyList
    }
  }
}
