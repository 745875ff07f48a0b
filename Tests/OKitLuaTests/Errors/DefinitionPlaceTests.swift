import OKitEngine
import OKitLua
import Testing

/// The place of an error in a definition: the line of the property where the script wrote it.
///
/// A line of a script that ends with `--! code text` is where a diagnostic with that code, and with the text in it, is
/// expected.
@Suite("Places of definitions")
struct DefinitionPlaceTests {
  private static let models = """
    local okit = require "okit"
    local M = okit.Model:extend("M", { name = "" })
    okit.Model.register(M)

    """

  private static func home(_ properties: String) -> String {
    "okit.ModelDetailTableController:extend(\"home\", {\n  titlePath = \"#x\",\n\(properties)\n})"
  }

  private static func cells(_ cells: String) -> String {
    home("sections = { { header = \"#S\", cells = {\n\(cells)\n} } }")
  }

  static let reported: [String] = [
    "local p = { titlePath = \"nmae\" }\n"
      + "okit.ModelDetailTableController:extend(\"home\", p) --! binding.unknownName home: titlePath\n"
      + "okit.ModelDetailTableController:extend(\"b\", {\n  titlePath = \"#x\" })",
    "local function cell(title, path)\n"
      + "  return okit.ModelSwitchCell { path = title, onPath = path } --! binding.type\nend\n"
      + cells("cell(\"#A\", \"name\"),\nokit.ModelTableCell {\n path = \"#B\" }"),
    // The text of the binding tells which of the cells of a line it is.
    cells(
      "okit.ModelTextCell { path = \"#A\", textPath = \"name\" }, okit.ModelTextCell {\n path = \"#B\",\n"
        + "textPath = \"nmae\" } --! binding.unknownName"),
    "local function cell(title, path)\n  return okit.ModelSwitchCell {\n    path = title,\n"
      + "    onPath = path } --! binding.type\nend\n" + cells("cell(\"#A\", \"name\")"),
    "local function define()\n  return okit.ModelDetailTableController:extend(\"home\", {\n"
      + "    titlePath = \"nmae\", --! binding.unknownName\n  })\nend\ndefine()",
    "local function Cell()\n  return okit.ModelTableCell:extend(\"Own\", {\n"
      + "    detailPath = \"nmae\", --! binding.unknownName\n  })\nend\n" + cells("Cell() { path = \"#A\" }"),
  ]

  static let thrown: [String] = [
    home("moreActionTap = \"x\", --! controller.unknownProperty home has no property \"moreActionTap\""),
    home("onRowTap = function() end, --! controller.unknownProperty function Class:onRowTap() … end"),
    home("subTitlePath = \"promote(,demote()\", --! binding.syntax home: subTitlePath"),
    home("subTitlePath = \"films.@cont\", --! binding.operator home: subTitlePath"),
    home("sections = {\n { header = \"#A\" },\n { heder = \"#B\" } } --! controller.unknownProperty home.sections[2]"),
    home("left = \"x\", --! controller.property home.left needs a list"),
    home("left = print and { [1] = 1, x = 2 }, --! controller.property home.left must have either"),
    cells("okit.ModelTextCell {\n textPth = \"name\" } --! controller.unknownProperty ModelTextCell has no property"),
    cells("okit.ModelTextCell {\n textPath = \"(\" } --! binding.syntax ModelTextCell: textPath"),
    "local function cell()\n  return okit.ModelTextCell { textPth = 1 } --! controller.unknownProperty\nend\ncell()",
    "local function define()\n  return okit.Model.register() --! model.class\nend\ndefine()",
    "local kinds = okit.types.enum { \"x\", \"y\", \"x\" } --! types.enum has the value \"x\" twice",
    "local kinds = okit.types.enum { \"x\", defalt = \"x\" } --! lua.unknownMember no option \"defalt\"",
    "local kinds = okit.types.enum { \"x\", default = \"x\" } --! types.option which follows the list",
    "okit.log.warning(\"x\") --! lua.unknownMember did you mean \"warn\"",
    "local function define()\n  return okit.Model:extend() --! class.name\nend\ndefine()",
    "okit.Model:register(M) --! model.class call it with a dot: okit.Model.register(M)",
    "okit.Model:get() --! model.class call it with a dot: okit.Model.get()",
    cells("okit.ModelTableCell {\n segue = M } --! controller.property needs the name of a controller or"),
    cells("okit.ModelTableCell {\n segue = M } --! controller.property got class M"),
    home("type = M --! controller.property got class M (write \"M\")").replacing("Detail", with: "List"),
    cells("okit.ModelTableCell {\n textPath = \"name\" } --! controller.unknownProperty detailPath, or edit it with"),
    home("selectionPath = \"name\", --! controller.unknownProperty it is a property of okit.ModelSelectionTable"),
  ]

  private static func film(_ property: String) -> String {
    "local t = okit.types\nlocal Film = okit.Model:extend(\"Film\", {\n  name = \"\",\n  \(property)\n})"
  }

  static let ofClasses: [String] = [
    film(##"stars = t.int("many"), --! model.type the default of Film.stars needs an Int"##),
    film(##"cast = t.list("Satr"), --! model.unknownType Film.cast: unknown entity class "Satr""##),
    film(##"owner = t.ref("X", { onDelete = "restrct" }), --! model.property did you mean "restrict"?"##),
    film(##"day = t.date("yesterday"), --! model.type the default of Film.day needs a Date"##),
    film(##"["leg count"] = 4, --! model.property "leg count" is not a valid property name"##),
    film(##"id = 5, --! model.duplicateProperty Film cannot declare "id""##),
    film(##"x = {}, --! model.property Film.x needs a value or a type"##),
    film(##"x = function() end, --! model.property Film.x is a function"##),
    film(##"notes = t.optional, --! model.property okit.types.optional needs a type or values, such as t.optional("##),
  ]

  @Test(arguments: ofClasses)
  func `a mistake in a property of a class`(_ definitions: String) throws {
    let script = Self.models + definitions
    let failure = #expect(throws: Diagnostic.self) { try LuaApplication(text: script, chunk: "app.lua").close() }
    try expect(try #require(failure, "\(script)"), script)
  }

  @Test func `a reference to an unknown class has the line of its property`() throws {
    let script = Self.models + Self.film("owner = t.ref(\"Persn\"),") + "\n" + Self.home("")
    let application = try LuaApplication(text: script, chunk: "app.lua")
    defer { application.close() }
    #expect(application.runtime.applicationLog.entries.first?.message.hasPrefix("app.lua:7: Film.owner") == true)
  }

  private func mark(in script: String) throws -> (line: Int, code: String, text: String) {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let marked = try #require(lines.firstIndex { $0.contains("--! ") })
    let mark = lines[marked].split(separator: "--! ", maxSplits: 1)[1].split(separator: " ", maxSplits: 1)
    return (marked + 1, String(mark[0]), mark.count > 1 ? String(mark[1]) : "")
  }

  private func expect(_ diagnostic: Diagnostic, _ script: String) throws {
    let mark = try mark(in: script)
    #expect(diagnostic.code.rawValue == mark.code, "\(diagnostic)")
    #expect(diagnostic.place == Diagnostic.Place(file: "app.lua", line: mark.line), "\(diagnostic)")
    if !mark.text.isEmpty { #expect(diagnostic.description.contains(mark.text), "\(diagnostic)") }
  }

  @Test(arguments: reported)
  func `a mistake that is reported`(_ definitions: String) throws {
    let script = Self.models + definitions
    let application = try LuaApplication(text: script, chunk: "app.lua")
    defer { application.close() }
    _ = application.driver.dump()
    try expect(try #require(application.runtime.diagnostics.first, "\(script)"), script)
  }

  @Test(arguments: thrown)
  func `a mistake that stops the script`(_ definitions: String) throws {
    let script = Self.models + definitions
    let failure = #expect(throws: Diagnostic.self) { try LuaApplication(text: script, chunk: "app.lua").close() }
    try expect(try #require(failure, "\(script)"), script)
  }

  /// The schema does not tell what these bindings mean.
  static let actions: [String] = [
    "tap = \"code/shout()\" --! binding.unknownName home: \"Go\": tap",
    "tap = \"code/shout(),name\" --! binding.unknownName home: \"Go\": tap",
    "tap = \"other>reset()\" --! binding.unknownModel expected one of \"default\"",
    "tap = \"code/uppercased(other>x)\" --! binding.unknownModel other",
  ]

  @Test(arguments: actions)
  func `a mistake in an action that runs`(_ tap: String) throws {
    let script =
      """
      local okit = require "okit"
      local t = okit.types
      local M = okit.Model:extend("M", { name = "", code = t.computed(function(model) return model.name end) })
      okit.Model:extend("Other", {})
      okit.Model.register(M)
      okit.ModelDetailTableController:extend("home", {
        right = { okit.ModelBarButtonItem {
          title = "#Go",
          \(tap)
        } } })
      """
    let application = try LuaApplication(text: script, chunk: "app.lua")
    defer { application.close() }
    #expect(application.runtime.diagnostics.isEmpty)
    try application.driver.performTap("Go")
    try expect(try #require(application.runtime.diagnostics.first), script)
  }

  @Test func `a module that returns a cell`() throws {
    let module = "local okit = require 'okit'\n\nreturn okit.ModelSwitchCell {\n path = '#A',\n onPath = 'name' }"
    let script =
      Self.models + "local cell = load([==[\(module)]==], \"@cells.lua\")()\n" + Self.cells("cell")
    let application = try LuaApplication(text: script, chunk: "app.lua")
    defer { application.close() }
    let diagnostic = try #require(application.runtime.diagnostics.first)
    #expect(diagnostic.code == "binding.type")
    #expect(diagnostic.place == Diagnostic.Place(file: "cells.lua", line: 3))
  }
}

/// `self.super` with a mistake.
@Suite struct SuperMistakeTests {
  @Test(
    arguments: [
      ("self.super.titelValue(self)", "lua.unknownMember", "did you mean \"titleValue\"?"),
      ("self.super:titleValue()", "controller.super", "write self.super.titleValue(self, …)"),
      ("self.super.titleValue()", "controller.super", "write self.super.titleValue(self, …)"),
    ])
  func `has the place and a hint`(_ call: String, _ code: String, _ text: String) throws {
    let application = try LuaApplication(
      text: """
        local okit = require "okit"
        local Home = okit.ModelDetailTableController:extend("home", {})
        function Home:titleValue()
          return \(call)
        end
        """, chunk: "app.lua")
    defer { application.close() }
    _ = application.driver.dump()
    let diagnostic = try #require(application.runtime.diagnostics.first)
    #expect(diagnostic.code.rawValue == code, "\(diagnostic)")
    #expect(diagnostic.place == Diagnostic.Place(file: "app.lua", line: 4), "\(diagnostic)")
    #expect(diagnostic.description.contains(text), "\(diagnostic)")
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
