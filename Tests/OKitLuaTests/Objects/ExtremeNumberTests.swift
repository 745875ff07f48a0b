import OKitEngine
import OKitLua
import Testing

/// Extreme numbers, wherever a script can pass a number: a result or an error, and the host continues.
@Suite struct ExtremeNumberTests {
  private static let script = """
    local t = okit.types
    Item = okit.ModelEntity:extend("Item", { name = "" })
    local Box = okit.Model:extend("Box", {
      items = t.list(Item), set = t.set(t.int), map = t.map(t.int), texts = t.list(t.string), share = 1e308, low = \
    -1e308, high = 1e308, choice = 0,
    })
    box = okit.Model.register(Box)
    box.items = { { name = "a" }, { name = "b" } }
    box.texts = { "x", "y" }
    MIN, MAX = math.mininteger, math.maxinteger
    okit.ModelDetailTableController:extend("home", {
      titlePath = "texts.@count",
      sections = {
        {
          cells = {
            okit.ModelSegmentCell { path = "#Kind", segmentsPath = "#a,#b", selectIndexPath = "choice" },
            okit.ModelSliderCell { path = "#Share", valuePath = "share", minValuePath = "low", maxValuePath = "high" },
          },
        },
      },
    })
    """

  /// Returns the results of an expression: its first two results, or the code of its error.
  private func answer(_ expression: String) throws -> String {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.print = { _ in }
    let application = try LuaApplication(text: Self.script, chunk: "app.lua", folder: ".", options: options)
    defer { application.close() }
    return try application.evaluate(
      "(function() local ok, value = pcall(function() return \(expression) end) "
        + "return ok and tostring(value) or value.code or value end)()"
    ).joined(separator: " ")
  }

  @Test(arguments: [
    ("box.items:remove(MIN)", "false"), ("box.texts:remove(MIN)", "false"), ("box.set:remove(MIN)", "false"),
    ("box.map:remove(MIN)", "false"), ("box.items:remove(MAX)", "false"), ("box.items:remove(2)", "true"),
    ("box.items[MIN]", "nil"), ("box.items:insert(MIN, {})", "model.index"),
    ("box.items:move(MIN, MAX)", "model.index"),
    ("box:get('items[' .. MIN .. ']')", "nil"), ("box:get('items[-' .. MAX .. ']')", "nil"),
    ("okit.now():add{ year = 9e18 }", "function.date"), ("okit.now():add{ month = MIN }", "function.date"),
    ("okit.now():add{ week = 9e18 }", "function.date"), ("okit.now():add{ day = MAX, week = MAX }", "function.date"),
    ("okit.now():add{ hour = MAX, second = 1e308 }", "function.date"),
    ("okit.now():add{ second = 1e308, minute = -1e308 }", "function.date"),
    ("okit.date{ year = MIN }", "function.date"), ("okit.date{ year = 2020, day = MIN }", "function.date"),
    ("okit.date{ year = 2020, hour = MAX, minute = MIN }", "function.date"),
    ("okit.date(MIN).year", "nil"), ("okit.date(1e308).formatDate", "nil"),
    ("okit.app:rows(MIN)", "locator.none"), ("okit.app:rows(MAX)", "locator.none"), ("#okit.app:rows(1)", "2"),
    ("okit.app:row(MIN)", "locator.form"), ("okit.app:cell{ text = 'Kind', index = MAX }", "locator.none"),
    ("#okit.app:dump(MIN) < 10000", "true"), ("#okit.app:dump(MAX) < 100000", "true"),
    ("utf8.len(okit.app:dump(MAX):match('^[^\\n]*'))", "1000"), ("utf8.len(okit.app:dump(0):match('^[^\\n]*'))", "24"),
  ])
  func answers(expression: String, value: String) throws {
    #expect(try answer(expression) == value, "\(expression)")
  }

  @Test func `a person finds no option, field and action with such a number`() throws {
    let application = try LuaApplication(text: Self.script, chunk: "app.lua", folder: ".")
    defer { application.close() }
    let driver = AppDriver(application.runtime)
    try driver.performTap("Edit")
    for number in [Int.min, -1, 2, .max - 1, .max] {
      let cell = try driver.cell("Kind")
      #expect(code { try cell.set(.int(number)) } == "locator.none", "\(number)")
      #expect(code { try cell.choose(Locator(index: number + (number == 2 ? 1 : 0))) } == "locator.none", "\(number)")
    }
    #expect(driver.dump(width: .max).contains("━━━━━━━━━●"), "\(driver.dump())")
    _ = try application.evaluate("okit.alert { title = 'T', fields = { { name = 'x' } } }")
    for number in [Int.min, 0, .max] {
      #expect(code { try driver.typeInAlert("text", field: .number(number)) } == "locator.none", "\(number)")
    }
    #expect(code { try application.runtime.perform(.filter(scope: .max)) } != nil)
  }

  @Test func `a list has no action with such a number`() throws {
    let script = """
      local Box = okit.Model:extend("Box", { items = okit.types.list(okit.ModelEntity:extend("Item", { name = "a" })) })
      local box = okit.Model.register(Box)
      box.items = { {} }
      local list = okit.ModelListTableController:extend("home", {
        type = "Item", dataPath = "items", cell = okit.ModelTableCell { path = "name" }, quickName = "#Quick",
        more = true, moreActions = { { name = "#one", tap = function() print("one") end } },
      })
      function list:onQuickTap(item)
        for _, number in ipairs { math.mininteger, 0, 2, math.maxinteger, 1 } do self:onMoreAction(item, "no", number) \
      end
      end
      """
    var options = LuaApplication.Options()
    var printed: [String] = []
    options.print = { printed.append($0) }
    let application = try LuaApplication(text: script, chunk: "app.lua", folder: ".", options: options)
    defer { application.close() }
    try AppDriver(application.runtime).row("a").quick()
    #expect(printed == ["one"])
  }

  private func code(_ body: () throws -> Void) -> String? { problem { try body() }?.code.rawValue }
}
