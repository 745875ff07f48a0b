import LuaSyntax
import Testing

/// The line of a property in the table of a definition.
@Suite struct PropertyPlaceTests {
  private static let script = """
    okit.ModelListTableController:extend("films", { -- quickTap = "comment"
      titlePath = "quickTap = 1", right = { okit.ModelBarButtonItem {
        title = "%Go" } },
      quickTap = function() if x then return { tap = 1 } end end,
      moreActions = { { name = "%A", tap = "a()" },
        { name = "%B",
          tap = "b()" } },
      sections = {
        { header = "%H" },
        { header =
          "%I" },
      },
      moreActionsTap = { "a()",
        "b()" },
    })
    """

  /// The line, from 0, of a property of a definition in the first line.
  private static func line(of property: String, in text: String, isOfPart: Bool = false) throws -> Int? {
    let script = try LuaScript(file: "test.lua", text: text)
    return script.line(of: property, inCallAt: 1, isOfPart: isOfPart).map { $0 - 1 }
  }

  @Test(
    arguments: [
      ("titlePath", 1), ("quickTap", 3), ("moreActions", 4), ("moreActions[1].tap", 4), ("moreActions[2].tap", 6),
      ("sections[2].header", 9), ("moreActionsTap[1]", 12), ("missing", nil), ("title", nil), ("tap", nil),
    ] as [(String, Int?)])
  func findsTheLine(property: String, line: Int?) throws {
    #expect(try Self.line(of: property, in: Self.script) == line)
  }

  @Test func theSecondTableOnALine() throws {
    let text = "x = { cells = { okit.ModelTextCell { path = 1 }, okit.ModelSwitchCell {\n onPath = 2 } } }"
    #expect(try Self.line(of: "onPath", in: text, isOfPart: true) == 1)
  }

  @Test(
    arguments: [
      // The table of a variable, and that of the next call.
      ("extend(\"home\", p)\nextend(\"b\", {\n  tap = 1 })", nil),
      ("x = { cell(\"#A\", \"name\"),\nokit.ModelTextCell {\n  tap = 1 } }", nil),
      ("local p = { tap = 1 }", nil), ("return { tap = 1 }", nil),
      ("extend(\"home\",\n  { a = 1,\n    tap = 1 })", 2), ("okit.ModelTextCell\n{\n  tap = 1 }", 2),
      ("okit.ModelListTableController\n  :extend(\"home\", {\n    tap = 1 })", 2), ("x()\ny {\n  tap = 1 }", nil),
      ("Cell(with { a = 1,\n  tap = 1 })", 1),
      // A second cell may be meant.
      ("x = { Cell { tap = 1 }, Cell {\n  tap = 2 } }", nil),
      ("extend(\"home\", { right = { Button { tap = 1 } },\n  tap = 1 })", 1),
    ] as [(String, Int?)])
  func searchesOnlyTheTableOfTheCall(text: String, line: Int?) throws {
    #expect(try Self.line(of: "tap", in: text) == line)
  }

  @Test func thePropertyOfAPart() throws {
    let text = "extend(\"home\", { right = { Button { tap = 1 } },\n  tap = 1 })"
    #expect(try Self.line(of: "tap", in: text, isOfPart: true) == 0)
  }
}
