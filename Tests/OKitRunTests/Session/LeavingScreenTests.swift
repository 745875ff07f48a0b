import Foundation
import OKitTestSupport
import Testing

/// A function of a field, a cell or a dialog leaves the screen that calls it: the process goes on, and the input is
/// stored.
@Suite struct LeavingScreenTests {
  private static let hooks = ["onEndEdit", "setText", "setText first", "validationFormula", "didSet"]
  private static let leaves = ["close", "back", "returnToRoot", "navigateToHome"]
  private static let triggers = [
    "back", "close", "menu", "tab Two", "background", "reload", "done", "next", "submit", "quit",
  ]

  /// A form in a tab, with a menu. The arguments are the function of the field, and what it calls.
  private static let script = """
    local okit = require "okit"
    local hook, leave = okit.arguments[1], okit.arguments[2]
    local form
    local function act(controller)
      controller = controller or form
      if leave == "close" or leave == "returnToRoot" then controller[leave](controller) else okit[leave]() end
    end
    local Todo = okit.ModelEntity:extend("Todo", {
      title = okit.types.string("a", { didSet = function() if hook == "didSet" and form then act() end end }), note = \
    "",
    })
    local root = okit.Model.register(okit.Model:extend("Todos", { todos = okit.types.list(Todo) }))
    if #root.todos == 0 then root.todos = { {} } end
    local Cell = okit.ModelTextCell:extend("Cell", { path = "#Title", textPath = "title" })
    function Cell:setText(text)
      if hook == "setText first" then act(self.controller) end
      self.super.setText(self, text)
      if hook == "setText" then act(self.controller) end
    end
    okit.ModelListTableController:extend("list", {
      contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { path = "title", segue = "form" },
    })
    local class = okit.ModelForm:extend("form", { editAlways = true, sections = { { cells = {
      Cell {
        onEndEdit = hook == "onEndEdit" and function(_, form) act(form) end or nil,
        validationFormula = function(_, value, form)
          if hook == "validationFormula" and value == "b" then act(form) end
          return true
        end,
      },
      okit.ModelTextCell { path = "#Note", textPath = "note" },
    } } } })
    function class:setup() form = self end
    okit.ModelMenuTableController:extend("menu", { contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { \
    path = "title" } })
    okit.TabBarController:extend("home", { tabs = { { title = "#One", root = "list" }, { title = "#Two", root = "list" \
    } } })
    """

  private static func run(_ arguments: [String], _ commands: String, in folder: TestFolder) throws -> (
    status: Int32, output: String, errors: String, document: String
  ) {
    let result = try CommandProcess.run(
      ["app.lua", "--documents", "documents", "--now", "2020-01-31", "--keep-going", "--exec", commands, "--"]
        + arguments, in: folder)
    let path = "documents/okit/data/default.json"
    return (result.status, result.output, result.errors, folder.exists(path) ? try folder.read(path) : "")
  }

  @Test(arguments: hooks, leaves)
  func `a function of a field leaves its form, and the input is stored`(_ hook: String, _ leave: String) throws {
    // Every other one, and all of them in a long run.
    let first = ((Self.hooks.firstIndex(of: hook) ?? 0) + (Self.leaves.firstIndex(of: leave) ?? 0)) % 2
    for trigger in LongTests.areOn ? Self.triggers : stride(from: first, to: 10, by: 2).map({ Self.triggers[$0] }) {
      let folder = try TestFolder(["app.lua": Self.script], isInMemory: true)
      let result = try Self.run([hook, leave], "row a; type Title = b; \(trigger); stack", in: folder)
      #expect(result.status < 3 && !result.errors.contains("Fatal error"), "\(trigger): \(result.errors)")
      #expect(result.document.contains("\"title\": \"b\""), "\(trigger): \(result.document)\(result.errors)")
      // The list below the form, and nothing below it, is shown.
      if ["back", "done", "next", "submit"].contains(trigger) { #expect(result.output == "list\n", "\(trigger)") }
    }
  }

  @Test(arguments: ["setText", "validationFormula"], ["background", "quit"])
  func `a function of a field leaves another form with input`(_ hook: String, _ trigger: String) throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local hook = okit.arguments[1]
      local Todo = okit.ModelEntity:extend("Todo", { title = "a" })
      local root = okit.Model.register(okit.Model:extend("Todos", { todos = okit.types.list(Todo) }))
      if #root.todos == 0 then root.todos = { {}, {} } end
      local forms = {}
      local function close_others(name) for other, form in pairs(forms) do if other ~= name then form:close() end end \
      end
      local Cell = okit.ModelTextCell:extend("Cell", {
        path = "#Title", textPath = "title", validationFormula = function(_, value, form)
          if hook == "validationFormula" and armed then close_others(form.name) end
          return true
        end,
      })
      function Cell:setText(text)
        self.super.setText(self, text)
        if hook == "setText" then close_others(self.controller.name) end
      end
      for i = 1, 3 do
        okit.ModelListTableController:extend("list" .. i, {
          contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { path = "title", segue = "form" .. i },
        })
        local form = okit.ModelForm:extend("form" .. i, { editAlways = true, sections = { { cells = { Cell {} } } } })
        function form:setup() forms[self.name] = self end
      end
      okit.TabBarController:extend("home", { tabs = {
        { title = "#One", root = "list1" }, { title = "#Two", root = "list2" }, { title = "#Three", root = "list3" },
      } })
      """
    ])
    let result = try Self.run(
      [hook], "row 1; type Title = b; tab Two; row 2; type Title = c; eval armed = true; \(trigger)", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.document.contains("\"title\": \"b\"") && result.document.contains("\"title\": \"c\""))
  }

  @Test(arguments: ["text", "controller.name", "context", "textLabel"])
  func `a cell that a dialog keeps is gone with its list`(_ field: String) throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local Todo = okit.ModelEntity:extend("Todo", { title = "a" })
      local root = okit.Model.register(okit.Model:extend("Todos", { note = "", todos = okit.types.list(Todo) }))
      if #root.todos == 0 then root.todos = { {} } end
      local list = okit.ModelListTableController:extend("list", {
        contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { path = "title" },
      })
      function list:configure(cell) saved = cell end
      okit.ModelDetailTableController:extend("home", { right = { okit.ModelBarButtonItem { title = "#List", segue = \
      "list" } } })
      """
    ])
    let result = try Self.run(
      [],
      "tap List; screen; delete a; eval okit.back(); eval okit.Model.get().note = 'written'; eval saved.\(field)",
      in: folder)
    #expect(result.errors.contains("the cell is no longer on the screen") && !result.errors.contains("Fatal error"))
    #expect(result.document.contains("written"))
  }

  @Test func `a form whose function fails after it has closed the form is open again with its input`() throws {
    let folder = try TestFolder([
      "app.lua": Self.script.replacing("else okit[leave]() end", with: "else form:close() error 'no' end")
    ])
    let result = try Self.run(["onEndEdit", "fail"], "row a; type Title = b; back; stack; screen", in: folder)
    #expect(result.output.hasPrefix("list\nform\n") && result.output.contains("[b]"))
    #expect(result.errors.contains("no"))
  }

  // MARK: At random

  /// The actions that one application gets.
  private static let steps = 60

  @Test func `random actions end nothing`() throws {
    let seed = Int.random(in: 1...1_000_000_000)
    let count = max(1, RandomSteps.count(1200) / Self.steps)
    // A crash ends the process of the tests, which says with which seed.
    try run(
      """
      local drive = require "leaving_driver"
      for seed = \(seed), \(seed + count - 1) do
        it("seed " .. seed, function() drive(seed, \(Self.steps)) end)
      end
      """, "seeds from \(seed)")
  }

  /// A normal run tries a part of them in `leaving_hooks_test.lua`.
  @Test(.enabled(if: LongTests.areOn)) func `each function may do anything while a user does anything`() throws {
    try run("require 'leaving_hooks' (1)", "all combinations")
  }

  private func run(_ test: String, _ name: String) throws {
    let lua = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Lua")
    let folder = try TestFolder(["a_test.lua": test], isInMemory: true)
    for file in ["leaving_hooks_app.lua", "leaving_driver.lua", "leaving_hooks.lua"] {
      try folder.write(try Data(contentsOf: lua.appendingPathComponent(file)), to: file)
    }
    let result = try CommandProcess.run(["test", "a_test.lua", "--timeout", "3600s"], in: folder)
    #expect(result.status == 0, "\(name): \(result.output.suffix(3000))\(result.errors.suffix(3000))")
  }
}
