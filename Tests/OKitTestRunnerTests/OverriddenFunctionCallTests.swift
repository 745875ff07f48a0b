import OKitEngine
import OKitTestSupport
import Testing

/// Each function of each class that a script can override is called: the tests are generated from the descriptors, so
/// that a function which nothing calls fails its class.
@Suite struct OverriddenFunctionCallTests {
  /// What makes the runtime call all functions of a class.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The properties of the class, in Lua.
    var properties = ""
    /// The steps of the test, in Lua.
    var steps = ""
    /// What is defined besides, after the class.
    var definitions = ""
    /// What shows the class.
    var home = "okit.ModelApplicationController:extend('app', { homeIdentifier = 'own' })"
    var testDescription: String { name }
  }

  @Test(arguments: cases)
  func `the runtime calls each function of a class`(_ testCase: Case) throws {
    let descriptor = try #require(ComponentDescriptor.all.first { $0.name == testCase.name })
    let names = descriptor.functionNames
    // A search elsewhere takes the place of the search in the rows.
    for omitted in names.contains("onSearch") ? ["onSearch", "filterContentForSearchText"] : [""] {
      let missing = try missing(testCase, names.filter { $0 != omitted })
      #expect(missing == [])
    }
  }

  /// The control of an edit cell follows from the function that the script defines.
  @Test func `the runtime calls each function of an edit cell of a script`() throws {
    let functions = try #require(ComponentDescriptor.all.first { $0.name == "ModelEditCell" }).functionNames
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
      "updateAccessory", "updateControlInDisplay", "updateEdit",
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
    let classes = ComponentDescriptor.all.filter {
      !$0.functions.isEmpty && $0.name != "ModelEditCell" && !$0.isAbstract
    }.map(\.name)
    #expect(Set(classes) == Set(Self.cases.map(\.name)))
  }

  /// Overrides functions, each of which calls the built-in one, and returns those that the steps have not called, and
  /// failures.
  private func missing(_ testCase: Case, _ functions: [String], results: String = "") throws -> [String] {
    let isScreen =
      testCase.name.hasSuffix("Controller") && testCase.name != "ModelApplicationController"
      || testCase.name == "ModelForm"
    let names = functions.map { "\"\($0)\"" }.joined(separator: ", ")
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Item = okit.ModelEntity:extend("Item", { name = "", marked = false })
      function Item:mark() self.marked = not self.marked end
      local Shop = okit.Model:extend("Shop", {
        name = "", on = false, number = 0, day = t.date, one = "", items = t.list(Item), picked = t.list(t.ref(Item)),
        protection = true, encryption = true,
      })
      function Shop:touch() self.number = self.number + 1 end
      function Shop:mark() self.number = self.number + 1 end
      function Shop:open() okit.present "single" end
      local shop = okit.Model.register(Shop)
      local diary = okit.Model.register(okit.ModelEncrypted:extend("Diary", { notes = "secret" }), "diary")
      okit.Model.state(function()
        okit.Model.store(shop)
        okit.Model.store(diary)
      end)
      for _, name in ipairs { "a", "b", "c" } do shop.items:add { id = name, name = name } end
      local results = { \(results) }
      local properties = { \(testCase.properties) }
      if \(isScreen) then
        properties.toolbar = {
          okit.ModelBarButtonItem { title = "#Own", tap = "touch()" },
          okit.ModelButton { titlePath = "#Press", tapPath = "touch()" },
          okit.ModelBarButtonItem { title = "#Root", tapPath = "returnToRoot()" },
          okit.ModelBarButtonItem { title = "#Leave", tapPath = "onCloseTap()" },
          okit.ModelBarButtonItem { title = "#Go", segue = "detail" },
          okit.ModelBarButtonItem { title = "#Select", segue = "picks" },
          okit.ModelBarButtonItem { title = "#Invalidate", tap = function(_, own) own:invalidate() end },
        }
        properties.helpView = okit.ModelHelpView { callouts = { { text = "#About" } } }
      end
      local Class = okit.\(testCase.name):extend("own", properties)
      for _, name in ipairs { \(names) } do
        Class[name] = function(self, ...)
          okit.log.info("called " .. name)
          if results[name] ~= nil or name == "setText" and results.getText or name == "setOn" or name == "setDate"
            and results.getDate or name == "setValue" and results.getValue then return results[name] end
          return self.super[name](self, ...)
        end
      end
      \(testCase.definitions)
      okit.ModelDetailTableController:extend("detail", { titlePath = "name" })
      okit.ModelSelectionTableController:extend("picks", {
        contextPath = "/", dataPath = "items", selectionContextPath = "/", selectionPath = "picked",
        cell = okit.ModelTableCell { path = "name" },
      })
      \(testCase.home)
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
