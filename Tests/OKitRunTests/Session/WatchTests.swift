import Foundation
import OKitTestSupport
import Testing

@Suite struct WatchTests {
  private static func script(_ title: String) -> String {
    """
    local okit = require "okit"
    local part = require "part"
    local Counter = okit.Model:extend("Counter", { value = 0 })
    okit.Model.register(Counter)
    okit.ModelDetailTableController:extend("home", { titlePath = "#\(title)," .. part.path })
    """
  }

  private func folder() throws -> TestFolder {
    try TestFolder(["app.lua": Self.script("one "), "part.lua": "return { path = 'value' }"])
  }

  /// Writes as editors do: beside the file, then in its place.
  private func replace(_ name: String, _ text: String, in folder: TestFolder) throws {
    try folder.write(text, to: "new")
    #expect(rename("\(folder.path)/new", "\(folder.path)/\(name)") == 0)
  }

  @Test func changesAreLoadedBetweenCommands() throws {
    let folder = try folder()
    let process = try CommandProcess(["app.lua", "--watch", "--documents", "documents"], in: folder)
    func title() throws -> String? {
      try process.send("eval okit.app.screen.title\n")
      return process.line()
    }
    try process.send("set-path value = 3\n")
    #expect(try title() == "one 3")
    try replace("app.lua", Self.script("two "), in: folder)
    #expect(try title() == "two 3")
    try folder.write("return { path = 'value,#!' }", to: "part.lua")
    #expect(try title() == "two 3 !")
    try replace("part.lua", "oops(", in: folder)
    #expect(try title() == "two 3 !")
    try replace("part.lua", "return { path = 'value,#?' }", in: folder)
    #expect(try title() == "two 3 ?")
    try folder.write("nothing to do with it", to: "other.lua")
    #expect(try title() == "two 3 ?")
    // The error was told.
    #expect(try process.end() == 1)
  }

  @Test func reloadNeedsNoWatching() throws {
    let folder = try folder()
    let process = try CommandProcess(["app.lua", "--documents", "documents"], in: folder)
    try process.send("set-path value = 3\neval okit.app.screen.title\n")
    #expect(process.line() == "one 3")
    try replace("app.lua", Self.script("two "), in: folder)
    try process.send("eval okit.app.screen.title\nreload\neval okit.app.screen.title\nchanges\n")
    #expect(process.line() == "one 3")
    #expect(process.line() == "two 3")
    #expect(process.line() == "no changes")
    #expect(try process.end() == 0)
    #expect(try folder.read("documents/okit/data/default.json").contains("3"))
  }

  @Test func anErrorIsShownWithItsPlace() throws {
    let folder = try folder()
    let commands = "eval os.time() and (function() end)()\nreload\n"
    try folder.write("return error('broken part')", to: "bad.lua")
    try folder.write(
      Self.script("one ").replacing(
        "okit.Model.register", with: "if again then require 'bad' end\nokit.Model.register"),
      to: "app.lua")
    #expect(try CommandProcess.run(["app.lua"], input: commands, in: folder).status == 0)
    let result = try CommandProcess.run(["app.lua", "--exec", "reload now"], in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("\"reload\" takes no arguments"))
  }
}
