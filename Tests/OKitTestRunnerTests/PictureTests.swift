import OKitTestRunner
import OKitTestSupport
import Testing

/// `to_match_picture`.
@Suite struct PictureTests {
  private static func app(_ title: String = "Films") -> String {
    """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { name = "" })
    local Films = okit.Model:extend("Films", { films = okit.types.list(Film), code = "" })
    okit.Model.initialize(function() okit.Model.register(Films) end)
    okit.ModelTheme.register("sepia", { backgroundColor = "#f4ecd8", textColor = "#5b4636" })
    okit.ModelListTableController:extend("home", {
      type = "Film", dataPath = "films", titlePath = "#\(title)",
      cell = okit.ModelTableCell { path = "name" },
    })
    """
  }

  private static let test = """
    it("looks as before", function()
      local app = okit.launch("app.lua", { fixture = { films = { { name = "Alien" } } } })
      expect(app.screen).to_match_picture("home")
      expect(app.screen).to_match_picture("sepia", { theme = "sepia", width = 40 })
      expect(app.screen).to_match_picture({ width = 30 })
      expect(app.screen).not_to_match_picture("never stored")
    end)
    """

  private func folder(_ test: String = test) throws -> TestFolder {
    try TestFolder(["app.lua": Self.app(), "a_test.lua": test])
  }

  @Test func `a picture is stored the first time, and matches afterwards`() throws {
    let folder = try folder()
    #expect(try folder.run().output.contains("3 snapshots written"))
    let svg = try folder.read("__snapshots__/a_test/home.svg")
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" data-okit=\"1\" width=\"648\""))
    #expect(try folder.read("__snapshots__/a_test/sepia.svg").contains("#f4ecd8"))
    let again = try folder.run { $0.selection.isCI = true }
    #expect(again.output.hasSuffix("1 passed, 0 failed\n"), "\(again.output)")
    #expect(try folder.read("__snapshots__/a_test/home.svg") == svg)
  }

  @Test func `a changed label fails with its lines and a page`() throws {
    let folder = try folder()
    _ = try folder.run()
    try folder.write(Self.app("Movies"), to: "app.lua")
    let output = try folder.run().output
    #expect(output.contains("expected to match picture \"home\", but 1 line differs (- expected, + got)"), "\(output)")
    #expect(output.contains("see __snapshots__/a_test/home.difference.html"), "\(output)")
    #expect(output.contains("Films ") && output.contains("Movies") && output.contains("(line 2, columns"), "\(output)")
    let page = try folder.read("__snapshots__/a_test/home.difference.html")
    #expect(page.hasPrefix("<!doctype html>") && page.components(separatedBy: "<svg ").count == 4)
    // A page is no snapshot of its own.
    #expect(!output.contains("stale"))
    // It goes when the picture matches again.
    try folder.write(Self.app(), to: "app.lua")
    #expect(try folder.run().summary.failed == 0)
    #expect(!folder.exists("__snapshots__/a_test/home.difference.html"))
  }

  @Test func `a changed color fails with its cells`() throws {
    let folder = try folder(
      """
      it("is red", function()
        local app = okit.launch("app.lua", { fixture = { films = { { name = "Alien" } } } })
        expect(app.screen).to_match_picture("red", { theme = "sepia" })
      end)
      """)
    _ = try folder.run()
    let script = Self.app().replacing("#5b4636", with: "#5b4637")
    try folder.write(script, to: "app.lua")
    let output = try folder.run().output
    #expect(output.contains("has other colors in columns"), "\(output)")
    #expect(output.contains("text #5b4637, was #5b4636"), "\(output)")
  }

  @Test func `missing pictures fail in CI, and updates replace them`() throws {
    let folder = try folder()
    let missing = try folder.run { $0.selection.isCI = true }.output
    #expect(missing.contains("there is no picture \"home\"; run the test without --ci to write it"), "\(missing)")
    #expect(!folder.exists("__snapshots__"))
    _ = try folder.run()
    try folder.write(Self.app("Movies"), to: "app.lua")
    _ = try folder.run()
    let updated = try folder.run { $0.selection.updateSnapshots = true }
    #expect(updated.summary.failed == 0 && updated.output.contains("3 snapshots written"), "\(updated.output)")
    #expect(!folder.exists("__snapshots__/a_test/home.difference.html"))
    #expect(try folder.run().summary.failed == 0)
  }

  @Test func `pictures that no test asks for are stale, with their pages`() throws {
    let folder = try folder()
    _ = try folder.run()
    for name in ["old.svg", "old.difference.html", "home.difference.html"] {
      try folder.write("x", to: "__snapshots__/a_test/\(name)")
    }
    // That of a picture that has matched is gone.
    let listed = try folder.run().output
    #expect(listed.contains("2 stale snapshots that no test asks for"), "\(listed)")
    #expect(!folder.exists("__snapshots__/a_test/home.difference.html"))
    _ = try folder.run { $0.selection.pruneSnapshots = true }
    #expect(
      !folder.exists("__snapshots__/a_test/old.svg") && !folder.exists("__snapshots__/a_test/old.difference.html"))
    #expect(folder.exists("__snapshots__/a_test/home.svg"))
  }

  @Test(arguments: [
    ("1", "\"x\"", "to_match_picture needs a screen as app.screen gives it, got 1"),
    ("{ title = 1 }", "\"x\"", "to_match_picture needs a screen as app.screen gives it"),
    ("app.screen", "\"x\", { width = 23 }", "a width must be from 24 to 1000, not 23"),
    ("app.screen", "\"x\", { width = \"40\" }", "to_match_picture: width needs an integer, got \"40\""),
    ("app.screen", "\"x\", { them = \"dark\" }", "unknown option \"them\" (did you mean \"theme\"?)"),
    ("app.screen", "\"x\", { theme = \"sepai\" }", "unknown theme \"sepai\" (did you mean \"sepia\"?)"),
    ("app.screen", "\"x\", 3", "options must be a table such as { theme = \"dark\" }, got 3"),
    ("app.screen", "\"\"", "the name of a snapshot must be a string that is not empty"),
  ])
  func `mistakes name what is expected`(value: String, arguments: String, message: String) throws {
    let folder = try folder(
      """
      it("a", function()
        local app = okit.launch("app.lua")
        expect(\(value)).to_match_picture(\(arguments))
      end)
      """)
    let output = try folder.run().output
    #expect(output.contains(message), "\(output)")
    #expect(!folder.exists("__snapshots__"))
  }

  @Test func `a screen keeps how it looked, also when it was read completely`() throws {
    let folder = try folder(
      """
      it("a", function()
        local app = okit.launch("app.lua", { fixture = { films = { { name = "Alien" } } } })
        local before = app.screen
        for _ in pairs(before) do end
        app:apply { films = { { name = "Brazil" } } }
        expect(app.screen).to_match_picture("after")
        expect(before).not_to_match_picture("after")
        expect(before).to_match_picture("before")
      end)
      """)
    let run = try folder.run()
    #expect(run.summary.failed == 0, "\(run.output)")
    #expect(try folder.read("__snapshots__/a_test/before.svg").contains(">Alien<"))
    #expect(try folder.read("__snapshots__/a_test/after.svg").contains(">Brazil<"))
  }

  @Test func `a file of another program is not a picture`() throws {
    let folder = try folder()
    try folder.write("<svg/>", to: "__snapshots__/a_test/home.svg")
    let output = try folder.run().output
    #expect(output.contains("home.svg is not a picture of a screen"), "\(output)")
    #expect(try folder.run { $0.selection.updateSnapshots = true }.summary.failed == 0)
    #expect(try folder.run().summary.failed == 0)
  }
}
