import OKitEngine
import Testing

@testable import OKitLua

/// Finding the line of a property in the table of a definition, and errors in evaluated expressions.
struct PropertyLocatorTests {
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

  @Test(
    arguments: [
      ("titlePath", 1), ("quickTap", 3), ("moreActions", 4), ("moreActions[1].tap", 4), ("moreActions[2].tap", 6),
      ("sections[2].header", 9), ("moreActionsTap[1]", 12), ("missing", nil), ("title", nil), ("tap", nil),
    ] as [(String, Int?)])
  func findsTheLine(property: String, line: Int?) {
    #expect(PropertyLocator(Self.script[...]).line(of: property) == line)
  }

  @Test func theSecondTableOnALine() {
    let text = "cells = { okit.ModelTextCell { path = 1 }, okit.ModelSwitchCell {\n onPath = 2 } }"
    #expect(PropertyLocator(text[...]).line(of: "onPath") == 1)
  }

  @Test(
    arguments: [
      // The table of a variable, and that of the next call.
      ("extend(\"home\", p)\nextend(\"b\", {\n  tap = 1 })", nil),
      ("cell(\"#A\", \"name\"),\nokit.ModelTextCell {\n  tap = 1 }", nil),
      ("local p = { tap = 1 }", nil), ("return { tap = 1 }", nil),
      ("extend(\"home\",\n  { a = 1,\n    tap = 1 })", 2), ("okit.ModelTextCell\n{\n  tap = 1 }", 2),
      ("okit.ModelListTableController\n  :extend(\"home\", {\n    tap = 1 })", 2), ("x\ny {\n  tap = 1 }", nil),
      ("Cell(with { a = 1,\n  tap = 1 })", 1),
      // A second cell may be meant.
      ("{ Cell { tap = 1 }, Cell {\n  tap = 2 } }", nil),
      ("extend(\"home\", { right = { Button { tap = 1 } },\n  tap = 1 })", 1),
    ] as [(String, Int?)])
  func searchesOnlyTheTableOfTheCall(text: String, line: Int?) {
    #expect(PropertyLocator(text[...]).line(of: "tap") == line)
  }

  @Test func thePropertyOfAPart() {
    let text = "extend(\"home\", { right = { Button { tap = 1 } },\n  tap = 1 })"
    #expect(PropertyLocator(text[...]).line(of: "tap", isOfPart: true) == 0)
  }

  @Test func anExpressionThatEndsTooEarly() throws {
    let application = try LuaApplication(
      options: LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    defer { application.close() }
    let failure = #expect(throws: Diagnostic.self) { try application.evaluate("1 +") }
    #expect(failure?.code == "lua.syntax")
    #expect(failure?.message == "unexpected symbol near <eof>")
    #expect(failure?.excerpt?.source.text == "1 +")
  }
}
