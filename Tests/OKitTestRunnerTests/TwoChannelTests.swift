import OKitTestSupport
import Testing

@testable import OKitTestRunner

/// A failure of the application is a diagnostic, whatever caused it; only a step that a user could not perform raises
/// an error.
@Suite("Two channels")
struct TwoChannelTests {
  private static let app = """
    local okit = require "okit"
    local t = okit.types
    local function fail(text) return function() error(text) end end
    local Person = okit.ModelEntity:extend("Person", { name = "" })
    local Item = okit.ModelEntity:extend("Item", {
      owner = t.ref(Person, { onDelete = "restrict" }),
      name = t.string("", { didSet = function(self) if self.name == "bad" then error("a bad name") end end }),
    })
    function Item:invalidated() if self.name == "worse" then error("a worse name") end end
    local Shop = okit.Model:extend("Shop", {
      items = t.list(Item), persons = t.list(Person), stars = 1,
    })
    function Shop:quit() self.stars = 2 okit.exit(2) end
    function Shop:clear() self.persons = {} end
    function Shop:fail() error("a failing function") end
    function Shop:wait() okit.sleep(1) error("a failing wait") end
    function Shop:later() okit.after(1, fail("a failing timer")) end
    function Shop:endless()
      local function again() okit.after(0.00001, again) end
      again()
    end
    local shop = okit.Model.register(Shop)
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", titleTap = fail("a failing title"), more = true,
      moreActions = { { name = "#Fail", tap = fail("a failing action") } },
      quickName = "#Quick", quickTap = fail("a failing quick action"),
      cell = okit.ModelTableCell { path = "name", tap = fail("a failing tap") },
      right = { okit.ModelBarButtonItem { title = "#Button", tap = "fail()" } },
    })
    """

  /// The calls, what they report, and what they raise.
  static let cases: [(call: String, code: String?, message: String?)] = [
    ("app:tap('Button')", "lua.error", "a failing function"),
    ("app:row('A'):tap()", "lua.error", "a failing tap"),
    ("app:row('A'):quick()", "lua.error", "a failing quick action"),
    ("app:row('A'):more('Fail')", "lua.error", "a failing action"),
    ("app:title():tap()", "lua.error", "a failing title"),
    ("app:call('fail()')", "lua.error", "a failing function"),
    ("app:call('wait()').clock:advance(2)", nil, "attempt to index"),
    ("app:call('wait()') app.clock:advance(2)", "lua.error", "a failing wait"),
    ("app:call('later()') app.clock:advance(2)", "lua.error", "a failing timer"),
    ("app:call('later()') app.clock:set('2020-01-02')", "lua.error", "a failing timer"),
    ("app:call('endless()') app.clock:advance(2)", "app.timers", "more than 100000 timers"),
    ("app:set('items[0]/name', 'bad')", "lua.error", "a bad name"),
    ("app:set('items[0]/name', 'worse')", "lua.error", "a worse name"),
    ("app:apply { items = { { id = 'a', name = 'bad' } } }", "lua.error", "a bad name"),
    ("app:transaction(function() app:set('items[0]/name', 'worse') end)", "lua.error", "a worse name"),
    ("app:transaction(function() app:set('items[0]/name', 'bad') end)", "lua.error", "a bad name"),
    ("app:changes(function() app:set('items[0]/name', 'bad') end)", "lua.error", "a bad name"),
    ("app:set('persons', {})", "model.restricted", "cannot be removed"),
    ("app:apply { persons = {} }", "model.restricted", "cannot be removed"),
    ("app:transaction(function() app:set('persons', {}) end)", "model.restricted", "cannot be removed"),
    ("app:call('clear()')", "model.restricted", "cannot be removed"),
    ("app:set('stars', 2):background()", "storage.write", "cannot write okit/data/default.json"),
    ("app:set('stars', 2):background():foreground():background()", "storage.write", "cannot write"),
    ("app:call('quit()')", "storage.write", "cannot write okit/data/default.json"),
    // Steps that are wrong, or that no user could perform.
    ("app:tap('Nothing')", nil, "Nothing"),
    ("app:back()", nil, "no previous screen"),
    ("app:undo()", nil, "there is nothing to undo"),
    ("app:set('items[0', 1)", nil, "expected"),
    ("app:set('items[0]/nmae', 1)", nil, "did you mean \"name\""),
    ("app:set('stars', 'many')", nil, "needs a"),
    ("app:apply { stars = 'many' }", nil, "expected an Int"),
    ("app:call('nothing()')", nil, "nothing"),
    ("app:model('other')", nil, "unknown model"),
    ("app.clock:advance(-1)", nil, "non-negative"),
    ("app:background():tap('Button')", nil, "in the background"),
    ("app:transaction(function() error('mine') end)", nil, "mine"),
    ("app:changes(function() error('mine') end)", nil, "mine"),
  ]

  @Test(arguments: cases)
  func `an action reports failures of the application and raises errors of the step`(
    _ call: String, _ code: String?, _ message: String?
  ) throws {
    let folder = try TestFolder([
      "app.lua": Self.app,
      "a_test.lua": """
      it("acts", function()
        local app = okit.launch("app.lua", { documents = "stored" })
        local ok, problem = pcall(function() \(call) end)
        local reported = app.diagnostics
        print(ok and "ok" or tostring(problem))
        for _, found in ipairs(reported) do print(found.code .. " " .. found.message) end
        if not ok then error("raised") end
      end)
      """,
      "stored/okit/data/default.json":
        #"{"items":[{"id":"a","name":"A","owner":{"refKey":"p"}}],"persons":[{"id":"p"}]}"#,
      // A file where the previous version belongs: nothing can be stored.
      "stored/okit/data/.previous": "",
    ])
    var printed: [String] = []
    let result = try folder.outcomes {
      $0.host.print = { printed.append($0) }
      // The endless timers take longer with sanitizers.
      $0.host.timeout = .seconds(300)
      $0.host.configure = { $0.limits.time = .seconds(300) }
    }
    #expect(result.allSatisfy { $0.hasPrefix(code == nil ? "FAIL" : "ok") }, "\(printed)")
    let said = try #require(code == nil ? printed.first : printed.dropFirst().first, "\(result)")
    if let message { #expect(said.contains(message), "\(printed)") }
    if let code { #expect(said.hasPrefix(code + " "), "\(printed)") } else { #expect(printed.count == 1, "\(printed)") }
  }
}
