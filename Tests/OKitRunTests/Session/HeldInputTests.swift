import OKitTestSupport
import Testing

/// Input of forms that is not valid when a session ends.
@Suite struct HeldInputTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      okit.Model.register(okit.Model:extend("Root", { copies = 0, password = "", name = "", size = 0 }))
      okit.ModelForm:extend("order", { editAlways = "#true", sections = { { cells = {
        okit.ModelTextCell { path = "#Copies", textPath = "copies" },
        okit.ModelTextCell {
          path = "#Password", textPath = "password", secure = "#true", validationFormula = "length(value) > 8",
        },
        okit.ModelTextCell { path = "#Name", textPath = "name" },
        okit.ModelSegmentCell {
          path = "#Size", segmentsPath = "#S,#M,#L", selectIndexPath = "size", validationFormula = "value < 2",
        },
      } } }, right = { okit.ModelBarButtonItem { title = "#Exit", tap = function() okit.exit(0) end } } })
      """
    ])
  }

  private func run(_ commands: String, _ arguments: [String] = []) throws -> CommandProcess.Result {
    try CommandProcess.run(["app.lua", "--exec", commands] + arguments, in: folder)
  }

  private func warning(_ rest: String) -> String {
    "app.lua:3: warning: \"order\" ends with input in \(rest)\n"
  }

  @Test func isReportedWithItsFieldAndText() throws {
    let expected = warning(
      #""Copies" that is not valid, which is lost: "many" (Please enter a valid value for Copies.)"#)
    for commands in [
      "type Copies = many", "type Copies = many; quit", "type Copies = many; background",
      "type Copies = many; tap Exit",
      "type Copies = many; background; foreground", "type Copies = many; reload",
    ] {
      let result = try run(commands)
      #expect(result.status == 1 && result.errors == expected, "\(commands): \(result)")
    }
    let piped = try CommandProcess.run(["app.lua"], input: "type Copies = many\n", in: folder)
    #expect(piped.status == 1 && piped.errors == expected)
    let result = try run("choose Size = L")
    #expect(
      result.errors
        == warning(#""Size" that is not valid, which is lost: "L" (Please enter a valid value for Size.)"#))
  }

  @Test(arguments: [
    "type Text = hello", "type Text = hello; done", "type Text = hello; background; foreground; reload",
    "type Text = hello; back; reload",
  ])
  func `what a setter that waits has not written is reported`(_ commands: String) throws {
    try folder.write(
      """
      local okit = require "okit"
      local Item = okit.ModelEntity:extend("Item", { text = "a" })
      local root = okit.Model.register(okit.Model:extend("Root", { items = okit.types.list(Item) }))
      if #root.items == 0 then root.items:add {} end
      local Slow = okit.ModelTextCell:extend("Slow", { path = "#Text", textPath = "text" })
      function Slow:setText(text) okit.sleep(1) self.super.setText(self, text) end
      okit.ModelListTableController:extend("items", {
        dataPath = "items", cell = okit.ModelTableCell { path = "text", segue = "item" },
      })
      okit.ModelForm:extend("item", { editAlways = "#true", sections = { { cells = { Slow {} } } } })
      """, to: "slow.lua")
    let result = try CommandProcess.run(
      ["slow.lua", "--now", "2020-01-01", "--exec", "row a; \(commands)"], in: folder)
    #expect(result.errors.contains(#"with input in "Text" that is not written, which is lost: "hello""#), "\(result)")
  }

  @Test func isReportedForEachField() throws {
    let result = try run("type Copies = many; choose Size = L", ["--format", "json"])
    #expect(result.status == 1)
    let lines = (result.output + result.errors).split(separator: "\n")
    #expect(lines.filter { $0.contains(#""code":"form.discarded""#) }.count == 2)
  }

  @Test func theTextOfASecureFieldIsNotReported() throws {
    let result = try run("type Password = hidden")
    #expect(result.status == 1)
    #expect(
      result.errors
        == warning(#""Password" that is not valid, which is lost (Please enter a valid value for Password.)"#))
    #expect(!(result.output + result.errors).contains("hidden"))
  }

  @Test func validInputIsWrittenWithoutAReport() throws {
    let result = try run("type Name = Ann; type Copies = 3")
    #expect(result.status == 0 && result.errors == "")
    #expect(try run("get name; get copies").output == "Ann\n3\n")
  }
}
