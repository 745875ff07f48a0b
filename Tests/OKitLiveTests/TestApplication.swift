import Foundation
import OKitLive
import OKitTestSupport

/// The applications of these tests.
enum TestApplication {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path()

  /// Launches a script of the project.
  static func launch(script: String, options: LiveApplication.Options = .init()) throws -> LiveApplication {
    LiveApplication(try LuaApplication(script: root + script, options: settings), options)
  }

  static func launch(_ text: String, options: LiveApplication.Options = .init()) throws -> LiveApplication {
    LiveApplication(try LuaApplication(text: text, options: settings), options)
  }

  private static var settings: LuaApplication.Options {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.parts = .everything
    options.seed = 1
    options.print = { _ in }
    options.onReport = { _ in }
    return options
  }

  /// A grid of 120 columns.
  static let wide = """
    local okit = require "okit"
    local t = okit.types
    local Row = okit.ModelEntity:extend("Row", { name = "" })
    local Sheet = okit.Model:extend("Sheet", { rows = t.list(Row), numbers = t.list(t.int) })
    okit.Model.initialize(function()
      local sheet = okit.Model.register(Sheet)
      sheet.rows = { { name = "A" }, { name = "B" } }
      local numbers = {}
      for number = 1, 120 do numbers[number] = number end
      sheet.numbers = numbers
    end)
    okit.ModelGridController:extend("home", {
      type = "Row", dataPath = "rows", rowHeader = "name", columnsPath = "/numbers",
      cell = okit.ModelTableCell { path = "name" },
    })
    """

  /// A list with a detail, a dialog and a field.
  static let books = """
    local okit = require "okit"
    local t = okit.types
    local Book = okit.ModelEntity:extend("Book", { title = "", read = false })
    local Shop = okit.Model:extend("Shop", { books = t.list(Book), name = "Shop" })
    function Shop:ask() okit.alert { title = "Sure?", actions = { { title = "Yes" } } } end
    okit.Model.initialize(function()
      local shop = okit.Model.register(Shop)
      shop.books = { { title = "Dune" }, { title = "Emma" }, { title = "Ulysses" } }
    end)
    okit.ModelListTableController:extend("home", {
      type = "Book", dataPath = "books", titlePath = "#Books",
      right = { okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" } },
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

extension LiveApplication {
  /// The screen of a window as a renderer that connects now would get it.
  func freshScreen(of window: String) throws -> [String: JSONValue] {
    guard let screen = try screen(of: window)?.screen else { throw Mismatch("no window \(window)") }
    // As it is written: 1.0 is 1.
    return try JSONValue.parse(json: screen.jsonValue.jsonBytes()).members
  }
}
