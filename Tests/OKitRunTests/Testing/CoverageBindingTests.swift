import Foundation
import OKitCoverage
import OKitTestSupport
import Testing

/// What `okit-run test --coverage` counts of bindings.
@Suite struct CoverageBindingTests {
  private static let app = """
    local okit = require "okit"
    local t = okit.types
    local Genre = okit.ModelEntity:extend("Genre", { name = "" })
    local Book = okit.ModelEntity:extend("Book", {
      name = "", pages = 1, genre = t.ref "Genre", kind = t.enum { "novel", "poem" }, lent = t.optional(t.date),
      label = t.computed(function(self) return self.name end),
    })
    function Book:mark() self.pages = self.pages + 1 end
    local Shop = okit.Model:extend("Shop", { books = t.list(Book), genres = t.list(Genre) })
    okit.Model.initialize(function() okit.Model.register(Shop) end)
    local Titled = okit.ModelTableCell:extend("Titled", { accyText = "= [%Book]" })
    okit.ModelListTableController:extend("books", {
      type = "Book", dataPath = "books", titlePath = "= [%Books] || ' ' || [books.@count]",
      more = "#true", moreActions = "#One,#Two", moreActionsTap = "mark(),mark()",
      cell = Titled {
        path = "= name || CASE WHEN pages > 1 THEN '+' ELSE '' END", detailPath = "kind/localized",
        accessibilityHint = "label", accessibilityLabel = "= coalesce(lent, name)",
        accessibilityIdentifier = "genre/ref/name", segue = "book",
      },
    })
    okit.ModelForm:extend("book", {
      editAlways = "#true", titlePath = "name",
      sections = { { cells = {
        okit.ModelTextCell { path = "#Pages", dataPath = "pages", validationFormula = "value > 0" },
        okit.ModelPickerCell { path = "#Genre", dataPath = "/genres", namePath = "name", selectionPath = "genre" },
      } } },
    })
    """

  private static let test = """
    it("counts", function()
      local books, genres = { { name = "Emma" } }, { { name = "Novel" } }
      local app = okit.launch("app.lua", { fixture = { books = books, genres = genres } })
      app:row("Emma"):more("One")
      app:row("Emma+"):tap()
      app:cell("Pages"):type("0"):doneKey()
      app:cell("Pages"):type("3"):doneKey()
    end)
    """

  private let report: CoverageReport

  init() throws {
    let folder = try TestFolder(["app.lua": Self.app, "app_test.lua": Self.test])
    let result = try CommandProcess.run(["test", "--coverage", "c"], in: folder)
    #expect(result.status == 0, "\(result)")
    report = try CoverageReport(json: Array(folder.read("c/coverage.json").utf8))
  }

  private func item(_ id: String) throws -> CoverageItem {
    try #require(report.items.first { $0.id == id }, "\(report.items.map(\.id))")
  }

  @Test func outcomes() throws {
    let neverNil = [
      "books/titlePath", "books/dataPath", "books/cell/path", "books/cell/detailPath", "books/cell/accessibilityLabel",
      "Titled/accyText", #"book/cell "Genre"/namePath"#,
    ]
    for path in neverNil {
      let outcomes = try item("binding:\(path)").outcomes
      #expect(Set(outcomes.keys) == [.value] && outcomes[.value, default: 0] > 0, "\(path): \(outcomes)")
    }
    for path in ["books/cell/accessibilityHint", "books/cell/accessibilityIdentifier"] {
      #expect(try Set(item("binding:\(path)").outcomes.keys) == [.value, .nil], "\(path)")
    }
  }

  @Test func validations() throws {
    let outcomes = try item(#"binding:book/cell "Pages"/validationFormula"#).outcomes
    #expect(outcomes[.true, default: 0] > 0 && outcomes[.false, default: 0] > 0 && outcomes.count == 2, "\(outcomes)")
  }

  @Test func actionsOfSheets() throws {
    #expect(try item("action:books/moreActions[1].tap").missed == [])
    #expect(try item("action:books/moreActions[2].tap").missed == [.performed])
    #expect(!report.items.contains { $0.id == "binding:books/moreActionsTap" })
  }
}
