import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

/// An application whose script is replaced by others.
private final class Reloading {
  let storage = TransientStorage()
  let clock = RuntimeClock(virtual: DateValue(secondsSince2001: 0))
  private(set) var printed: [String] = []
  private(set) var reports: [Diagnostic] = []
  private(set) var application: LuaApplication!
  /// Done when the script prints.
  var onPrint: () -> Void = {}

  init(_ text: String, limits: LuaLimits = LuaLimits()) throws {
    var options = LuaApplication.Options(clock: clock)
    options.parts = .everything
    options.storage = storage
    options.limits = limits
    options.print = { [unowned self] in
      printed.append($0)
      onPrint()
    }
    options.onReport = { [unowned self] in reports.append($0) }
    application = try LuaApplication(text: text, chunk: "app.lua", folder: "/nowhere", options: options)
  }

  func lua(_ text: String) throws -> String { try application.evaluate(text).joined(separator: " ") }
  var driver: AppDriver { AppDriver(application.runtime) }
  var runtime: AppRuntime { application.runtime }
}

/// A script with a list of books, its classes and controllers as given.
private func script(
  book: String = "name = \"\", pages = 0", shop: String = "", more: String = "", title: String = "#Books",
  detail: String = "#Name"
) -> String {
  """
  local okit = require "okit"
  local t = okit.types
  local Book = okit.ModelEntity:extend("Book", { \(book) })
  local Shop = okit.Model:extend("Shop", { books = t.list(Book), \(shop) })
  \(more)
  shop = okit.Model.register(Shop)
  if #shop.books == 0 then shop.books = { { name = "Dune" }, { name = "Emma" } } end
  okit.ModelListTableController:extend("home", {
    type = "Book", dataPath = "books", titlePath = "\(title)", edit = true, search = true, searchPath = "name",
    searchFilterPath = "name", searchFilters = "#Dune,#Emma",
    cell = okit.ModelTableCell { path = "name", segue = "book" },
  })
  okit.ModelDetailTableController:extend("book", {
    titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "\(detail)", textPath = "name" } } } },
  })
  """
}

@Suite struct ReloadModelTests {
  @Test func modelsGoOnAsTheyAre() throws {
    let app = try Reloading(script(book: "name = \"\", draft = t.string { transient = true }"))
    _ = try app.lua("(function() shop.books[1].name = 'Dune II' shop.books[2].draft = 'kept' end)()")
    let ids = try app.lua("shop.books[1].id .. shop.books[2].id")
    try app.application.reload(text: script(book: "name = \"\", pages = 7, draft = t.string { transient = true }"))
    #expect(try app.lua("shop.books[1].name, shop.books[1].pages, shop.books[2].draft") == "Dune II 7 kept")
    #expect(try app.lua("shop.books[1].id .. shop.books[2].id") == ids)
    #expect(app.runtime.registry.pending == ["default"])
    #expect(try app.storage.list("okit/data").isEmpty)
    try app.runtime.background()
    #expect(try app.storage.list("okit/data") == ["okit/data/default.json"])
    #expect(app.reports.isEmpty)
  }

  @Test func aModelWithoutChangesHasNoneAfterwards() throws {
    let app = try Reloading(script())
    try app.runtime.registry.storeState()
    try app.application.reload()
    #expect(app.runtime.registry.pending.isEmpty)
  }

  @Test(arguments: [
    ("pages = 12", "pages = \"\"", "shop.books[1].pages", "12", nil),
    ("pages = \"12\"", "pages = 0", "shop.books[1].pages + 1", "13", nil),
    ("pages = 12", "pages = t.list(t.int)", "#shop.books[1].pages", "0", "12"),
    ("pages = \"many\"", "pages = 1.5", "shop.books[1].pages", "1.5", "\"many\""),
    ("pages = t.enum { \"few\", \"many\" }", "pages = t.enum { \"some\" }", "shop.books[1].pages", "some", "\"few\""),
    ("pages = 12", "name2 = \"x\"", "shop.books[1].name2", "x", nil),
  ])
  func propertiesOfAnotherTypeAreConverted(
    old: String, new: String, expression: String, value: String, lost: String?
  ) throws {
    let app = try Reloading(script(book: "name = \"\", \(old)"))
    if old.contains("enum") {
      _ = try app.lua("(function() for _, b in ipairs(shop.books) do b.pages = 'few' end end)()")
    }
    try app.application.reload(text: script(book: "name = \"\", \(new)"))
    #expect(try app.lua(expression) == value)
    #expect(app.reports.map(\.code) == (lost == nil ? [] : ["model.changed"]))
    if let lost {
      #expect(app.reports[0].message.contains("Book.pages: 2 values do not fit"))
      #expect(app.reports[0].message.hasSuffix("found \(lost)"))
    }
  }

  @Test func whatWasTakenAwayComesBack() throws {
    let app = try Reloading(script(book: "name = \"\", pages = 3"))
    _ = try app.lua("(function() shop.books[1].pages = 5 end)()")
    try app.application.reload(text: script(book: "name = \"\""))
    try app.application.reload(text: script(book: "name = \"\", pages = 3"))
    #expect(try app.lua("shop.books[1].pages, shop.books[2].pages") == "5 3")
  }

  @Test func anotherVersionIsMigrated() throws {
    let app = try Reloading(script())
    let migration = """
      Shop.version = 2
      function Shop.migrate(document, from) document.note = "from " .. from return document end
      """
    try app.application.reload(text: script(shop: "note = \"\"", more: migration))
    #expect(try app.lua("shop.note, #shop.books") == "from 1 2")
  }

  @Test func rowsAreConvertedAtAStartOnly() throws {
    func rows(_ more: String) -> String {
      script(more: more).replacing("okit.Model:extend", with: "okit.ModelSQLite:extend")
    }
    let app = try Reloading(rows(""))
    let failure = #expect(throws: Diagnostic.self) {
      try app.application.reload(text: rows("Shop.version = 2 function Book.migrateRow(row) return row end"))
    }
    #expect(failure?.code == "model.migration")
    #expect(failure?.message == "a reload cannot convert the model \"default\" with Book.migrateRow")
    #expect(try app.lua("#shop.books, okit.Model.get().books[1].name") == "2 Dune")
    try app.application.reload(text: rows("Shop.version = 2"))
    #expect(try app.lua("#shop.books") == "2")
  }

  @Test func aModelThatIsNotRegisteredIsKeptForLater() throws {
    let other = "other = okit.Model.register(okit.Model:extend(\"Other\", { n = 1 }), \"other\")"
    let app = try Reloading(script(more: other))
    _ = try app.lua("(function() other.n = 9 end)()")
    try app.application.reload(text: script())
    #expect(try app.lua("okit.Model.get('other')") == "nil")
    try app.application.reload(text: script(more: other))
    #expect(try app.lua("other.n") == "9")
  }

  @Test func newEntitiesHaveIDsOfTheirOwn() throws {
    let app = try Reloading(script())
    let add = "(function() shop.books:add { name = 'x' } return #shop.books end)()"
    #expect(try app.lua(add) == "3")
    try app.application.reload()
    #expect(try app.lua(add) == "4")
  }
}

@Suite struct ReloadScreenTests {
  @Test func screensStay() throws {
    let app = try Reloading(script())
    try app.driver.search("em")
    try app.driver.row("Emma").tap()
    try app.driver.performTap("Edit")
    try app.application.reload(text: script(title: "#Novels", detail: "#Title"))
    #expect(app.runtime.stack == ["home", "book"])
    #expect(app.driver.screen.title == "Emma")
    #expect(app.driver.screen.isEditing)
    #expect(app.driver.screen.sections.first?.rows.first?.text == "Title")
    try app.driver.back()
    #expect(app.driver.screen.title == "Novels")
    #expect(app.driver.screen.search?.text == "em")
    #expect(app.driver.screen.sections.flatMap(\.rows).map(\.text) == ["Emma"])
  }

  @Test func theChosenScopeAndMarksStay() throws {
    let app = try Reloading(script())
    try app.driver.filter("Emma")
    try app.application.reload()
    #expect(app.driver.screen.search?.scope == 2)
    #expect(app.driver.screen.sections.flatMap(\.rows).map(\.text) == ["Emma"])
  }

  @Test func whatIsNotThereAnyMoreIsLeft() throws {
    let app = try Reloading(script())
    try app.driver.row("Dune").tap()
    try app.application.reload(text: script().replacing("\"book\"", with: "\"volume\""))
    #expect(app.runtime.stack == ["home"])
    try app.application.reload(text: script().replacing("\"home\"", with: "\"start\""))
    #expect(app.runtime.stack == ["start"])
  }

  @Test func presentationsStay() throws {
    let app = try Reloading(script())
    _ = try app.lua("okit.present('book', shop.books[2])")
    try app.application.reload()
    #expect(app.runtime.stack == ["home", "book"])
    #expect(app.driver.screen.title == "Emma")
    try app.runtime.perform(.close)
    #expect(app.runtime.stack == ["home"])
  }

  @Test func anApplicationInTheBackgroundStaysThere() throws {
    let app = try Reloading(script())
    try app.runtime.background()
    try app.application.reload()
    #expect(app.runtime.state == .background)
  }
}

@Suite struct ReloadScriptTests {
  private static func timed(_ name: String) -> String {
    script(
      more:
        "okit.every(1, function() print('\(name)') end) okit.after(5, function() okit.alert { title = '\(name)' } end)")
  }

  @Test func nothingOfTheOldScriptRuns() throws {
    let app = try Reloading(Self.timed("old"))
    try app.runtime.advance(seconds: 5)
    #expect(app.driver.screen.alert?.title == "old")
    let old = app.application.state
    try app.application.reload(text: Self.timed("new"))
    #expect(app.driver.screen.alert == nil)
    try app.runtime.advance(seconds: 2)
    #expect(app.printed == ["old", "old", "old", "old", "old", "new", "new"])
    #expect(problem { _ = try old.load("return 1", chunk: "x") }?.code == "lua.closed")
    #expect(try !app.runtime.undo())
  }

  @Test(arguments: [
    ("oops(", "lua.syntax"), ("error('broken')", "lua.error"),
    ("okit.Model.store(shop) error('broken')", "lua.error"), ("x = nil .. nil", "lua.error"),
    ("", "controller.none"),
  ])
  func aScriptThatFailsChangesNothing(end: String, code: String) throws {
    let app = try Reloading(script())
    try app.driver.row("Dune").tap()
    let runtime = app.runtime
    let text = end.isEmpty ? "local okit = require 'okit'" : script() + "\n" + end
    #expect(problem { try app.application.reload(text: text) }?.code.rawValue == code)
    #expect(app.runtime === runtime)
    #expect(app.runtime.stack == ["home", "book"])
    #expect(try app.lua("shop.books[1].name") == "Dune")
    #expect(try app.storage.list("okit/data").isEmpty)
    try app.runtime.background()
    #expect(try app.storage.list("okit/data") == ["okit/data/default.json"])
  }

  @Test func whatTheNewScriptStoresIsStored() throws {
    let app = try Reloading(script())
    try app.application.reload(text: script() + "\nokit.Model.store(shop)")
    #expect(try app.storage.list("okit/data") == ["okit/data/default.json"])
    #expect(app.runtime.registry.pending.isEmpty)
  }

  @Test func aScriptCannotReplaceItself() throws {
    let app = try Reloading(script())
    var problem: Diagnostic?
    app.onPrint = { [unowned app] in
      do { try app.application.reload() } catch { problem = error as? Diagnostic }
    }
    _ = try app.lua("print('now')")
    #expect(problem?.code == "app.turn")
  }

  @Test func aStateThatALimitHasStoppedComesBack() throws {
    let app = try Reloading(script(), limits: LuaLimits(instructions: 100_000))
    _ = try app.lua("(function() shop.books[1].name = 'kept' end)()")
    let endless = "(function() shop.books[1].name = 'lost' while true do end end)()"
    #expect(problem { _ = try app.lua(endless) }?.code == "lua.limit")
    #expect(app.application.state.isDead)
    try app.application.reload()
    #expect(try app.lua("shop.books[1].name") == "kept")
  }
}

@Suite struct ReloadContainerTests {
  /// Two tabs, a menu with two levels, and a screen with tabs that is presented.
  private static let script = """
    local okit = require "okit"
    local Book = okit.ModelEntity:extend("Book", { name = "" })
    local Shop = okit.Model:extend("Shop", { books = okit.types.list(Book) })
    shop = okit.Model.register(Shop)
    if #shop.books == 0 then shop.books = { { name = "Dune" }, { name = "Emma" } } end
    local list = { dataPath = "books", searchPath = "name", cell = okit.ModelTableCell { path = "name", segue = "book" \
    } }
    okit.ModelListTableController:extend("books", list)
    okit.ModelListTableController:extend("others", list)
    okit.ModelDetailTableController:extend("book", { titlePath = "name", sections = { { cells = {
      okit.ModelTableCell { path = "#Open", segue = { to = "settings", kind = "present" } } } } } })
    okit.TabBarController:extend("home", { tabs = { { title = "#A", root = "books" }, { title = "#B", root = "others" \
    } } })
    okit.TabBarController:extend("settings", { tabs = { { title = "#C", root = "book" }, { title = "#D", root = "book" \
    } } })
    okit.ModelMenuTableController:extend("menu", {
      dataPath = "books", identifier = "book", cell = okit.ModelTableCell { path = "name" } })
    okit.ModelApplicationController:extend("app", {})
    """

  @Test func tabsContentsMenuAndPresentedContainersStay() throws {
    let app = try Reloading(Self.script)
    try app.driver.search("em")
    try app.driver.tab("B")
    try app.driver.row("Dune").tap()
    try app.driver.menu()
    try app.application.reload()
    #expect(app.runtime.stack == ["others", "book", "menu"])
    #expect(app.runtime.screen().menu?.name == "menu")
    try app.driver.row("Emma").tap()
    #expect(app.runtime.stack == ["book"])
    try app.driver.row("Open").tap()
    try app.driver.tab("D")
    try app.application.reload()
    #expect(app.runtime.stack == ["book", "book"])
    #expect(app.runtime.screen().tabs.map(\.isSelected) == [false, true])
    #expect(app.runtime.screen().title == "Emma")
    try app.driver.close()
    try app.runtime.turn { try app.runtime.showContent("home", context: nil) }
    #expect(app.runtime.stack == ["others", "book"])
    try app.driver.tab("A")
    #expect(app.runtime.screen().search?.text == "em")
    #expect(app.reports.isEmpty)
  }

  @Test func whatTheScriptNoLongerHasCloses() throws {
    let app = try Reloading(Self.script)
    try app.driver.row("Emma").tap()
    try app.driver.row("Open").tap()
    try app.application.reload(
      text: Self.script.replacing("TabBarController:extend(\"settings\"", with: "TabBarController:extend(\"setup\"")
        .replacing("to = \"settings\"", with: "to = \"setup\""))
    #expect(app.runtime.stack == ["books", "book"])
    try app.application.reload(
      text: Self.script.replacing("TabBarController:extend(\"home\"", with: "TabBarController:extend(\"start\""))
    #expect(app.runtime.stack == ["books"])
    #expect(app.reports.isEmpty)
  }
}

@Suite struct ReloadFormTests {
  private static let form = """
    local okit = require "okit"
    local Book = okit.ModelEntity:extend("Book", { name = "Dune", pages = 400, price = 9.5 })
    local Shop = okit.Model:extend("Shop", { books = okit.types.list(Book) })
    shop = okit.Model.register(Shop)
    if #shop.books == 0 then shop.books = { {} } end
    okit.ModelForm:extend("home", { contextPath = "books[0]", editAlways = "#true", sections = { { cells = {
      okit.ModelTextCell { path = "#Name", dataPath = "name", validationRequired = "#true" },
      okit.ModelTextCell { path = "#Pages", dataPath = "pages" },
      okit.ModelTextCell { path = "#Price", dataPath = "price", formatType = "number", formatPattern = "0.00" },
    } } } })
    """

  @Test func inputStaysInItsFields() throws {
    let app = try Reloading(Self.form)
    try app.driver.cell("Name").type("")
    try app.driver.cell("Price").type("1x")
    try app.driver.cell("Pages").type("500")
    try app.application.reload()
    let controls = app.driver.screen.sections.flatMap(\.rows).compactMap(\.control)
    #expect(controls.map(\.value) == [.string(""), .string("500"), .string("1x")])
    #expect(controls.map { $0.error != nil } == [true, false, true])
    #expect(try app.lua("shop.books[1].name, shop.books[1].pages, shop.books[1].price") == "Dune 400 9.5")
    try app.driver.cell("Name").type("Emma")
    try app.driver.cell("Price").type("12.5")
    try app.application.reload()
    try app.driver.press(.submit)
    #expect(try app.lua("shop.books[1].name, shop.books[1].price") == "Emma 12.5")
    #expect(app.reports.isEmpty)
  }

  @Test func fieldsAreFoundByTheirBindingsAndLabels() throws {
    let app = try Reloading(Self.form)
    try app.driver.cell("Name").type("")
    try app.driver.cell("Pages").type("500")
    let first = "okit.ModelTextCell { path = \"#Name\""
    let changed = Self.form.replacing(
      first, with: "okit.ModelTableCell { path = \"#Head\" }, okit.ModelTextCell { path = \"#Title\""
    ).replacing("okit.ModelTextCell { path = \"#Pages\", dataPath = \"pages\" },", with: "")
      .replacing("} } } })", with: "  okit.ModelTextCell { path = \"#Pages\", dataPath = \"pages\" },\n} } } })")
    try app.application.reload(text: changed)
    let rows = app.driver.screen.sections.flatMap(\.rows)
    #expect(rows.map(\.text) == ["Head", "Title", "Price", "Pages"])
    #expect(rows.map { $0.control?.error != nil } == [false, true, false, false])
    #expect(rows.map { $0.control?.isFocused } == [nil, false, false, true])
    #expect(rows.last?.control?.value == .string("500"))
    try app.driver.press(.done)
    #expect(try app.lua("shop.books[1].pages") == "500")
    #expect(app.reports.isEmpty)
  }
}
