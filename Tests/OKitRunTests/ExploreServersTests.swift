import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// `okit-run explore` of applications that send requests.
@Suite struct ExploreServersTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder([:]) }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder)
  }

  /// The third request without a connection fails; with a limit of 99, none does.
  private static func fetching(_ limit: Int = 3) -> String {
    """
    local okit = require "okit"
    local News = okit.Model:extend("News", { failures = 0 })
    okit.Model.initialize(function() okit.Model.register(News) end)
    function News:load()
      if pcall(okit.fetch, "https://news.example/latest.json") then return end
      self.failures = self.failures + 1
      if self.failures == \(limit) then error("too many failures") end
    end
    okit.ModelDetailTableController:extend("news", {
      titlePath = "#News", right = { okit.ModelBarButtonItem { title = "#Load", tap = "load()" } },
      sections = { { cells = { okit.ModelTableCell { path = "#Failures", detailPath = "failures" } } } },
    })
    """
  }

  @Test func `a request without an answer fails in the application`() throws {
    try folder.write(Self.fetching(), to: "news.lua")
    let result = try run("explore", "news.lua", "--steps", "300", "--without", "fault")
    #expect(result.status == 1 && result.output.hasPrefix("1) error  news.lua:7  too many failures"), "\(result)")
    #expect(
      try folder.read("explore/1_test.lua").contains(
        """
          local app = okit.explored("../news.lua")
          app:tap("Load")
          app:tap("Load")
          app:tap("Load")
          app:check("error")
        """))
    // Its test needs no answers either, and passes on the corrected application.
    let test = try run("test", "explore/1_test.lua")
    #expect(test.status == 1 && test.output.contains("too many failures"), "\(test)")
    try folder.write(Self.fetching(99), to: "news.lua")
    #expect(try run("test", "explore/1_test.lua").status == 0)
  }

  /// Expects a name that is not there after a status.
  private static let storing = """
    local okit = require "okit"
    local t = okit.types
    local Note = okit.ModelEntity:extend("Note", { text = "" })
    local Notes = okit.ModelHttp:extend("Notes", { notes = t.list(Note) })
    local notes
    okit.Model.initialize(function()
      notes = okit.Model.register(Notes)
      okit.Model.state(function() okit.Model.store(notes) end)
    end)
    function Notes:save()
      local stored, _, code = okit.Model.storeState():wait()
      local reasons = { ["http.unreachable"] = { text = "offline" }, ["http.timeout"] = { text = "slow" } }
      if not stored then okit.alert { title = reasons[code].text } end
    end
    okit.ModelListTableController:extend("notes", {
      type = "Note", dataPath = "notes", titlePath = "#Notes", addName = "text",
      toolbar = { okit.ModelBarButtonItem { title = "#Save", tap = "save()" } },
      cell = okit.ModelTableCell { path = "text" },
    })
    """

  @Test func `models on a server get an empty one, whose answers have faults`() throws {
    try folder.write(Self.storing, to: "notes.lua")
    let result = try run("explore", "notes.lua", "--steps", "4000", "--map-tests", "map_test.lua")
    #expect(result.status == 1 && result.output.contains("error  notes.lua:13"), "\(result)")
    #expect(!result.output.contains("not reproducible"), "\(result)")
    let test = try folder.read("explore/1_test.lua")
    #expect(test.contains("okit.explored(\"../notes.lua\")") && test.contains("app:fault("), "\(test)")
    #expect(try run("test", "map_test.lua").status == 0)
  }

  @Test func `a delay is that of the own answer`() throws {
    try folder.write(
      """
      local okit = require "okit"
      local News = okit.Model:extend("News", { title = "" })
      okit.Model.initialize(function() okit.Model.register(News) end)
      function News:load()
        local ok, answer = pcall(okit.fetch, "https://news.example/latest.json")
        self.title = ok and answer.body or answer.code
      end
      okit.ModelDetailTableController:extend("news", {
        titlePath = "title", right = { okit.ModelBarButtonItem { title = "#Load", tap = "load()" } }, sections = {},
      })
      """, to: "news.lua")
    try folder.write(
      """
      it("delays", function()
        local app = okit.launch("news.lua", { endpoint = { ["GET https://news.example/latest.json"] = "rain" } })
        app:fault { latency = 5 }:tap("Load")
        expect(app.screen.title).to_be("")
        app.clock:advance(5)
        expect(app.screen.title).to_be("rain")
        app:fault { latency = 5000 }:tap("Load")
        app.clock:advance(100)
        expect(app.screen.title).to_be("net.timeout")
      end)
      """, to: "news_test.lua")
    let result = try run("test", "news_test.lua")
    #expect(result.status == 0, "\(result)")
  }

  @Test func `an application that needs an endpoint of its own names a way`() throws {
    try folder.write(Self.storing, to: "notes.lua")
    try folder.write("it.explore(\"x\", { app = \"notes.lua\" })", to: "notes_test.lua")
    let result = try run("explore", "notes_test.lua")
    #expect(result.status == 2 && result.errors.contains("declare the answers in a test file"), "\(result)")
  }
}
