import Foundation
import OKitTestSupport
import Testing

/// A default documents directory belongs to one script.
@Suite struct DocumentsDirectoryTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for place in ["one", "two"] {
      try folder.write(
        """
        local okit = require "okit"
        local Note = okit.Model:extend("Note", { text = "" })
        okit.Model.register(Note)
        okit.ModelDetailTableController:extend("home", { titlePath = "#\(place)" })
        """, to: "\(place)/shop/app.lua")
    }
  }

  private func run(_ arguments: String..., input: String = "") throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, input: input, in: folder)
  }

  /// The path of a script without symbolic links, as messages have it.
  private func path(_ script: String) -> String {
    URL(fileURLWithPath: "\(folder.path)/\(script)").resolvingSymlinksInPath().path
  }

  private let directory = ".local/share/okit-run/shop"

  @Test func anotherScriptOfTheSameNameIsRefused() throws {
    #expect(try run("one/shop/app.lua", input: "set-path text = mine\n").status == 0)
    let refused = try run("two/shop/app.lua", input: "set-path text = theirs\n")
    #expect(refused.status == 1)
    #expect(
      refused.errors
        == """
        documents.script: the documents directory \(folder.path)/\(directory) belongs to \(path("one/shop/app.lua")); \
        the script is \(path("two/shop/app.lua")) (pass --documents DIR to use another directory, or --adopt to assign \
        this one to the script)

        """.replacing("documents.script: ", with: ""))
    for command in [
      ["models", "list"], ["models", "show"], ["models", "verify"], ["repl"], ["models", "backup", "list"],
    ] {
      let result = try CommandProcess.run(command + ["two/shop/app.lua"], in: folder)
      #expect(result.status == 1, "\(command)")
      #expect(result.errors.contains("belongs to \(path("one/shop/app.lua"))"), "\(command): \(result.errors)")
    }
    #expect(try run("one/shop/app.lua", input: "get text\n").output == "mine\n")
    // The reason has a code.
    #expect(try run("two/shop/app.lua", "--format", "json").errors.contains("\"code\":\"documents.script\""))
  }

  @Test func aChosenDirectoryIsNotChecked() throws {
    #expect(try run("one/shop/app.lua", "--documents", "d", input: "set-path text = mine\n").status == 0)
    #expect(try run("two/shop/app.lua", "--documents", "d", input: "get text\n").output == "mine\n")
    #expect(!folder.exists("d/okit/application.json"))
    let chosen = try CommandProcess.run(
      ["two/shop/app.lua"], input: "get text\n", in: folder, environment: ["OKIT_DOCUMENTS": "d"])
    #expect(chosen.output == "mine\n")
  }

  @Test func adoptingAssignsTheDirectory() throws {
    #expect(try run("one/shop/app.lua", input: "set-path text = mine\n").status == 0)
    try FileManager.default.moveItem(atPath: "\(folder.path)/one", toPath: "\(folder.path)/three")
    let moved = try run("three/shop/app.lua", input: "get text\n")
    #expect(moved.status == 1)
    #expect(moved.errors.contains("one/shop/app.lua, which does not exist any more; the script is"))
    #expect(try run("three/shop/app.lua", "--adopt", input: "get text\n").output == "mine\n")
    #expect(try run("three/shop/app.lua", input: "get text\n").output == "mine\n")
    #expect(try run("models", "list", "two/shop/app.lua").status == 1)
    #expect(try run("models", "list", "two/shop/app.lua", "--adopt").status == 0)
    #expect(try run("three/shop/app.lua", input: "get text\n").status == 1)
  }

  @Test func linksToTheScriptAreTheScript() throws {
    #expect(try run("one/shop/app.lua", input: "set-path text = mine\n").status == 0)
    try FileManager.default.createDirectory(atPath: "\(folder.path)/links", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/links/shop", withDestinationPath: "\(folder.path)/one/shop")
    #expect(try run("links/shop/app.lua", input: "get text\n").output == "mine\n")
  }

  @Test func aDirectoryOfNoScriptBecomesThatOfTheFirst() throws {
    #expect(try run("one/shop/app.lua", input: "set-path text = mine\n").status == 0)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(directory)/okit/application.json")
    #expect(try run("two/shop/app.lua", input: "get text\n").output == "mine\n")
    #expect(try run("one/shop/app.lua", input: "get text\n").status == 1)
  }

  @Test func aDamagedFileGivesNothingAway() throws {
    #expect(try run("one/shop/app.lua", input: "set-path text = mine\n").status == 0)
    try folder.write("{", to: "\(directory)/okit/application.json")
    let refused = try run("one/shop/app.lua")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("the file that names the script of the documents directory is damaged"))
    #expect(try run("one/shop/app.lua", "--adopt", input: "get text\n").output == "mine\n")
  }

  @Test func aScriptWithoutDocumentsHasNoDirectory() throws {
    try folder.write("print(1)", to: "one/shop/app.lua")
    #expect(try run("one/shop/app.lua").output == "1\n")
    #expect(!folder.exists(directory))
    #expect(try run("two/shop/app.lua", input: "set-path text = theirs\n").status == 0)
    // Nothing of the other script's is read, but the directory is not its own.
    #expect(try run("one/shop/app.lua").status == 1)
  }
}
