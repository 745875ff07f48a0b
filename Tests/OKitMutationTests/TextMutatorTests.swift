import OKitCheck
import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

@testable import OKitMutation

/// The mutants of bindings, formulas and properties of controllers.
@Suite struct TextMutatorTests {
  private static let model = """
    local okit = require "okit"
    local t = okit.types
    local Task = okit.ModelEntity:extend("Task", {
      name = "", note = "", done = false, urgent = false, due = t.date, count = 0, limit = 0, weight = t.double(0),
    })
    local Store = okit.Model:extend("Store", { tasks = t.list(Task) })
    okit.Model.initialize(function() okit.Model.register(Store) end)

    """

  /// The mutants of definitions after the model, as `Mutator: change`.
  private static func mutants(_ text: String, _ mutators: Mutator...) throws -> [String] {
    let folder = try TestFolder(["app.lua": model + text])
    let analysis = try ApplicationCheck.analyze("\(folder.path)/app.lua", options: LuaApplication.Options())
    defer { analysis.close() }
    let failure = analysis.definitions?.failure
    #expect(failure == nil)
    let script = try #require(analysis.scripts.first)
    let first = model.split(separator: "\n", omittingEmptySubsequences: false).count
    return MutantFinder(analysis).mutants(ofFile: script.file, text: script.text)
      .filter { $0.start.line >= first && (mutators.isEmpty || mutators.contains($0.mutator)) }
      .map { "\($0.mutator.rawValue): \($0.change)" }
  }

  private static func list(_ properties: String) -> String {
    """
    okit.ModelListTableController:extend("tasks", {
      dataPath = "tasks", cell = okit.ModelTableCell { \(properties) },
    })
    """
  }

  @Test(arguments: [
    // Another property of the class with a value of the same type.
    ("path = \"name\"", ["Binding: name → note"]),
    ("path = \"due/formatDate\"", ["Binding: due/formatDate → due"]),
    ("path = \"#Name\"", []), ("path = \"%Name\"", []),
    (
      "path = \"name\", enabledPath = \"!done\"",
      [
        "Binding: name → note", "Condition: !done → done", "Condition: !done → #true", "Condition: !done → #false",
        "Binding: done → urgent",
      ]
    ),
    (
      "path = \"name\", enabledPath = \"done\"",
      [
        "Binding: name → note", "Condition: done → !done", "Condition: done → #true", "Condition: done → #false",
        "Binding: done → urgent",
      ]
    ),
    ("path = \"name,count\"", ["Binding: name → note", "Binding: count → limit"]),
  ])
  func bindings(properties: String, expected: [String]) throws {
    let found = try Self.mutants(Self.list(properties), .binding, .condition)
    #expect(found.filter { !$0.contains("tasks") } == expected)
  }

  @Test(arguments: [
    ("= count > 1", ["Comparison: count > 1 → count >= 1", "Comparison: count > 1 → count <= 1"]),
    ("= done and urgent", ["Logic: done and urgent → done OR urgent"]),
    ("= count + 1", ["Arithmetic: count + 1 → count - 1"]),
    ("= count+-1", ["Arithmetic: count+-1 → count- -1", "Arithmetic: -1 → +1"]),
    ("= name isnull", ["Condition: name isnull → name NOTNULL"]),
    ("= name not null", ["Condition: name not null → name ISNULL"]),
    ("= name is not null", ["Comparison: name is not null → name IS null"]),
    ("= name is not distinct from note", ["Comparison: name is not distinct from note → name IS NOT note"]),
    (
      "= case when count > 1 then 'a' when (done or urgent) and name then 'b' when true then 'when' end",
      [
        "Condition: count > 1 → TRUE", "Condition: count > 1 → FALSE",
        "Comparison: count > 1 → count >= 1", "Comparison: count > 1 → count <= 1",
        "Condition: (done or urgent) and name → TRUE", "Condition: (done or urgent) and name → FALSE",
        "Condition: (done or urgent) and name → NOT ((done or urgent) and name)",
        "Logic: done or urgent → done AND urgent", "Logic: done or urgent) and name → done or urgent) OR name",
      ]
    ),
    ("= case count when 1 then 'a' end", []),
    ("= name is null", ["Comparison: name is null → name IS NOT null"]),
    ("= 'a < b'", []),
  ])
  func formulas(text: String, expected: [String]) throws {
    let found = try Self.mutants(Self.list("path = \"\(text)\""), .comparison, .logic, .arithmetic, .condition)
    #expect(found == expected)
  }

  @Test func `numbers of formulas and constants of bindings`() throws {
    let text = Self.list("path = \"= count * 0.5\", heightDisplay = \"#44\"")
    #expect(
      try Self.mutants(text, .constant) == [
        "Constant: path = \"= count * 0.5\" → path = \"= count * 1.5\"",
        "Constant: path = \"= count * 0.5\" → path = \"= count * (-0.5)\"",
        "Constant: heightDisplay = \"#44\" → heightDisplay = \"#45\"",
        "Constant: heightDisplay = \"#44\" → heightDisplay = \"#43\"",
      ])
  }

  @Test func `properties of controllers`() throws {
    let text = """
      okit.ModelListTableController:extend("tasks", {
        dataPath = "tasks", rowSort = "name", rowSortAsc = "#false", index = true, add = "#false",
        tap = function() end, quickName = "%Done", quickTap = "setDone()",
        cell = okit.ModelTableCell { path = "name", segue = "task" },
      })
      okit.ModelDetailTableController:extend("task", {
        sections = { { cells = { okit.ModelTableCell { path = "name", segue = { to = "tasks" } } } } },
      })
      """
    #expect(
      try Self.mutants(text, .property) == [
        "Property: rowSort = \"name\", removed", "Property: rowSortAsc = \"#false\" → rowSortAsc = \"#true\"",
        "Property: index = true → index = false",
        "Property: add = \"#false\" → add = \"#true\"", "Property: tap = function() end, removed",
        "Property: quickTap = \"setDone()\", removed", "Property: segue = \"task\" removed",
        "Property: segue = { to = \"tasks\" } removed",
      ])
  }

  @Test func `formulas of code, and validations without a sign`() throws {
    let text = """
      local function formula(text) return t.computed(function(self) return self:get(text) end) end
      okit.extend("Task", { isLarge = function(self) return self:getBool "= count > limit" end })
      okit.ModelForm:extend("form", { sections = { { cells = { okit.ModelTextCell {
        path = "#Count", dataPath = "count", validationFormula = "value >= 1" } } } } })
      """
    let found = try Self.mutants(text, .comparison)
    #expect(
      found == [
        "Comparison: count > limit → count >= limit", "Comparison: count > limit → count <= limit",
        "Comparison: value >= 1 → value > 1", "Comparison: value >= 1 → value < 1",
      ])
  }
}
