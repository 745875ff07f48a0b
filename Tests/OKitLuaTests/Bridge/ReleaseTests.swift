import OKitEngine
import Testing

@testable import OKitLua

/// Objects that Lua still references are kept, others are freed.
@Suite struct ReleaseTests {
  private static let script = """
    local t = okit.types
    Item = okit.ModelEntity:extend("Item", { name = "" })
    function Item:who() return "item" end
    Book = Item:extend("Book", {})
    function Book:who() return "book and " .. self.super.who(self) end
    local Box = okit.Model:extend("Box", { items = t.list(Item), nums = t.list(t.int), n = t.int })
    box = okit.Model.register(Box)
    box.items = { { name = "a" } }
    box.nums = { 1, 2 }
    function collect() for i = 1, 300000 do local garbage = { i } end end
    """

  private func launch(_ printed: @escaping (String) -> Void = { _ in }) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(memory: 32 << 20, time: nil)
    options.print = printed
    return try LuaApplication(text: Self.script, chunk: "app.lua", folder: ".", options: options)
  }

  @Test func `objects that Lua holds again are kept, however many errors there were between`() throws {
    let application = try launch()
    defer { application.close() }
    let answers = try application.evaluate(
      """
      (function()
        local errors = {}
        for i = 1, 300 do errors[i] = select(2, pcall(function() return box.items.foo end)) end
        do local gone = box.nums; gone = Item { name = 'free' }; number = gone.id end
        collect()
        errors[1] = select(2, pcall(function() return box.items.foo end))
        kept = box.nums
        return #kept
      end)()
      """)
    #expect(answers == ["2"])
    #expect(try application.evaluate("#kept") == ["2"])
    _ = try application.evaluate("kept = nil collect()")
    #expect(try application.evaluate("#box.nums") == ["2"])
  }

  @Test(arguments: [
    ("box.items:add { id = 'x' }", false), ("box.items:insert(1, { id = 'x' })", false),
    ("box:add('items', { id = 'x' })", false), ("kept = box.items:add { id = 'x' }", true),
    ("kept = { box.items:add { id = 'x' } }", true),
    ("kept = select(2, pcall(box.items.add, box.items, { id = 'x' }))", true),
    ("kept = (function(...) return box.items:add(...) end)({ id = 'x' })", true),
    ("kept = coroutine.wrap(box.items.add)(box.items, { id = 'x' })", true),
  ]) func `a call makes an object only when the script uses the result`(call: String, makes: Bool) throws {
    let application = try launch()
    defer { application.close() }
    _ = try application.evaluate("(function() \(call) end)()")
    let entity = try #require(application.host.runtime.store.find("x"))
    let object = LuaObject(kind: application.host.bridge.entityKind, bits: EntityHandler.bits(entity))
    #expect(application.state.core.isAlive(object) == makes)
  }

  @Test func `a class makes entities in the same way, whether it has made one or not`() throws {
    let application = try launch()
    defer { application.close() }
    for values in ["'x'", "1", "true", "function() end", "box"] {
      let mistake = "(function() return Item(\(values)) end)"
      let message = "'Item needs a table of values, got ' .. type(\(values))"
      let isRight = "(function(e) return e.code == 'class.values' and e.message == \(message) end)"
      let answers = try (1...2).map { _ in
        try application.evaluate("\(isRight)(select(2, pcall(\(mistake))))")
          + application.evaluate("Item().name == '' and Item(nil).name == '' and Item({ name = 'a' }, 1).name == 'a'")
      }
      #expect(answers == [["true", "true"], ["true", "true"]])
    }
    for name in ["Item", "Book"] {
      let lines = try (1...2).map { _ in
        try application.evaluate("select(2, pcall(function()\n\n return \(name) { colour = 1 } end)).line")
      }
      #expect(lines[0] == lines[1] && lines[0] != ["nil"])
    }
    let models = try (1...2).map { _ in
      try application.evaluate("select(2, pcall(function() return Item { 1 } end)).code")
    }
    #expect(models == [["class.values"], ["class.values"]])
  }

  @Test func `functions that come as values are kept as long as the values`() throws {
    let application = try launch()
    defer { application.close() }
    let tries = "for i = 1, 100000 do pcall(box.nums.remove, box.nums, function() end) end"
    _ = try application.evaluate(tries)
    _ = try application.evaluate("for i = 1, 3 do \(tries) end")
    #expect(try application.evaluate("collectgarbage('count') < 8000") == ["true"])
    let bridge = application.host.bridge
    let function = try application.state.value(at: "collect")
    var value: Value? = try bridge.value(function)
    application.host.settle()
    if case .function(let kept)? = value { #expect(application.host.function(kept.function) != nil) }
    value = nil
  }

  @Test func `views of classes above and cells go with what Lua holds of them`() throws {
    let application = try launch()
    defer { application.close() }
    let tries = """
      for i = 1, 2000 do
        assert(Book { name = "x" }:who() == "book and item")
        okit.ModelTableCell { path = "name" }
      end
      """
    _ = try application.evaluate(tries)
    _ = try application.evaluate("collect()")
    #expect(application.host.superObjects.count < 10)
    #expect(application.host.components.count < 10)
    #expect(try application.evaluate("Book { name = 'x' }:who()") == ["book and item"])
  }

  @Test func `errors that a script keeps hold a part of what they quote`() throws {
    let application = try launch()
    defer { application.close() }
    let lengths = try application.evaluate(
      """
      (function()
        local key, errors, lengths = ("k"):rep(1000000), {}, {}
        for _, try in ipairs {
          function() return box.items[key] end, function() return box[key] end, function() return okit.date(key) end,
          function() box:get(key .. "(") end, function() return box:get("#x/" .. key) end, function() box.n = key end,
          function() okit.extend(key, "f", print) end, function() okit.types[key]() end, function() okit.app:row(key) \
      end, function() okit.alert { [key] = 1 } end,
        } do
          local ok, problem = pcall(try)
          lengths[#lengths + 1] = ok and 0 or math.max(#tostring(problem), 1)
        end
        return table.concat(lengths, " ")
      end)()
      """)
    let found = lengths.joined().split(separator: " ").compactMap { Int($0) }
    #expect(found.count == 10)
    #expect(found.allSatisfy { $0 < 4300 }, "\(found)")
  }

  @Test func `errors of long bindings are printed in part`() throws {
    let application = try launch()
    defer { application.close() }
    for binding in ["#1/formatNumber(#' .. ('0'):rep(60000) .. ')", "n/nothing' .. ('x'):rep(60000) .. '()"] {
      let failure = try #require(problem { _ = try application.evaluate("assert(box:get('\(binding)') == 1, 'no')") })
      #expect("\(failure)".utf8.count < 12_000, "\(failure.code)")
    }
  }

  @Test func `a closed console ignores the result of its chunk`() throws {
    var printed: [String] = []
    let application = try launch { printed.append($0) }
    defer { application.close() }
    var console: LuaConsole? = LuaConsole(application)
    #expect(try console?.run("okit.sleep(1) print('late')") == .waiting)
    console = nil
    try application.runtime.advance(seconds: 2)
    #expect(printed == ["late"])
  }

  @Test(arguments: [
    ("box < okit.now()", "a date can only be compared with a date"),
    ("box.nums <= okit.now()", "a date can only be compared with a date"),
    ("box + okit.now()", "bad argument #1 to 'date' (number expected, got userdata)"),
    ("box .. okit.now()", "bad argument #1 to 'date' (string expected, got userdata)"),
    ("okit.now() < box", "a date can only be compared with a date"), ("box == okit.now()", "false"),
  ])
  func `operators of one kind are not those of another`(expression: String, message: String) throws {
    let application = try launch()
    defer { application.close() }
    let text = "(function() local _, value = pcall(function() return \(expression) end) "
    #expect(
      try application.evaluate(text + "return type(value) == 'userdata' and value.message or tostring(value) end)()")
        == [message])
  }
}
