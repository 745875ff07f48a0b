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
