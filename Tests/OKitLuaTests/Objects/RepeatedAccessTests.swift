import OKitEngine
import OKitLua
import Testing

/// Reads, writes and calls that a script repeats go shorter ways. They mean the same as the first one.
@Suite struct RepeatedAccessTests {
  private static let script = """
    local t = okit.types
    Item = okit.ModelEntity:extend("Item", {
      n = 0, price = 0.5, open = true, name = "a", note = t.optional(t.string), child = t.entity("Item"),
      watched = t.int(0, { didSet = function(_, old, new) heard = (heard or "") .. old .. ">" .. new .. " " end }),
      double = t.computed(function(self) return self.n * 2 end),
    })
    function Item:triple() return self.n * 3 end
    Box = okit.Model:extend("Box", { items = t.list(Item) })
    box = okit.Model.register(Box)
    box.items = { { name = "one", child = { name = "two" } } }
    item = box.items[1]
    for i = 1, 100 do
      item.n, item.price, item.open, item.name, item.note = i, i + 0.5, i % 2 == 0, "n" .. i, "note"
      item:set("n", i) item:set("child/n", i) item:set("name", "s" .. i)
      local _ = item:get("n") + item:get("child/n") + item.double + item:get("double") + item:get("triple()")
      local _ = item:contexts("child"), item:resolve("child"), item:getInt("n"), #box.items
    end
    function failure(f, ...)
      local ok, error = pcall(f, ...)
      return ok and "ok" or error.code
    end
    """

  private func application(_ more: String = "", _ printed: @escaping (String) -> Void = { _ in }) throws
    -> LuaApplication
  {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.print = printed
    return try LuaApplication(text: Self.script + "\n" + more, chunk: "app.lua", folder: ".", options: options)
  }

  @Test(arguments: [
    ("print(item.n, item:get('child/n'), item.name, item.price, item.open)", "100\t100\ts100\t100.5\ttrue"),
    // Another meaning of a name that built-in methods have.
    ("function Item:get() return 'own' end print(item:get('n'), box:get('items[0]/n'))", "own\t100"),
    ("Other = okit.ModelEntity:extend('Other', { set = 5 }) item:set('n', 7) print(Other{}.set, item.n)", "5\t7"),
    ("function Item:getInt() return 'own' end print(item:getInt('n'))", "own"),
    ("function Item:triple() return 'new' end print(item:get('triple()'))", "new"),
    // Values that need a conversion, or that a property does not take.
    ("item.price = 3 item:set('price', 4) print(item.price)", "4.0"),
    ("print(failure(function() item.n = 'x' end), item.n)", "model.type\t100"),
    ("print(failure(function() item.n = nil end), item.n)", "model.type\t100"),
    ("print(failure(function() item.price = 0/0 end), item.price)", "model.type\t100.5"),
    ("print(failure(function() item.name = '\\xFF' end), item.name)", "model.type\ts100"),
    ("print(failure(item.set, item, 'n', 'x'), failure(item.set, item, 'name', '\\xFF'))", "model.type\tmodel.type"),
    ("item.note = nil print(item.note, item:get('note'))", "nil\tnil"),
    (
      "print(failure(function() item.id = 'x' end), failure(item.set, item, 'id', 'x'))",
      "model.readOnly\tbinding.notWritable"
    ),
    (
      "print(failure(function() item.double = 1 end), failure(item.set, item, 'double', 1))",
      "model.readOnly\tmodel.readOnly"
    ),
    ("print(failure(function() item.nothing = 1 end))", "model.unknownProperty"),
    ("for i = 1, 3 do item.watched = i end item:set('watched', 9) print(heard)", "0>1 1>2 2>3 3>9 "),
    // Receivers.
    (
      "print(failure(item.get, 1, 'n'), failure(item.get, box.items, 'n'), failure(item.get))",
      "lua.argument\tlua.argument\tlua.argument"
    ),
    ("print(failure(box.items.add, item, {}), failure(item.get, item, {}))", "lua.argument\tlua.argument"),
    // Changes are taken back as a whole.
    (
      """
      pcall(okit.app.transaction, okit.app, function()
        for i = 1, 9 do item.n = -i item:set('n', i) end
        error('no')
      end)
      print(item.n)
      """, "100"
    ),
    // Paths through what leaves.
    ("item.child = nil print(item:get('child/n'), failure(item.set, item, 'child/n', 1))", "nil\tbinding.nowhere"),
  ])
  func `repeated accesses mean the same`(_ script: String, _ expected: String) throws {
    var printed: [String] = []
    let application = try application(script) { printed.append($0) }
    defer { application.close() }
    #expect(printed == [expected])
  }

  @Test func `each entity is one object, also where others had its place`() throws {
    var printed: [String] = []
    let application = try application(
      """
      local kept, seen = {}, {}
      for round = 1, 20 do
        box.items:clear()
        for i = 1, 50 do
          local item = box.items:add { n = i }
          if i % 7 == 0 then kept[#kept + 1] = item end
        end
        for i = 1, 3000 do local garbage = { i } end
        for i, item in ipairs(box.items) do
          if item ~= box.items[i] or item.n ~= i or rawequal(item, box.items[i]) == false then print("other", i) end
        end
      end
      for _, item in ipairs(kept) do
        if seen[item] then print("twice") end
        seen[item] = true
      end
      print(#kept, failure(function() return kept[1].n end))
      """
    ) { printed.append($0) }
    defer { application.close() }
    #expect(printed == ["140\tok"])
  }

  @Test func `a loop over entities that Lua does not hold stops anywhere`() throws {
    var printed: [String] = []
    let application = try application(
      """
      local values = {}
      for i = 1, 200 do values[i] = { n = i } end
      box:apply { items = values }
      local sum = 0
      for i, item in ipairs(box.items) do
        sum = sum + item.n
        if i == 100 then box.items:remove(150) end
        if i == 180 then break end
      end
      print(sum, #box.items)
      """
    ) { printed.append($0) }
    defer { application.close() }
    #expect(printed == ["16321\t199"])
  }
}
