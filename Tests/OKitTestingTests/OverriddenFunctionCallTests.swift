import OKitEngine
import OKitTestSupport
import Testing

/// Each function of each class that a script can override is called: the tests are generated from the descriptors, so that a
/// function which nothing calls fails its class.
@Suite struct OverriddenFunctionCallTests {
  /// What makes the runtime call all functions of a class.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The properties of the class, in Lua.
    var properties = ""
    /// The steps of the test, in Lua.
    var steps = ""
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "ModelListTableController",
      properties: """
        dataPath = "items", addName = "name", addNav = true, activity = true, rowSort = "name", searchPath = "name",
        more = true, moreActions = { { name = "#Mark", tap = "mark()" } }, quickName = "#Mark", quickTap = "mark()",
        right = { okit.ModelBarButtonItem { title = "#Own", tap = "mark()" }, select }, segue = "detail",
        cell = okit.ModelTableCell { path = "name", accyPath = "#4", accyTap = "mark()" },
        """,
      steps: """
        app:tap("Own")
        app:row("b"):tap():back()
        app:row("b"):accessory()
        app:row("b"):quick():row("b"):more("Mark")
        app:search("a"):search("")
        app:refresh()
        app:tap("Add")
        app.alert:type("d"):tap("OK")
        app:back()
        app:row("c"):delete()
        app.alert:tap("Yes")
        app:tap("Edit"):tap("Done")
        app:tap("Select")
        app:row("b"):tap():row("b"):tap():back()
        """),
    Case(
      name: "ModelDetailTableController",
      properties: """
        right = { okit.ModelBarButtonItem { title = "#Own", tap = "touch()" } },
        sections = { { cells = {
          okit.ModelTableCell { path = "#Row", tap = "touch()", accyPath = "#4", accyTap = "touch()" },
          okit.ModelTableCell { path = "#Select", segue = "picks" },
        } } },
        """,
      steps: """
        app:tap("Own")
        app:row("Row"):tap():row("Row"):accessory()
        app:tap("Edit"):tap("Done")
        app:tap("Select")
        app:row("b"):tap():row("b"):tap():back()
        """),
    Case(
      name: "ModelSelectionTableController",
      properties: """
        dataPath = "items", selectionPath = "picked", addName = "name", addNav = true, activity = true, rowSort = "name",
        searchPath = "name", more = true, moreActions = { { name = "#Mark", tap = "mark()" } }, quickName = "#Mark",
        quickTap = "mark()", right = { okit.ModelBarButtonItem { title = "#Own", tap = "mark()" } }, segue = "detail",
        cell = okit.ModelTableCell { path = "name", accyPath = "#4", accyTap = "mark()" },
        """,
      steps: """
        app:tap("Own")
        app:row("b"):tap():back()
        app:row("b"):tap():back()
        app:row("b"):accessory()
        app:row("b"):quick():row("b"):more("Mark")
        app:search("a"):search("")
        app:refresh()
        app:tap("Add")
        app.alert:type("d"):tap("OK")
        app:back()
        app:row("c"):delete()
        app.alert:tap("Yes")
        app:tap("Edit"):tap("Done")
        app:tap("Clear")
        app:model().one = "single"
        app:call("open()")
        app:row("b"):tap():back():row("b"):tap():back()
        app:close()
        app:call("open()")
        app:tap("Close")
        """),
    Case(
      name: "ModelBaseTableController",
      properties: """
        right = { okit.ModelBarButtonItem { title = "#Own", tap = "touch()" }, select }, tap = "mark()",
        """,
      steps: """
        app:tap("Own")
        app:row { index = 1 }:tap()
        app:tap("Edit"):tap("Done")
        app:tap("Select")
        app:row("b"):tap():row("b"):tap():back()
        """),
    cell("ModelTableCell", "path = 'name'", ""),
    cell("ModelSwitchCell", "onPath = 'on'", "app:cell { index = 1 }:set(true)"),
    cell("ModelTextCell", "textPath = 'name'", "app:cell { index = 1 }:type('x')"),
    cell("ModelMultilineCell", "textPath = 'name'", "app:cell { index = 1 }:type('x')"),
    cell(
      "ModelDateCell", "datePath = 'day'", "app:cell { index = 1 }:tap():cell { index = 1 }:pick('2020-02-01')"),
    cell(
      "ModelSegmentCell", "segmentsPath = '#a,#b', selectIndexPath = 'number'", "app:cell { index = 1 }:choose('b')"),
    cell(
      "ModelPickerCell", "dataPath = function() return { 'a', 'b' } end, selectionPath = 'number'",
      "app:cell { index = 1 }:tap():cell { index = 1 }:choose('b')"),
    cell("ModelSliderCell", "valuePath = 'number'", "app:cell { index = 1 }:slide(1)"),
    cell("ModelStepperCell", "valuePath = 'number'", "app:cell { index = 1 }:step(1)"),
    cell("ModelProgressCell", "valuePath = 'number'", ""),
  ]

  private static func cell(_ name: String, _ properties: String, _ steps: String) -> Case {
    Case(name: name, properties: properties, steps: "app:tap('Edit')\n" + steps)
  }

  @Test(arguments: cases)
  func `the runtime calls each function of a class`(_ testCase: Case) throws {
    let descriptor = try #require(ComponentDescriptor.all.first { $0.name == testCase.name })
    #expect(try missing(testCase, descriptor.functions) == [])
  }

  /// The control of an edit cell follows from the function that the script defines.
  @Test func `the runtime calls each function of an edit cell of a script`() throws {
    let functions = try #require(ComponentDescriptor.all.first { $0.name == "ModelEditCell" }).functions
    let kinds: [(getters: [String], results: String, steps: String)] = [
      (
        ["getText", "getPlaceholder", "getIsSecure"], "getText = 'a', getPlaceholder = 'b', getIsSecure = true",
        "type('x')"
      ),
      (["isOn"], "isOn = false", "set(true)"),
      (["getDate", "getMinDate", "getMaxDate"], "getDate = okit.date('2020-01-01')", "pick('2020-02-01')"),
      (["getValue", "getMinValue", "getMaxValue"], "getValue = 0, getMinValue = 0, getMaxValue = 5", "slide(1)"),
    ]
    let common = [
      "update", "updateTextValue", "updateDetailTextValue", "updateImageValue", "updateRibbonColor", "isReadOnly",
    ]
    var covered = Set(common)
    for (getters, results, steps) in kinds {
      let used =
        getters + functions.filter { $0.hasPrefix("set") && getters.contains("get" + $0.dropFirst(3)) }
        + (getters == ["isOn"] ? ["setOn"] : [])
      covered.formUnion(used)
      let missing = try missing(
        Self.cell("ModelEditCell", "path = '#Row'", "app:cell { index = 1 }:\(steps)"), common + used, results: results)
      #expect(missing == [])
    }
    #expect(Set(functions).subtracting(covered).sorted() == [])
  }

  @Test func `each class with functions has a case`() {
    let classes = ComponentDescriptor.all.filter { !$0.functions.isEmpty && $0.name != "ModelEditCell" }.map(\.name)
    #expect(Set(classes) == Set(Self.cases.map(\.name)))
  }

  /// Overrides functions, each of which calls the built-in one, and returns those that the steps have not called, and failures.
  private func missing(_ testCase: Case, _ functions: [String], results: String = "") throws -> [String] {
    let isCell = testCase.name.hasSuffix("Cell")
    let names = functions.map { "\"\($0)\"" }.joined(separator: ", ")
    let home =
      isCell
      ? "okit.ModelDetailTableController:extend('home', { sections = { { cells = { Class {} } } } })"
      : "okit.ModelApplicationController:extend('app', { homeIdentifier = 'own' })"
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Item = okit.ModelEntity:extend("Item", { name = "", marked = false })
      function Item:mark() self.marked = not self.marked end
      local Shop = okit.Model:extend("Shop", {
        name = "", on = false, number = 0, day = t.date, one = "", items = t.list(Item), picked = t.list(t.ref(Item)),
      })
      function Shop:touch() self.number = self.number + 1 end
      function Shop:mark() self.number = self.number + 1 end
      function Shop:open() okit.present "single" end
      local shop = okit.Model.register(Shop)
      for _, name in ipairs { "a", "b", "c" } do shop.items:add { id = name, name = name } end
      local results = { \(results) }
      local select = okit.ModelBarButtonItem { title = "#Select", segue = "picks" }
      local Class = okit.\(testCase.name):extend("own", { \(testCase.properties) })
      for _, name in ipairs { \(names) } do
        Class[name] = function(self, ...)
          okit.log.info("called " .. name)
          if results[name] ~= nil or name == "setText" and results.getText or name == "setOn" or name == "setDate"
            and results.getDate or name == "setValue" and results.getValue then return results[name] end
          return self.super[name](self, ...)
        end
      end
      \(testCase.name == "ModelBaseTableController" ? "function Class:fetchData() okit.log.info('called fetchData') return shop.items end" : "")
      \(testCase.name == "ModelSelectionTableController" ? "Class:extend('single', { selectionPath = 'one' })" : "")
      okit.ModelDetailTableController:extend("detail", { titlePath = "name" })
      okit.ModelSelectionTableController:extend("picks", {
        contextPath = "/", dataPath = "items", selectionContextPath = "/", selectionPath = "picked",
        cell = okit.ModelTableCell { path = "name" },
      })
      \(home)
      """,
      "calls_test.lua": """
      it("calls all", function()
        local app = okit.launch("app.lua")
        \(testCase.steps)
        local called, missing = {}, {}
        for _, line in ipairs(app.log) do called[line.message] = true end
        for _, name in ipairs { \(names) } do
          if not called["called " .. name] then missing[#missing + 1] = name end
        end
        expect(table.concat(missing, ", ")).to_be("")
      end)
      """,
    ])
    return try folder.outcomes().filter { $0 != "ok calls all" }
  }
}
