import OKitTestSupport
import Testing

@testable import OKitEngine
@testable import OKitLua

/// Windows as a program that renders them uses them.
@Suite struct WindowTests {
  static let script = """
    local okit = require "okit"
    local t = okit.types
    local Book = okit.ModelEntity:extend("Book", { name = "", stock = 1 })
    local shop = okit.Model.register(okit.Model:extend("Shop", { books = t.list(Book), note = "" }))
    if #shop.books == 0 then shop.books = { { name = "Dune" }, { name = "Emma" } } end
    local function button(title, tap) return okit.ModelBarButtonItem { title = "#" .. title, tap = tap } end
    okit.ModelListTableController:extend("books", {
      type = "Book", dataPath = "books", titlePath = "#Books", searchPath = "name", delete = true,
      right = {
        button("Ask", function() shop.note = okit.alert { title = "Sure?" }:wait() end),
        button("Later", function() okit.after(1, function() okit.alert { title = okit.app.screen.title } end) end),
      },
      cell = okit.ModelTableCell { path = "name", segue = "book" },
    })
    okit.ModelForm:extend("book", {
      titlePath = "name", editAlways = "#true", right = {
        button("Leave", function() okit.back() error("no") end),
      },
      sections = { { cells = {
        okit.ModelTextCell { path = "#Name", textPath = "name" },
        okit.ModelTextCell { path = "#Stock", textPath = "stock" },
      } } },
    })
    """

  let app: LuaApplication
  var runtime: AppRuntime { app.runtime }

  init() throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.onReport = { _ in }
    options.seed = 1
    app = try LuaApplication(text: Self.script, chunk: "app.lua", options: options)
  }

  private func driver(_ number: Int) throws -> AppDriver {
    let window = try #require(runtime.window(numbered: number))
    return AppDriver(runtime, window)
  }

  private func code(_ body: () throws -> Void) -> Diagnostic.Code? {
    do { try body() } catch { return (error as? Diagnostic)?.code }
    return nil
  }

  // MARK: Numbers

  @Test func `windows have numbers that no other one gets`() throws {
    #expect(try app.openWindow() == 2)
    #expect(try app.openWindow() == 3)
    try app.closeWindow(2)
    #expect(try app.windows == [1, 3])
    #expect(try app.openWindow() == 4)
    #expect(code { try app.closeWindow(1) } == "window.first")
    #expect(code { try app.closeWindow(2) } == "window.closed")
    #expect(code { _ = try app.screen(ofWindow: 2) } == "window.closed")
    #expect(code { try app.perform(.back, inWindow: 2) } == "window.closed")
    app.close()
    #expect(code { _ = try app.openWindow() } == "application.closed")
  }

  @Test func `the screen and the actions of a program are those of the first window`() throws {
    let second = try app.openWindow()
    try driver(second).row("Emma").tap()
    #expect(try app.screen.title == "Books")
    try app.perform(Action(json: ["search": "du"]))
    #expect(try app.screen(ofWindow: 1).jsonValue["search"]?["text"] == "du")
    #expect(try app.screen(ofWindow: second).title == "Emma")
    try app.driver.row("Dune").tap()
    #expect(try app.screen.title == "Dune")
  }

  @Test func `nothing opens or closes a window during an action`() throws {
    let second = try app.openWindow()
    var codes: [Diagnostic.Code?] = []
    try runtime.turn {
      codes.append(code { _ = try app.openWindow() })
      codes.append(code { try app.closeWindow(second) })
    }
    #expect(codes == ["app.turn", "app.turn"])
    #expect(try app.windows == [1, 2])
  }

  @Test func `a home that cannot be shown opens no window`() throws {
    runtime.terminate()
    #expect(code { _ = try app.openWindow() } == "action.impossible")
    #expect(runtime.windows.count == 1)
  }

  @Test func `each window has its own range of rows`() throws {
    let second = try app.openWindow()
    try app.scroll(to: 1..<2, inWindow: second)
    #expect(runtime.windows.map(\.scrolledRows) == [nil, 1..<2])
  }

  // MARK: Stale actions

  private func tap(_ row: Int, on screen: Screen, instance: Int?) throws -> Action {
    let id = try #require(screen.sections.first?.rows[row].id)
    return Action(.tapRow(.id(id)), instance: instance)
  }

  @Test func `an action for another screen does nothing`() throws {
    let list = try app.screen
    let first = try tap(0, on: list, instance: list.instance)
    try app.perform(first)
    let detail = try app.screen
    #expect(detail.name == "book" && detail.instance != list.instance)
    // The second click of a double click.
    let version = try app.screenVersion
    #expect(code { try app.perform(first) } == "action.stale")
    #expect(try app.screen == detail && app.screenVersion == version)
    try app.perform(Action(.back, instance: detail.instance))
    #expect(try app.screen.instance == list.instance)
    // Opened again, it is another one.
    try app.perform(first)
    #expect(try app.screen.instance != detail.instance)
    #expect(code { try app.perform(Action(.back, instance: detail.instance)) } == "action.stale")
    try app.perform(.back)
  }

  @Test func `the instance is that of a window`() throws {
    let second = try app.openWindow()
    let (own, other) = (try app.screen, try app.screen(ofWindow: second))
    #expect(own.instance != other.instance)
    let action = try tap(1, on: other, instance: other.instance)
    #expect(code { try app.perform(action) } == "action.stale")
    try app.perform(action, inWindow: second)
    #expect(try app.screen(ofWindow: second).title == "Emma")
  }

  @Test func `a dialog has the instance of its screen`() throws {
    try app.driver.tap("Ask")
    let screen = try app.screen
    let alert = try #require(screen.alert)
    #expect(code { try app.perform(Action(.answer(alert.id, 0), instance: 99)) } == "action.stale")
    try app.perform(Action(.answer(alert.id, 0), instance: screen.instance))
    #expect(try app.screen.alert == nil)
  }

  @Test(arguments: [
    (#"{"action":"back","instance":3}"#, Action(.back, instance: 3)),
    (#"{"action":{"tap":"title"},"instance":12}"#, Action(.tapTitle, instance: 12)),
    (#"{"action":"back"}"#, .back), (#"{"action":{"tap":"cover"},"instance":null}"#, Action(.tapCover)),
    (#""back""#, .back),
  ])
  func `actions as JSON name their screen`(_ json: String, _ action: Action) throws {
    #expect(try Action(json: JSONValue.parse(json: json)) == action)
    #expect(try Action(json: action.jsonValue) == action)
  }

  @Test(arguments: [
    #"{"action":"back","instance":-1}"#, #"{"action":"back","instance":"3"}"#, #"{"action":"back","instanc":3}"#,
    #"{"instance":3}"#, #"{"action":{"action":"back"}}"#, #"{"tap":"title","instance":3}"#,
  ])
  func `a wrong envelope is an error`(_ json: String) throws {
    #expect(code { _ = try Action(json: JSONValue.parse(json: json)) } == "action.json")
  }

  // MARK: Reloading

  @Test func `a reload keeps windows, their places and the last one that was used`() throws {
    let (second, third) = (try app.openWindow(), try app.openWindow())
    try app.closeWindow(third)
    try driver(second).row("Emma").tap()
    try driver(second).cell("Stock").type("many")
    try app.perform(Action(.search("du")))
    try driver(second).perform(.key(.done))
    let before = try app.windows.map { try app.screen(ofWindow: $0) }
    let version = try app.screenVersion
    let open = app.driver
    try app.reload()
    #expect(try app.screenVersion != version)
    #expect(try app.windows == [1, 2])
    // The entities, and so the ids of rows, are new.
    #expect(try app.windows.map { try app.screen(ofWindow: $0).text() } == before.map { $0.text() })
    #expect(runtime.window.number == second)
    #expect(open.window === runtime.windows[0])
    // The numbers of windows and screens go on.
    let fourth = try app.openWindow()
    #expect(fourth == 4)
    let instances = Set(before.compactMap(\.instance))
    #expect(try !instances.contains(#require(app.screen(ofWindow: fourth).instance)))
    try app.perform(Action(.back, instance: before[1].instance), inWindow: second)
  }

  @Test func `a reload that removes a screen leaves that of another window`() throws {
    let second = try app.openWindow()
    try driver(second).row("Emma").tap()
    try app.reload(
      text: Self.script.replacing("extend(\"book\"", with: "extend(\"other\"").replacing(", segue = \"book\"", with: "")
    )
    #expect(runtime.windows.map(\.stack) == [["books"], ["books"]])
  }

  // MARK: Turns

  @Test func `a turn that fails opens a form of any window again`() throws {
    let second = try app.openWindow()
    try driver(second).row("Emma").tap()
    try driver(second).cell("Stock").type("many")
    try app.driver.row("Dune").tap()
    try app.driver.cell("Stock").type("few")
    #expect(code { try app.perform(Action(.tapBarButton(#require(BarButtonID("right:0"))))) } != nil)
    #expect(runtime.windows.map(\.stack) == [["books", "book"], ["books", "book"]])
    for number in 1...2 {
      let value = try driver(number).cell("Stock").row().control?.value
      #expect(value == .string(number == 1 ? "few" : "many"))
    }
    _ = runtime.diagnostics
  }

  @Test func `the version of the screens changes with each turn`() throws {
    _ = try app.openWindow()
    let version = try app.screenVersion
    _ = try app.screen(ofWindow: 2)
    #expect(try app.screenVersion == version)
    try driver(2).row("Emma").tap()
    let later = try app.screenVersion
    #expect(later != version)
    try app.perform(.back, inWindow: 2)
    #expect(try app.screenVersion != later)
  }

  // MARK: Memory

  @Test func `a closed window leaves no memory behind`() throws {
    weak var window: AppWindow?
    weak var container: WindowContainer?
    var controllers: [() -> Controller?] = []
    let count = runtime.containers.controllers.count
    func use() throws {
      let number = try app.openWindow()
      let driver = try driver(number)
      (window, container) = (driver.window, driver.window.container)
      try driver.row("Emma").tap()
      try driver.cell("Stock").type("many")
      try driver.perform(.key(.done))
      driver.window.container.forEachController { controller in
        controllers.append { [weak controller] in controller }
      }
      try app.closeWindow(number)
      let asking = try self.driver(app.openWindow())
      // A function waits for an answer that never comes.
      try asking.tap("Ask")
      asking.window.container.forEachController { controller in
        controllers.append { [weak controller] in controller }
      }
      try app.closeWindow(asking.window.number)
    }
    try use()
    try app.state.collectGarbage()
    try runtime.turn {}
    #expect(window == nil && container == nil)
    #expect(controllers.count == 3 && controllers.allSatisfy { $0() == nil })
    #expect(runtime.containers.controllers.count == count)
    #expect(app.host.tickets.isEmpty && app.host.dialogTickets.isEmpty)
    #expect(runtime.diagnostics.map(\.code) == ["form.discarded"])
  }
}
