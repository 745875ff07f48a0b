import OKitEngine
import OKitLua
import Testing

/// Mistakes in definitions that are reported before the first screen, each at its own line.
///
/// A line of a script that ends with `--! code text` is where a diagnostic with that code, and with the text in it, is
/// expected.
@Suite("Checks at the start")
struct StartCheckTests {
  private static let models = """
    local okit = require "okit"
    local t = okit.types
    local Person = okit.ModelEntity:extend("Person", { name = "" })
    local Actor = Person:extend("Actor", {})
    local Studio = okit.ModelEntity:extend("Studio", { title = "" })
    local Own = okit.ModelRef:extend("Own", {})
    local Film = okit.ModelEntity:extend("Film", {
      name = "", note = "", index = "0", length = "90", released = "2020-01-31", stars = 0, seen = false, day = t.date,
      director = t.ref(Person), kind = t.enum { "a", "b" }, cast = t.list(t.ref(Person)), own = t.list(Own),
      studio = t.ref(Studio), tags = t.list(t.ref(Studio)),
      title = t.computed(function(film) return film.name end),
    })
    function Film:rename(name) self.name = name or self.name return self.name end
    function Film:mark(isOn) self.seen = isOn end
    local Films = okit.Model:extend("Films", {
      films = t.list(Film), persons = t.list(Person), actors = t.list(Actor), studios = t.list(Studio),
      names = t.list(t.string),
    })
    okit.extend("String", { shorten = function(text, new) return text end })

    """
  private static let register = "okit.Model.register(Films)\n"

  private static func film(_ cell: String, _ properties: String = "") -> String {
    """
    okit.ModelListTableController:extend("films", { dataPath = "films", segue = "film" })
    okit.ModelDetailTableController:extend("film", { \(properties) sections = { { header = "General", cells = {
    \(cell)
    } } } })
    """
  }

  private static func list(_ properties: String) -> String {
    "okit.ModelListTableController:extend(\"films\", { dataPath = \"films\",\n\(properties)\n})"
  }

  static let writing: [String] = [
    film(##"okit.ModelTextCell { path = "#T", textPath = "title" } --! binding.notWritable Film.title is computed"##),
    film(##"okit.ModelTextCell { path = "#T", textPath = "title" } --! binding.notWritable "T" in section "General""##),
    film(##"okit.ModelTextCell { textPath = "name/uppercased" } --! binding.notWritable "uppercased" of a String"##),
    film(##"okit.ModelTextCell { textPath = "#Dune" } --! binding.notWritable a constant"##),
    film(##"okit.ModelTextCell { textPath = "%Dune" } --! binding.notWritable a localized text"##),
    film(##"okit.ModelTextCell { textPath = "name,note" } --! binding.notWritable several parts"##),
    film(##"okit.ModelTextCell { textPath = "id" } --! binding.notWritable Film.id"##),
    film(##"okit.ModelTextCell { textPath = ".." } --! binding.notWritable "..""##),
    film(##"okit.ModelTextCell { textPath = "" } --! binding.notWritable an empty binding"##),
    film(##"okit.ModelTextCell { textPath = "cast.@count" } --! binding.notWritable "cast.@count""##),
    film(##"okit.ModelMultilineCell { textPath = "title" } --! binding.notWritable computed"##),
    film(##"okit.ModelSwitchCell { onPath = "#true" } --! binding.notWritable a constant"##),
    film(##"okit.ModelStepperCell { valuePath = "#1" } --! binding.notWritable a constant"##),
    film(##"okit.ModelSegmentCell { segmentsPath = "#a,#b", selectIndexPath = "title" } --! binding.notWritable"##),
    film(##"okit.ModelTextCell { textPath = "title", readOnly = false } --! binding.notWritable"##),
    list(##"selectPath = "title", --! binding.notWritable films: selectPath"##),
    list(##"selectPath = "name", --! binding.type needs a Bool; Film.name is a String"##),
    list(##"selectPath = "sen", --! binding.unknownName did you mean "seen""##),
    film(##"okit.ModelTextCell { path = "#T" } --! binding.notWritable "T" in section "General": textPath: there"##),
    film(##"okit.ModelTextCell { textPath = function() return "" end } --! binding.notWritable a function cannot be"##),
    film(##"okit.ModelSwitchCell { readOnly = true }"##),
    // A write with a meaning, and fields that nobody can edit.
    film(##"okit.ModelTextCell { textPath = "rename" }"##),
    film(##"okit.ModelTextCell { textPath = "name/shorten" }"##),
    film(##"okit.ModelTextCell { textPath = "director/ref/name" }"##),
    film(##"okit.ModelTextCell { textPath = "/films[0]/name" }"##),
    film(##"okit.ModelTextCell { textPath = "title", readOnly = true }"##),
    film(##"okit.ModelTextCell { textPath = "title", readOnly = "seen" }"##),
    film(##"okit.ModelTextCell { textPath = "title" }"##, "edit = false,"),
    film(##"okit.ModelProgressCell { valuePath = "#50" }"##),
    list(##"selectPath = "seen","##), list(##"selectPath = "mark","##), list(##"selectPath = "!seen","##),
  ]

  static let types: [String] = [
    film(##"okit.ModelSliderCell { valuePath = "stars", maxValuePath = "note" } --! binding.type needs a number"##),
    film(##"okit.ModelStepperCell { valuePath = "stars", stepValuePath = "seen" } --! binding.type stepValuePath"##),
    film(##"okit.ModelProgressCell { valuePath = "name" } --! binding.type Film.name is a String"##),
    film(##"okit.ModelDateCell { datePath = "day", minDatePath = "note" } --! binding.type needs a Date"##),
    film(##"okit.ModelDateCell { datePath = "day", maxDatePath = "stars" } --! binding.type needs a Date"##),
    film(##"okit.ModelTableCell { path = "name", heightDisplay = "note" } --! binding.type needs a number"##),
    film(##"okit.ModelSegmentCell { selectIndexPath = "note", segmentsPath = "#a" } --! binding.type needs an Int"##),
    film(##"okit.ModelSegmentCell { selectIndexPath = "director", segmentsPath = "#a" } --! binding.type an Int"##),
    film(##"okit.ModelPickerCell { selectionPath = "note", dataPath = "/names" } --! binding.type declare note as"##),
    film(
      ##"okit.ModelTextPickerCell { textPath = "director", optionValues = "a" } --! binding.type a String, a number"##),
    film(##"okit.ModelTextPickerCell { textPath = "name" } --! cell.options give optionValues, such as "%Low,%High""##),
    film(##"okit.ModelTextPickerCell { textPath = "stars", optionValues = "1,2" }"##),
    film(
      ##"okit.ModelTextPickerCell { textPath = "name", optionValues = "S/M, 50%, A=B, 1/2, x(y), A>B, me@home" }"##),
    film(##"okit.ModelTextPickerCell { textPath = "name", optionValues = { "a,b", "50%" } }"##),
    film(##"okit.ModelTextPickerCell { textPath = "kind" }"##),
    film(##"okit.ModelSegmentCell { selectIndexPath = "note", segmentsPath = "#a", byTitle = true }"##),
    film(##"okit.ModelSwitchCell { onPath = "stars" }"##),
    film(##"okit.ModelPickerCell { selectionPath = "director", dataPath = "/films" } --! binding.type class Person"##),
    film(##"okit.ModelPickerCell { selectionPath = "director", dataPath = "stars" } --! binding.type a list"##),
    film(##"okit.ModelPickerCell { selectionPath = "director", dataPath = "cast" } --! cell.names "ref/name""##),
    list(##"titleCount = "films", --! binding.type needs a number"##),
    list(##"addName = "stars", --! binding.type needs a String; Film.stars is an Int"##),
    list(##"addName = "title", --! binding.notWritable Film.title is computed"##),
    film(##"okit.ModelPickerCell { selectionPath = "stars", dataPath = "own" } --! cell.names "ref/name""##),
    // OKit's applications keep numbers, dates and indexes in texts that begin with one.
    film(##"okit.ModelSliderCell { valuePath = "stars", maxValuePath = "length" }"##),
    film(##"okit.ModelDateCell { datePath = "day", minDatePath = "released" }"##),
    film(##"okit.ModelSegmentCell { selectIndexPath = "index", segmentsPath = "#a,#b" }"##),
    film(##"okit.ModelStepperCell { valuePath = "length" }"##),
    film(##"okit.ModelSliderCell { valuePath = "length" }"##),
    film(##"okit.ModelStepperCell { valuePath = "note" } --! binding.type needs a number; Film.note is a String"##),
    // A picked date is not written to a text.
    film(##"okit.ModelDateCell { datePath = "released" } --! binding.type declare released = t.date"##),
    film(##"okit.ModelDateCell { datePath = "released", readOnly = true }"##),
    film(##"okit.ModelDateCell { datePath = "note", readOnly = true } --! binding.type needs a Date"##),
    film(##"okit.ModelPickerCell { selectionPath = "director", dataPath = "/persons", namePath = "name" }"##),
    film(##"okit.ModelPickerCell { selectionPath = "director", dataPath = "/actors", namePath = "name" }"##),
    film(##"okit.ModelPickerCell { selectionPath = "director", dataPath = "cast", namePath = "ref/name" }"##),
    film(##"okit.ModelPickerCell { selectionPath = "stars", dataPath = "/studios", namePath = "title" }"##),
    list(##"addName = "note","##), list(##"addName = "kind","##),
  ]

  static let constants: [String] = [
    film(
      ##"okit.ModelStepperCell { valuePath = "stars", maxValuePath = "#fifty" } --! binding.type got String "fifty""##),
    film(##"okit.ModelStepperCell { valuePath = "stars", maxValuePath = true } --! binding.type got Bool true"##),
    film(
      ##"okit.ModelDateCell { datePath = "day", maxDatePath = "#2020-13-41" } --! binding.type needs a date such as"##),
    film(##"okit.ModelTableCell { path = "#A", contextPath = "#director" } --! binding.type a path to an entity"##),
    film(
      ##"""
      okit.ModelTableCell { path = "#A", showEdit = "#ture" } --! binding.type "A" in section "General": showEdit
      """##),
    film(##"okit.ModelTableCell { path = "#A", showEdit = "#ture" } --! binding.type did you mean "true""##),
    film(##"okit.ModelSwitchCell { onPath = "#flase" } --! binding.notWritable a constant"##),
    list(##"deletePrompt = "#flase", --! binding.type needs true or false, got String "flase" (did you mean "false""##),
    list(
      ##"""
      more = true, moreActions = { { name = "#A", tap = "mark()", enabled = "#no!" } }, --! binding.type enabled: \##
      needs
      """##
    ),
    ##"okit.ModelDetailTableController:extend("home", { sections = { {"## + "\n"
      + ##"showEdit = "#nope", --! binding.type sections[1].showEdit: needs true or false"## + "\n} } })",
    ##"""
    local Base = okit.ModelListTableController:extend("base", { dataPath = "films", index = "#no!" }) --! \##
    binding.type index
    """##
      + "\n" + ##"Base:extend("home", {})"##,
    film(
      ##"""
      okit.ModelStepperCell { valuePath = "stars", minValuePath = 0, maxValuePath = "#5.0", stepValuePath = "#" }
      """##),
    film(##"okit.ModelDateCell { datePath = "day", minDatePath = "#2020-01-31" }"##),
    list(##"deletePrompt = "#no", index = "#yes", add = 0, refresh = true, delete = "","##),
  ]

  static let actions: [String] = [
    list(##"quickName = "%Q", quickTap = "%rename()", --! binding.noEffect films: quickTap: "%rename()" is a text"##),
    list(##"quickName = "%Q", quickTap = "#rename()", --! binding.noEffect write "rename()""##),
    list(##"quickName = "%Q", quickTap = "#rename(),name", --! binding.noEffect reads Film.name"##),
    list(##"quickName = "%Q", quickTap = "name", --! binding.noEffect reads Film.name, which has no effect"##),
    list(
      ##"more = true, moreActions = { { name = "#A", tap = "%rename()" } }, --! binding.noEffect moreActions[1].tap"##
    ),
    list(
      ##"""
      more = true, moreActions = "#A,#B", moreActionsTap = { "rename()", "#B()" }, --! binding.noEffect \##
      moreActionsTap[2]
      """##
    ),
    film(##"okit.ModelTableCell { path = "name", tap = "#go()" } --! binding.noEffect write "go()""##),
    list(
      ##"more = true, moreActions = "%Up,%Down", moreActionsTap = "rename()", --! list.moreActions action 2 of 2"##
    ),
    list(
      ##"more = true, moreActions = "%Up,%Down", moreActionsTap = ",rename()", --! list.moreActions action 1 of 2"##
    ),
    list(##"more = true, moreActions = "%Up", --! list.moreActions moreActions: action 1 of 1 has nothing to run"##),
    list(##"more = true, moreActions = { { name = "%Up" } }, --! list.moreActions or define onMoreAction"##),
    list(
      ##"""
      more = true, moreActions = "%Up", moreActionsTap = "rename(),mark()", --! list.moreActions 2 parts for the \##
      only
      """##
    ),
    list(
      ##"""
      more = true, moreActions = "%Up", moreActionsTap = "mark()", moreActionsEnabled = "seen,seen", --! \##
      list.moreActions Enabled
      """##
    ),
    list(##"more = true, moreActions = { "%Up", { name = "%Down", tap = "mark()" } }, moreActionsTap = "rename()","##),
    list(##"more = true, moreActions = "%Up,%Down", moreTap = "rename()","##),
    "local List = " + list(##"more = true, moreActions = "%Up,%Down","##) + "\nfunction List:onMoreAction() end",
    list(##"quickName = "%Q", quickTap = "rename","##), list(##"quickTap = "","##),
    list(##"quickName = "%Q", quickTap = "name,rename()","##),
    // A computed property cannot write, and its value is cached. Built-in functions and operators only read.
    list(##"quickName = "%Q", quickTap = "title", --! binding.noEffect reads Film.title"##),
    list(##"quickName = "%Q", quickTap = "name/uppercased", --! binding.noEffect reads "name/uppercased""##),
    list(##"tap = "cast.@count", --! binding.noEffect reads "cast.@count""##),
    list(##"tap = "/films.@sum.stars", --! binding.noEffect reads "/films.@sum.stars""##),
    list(##"tap = "/films.@sum.rename","##),
    list(##"tap = "name/shorten","##),
    list(##"tap = "name/shorten/trimmed","##),
    list(##"tap = "name/uppercased(rename())","##),
  ]

  static let rowActions: [String] = [
    list(##"more = true, moreActions = { { tap = "mark()" } }, --! list.moreActions action 1 of 1 has no name"##),
    list(##"more = true, --! list.moreActions more: the sheet of More... has no actions"##),
    list(##"more = true, moreActionsTap = "mark()", --! list.moreActions moreActionsTap: there are no moreActions"##),
    list(##"more = true, moreActionsEnabled = "seen", --! list.moreActions moreActionsEnabled: there are no"##),
    list(##"moreActions = "%Up", moreActionsTap = "mark()", --! list.moreActions write more = true"##),
    list(##"moreTap = "mark()", --! list.moreActions moreTap: no row has More..."##),
    list(
      ##"""
      more = true, moreActions = { { name = "%A", tap = "mark()" } }, moreActionsTap = "mark()", --! \##
      list.moreActions part 1
      """##
    ),
    list(
      ##"more = true, moreActions = { "%A", { name = "%B", tap = "mark()" } },"## + "\n"
        + ##"""
        moreActionsTap = { "mark()", "rename()" }, --! list.moreActions moreActionsTap[2]: part 2 has no effect
        """##),
    list(
      ##"more = true, moreActions = { { name = "%A", enabled = "seen", tap = "mark()" } },"## + "\n"
        + ##"moreActionsEnabled = "seen", --! list.moreActions has its own enabled"##),
    list(##"quickTap = "mark()", --! list.quickAction give quickName or quickImage"##),
    list(##"quickName = "%Mark", --! list.quickAction quickName: the quick action has nothing to run"##),
    list(##"quickImage = "mark", --! list.quickAction quickImage: the quick action has nothing"##),
    list(##"right = { okit.ModelBarButtonItem { title = "%Go" } }, --! controller.barButton "Go": tap: the button"##),
    // Parts belong to the actions by position.
    list(
      ##"""
      more = true, moreActions = { "%A", { name = "%B", tap = "mark()" }, "%C" }, moreActionsTap = \##
      "mark(),,mark()",
      """##
    ),
    list(##"more = true, moreActions = { { name = "%A" } }, moreActionsTap = "mark()", moreActionsEnabled = "seen","##),
    // A binding may be true, and a function of the script may run what no row shows.
    list(##"more = "/films", moreTap = "mark()","##),
    list(##"more = "/films","##),
    list(##"more = false, moreTap = "mark()","##),
    list(##"moreTap = "mark()", tap = function(film, controller) controller:onMoreTap(film) end,"##),
    list(##"quickTap = "mark()", tap = function(film, controller) controller:onQuickTap(film) end,"##),
    "local List = " + list(##"quickName = "%Q","##) + "\nfunction List:onQuickTap() end",
    "local List = " + list(##"more = true,"##) + "\nfunction List:onMoreTap() end",
    list(##"right = { okit.ModelBarButtonItem { title = "%Go", segue = "films" } },"##),
    list(##"right = { okit.ModelBarButtonItem { title = "films.@count", enabled = false } },"##),
    ##"local Base = okit.ModelListTableController:extend("base", { dataPath = "films", moreActionsTap = "mark()" })"##
      + "\n" + ##"Base:extend("home", { more = true, moreActions = "%A" })"##,
  ]

  /// Properties without an effect, and names that only a search, edit mode or a row evaluates.
  static let surplus: [String] = [
    list(##"searchFilters = "A,B", --! controller.noEffect searchFilters: has no effect without searchFilterPath"##),
    list(##"searchFilterPath = "kind", --! controller.noEffect has no effect without searchFilters"##),
    list(##"groupName = "name", --! controller.noEffect has no effect without group (give group"##),
    list(##"groupSort = false, --! controller.noEffect without group"##),
    list(##"rowSortAsc = false, --! controller.noEffect without rowSort"##),
    list(##"reorder = true, rowSort = "name", --! controller.noEffect beside rowSort"##),
    list(##"reorder = true, group = "name", --! controller.noEffect beside group"##),
    list(##"reorderEnabled = "seen", --! controller.noEffect without reorder"##),
    film(
      "",
      ##"sectionHeaders = "#A,#B,#C", --! controller.noEffect 3 parts for 1 section; parts 2 to 3 have no"##
        + "\n"),
    film("", ##"sectionsShowEdit = { "seen", "seen" }, --! controller.noEffect part 2 has no effect"## + "\n"),
    list(##"searchFilterPath = "kind", searchFilters = "A,B", group = "name", groupName = "name","##),
    list(##"reorder = false, rowSort = "name", groupSort = true, groupSortAsc = true, group = "","##),
    list(##"reorder = true, reorderEnabled = "seen","##),
    film("", ##"sectionHeaders = "#A","##),
    ##"local Base = okit.ModelListTableController:extend("base", { dataPath = "films", groupName = "name" })"## + "\n"
      + ##"Base:extend("home", { group = "name" })"##,
    list(##"searchPath = "nmae", --! binding.unknownName films: searchPath: Film has no property or function "nmae""##),
    list(##"searchFilters = "A", searchFilterPath = "nmae", --! binding.unknownName searchFilterPath"##),
    list(##"rowSort = "stars,nmae", --! binding.unknownName did you mean "name""##),
    list(##"deleteEnabled = "sene", --! binding.unknownName deleteEnabled"##),
    list(
      ##"""
      more = true, moreActions = "%A", moreActionsTap = "mark()", moreActionsEnabled = { "sene" }, --! \##
      binding.unknownName [1]
      """##
    ),
    list(##"cell = okit.ModelTableCell { path = "name", heightEdit = "hight" }, --! binding.unknownName heightEdit"##),
    film(##"okit.ModelTableCell { path = "#A", showEdit = "sene" } --! binding.unknownName "A" in section "General""##),
    film(
      ##"okit.ModelTableCell { path = "#A", accyEditPath = "checkmark" } --! binding.unknownName written "#checkmark""##
    ),
    film(##"okit.ModelTableCell { path = "#A", editPath = "Edited" } --! binding.unknownName "%Edited" (localized)"##),
    list(##"searchPath = "name", rowSort = "director/ref/name", deleteEnabled = "!seen","##),
  ]

  static let steps: [String] = [
    film(
      ##"okit.ModelStepperCell { valuePath = "stars", stepValuePath = 0.5 } --! binding.type needs a whole number"##),
    film(##"okit.ModelStepperCell { valuePath = "stars", minValuePath = 0.5 } --! binding.type Film.stars is an Int"##),
    film(##"okit.ModelStepperCell { valuePath = "stars", stepValuePath = "#2.0" }"##),
    film(##"okit.ModelStepperCell { valuePath = "length", stepValuePath = 0.5 }"##),
  ]

  static let values: [String] = [
    film(##"okit.ModelTableCell { path = "#A", accyPath = 9 } --! cell.accessory unknown accessory "9""##),
    film(##"okit.ModelTableCell { path = "#A", accyEditPath = "#chekmark" } --! cell.accessory did you mean"##),
    film(##"okit.ModelTableCell { path = "#A", ribbonColor = "#redd" } --! cell.ribbon use #rrggbb"##),
    film(##"okit.ModelTableCell { path = "#A", colorPath = "#oragne" } --! cell.color did you mean "orange""##),
    film(##"okit.ModelTableCell { path = "#A", colorPath = "#112233" }"##),
    film(##"okit.ModelTableCell { path = "#A", colorPath = "#Red", enabledPath = "#off", hiddenPath = "#0" }"##),
    film(##"okit.ModelDateCell { datePath = "day", modePath = 7 } --! cell.mode unknown mode "7""##),
    film(
      ##"""
      okit.ModelSliderCell { valuePath = "stars", minValuePath = 10, maxValuePath = 5 } --! binding.type 5 is below
      """##
    ),
    film(##"okit.ModelSliderCell { valuePath = "stars", minValuePath = 10 } --! binding.type above the maximum"##),
    film(##"okit.ModelStepperCell { valuePath = "stars", stepValuePath = 0 } --! binding.type a step of 0"##),
    film(
      ##"""
      okit.ModelDateCell { datePath = "day", minDatePath = "#2020-02-01", maxDatePath = "#2020-01-01" } --! \##
      binding.type
      """##
    ),
    list(##"cell = okit.ModelTableCell { path = "name", accyPath = "#nothing" }, --! cell.accessory unknown"##),
    film(##"okit.ModelSliderCell { valuePath = "stars", minValuePath = "stars", maxValuePath = 5 }"##),
    film(##"okit.ModelSliderCell { valuePath = "stars", minValuePath = 1 }"##),
    film(##"okit.ModelTableCell { path = "#A", accyPath = "#", ribbonColor = "#112233" }"##),
    film(##"okit.ModelDateCell { datePath = "day", modePath = "#date" }"##),
    // A context is an entity.
    film(##"okit.ModelTableCell { contextPath = "name", path = "#A" } --! binding.type needs an entity"##),
    film(##"okit.ModelTableCell { contextPath = "director", path = "refKey" }"##),
    list(##"contextPath = "films", --! binding.type contextPath: needs an entity"##),
    list(##"contextPath = "/","##),
    // The data of lists are entities.
    ##"""
    okit.ModelListTableController:extend("home", { dataPath = "names" }) --! binding.type needs a list of entities
    """##,
    film(##"okit.ModelTableCell { path = "#A", segue = "cast" }"##)
      + "\n" + ##"okit.ModelListTableController:extend("cast", { dataPath = "cast" })"##,
  ]

  @Test func `a wrong constant is reported once`() throws {
    let script =
      Self.models + Self.register
      + Self.film(##"okit.ModelTableCell { path = "/films.@count", accyPath = 9, ribbonColor = "#redd" }"##, "")
    let application = try LuaApplication(
      text: script.replacing("dataPath = \"films\",", with: "dataPath = \"films\", addNav = true,"), chunk: "app.lua")
    defer { application.close() }
    try application.driver.performTap("Add")
    _ = application.driver.screen
    try application.driver.performTap("Done")
    _ = application.driver.screen
    let found = application.runtime.diagnostics.map(\.code.rawValue).filter { $0.hasPrefix("cell.") }
    #expect(found == ["cell.accessory", "cell.ribbon"])
  }

  private static func selection(
    _ properties: String, opener: String = "", data: String = ##"dataPath = "persons","##
  ) -> String {
    """
    okit.ModelListTableController:extend("films", { dataPath = "films", segue = "film" })
    okit.ModelDetailTableController:extend("film", { sections = { { cells = {
      okit.ModelTableCell { path = "#Cast", segue = "cast" } } } }, \(opener) })
    okit.ModelListTableController:extend("cast", { dataPath = "cast", addName = "",
      right = { okit.ModelBarButtonItem { title = "#Select", segue = "persons" } } })
    okit.ModelSelectionTableController:extend("persons", { contextPath = "/",
    \(data)
    \(properties)
    })
    """
  }

  static let selections: [String] = [
    selection(
      ##"selectionPath = "cast", refType = "Own", --! selection.refType cast holds ModelRef elements, not Own"##),
    selection(##"selectionPath = "own", refType = "Film", --! selection.refType Film is not a class of references"##),
    selection(##"selectionPath = "director", refType = "Person", --! selection.refType Person is not a class"##),
    selection(##"refType = "Own", --! selection.refType cast holds ModelRef elements"##),
    selection(##"selectionPath = "name/uppercased", --! binding.notWritable "uppercased" of a String"##),
    selection(##"selectionPath = "#Dune", --! binding.notWritable a constant"##),
    selection(##"selectionPath = "stars", --! selection.path Film.stars is an Int"##),
    selection(##"selectionPath = "kind", --! selection.path Film.kind is"##),
    // A computed property may give a list.
    selection(##"selectionPath = "title","##),
    selection(##"selectionPath = "own", refType = "Own","##), selection(##"refType = "ModelRef","##), selection(""),
    selection(##"selectionPath = function() end, --! selection.path a function cannot be written"##),
    // References to other classes than that of the rows.
    selection(##"selectionPath = "studio","##, data: ##"dataPath = "persons", --! binding.type Film.studio refers"##),
    selection(##"selectionPath = "tags","##, data: ##"dataPath = "persons", --! binding.type of the class Studio"##),
    selection("", data: ##"dataPath = "studios", --! binding.type to which Film.cast refers; they are of"##),
    selection("", data: ##"dataPath = "actors","##),
    selection(##"selectionPath = "own","##, data: ##"dataPath = "studios","##),
    // Without a path, the context of a detail must be a reference.
    film(##"okit.ModelTableCell { path = "#Director", segue = "persons" }"##) + "\n"
      + ##"okit.ModelSelectionTableController:extend("persons", { contextPath = "/", dataPath = "persons" })"##
      + ##" --! selection.path the class of the context is Film"##,
    film(##"okit.ModelTableCell { path = "#Own", segue = "own" }"##) + "\n"
      + ##"okit.ModelListTableController:extend("own", { dataPath = "own", segue = "one" })"## + "\n"
      + ##"okit.ModelDetailTableController:extend("one", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelTableCell { path = "#Select", segue = "persons" } } } } })"## + "\n"
      + ##"okit.ModelSelectionTableController:extend("persons", { contextPath = "/", dataPath = "persons" })"##,
    list(##"type = "Studio", --! binding.type Films.films is a list of Film"##),
    list(##"type = "Film","##),
    ##"""
    okit.ModelSelectionTableController:extend("persons", { dataPath = "persons" }) --! selection.path no \##
    selectionPath
    """##,
    ##"okit.ModelListTableController:extend("films", { type = "Film" }) --! list.data the list needs a dataPath"##,
    ##"""
    local Base = okit.ModelListTableController:extend("base", {}) Base:extend("home", {}) --! list.data needs a \##
    dataPath
    """##,
    ##"local Base = okit.ModelListTableController:extend("base", {}) Base:extend("home", { dataPath = "films" })"##,
    // A base that is shown, and one to which a segue leads.
    ##"local Home = okit.ModelListTableController:extend("home", {}) --! list.data needs a dataPath"## + "\n"
      + ##"Home:extend("other", { dataPath = "films" })"##,
    ##"local Base = okit.ModelListTableController:extend("base", {}) --! list.data needs a dataPath"## + "\n"
      + ##"Base:extend("home", { dataPath = "films", segue = "base" })"##,
  ]

  /// Models that are registered only under names.
  static let names: [String] = [
    ##"okit.ModelListTableController:extend("home", { dataPath = "films" }) --! model.noDefault write "lib>films""##,
    ##"okit.ModelListTableController:extend("home", { dataPath = "/films" }) --! model.noDefault write "lib>films""##,
    ##"""
    okit.ModelListTableController:extend("home", { contextPath = "films[0]", dataPath = "cast" }) --! \##
    model.noDefault 
    """##,
    ##"okit.ModelApplicationController:extend("app", { contextPath = "films[0]" }) --! model.noDefault contextPath"##
      + "\n"
      + ##"okit.ModelListTableController:extend("home", { dataPath = "cast" })"##,
    ##"""
    okit.ModelDetailTableController:extend("home", { sections = { { header = "films.@count" } } }) --! \##
    model.noDefault 
    """##,
    ##"okit.ModelDetailTableController:extend("home", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelTableCell { path = "films.@count" } } } } }) --! model.noDefault write "lib>films.@count""##,
    ##"okit.ModelDetailTableController:extend("home", { right = { okit.ModelBarButtonItem { segue = "films" } } })"##
      + "\n"
      + ##"okit.ModelListTableController:extend("films", { dataPath = "films" }) --! model.noDefault films: dataPath"##,
    // What has a context of its own, and the rows of a list.
    ##"""
    okit.ModelListTableController:extend("home", { dataPath = "lib>films", cell = okit.ModelTableCell { path = \##
    "name" } })
    """##,
    ##"""
    okit.ModelListTableController:extend("home", { contextPath = "lib>", dataPath = "films", quickEnabled = "!seen" \##
    })
    """##,
    ##"okit.ModelListTableController:extend("home", { dataPath = "lib>films", editEnabled = "seen", segue = "film" })"##
      + "\n"
      + ##"okit.ModelDetailTableController:extend("film", { titlePath = "name" })"##,
    ##"okit.ModelApplicationController:extend("app", { contextPath = "lib>" })"## + "\n"
      + ##"okit.ModelListTableController:extend("home", { dataPath = "films" })"##,
    ##"okit.ModelDetailTableController:extend("home", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelTableCell { contextPath = "lib>", path = "films.@count" } } } } })"##,
    // Paths that begin with the name of a model have a known type.
    ##"okit.ModelListTableController:extend("home", { dataPath = "lib>films","## + "\n"
      + ##"addName = "stars", --! binding.type Film.stars is an Int"## + "\n})",
    ##"okit.ModelListTableController:extend("home", { contextPath = "lib>", dataPath = "films","## + "\n"
      + ##"quickName = "%Q", quickTap = "rnme()", --! binding.unknownName did you mean "rename""## + "\n})",
    ##"okit.ModelApplicationController:extend("app", { contextPath = "lib>" })"## + "\n"
      + film(##"okit.ModelSwitchCell { onPath = "name" } --! binding.type needs a Bool"##),
    ##"okit.ModelListTableController:extend("home", { dataPath = "lib>films", segue = "film" })"## + "\n"
      + ##"okit.ModelDetailTableController:extend("film", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelSliderCell { valuePath = "name" } --! binding.type needs a number"## + "\n} } } })",
    ##"okit.ModelDetailTableController:extend("home", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelTableCell { path = "#A", contextPath = "lib>", tap = "boom()" } --! binding.unknownName"##
      + "\n} } } })",
    ##"okit.ModelDetailTableController:extend("home", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelStepperCell { path = "#A", valuePath = "lib>films" } --! binding.type needs a number"##
      + "\n} } } })",
    ##"okit.ModelDetailTableController:extend("home", {"## + "\n"
      + ##"""
      right = { okit.ModelBarButtonItem { title = "#B", contextPath = "lib>", tap = "boom()" } } --! \##
      binding.unknownName
      """##
      + "\n})",
    ##"okit.ModelDetailTableController:extend("home", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelTableCell { path = "#A", tap = "/boom()" } --! model.noDefault register a model without a name"##
      + "\n} } } })",
    // What only the script opens has a context of an unknown class.
    ##"okit.ModelDetailTableController:extend("home", {})"## + "\n"
      + ##"okit.ModelListTableController:extend("films", { contextPath = "lib>", dataPath = "films","## + "\n"
      + ##"addName = "stars", --! binding.type Film.stars is an Int"## + "\n})",
    ##"okit.ModelDetailTableController:extend("home", {})"## + "\n"
      + ##"okit.ModelSelectionTableController:extend("persons", { dataPath = "lib>persons" })"##,
    ##"okit.ModelDetailTableController:extend("home", {})"## + "\n"
      + ##"local Base = okit.ModelListTableController:extend("base", { dataPath = "lib>persons", addName = "title" })"##
      + "\n" + ##"Base:extend("studios", { dataPath = "lib>studios" })"##,
  ]

  /// Actions run only when the user performs them.
  static let unknownActions: [String] = [
    list(##"tap = "lib>boom()", --! binding.unknownModel expected one of "default""##),
    list(##"tap = "defalt>films", --! binding.unknownModel did you mean "default"?"##),
    list(##"tap = "default>boom()", --! binding.unknownName Films has no property or function "boom""##),
    list(##"quickName = "%Q", quickTap = "name/shortn()", --! binding.unknownName String has no property"##),
    list(
      ##"quickName = "%Q", quickTap = "rename(nmae)", --! binding.unknownName Film has no property or function "nmae""##
    ),
    list(
      ##"more = true, moreActions = { { name = "#A", tap = "stars/shorten()" } }, --! binding.unknownName Number has"##
    ),
    list(##"tap = "self.rename()", --! binding.unknownName write "rename()""##),
    list(##"tap = "self:rename(name)", --! binding.unknownName write "rename(name)""##),
    list(##"right = { okit.ModelBarButtonItem { title = "#Go", tap = "boom()" } }, --! binding.unknownName "Go""##),
    film(##"okit.ModelTableCell { path = "name", tap = "lib>boom()" } --! binding.unknownModel "name" in section"##),
    list(##"tap = "default>films", --! binding.noEffect reads Films.films"##),
    list(##"quickName = "%Q", quickTap = "name/shorten(note)","##),
    list(##"quickName = "%Q", quickTap = "director/ref/name/shorten","##),
    list(##"quickName = "%Q", quickTap = "kind/shorten()","##),
    // A class of models that is not registered yet may get the name later.
    "local Other = okit.Model:extend(\"Other\", {})\n" + list(##"tap = "lib>boom()","##),
  ]

  @Test func `the log does not repeat that a warning is one`() throws {
    let copy = "okit.ModelEntity:extend(\"Copy\", { film = t.ref(\"Flm\") })\n"
    let application = try LuaApplication(text: Self.models + copy + Self.register + Self.list(""), chunk: "app.lua")
    defer { application.close() }
    let entry = try #require(application.runtime.applicationLog.entries.first)
    #expect(entry.level == .warn)
    #expect(entry.message.contains("Copy.film: unknown entity class \"Flm\""))
    #expect(!entry.message.contains("warning"))
  }

  @Test(
    arguments: unknownActions + writing + types + constants + actions + selections + rowActions + values + surplus
      + steps)
  func `a mistake is reported at its line`(_ definitions: String) throws {
    try MarkedScript.expect(Self.models + Self.register + definitions)
  }

  @Test func `a value at the default model gives the name of the registered one`() throws {
    let script =
      Self.models + "okit.Model.register(Films, \"lib\")\n"
      + ##"okit.ModelDetailTableController:extend("home", { sections = { { cells = {"## + "\n"
      + ##"okit.ModelTableCell { contextPath = "lib>films", path = "/names.@count" } } } } })"##
    let application = try LuaApplication(text: script, chunk: "app.lua")
    defer { application.close() }
    _ = application.driver.screen
    let found = application.runtime.diagnostics.filter { $0.code == "model.noDefault" }
    #expect(found.first?.hint == "write \"lib>names.@count\", or register the model without a name")
  }

  @Test(arguments: names)
  func `models that are registered only under names`(_ definitions: String) throws {
    try MarkedScript.expect(Self.models + "okit.Model.register(Films, \"lib\")\n" + definitions)
  }
}
