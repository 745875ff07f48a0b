import OKitLive
import OKitTestSupport
import Testing

@Suite struct LifecycleTests {
  private func page(_ live: LiveApplication) throws -> TestPage {
    let page = TestPage(live)
    try page.send(.hello(.init(view: PageView(isVisible: true, width: 390))))
    return page
  }

  @Test func entersTheBackgroundWhenNoWindowIsVisible() throws {
    let live = try TestApplication.launch(TestApplication.books)
    live.continueByItself(at: .now + .seconds(3))
    #expect(live.application.runtime.state == .foreground, "nobody has seen it yet")
    let (first, second) = (try page(live), try page(live))
    try first.send(.view(PageView(isVisible: false, width: 390)))
    live.continueByItself(at: .now + .seconds(3))
    #expect(live.application.runtime.state == .foreground)
    second.cut()
    live.continueByItself(at: .now + .seconds(1))
    #expect(live.application.runtime.state == .foreground)
    live.continueByItself(at: .now + .seconds(3))
    #expect(live.application.runtime.state == .background)
    try first.send(.view(PageView(isVisible: true, width: 390)))
    #expect(live.application.runtime.state == .foreground)
  }

  @Test func letsScriptsActInTheBackground() throws {
    let live = try TestApplication.launch(TestApplication.books)
    try page(live).cut()
    live.continueByItself(at: .now + .seconds(3))
    #expect(live.application.runtime.state == .background)
    #expect(live.perform(["tap": "right:0"], instance: nil)?.jsonValue == ["type": "done"])
    live.continueByItself(at: .now + .seconds(3))
    #expect(live.application.runtime.state == .background)
  }

  @Test func tellsWhatTheApplicationReports() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let page = try page(live)
    live.report(Diagnostic("app.limit", "slow"))
    live.log(LogEntry(.warn, "hm"))
    #expect(page.messages.isEmpty)
    live.settle()
    #expect(page.last?["diagnostics"]?.first?["code"] == "app.limit")
    #expect(page.last?["log"] == [["level": "warn", "message": "hm"]])
    live.settle()
    #expect(page.messages.count == 1)
  }

  @Test func showsTheFailureOfAReloadUntilASuccess() throws {
    let folder = try TestFolder()
    try folder.write(TestApplication.books, to: "app.lua")
    let application = try LuaApplication(script: "\(folder.path)/app.lua")
    let live = LiveApplication(application)
    let page = try page(live)
    try folder.write("local a = = 1", to: "app.lua")
    #expect(throws: Diagnostic.self) { try live.reload() }
    #expect(page.last?["reload"] == "failed")
    #expect(page.last?["diagnostics"]?.first?["code"] == "lua.syntax")
    let late = try self.page(live)
    #expect(late.names == ["welcome", "screen", "notice"])
    #expect(late.last == page.last)
    try folder.write(TestApplication.books.replacing("#Books", with: "#Library"), to: "app.lua")
    try live.reload()
    #expect(page.last == ["type": "notice", "reload": "done"])
    #expect(page.copy?.screen["title"] == "Library")
    #expect(try self.page(live).names == ["welcome", "screen"])
  }

  /// A list, a section of a detail with a list, and a grid.
  @Test(arguments: [
    """
    okit.ModelListTableController:extend("home", { type = "Book", dataPath = "books", cell = cell, titlePath = title })
    """,
    """
    okit.ModelDetailTableController:extend("home", { titlePath = title, sections = {
      { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } },
      { type = "Book", dataPath = "books", cell = cell },
    } })
    """,
    """
    okit.ModelGridController:extend("home", {
      type = "Book", dataPath = "books", titlePath = title, columns = { { title = "#Title", cell = cell } },
    })
    """,
  ])
  func keepsRowsOverAReload(_ home: String) throws {
    let folder = try TestFolder()
    let script = """
      local okit = require "okit"
      local t = okit.types
      local Book = okit.ModelEntity:extend("Book", { title = "" })
      local Shop = okit.Model:extend("Shop", { books = t.list(Book), name = "Shop" })
      okit.Model.initialize(function()
        local shop = okit.Model.register(Shop)
        if #shop.books == 0 then shop.books = { { title = "Dune" }, { title = "Emma" }, { title = "Ulysses" } } end
      end)
      local cell, title = okit.ModelTableCell { path = "title" }, "#Books"
      \(home)
      """
    try folder.write(script, to: "app.lua")
    let live = LiveApplication(try LuaApplication(script: "\(folder.path)/app.lua"))
    let (page, absent) = (try page(live), try page(live))
    absent.cut()
    for number in 1...2 {
      let old = try ids(page)
      #expect(old.count == 3)
      try folder.write(script.replacing("#Books", with: "#Books \(number)"), to: "app.lua")
      try live.reload()
      #expect(page.copy?.screen == (try live.freshScreen(of: "w1")))
      let new = try ids(page)
      #expect(Set(new).isDisjoint(with: old))
      let rows = try #require(page.changes["rows"])
      #expect(rows["removed"] == nil)
      #expect(rows["inserted"] == nil)
      let updated = try rows.array("updated").map { try $0["row"]?.string("id") }
      #expect(updated == new)
    }
    let back = TestPage(live, copy: absent.copy)
    try back.send(
      .hello(.init(window: "w2", epoch: live.options.epoch, seen: absent.copy?.revision)))
    #expect(back.names == ["welcome", "update"])
    #expect(back.changes["rows"]?["removed"] == nil)
    #expect(back.copy?.screen == (try live.freshScreen(of: "w2")))
  }

  /// The identifiers of the rows of entities.
  private func ids(_ page: TestPage) throws -> [String] {
    let screen = JSONValue.object(try #require(page.copy?.screen))
    let rows = try screen.array("sections").flatMap { try $0.array("rows") }
    return try rows.map { try $0.string("id") }.filter { $0.hasPrefix("entity:") }
  }

  @Test func saysGoodbyeAtTheEnd() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let pages = [try page(live), try page(live)]
    try live.stop()
    for page in pages {
      #expect(page.last == ["type": "bye", "reason": "stopped"])
      #expect(page.isClosed)
    }
    #expect(live.application.runtime.state == .background)
  }

  @Test func servesScripts() throws {
    let live = try TestApplication.launch(TestApplication.books)
    let instance = try #require(try live.screen()?.screen.place.instance)
    #expect(live.perform(["tap": "right:0"], instance: instance + 1)?.jsonValue["error"]?["code"] == "action.stale")
    #expect(live.perform(["tap": "right:0"], instance: instance)?.jsonValue == ["type": "done"])
    #expect(try live.screen()?.screen.screen.alert?.title == "Sure?")
    #expect(live.perform("back", instance: nil, window: "w1") == nil)
  }

  @Test func asksForThePassphrase() throws {
    let slot = PassphraseSlot()
    var application: LiveApplication?
    let gate = try LockedApplication.start(slot) {
      guard try slot.take(isNew: false) == Array("right".utf8) else {
        throw Diagnostic("secure.key", "wrong passphrase")
      }
      return try TestApplication.launch(TestApplication.books)
    } didUnlock: {
      application = $0
    }
    let locked = try #require(gate)
    let page = TestPage(locked)
    try page.send(.hello(.init()))
    #expect(page.messages == [["type": "passphrase", "new": false]])
    try page.act(1, "back")
    #expect(page.error == "live.message")
    try page.send(.passphrase("wrong"))
    #expect(page.error == "secure.key")
    #expect(application == nil)
    try page.send(.passphrase("right"))
    #expect(page.names.suffix(2) == ["welcome", "screen"])
    #expect(application != nil)
    let next = TestPage(locked)
    try next.send(.hello(.init()))
    #expect(next.names == ["welcome", "screen"])
  }
}
