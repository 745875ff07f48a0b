import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

@testable import OKitLua

/// Scripts cannot get a metatable of the module, so that they cannot change the behavior of its objects.
@Suite struct MetatableTests {
  /// Goes through everything that can be read from what it is given.
  private static let walker = """
    function unprotected(roots)
      local seen, found, count = {}, {}, 0
      local function walk(value, path, depth)
        if type(value) ~= "table" and type(value) ~= "userdata" or seen[value] then return end
        seen[value], count = true, count + 1
        if type(getmetatable(value)) == "table" then found[#found + 1] = path end
        if getmetatable(value) ~= nil and pcall(setmetatable, value, {}) then found[#found + 1] = path .. " set" end
        if depth == 2 then return end
        if type(value) == "table" then
          for key, element in next, value do walk(element, path .. "." .. tostring(key), depth + 1) end
        end
        pcall(function() for key, element in pairs(value) do walk(element, path .. "." .. tostring(key), depth + 1) \
    end end)
        for _, name in ipairs(getmetatable(value) ~= nil and names or {}) do
          local _, member = pcall(function() return value[name] end)
          walk(member, path .. "." .. name, depth + 1)
        end
      end
      walk(roots, "roots", 0)
      return count, table.concat(found, " ")
    end
    """

  private static let roots = """
    box.at, box.tags = okit.now(), { x = "y" }
    return unprotected {
      okit = okit, app = okit.app, model = box, classes = { Item, Box }, text = "", types = okit.types,
      scalar = okit.types.string, list = okit.types.list(Item), title = okit.app:title(), row = okit.app:row(1),
      cell = okit.app:cell(1), handle = okit.after(1, print), observer = box:observe("at", print),
      call = box:call "at", dialog = okit.alert { title = "?" }, alert = okit.app.alert,
      reference = box.link, super = box.items[1].super, error = select(2, pcall(function() return box.nothing end)),
      other = select(2, pcall(okit.navigate, "nowhere")), snapshot = box:snapshot(), given = okit.app.screen,
      diagnostics = okit.app.diagnostics, log = okit.app.log, cellClass = okit.ModelTableCell { path = "name" },
    }
    """

  @Test func areProtected() throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    options.limits = LuaLimits(time: nil)
    let script = """
      local okit = require "okit"
      local t = okit.types
      Item = okit.ModelEntity:extend("Item", { name = "" })
      Box = okit.ModelTransient:extend("Box", { items = t.list(Item), tags = t.map(t.string), at = t.date, link = \
      t.ref(Item) })
      box = okit.Model.register(Box)
      box.items:add { name = "one" }
      box.link = box.items[1]
      okit.ModelListTableController:extend("home", {
        dataPath = "items", cell = okit.ModelTableCell { path = "name" },
        left = { okit.ModelBarButtonItem { title = "#Show", tap = function(_, controller) shown = controller end } },
      })
      """
    let application = try LuaApplication(
      text: script + "\n" + Self.walker, chunk: "app.lua", folder: "/tmp", options: options)
    defer { application.close() }
    try application.driver.performTap(Locator("Show"))
    let names = Set(Declarations.classes.flatMap(\.memberNames)).filter { !$0.hasPrefix("[") }.sorted()
    try application.state.set("names", to: .table(LuaTable(array: names.map(LuaValue.string))))
    let results = try application.state.call(application.state.load(Self.roots, chunk: "roots.lua"), [])
    #expect(results.last == .string(""))
    guard case .int(let count)? = results.first else {
      Issue.record("no count")
      return
    }
    // The walk has been somewhere.
    #expect(count > 60, "\(count)")
  }
}
