import OKitLive
import OKitTestSupport
import Testing

/// What a screen says about taps on its rows.
@Suite struct TapTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Book = okit.ModelEntity:extend("Book", { title = "", read = false, date = t.optional(t.date) })
    function Book:toggle() self.read = not self.read end
    local Shop = okit.Model:extend("Shop", { books = t.list(Book) })
    okit.Model.initialize(function() okit.Model.register(Shop).books = { { title = "Dune" } } end)
    okit.ModelListTableController:extend("home", {
      type = "Book", dataPath = "books", selectPath = "read",
      cell = okit.ModelTableCell { path = "title", segue = "book" },
    })
    okit.ModelDetailTableController:extend("book", { sections = { { cells = {
      okit.ModelTableCell { path = "title" },
      okit.ModelTableCell { path = "#Toggle", tap = "toggle()" },
      okit.ModelTableCell { path = "#Again", segue = "book" },
      okit.ModelTableCell { path = "#Date", selectNextRow = "#1" },
      okit.ModelDateCell { path = "#Released", datePath = "date" },
      okit.ModelButton { titlePath = "#Press", tapPath = "toggle()" },
    } } } })
    """

  @Test func namesTheRowsForWhichATapDoesNothing() throws {
    let live = try TestApplication.launch(Self.script)
    let page = TestPage(live)
    try page.send(.hello(.init()))
    let row = try #require(try live.screen(of: "w1")?.screen.screen.sections.first?.rows.first?.id)
    #expect(try live.screen(of: "w1")?.screen.inert == [])
    try page.act(1, ["tap": .string("\(row)")])
    #expect(try live.screen(of: "w1")?.screen.inert == [.cell(0), .cell(3), .cell(4)])
    #expect(page.copy?.screen == (try live.freshScreen(of: "w1")))
    try page.act(2, ["tap": "right:edit"])
    // In edit mode, no action of the cell runs, and the row of a date opens.
    #expect(try live.screen(of: "w1")?.screen.inert == [.cell(0), .cell(1)])
    #expect(page.copy?.screen == (try live.freshScreen(of: "w1")))
  }

  @Test func saysWhetherATapMarks() throws {
    let live = try TestApplication.launch(Self.script)
    let page = TestPage(live)
    try page.send(.hello(.init()))
    #expect(try live.screen(of: "w1")?.screen.actions.contains(.mark) == false)
    try page.act(1, ["tap": "right:edit"])
    #expect(try live.screen(of: "w1")?.screen.actions.contains(.mark) == true)
    #expect(page.copy?.screen == (try live.freshScreen(of: "w1")))
  }
}
