import Foundation
import OKitTestSupport
import Testing

/// `okit-run check --coverage`: what tests do not cover, as findings.
@Suite struct CoverageFindingsTests {
  private static let app = """
    local okit = require "okit"
    local Item = okit.ModelEntity:extend("Item", { name = "", stock = 0, due = okit.types.optional(okit.types.date) })
    function Item:level()
      if self.stock > 0 and self.name ~= "" then return "in stock" end
      return self.stock == 0 and "sold out" or nil
    end
    function Item:sell()
      local function left() return self.stock - 1 end
      self.stock = left()
    end
    local Shop = okit.Model:extend("Shop", { items = okit.types.list(Item) })
    okit.Model.initialize(function() okit.Model.register(Shop) end)
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", quickName = "#Sell", quickTap = "sell()",
      quickEnabled = "= stock > 0",
      cell = okit.ModelTableCell {
        path = "name", detailPath = "level()", accessibilityHint = "due/formatDate", segue = "item",
      },
    })
    okit.ModelDetailTableController:extend("item", {
      titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
    })
    """

  private static let test = """
    it("is in stock", function()
      local app = okit.launch("app.lua", { fixture = { items = { { name = "Lamp", stock = 1 } } } })
      expect(app:row("Lamp").detail).to_be("in stock")
    end)
    """

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": Self.app, "app_test.lua": Self.test])
    let result = try CommandProcess.run(["test", "--coverage", "c", "--quiet"], in: folder)
    try #require(result.status == 0, "\(result)")
  }

  private func check(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["check", "--coverage", "c/coverage.json"] + arguments, in: folder)
  }

  /// The findings with what is marked.
  private func findings() throws -> [String] {
    let lines = try check("app.lua").output.split(separator: "\n").map(String.init)
    return lines.indices.compactMap { index in
      guard lines[index].hasPrefix("app.lua:") else { return nil }
      guard lines.indices.contains(index + 2), lines[index + 2].contains("^") else { return lines[index] }
      let (source, marks) = (lines[index + 1], lines[index + 2])
      let start = marks.prefix { $0 == " " }.count
      let finding = lines[index].replacing("app.lua:", with: "").replacing(" note: ", with: " ")
      return finding.replacing("[coverage.missed]", with: "| ") + source.dropFirst(start).prefix(marks.count - start)
    }
  }

  @Test func whatIsMissed() throws {
    let condition = #"self.stock > 0 and self.name ~= """#
    #expect(
      try findings() == [
        #"4:6: the condition is never false: \#(condition) | \#(condition)"#,
        #"4:21: the left side is never false: \#(condition) | and"#,
        #"5:3: no test runs this line | return self.stock == 0 and "sold out" or nil"#,
        "7:1: no test calls Item.sell | function Item:sell()",
        #"14:92: no test performs the action items/quickTap "sell()" | "sell()""#,
        #"15:18: the binding items/quickEnabled "= stock > 0" is never false | "= stock > 0""#,
        #"17:33: the binding items/cell/detailPath "level()" is never nil | "level()""#,
        #"17:64: the binding items/cell/accessibilityHint "due/formatDate" never has a value "#
          + #"| "due/formatDate""#,
        #"17:90: no test performs the segue items/cell/segue to item | "item""#,
        #"20:1: no test shows the controller item | okit.ModelDetailTableController:extend("item", {"#,
      ])
    #expect(try check("--strict", "app.lua").status == 0)
  }

  @Test func formats() throws {
    let github = try check("--format", "github", "app.lua").output
    #expect(github.contains("::notice file=app.lua,line=5,"), "\(github)")
    let sarif = try JSONSerialization.jsonObject(with: Data(check("--format", "sarif", "app.lua").output.utf8))
    let runs = (sarif as? [String: Any])?["runs"] as? [[String: Any]]
    let results = runs?.first?["results"] as? [[String: Any]]
    #expect(results?.count == 10 && results?.allSatisfy { $0["ruleId"] as? String == "coverage.missed" } == true)
  }

  @Test func commentsSuppressFindings() throws {
    try folder.write(
      Self.app.replacing(
        "return self.stock == 0 ", with: "-- okit: ignore coverage.missed\nreturn self.stock == 0 "), to: "app.lua")
    _ = try CommandProcess.run(["test", "--coverage", "c", "--quiet"], in: folder)
    #expect(try !findings().contains { $0.contains("no test runs this line") })
  }

  @Test func changedFilesHaveNoPlaces() throws {
    try folder.write("-- moved\n" + folder.read("app.lua"), to: "app.lua")
    #expect(
      try findings() == ["app.lua:1:1: note: this file has changed since its coverage was measured [coverage.stale]"])
    try folder.write(folder.read("app.lua").replacing("-- moved\n", with: ""), to: "app.lua")
    #expect(try findings().count == 10)
  }

  @Test func filesThatWereNotMeasured() throws {
    try folder.write(Self.app, to: "other.lua")
    let output = try check("other.lua").output
    #expect(output.hasPrefix("other.lua:1:1: note: c/coverage.json has nothing about this file [coverage.stale]\n"))
  }

  @Test(arguments: ["none.json", "app.lua"]) func reportsThatCannotBeRead(_ file: String) throws {
    let result = try CommandProcess.run(["check", "--coverage", file, "app.lua"], in: folder)
    #expect(result.status == 2 && result.output == "" && result.errors.contains(file), "\(result)")
  }

  /// Shards that have read different texts have no places.
  @Test func mergedReportsOfDifferentFiles() throws {
    let text = try folder.read("app.lua")
    try folder.write("-- moved\n" + text, to: "app.lua")
    _ = try CommandProcess.run(["test", "--coverage", "d", "--quiet"], in: folder)
    for files in [["c/coverage.json", "d/coverage.json"], ["d/coverage.json", "c/coverage.json"]] {
      _ = try CommandProcess.run(["test", "merge", "--coverage", "all"] + files, in: folder)
      let result = try CommandProcess.run(["check", "--coverage", "all/coverage.json", "app.lua"], in: folder)
      #expect(result.output.contains("[coverage.stale]") && !result.output.contains("[coverage.missed]"), "\(result)")
    }
  }
}
