import OKitLive
import OKitTestSupport

extension FuzzTarget {
  /// Messages of a page, one per line: those that are read are written again as the same; each action is answered; the
  /// screen that the updates have made is the one that a new page gets.
  public static let live = FuzzTarget(name: "live") {
    { input in
      let options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
      let live = LiveApplication(try LuaApplication(text: pageScript, options: quiet(options)))
      let page = TestPage(live)
      try page.send(.hello(.init()))
      for line in input.split(separator: UInt8(ascii: "\n")).prefix(20) {
        try check(Array(line))
        let answers = page.names.count { $0 == "done" }
        page.send(text: String(decoding: line, as: UTF8.self))
        if case .act? = try? PageMessage(text: Array(line)), !page.isClosed {  // Anything else needs no answer.
          try require(page.names.count { $0 == "done" } == answers + 1, "an action has no answer")
        }
        try require(page.failure == nil, "a message does not fit: \(page.failure.map { "\($0)" } ?? "")")
        guard !page.isClosed, let fresh = try live.screen(of: "w1") else { break }
        let json = try JSONValue.parse(json: fresh.screen.jsonValue.jsonBytes())
        try require(page.copy?.screen == json.members, "the screen of the page is another one")
      }
      page.cut()
    }
  }

  private static func check(_ line: [UInt8]) throws {
    let message: PageMessage
    do { message = try PageMessage(text: line) } catch {
      try require(error.diagnostic.code == "live.message", "refused with \(error.diagnostic.code.rawValue)")
      return try require(!error.diagnostic.message.isEmpty, "refused without a message")
    }
    let text = try message.jsonValue.jsonBytes()
    try require(try PageMessage(text: text) == message, "reads otherwise: \(message)")
  }

  private static func quiet(_ options: LuaApplication.Options) -> LuaApplication.Options {
    var options = options
    options.onReport = { _ in }
    options.print = { _ in }
    return options
  }

  private static let pageScript = """
    local okit = require "okit"
    local t = okit.types
    local Book = okit.ModelEntity:extend("Book", { title = "", read = false })
    local Shop = okit.Model:extend("Shop", { books = t.list(Book) })
    okit.Model.initialize(function()
      okit.Model.register(Shop).books = { { title = "Dune" }, { title = "Emma" } }
    end)
    okit.ModelListTableController:extend("home", {
      type = "Book", dataPath = "books", titlePath = "#Books", addName = "title", search = true,
      cell = okit.ModelTableCell { path = "title", segue = "book" },
    })
    okit.ModelDetailTableController:extend("book", {
      titlePath = "title",
      sections = { { cells = {
        okit.ModelTextCell { path = "#Title", textPath = "title" },
        okit.ModelSwitchCell { path = "#Read", onPath = "read" },
      } } },
    })
    """
}
