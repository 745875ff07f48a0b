import OKitEngine
import OKitLua
import Testing

/// What the checks at the start say of controls, with the place as in `MarkedScript`.
@Suite struct ControlCheckTests {
  private static let models = """
    local okit = require "okit"
    local t = okit.types
    local Person = okit.ModelEntity:extend("Person", { name = "" })
    local Film = okit.ModelEntity:extend("Film", {
      name = "", stars = 1, seen = false, price = 2.5, day = t.date, poster = t.data, kind = t.enum { "a", "b" },
      director = t.ref(Person), index = "0",
      key = t.computed(function(film) return film.name end),
    })
    function Film:see() self.seen = true end
    okit.Model.register(okit.Model:extend("Films", { films = t.list(Film), persons = t.list(Person) }))

    """

  private static func film(_ cell: String) -> String {
    """
    okit.ModelListTableController:extend("films", { dataPath = "films", segue = "film" })
    okit.ModelDetailTableController:extend("film", { sections = { { cells = {
    \(cell)
    } } } })
    """
  }

  static let fields = [
    ##"""
    okit.ModelTextCell { textPath = "day" } --! binding.type needs a String, a number or a Bool; Film.day is a Date \##
    (use okit.ModelDateCell)
    """##,
    ##"okit.ModelTextCell { textPath = "seen" }"##,
    ##"okit.ModelMultilineCell { textPath = "seen" }"##,
    ##"okit.ModelMultilineCell { textPath = "day", readOnly = true } --! binding.type (use okit.ModelDateCell)"##,
    ##"okit.ModelTextCell { textPath = "poster" } --! binding.type Film.poster is a Data"##,
    ##"okit.ModelTextCell { textPath = "kind" } --! binding.type use okit.ModelSegmentCell or okit.ModelPickerCell"##,
    ##"okit.ModelTextCell { textPath = "kind", readOnly = true }"##,
    ##"okit.ModelTextCell { textPath = "price" }"##,
  ]

  static let options = [
    ##"okit.ModelSegmentCell { selectIndexPath = "stars" } --! cell.options give segmentsPath, such as "%Low,%High""##,
    ##"""
    okit.ModelSegmentCell { selectIndexPath = "index", segmentsPath = "" } --! cell.options segmentsPath: there is
    """##,
    ##"okit.ModelPickerCell { selectionPath = "stars" } --! cell.options dataPath: there is nothing to choose from"##,
    ##"okit.ModelPickerCell { selectionPath = "director" } --! cell.options give dataPath, such as "/persons""##,
    ##"okit.ModelPickerCell { selectionPath = "director/ref" } --! cell.options such as "/persons""##,
    ##"okit.ModelSegmentCell { selectIndexPath = "price", segmentsPath = "#a,#b" } --! binding.type needs an Int"##,
    ##"okit.ModelPickerCell { selectionPath = "price", dataPath = "/persons" } --! binding.type needs an Int"##,
    ##"okit.ModelSegmentCell { selectIndexPath = "kind" }"##,
    ##"okit.ModelPickerCell { selectionPath = "kind" }"##,
    ##"okit.ModelSegmentCell { selectIndexPath = "key", readOnly = true }"##,
    ##"okit.ModelSegmentCell { selectIndexPath = "stars", segmentsPath = function() return "a" end }"##,
  ]

  static let names = [
    ##"okit.ModelSwitchCell { onPath = "sene" } --! binding.unknownName did you mean "seen"?"##,
    ##"okit.ModelTextCell { textPath = "nmae" } --! binding.unknownName did you mean "name"?"##,
    ##"okit.ModelPickerCell { selectionPath = "directr", dataPath = "/persons" } --! binding.unknownName "director""##,
    ##"okit.ModelTextCell { textPath = "director/name" } --! binding.unknownName did you mean "ref/name"?"##,
    ##"okit.ModelTextCell { textPath = "director/ref/nmae" } --! binding.unknownName did you mean "name"?"##,
    ##"okit.ModelSwitchCell { onPath = "see()" }"##,
    ##"okit.ModelTableCell { path = "#A", tap = "director/name" } --! binding.unknownName did you mean "ref/name"?"##,
    ##"okit.ModelTableCell { path = "#A", tap = "see(Eyes)" } --! binding.unknownName a constant is written "#Eyes""##,
  ]

  @Test(arguments: fields + options + names)
  func `a control is checked at the start`(_ cell: String) throws {
    try MarkedScript.expect(Self.models + Self.film(cell))
  }

  static let lists = [
    ##"moreActions = { { name = "%A", tap = "see()" } }, --! list.moreActions write more = true"##,
    ##"moreActions = { { name = "%A", tap = "see()" } }, tap = function(_, list) list:onMoreTap() end,"##,
    ##"quickTap = "see()", --! list.quickAction give quickName or quickImage"##,
  ]

  @Test(arguments: lists)
  func `an override that cannot run it is still reported`(_ properties: String) throws {
    try MarkedScript.expect(
      Self.models + "local Films = okit.ModelListTableController:extend(\"films\", { dataPath = \"films\",\n"
        + properties + "\n})\nfunction Films:rowFor() end\nfunction Films:titleValue() return \"A\" end")
  }

  /// A mistake that a check has found is not reported once more when its screen is shown or its row tapped.
  @Test func `a mistake is reported once`() throws {
    let application = try LuaApplication(
      text: Self.models + """
        okit.ModelListTableController:extend("films", { dataPath = "films", segue = "film",
          cell = okit.ModelTableCell { path = "name" } })
        okit.ModelDetailTableController:extend("film", { sections = { { cells = {
          okit.ModelSwitchCell { path = "#Seen", onPath = "sene" },
          okit.ModelTableCell { path = "#Persons", segue = "persons" },
        } } } })
        okit.ModelSelectionTableController:extend("persons", {
          contextPath = "/", dataPath = "persons", cell = okit.ModelTableCell { path = "name" } })
        local films = okit.Model.get()
        films.films:add { name = "Dune" }
        films.persons:add { name = "Ann" }
        """, chunk: "app.lua")
    defer { application.close() }
    for row in ["Dune", "Persons", "Ann"] { try application.driver.row(Locator(row)).tap() }
    _ = application.driver.screen
    #expect(application.runtime.diagnostics.map(\.code) == ["binding.unknownName", "selection.path"])
  }

  @Test func `a picker of the target of a reference writes the reference`() throws {
    let application = try LuaApplication(
      text: Self.models + """
        okit.ModelListTableController:extend("films", { dataPath = "films", segue = "film",
          cell = okit.ModelTableCell { path = "name" } })
        okit.ModelDetailTableController:extend("film", { editAlways = true, sections = { { cells = {
          okit.ModelPickerCell { path = "#Director", dataPath = "/persons", namePath = "name", selectionPath = \
        "director/ref" },
        } } } })
        local films = okit.Model.get()
        films.films:add { name = "Dune" }
        films.persons:add { name = "Ann" }
        films.persons:add { name = "Bob" }
        """, chunk: "app.lua")
    defer { application.close() }
    let driver = application.driver
    try driver.row(Locator("Dune")).tap()
    try driver.row(Locator("Director")).tap()
    for name in ["Bob", "Ann"] {
      try driver.cell(Locator("Director")).choose(Locator(name))
      #expect(driver.screen.sections[0].rows[0].control?.text == name)
    }
    #expect(application.runtime.diagnostics.isEmpty)
  }
}
