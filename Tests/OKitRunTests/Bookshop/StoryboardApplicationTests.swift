import Foundation
import OKitTestSupport
import Testing

/// OKit's own storyboard as an application: with the additions of `scripts/bookshop/storyboard.lua`, and alone.
@Suite(.enabled(if: BookshopFiles.storyboard != nil, BookshopFiles.missing))
struct StoryboardApplicationTests {
  private let folder: TestFolder
  private let file: String
  private let storyboards: String

  init() throws {
    folder = try TestFolder()
    let storyboard = try #require(BookshopFiles.storyboard)
    file = storyboard.path
    storyboards = storyboard.deletingLastPathComponent().path
  }

  @Test func `it passes the flow tests of the bookshop`() throws {
    try folder.write("return \"storyboard.lua\"", to: "bookshop_application.lua")
    let result = try CommandProcess.run(
      ["test", BookshopFiles.script.path, "--lua-path", folder.path, "--lua-path", storyboards], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(" passed"))
  }

  @Test func `its attributes without effect are warnings with their lines`() throws {
    let result = try CommandProcess.run(["storyboard", file], in: folder)
    #expect(result.status == 0)
    let lines = result.errors.matches(of: /Main\.storyboard:(\d+):\d+: warning: ModelTableCell has no property "(\w+)"/)
    #expect(
      lines.map { "\($0.1) \($0.2)" } == ["375 selectionPath", "400 selectionPath", "439 selectionPath", "1508 onPath"])
    #expect(result.errors.split(separator: "\n").count { $0.contains(": warning: ") } == 4)
    #expect(result.output.split(separator: "\n").count == 30)
  }

  /// Opens each scene, and shows it.
  private static let walk = """
    screen
    tap ?
    screen
    tap ?
    search "the hobbit"
    row "The Hobbit"
    screen
    row Authors
    screen
    row 1
    screen
    tap Select
    screen
    tap Close
    back
    tap Add
    screen
    tap Close
    back
    tap "Fast Forward"
    screen
    alert > Cancel
    tap Edit
    set marked = true
    screen
    row "Lead Author"
    screen
    back
    tap Done
    row Dates
    screen
    back
    tab Authors
    screen
    row "Jane Austen"
    screen
    tab Groups
    screen
    row 1
    screen
    row Authors
    screen
    row 1
    screen
    menu
    screen
    tap Settings
    screen
    tap Close
    menu
    tap Backups
    screen
    tap Close
    menu
    row 1
    screen
    tap Home
    screen
    """

  @Test func `the script that is printed from it shows the same screens`() throws {
    let names = ["--name", "MRB-ZL-glO=books", "--name", "nRQ-zc-mIf=book"]
    let printed = try CommandProcess.run(["storyboard", file, "--lua"] + names, in: folder)
    try folder.write(printed.output, to: "controllers.lua")
    let controllers = [
      "storyboard":
        """
      require("okit").storyboard("Main.storyboard", { names = { ["MRB-ZL-glO"] = "books", ["nRQ-zc-mIf"] = "book" } \
      })
      """,
      "printed": "require \"controllers\"",
    ]
    var outputs: [String: String] = [:]
    for (name, text) in controllers {
      try folder.write("require \"model\"\n\(text)\nrequire \"start\"\n", to: "\(name).lua")
      let result = try CommandProcess.run(
        [
          "\(folder.path)/\(name).lua", "--lua-path", BookshopFiles.script.path, "--lua-path", storyboards, "--now",
          "2020-01-31T12:00:00Z", "--seed", "1",
        ], input: Self.walk, in: folder)
      // It reports the properties that OKit's classes do not have, but performs each command.
      #expect(!result.errors.contains("<stdin>"), "\(result.errors)")
      outputs[name] = result.output
    }
    #expect(outputs["storyboard"] == outputs["printed"])
    #expect(outputs["printed"]?.contains("Request Authorization") == true)
  }
}
