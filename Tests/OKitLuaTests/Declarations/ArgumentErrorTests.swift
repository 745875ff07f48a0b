import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Declarations at work: errors name the parameter, and the nearest correct name comes from what is declared.
@Suite struct ArgumentErrorTests {
  private func message(_ body: String) throws -> String? {
    let options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    let script = """
      local Item = okit.ModelEntity:extend("Item", { name = "", others = okit.types.list "Item" })
      item = Item { name = "one" }
      okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })
      function problem(fn)
        local ok, problem = pcall(fn)
        return ok and "no error" or problem.message
      end
      """
    let application = try LuaApplication(text: script, chunk: "app.lua", folder: "/tmp", options: options)
    return try application.evaluate("problem(function() \(body) end)").first
  }

  @Test(arguments: [
    ("okit.sleep('x')", "bad argument 'seconds' to okit.sleep: expected number, got string"),
    ("okit.after(1)", "bad argument 'fn' to okit.after: expected function, got no value"),
    ("okit.navigate(nil)", "bad argument 'name' to okit.navigate: expected string, got nil"),
    ("okit.localized()", "bad argument 'key' to okit.localized: expected string, got no value"),
    ("okit.Model.store(1)", "bad argument 'model' to okit.Model.store: expected model, got number"),
    ("item:getString({})", "bad argument 'path' to entity:getString: expected string, got table"),
    (
      "item.getString('x')",
      "bad argument 'self' to entity:getString: expected entity, got string (call it with a colon: entity:getString(…))"
    ),
    ("item:observe('name', 1)", "bad argument 'fn' to entity:observe: expected function, got number"),
    ("item.others:move(1, 'x')", "bad argument 'to' to collection:move: expected integer, got string"),
    ("okit.now():add(1)", "bad argument 'figures' to date:add: expected table, got number"),
    ("okit.app:dump('x')", "bad argument 'width' to app:dump: expected integer, got string"),
  ]) func namesTheParameter(body: String, message: String) throws {
    #expect(try self.message(body) == message)
  }

  @Test(arguments: [
    (
      "okit.fetch('http://localhost', { method = 'PUT' })",
      "okit.fetch takes one argument, and no table after it "
        + "(okit.fetch(request: string|okit.Request): okit.Response)"
    ),
    ("okit.present('home', nil, { animated = false })", "okit.present takes 2 arguments, and no table after them"),
    ("okit.Model.get('x', { create = true })", "okit.Model.get takes one argument, and no table after it"),
    ("okit.json.decode('1', { strict = true })", "okit.json.decode takes one argument, and no table after it"),
    ("okit.json.array({}, { 1 })", "okit.json.array takes one argument, and no table after it"),
    ("okit.url.encode('a', {})", "okit.url.encode takes one argument, and no table after it"),
    (
      "okit.url.build({ base = 'http://a.b' }, { page = 1 })",
      "okit.url.build takes one argument, and no table after it"
    ),
    // What a caller passes to any function is no mistake.
    ("okit.navigateToHome({ a = 1 }, item)", "no error"), ("okit.color('#ffffff', item)", "no error"),
    ("for word in ('a b'):gmatch('%a') do okit.url.encode(word, 1) end", "no error"),
  ]) func refusesOptionsAfterTheArguments(body: String, message: String) throws {
    let shown = try self.message(body) ?? ""
    #expect(shown.hasPrefix(message), "\(shown)")
  }

  @Test(arguments: [
    ("query = { page = null }", "query.page is null; leave it out, or use an empty text"),
    ("query = { page = { 1, null } }", "query.page is null; leave it out, or use an empty text"),
    ("path = { 'films', null }", "path[2] is null; leave it out, or use an empty text"),
    ("query = { page = { number = 1 } }", "query.page needs a list without holes, got the key number"),
    ("query = { page = { 1, nil, nil, 4 } }", "query.page needs a list without holes, got the key 4"),
    ("query = { page = 0 / 0 }", "query.page is NaN (0/0), which has no form in a URL"),
    ("query = { page = { 1, -1 / 0 } }", "query.page is -infinity, which has no form in a URL"),
    ("path = { 1 / 0 }", "path[1] is infinity, which has no form in a URL"),
    ("path = { film = 1 }", "path needs a list without holes, got the key film"),
  ]) func refusesWhatAURLCannotHold(parts: String, message: String) throws {
    let shown = try self.message("local null = okit.json.null; okit.url.build { base = 'http://a.b', \(parts) }")
    #expect(shown == "okit.url.build: " + message)
  }

  @Test(arguments: [
    "string", "int", "date", "list(t.string, { transient = 'yes' })", "optional(t.int { transient = 1 })",
  ])
  func checksTheValuesOfOptions(type: String) throws {
    let type = type.contains("(") ? type : "\(type) { transient = 'yes' }"
    let shown = try message("local t = okit.types; okit.ModelEntity:extend('Wrong', { name = t.\(type) })")
    #expect(shown?.hasPrefix("Wrong.name: transient needs a boolean, got ") == true, "\(shown ?? "")")
  }

  @Test func checksTheOptionOfModels() throws {
    #expect(
      try message("okit.Model.initialize(function() end, { secure = 'yes' })")
        == "okit.Model.initialize: secure needs a boolean, got string")
  }

  @Test(arguments: [
    ("return okit.slep", "okit has no member \"slep\" (did you mean \"sleep\"?)"),
    ("return okit.log.wran", "okit.log has no function \"wran\" (did you mean \"warn\"?)"),
    ("return okit.types.strnig", "okit.types has no type \"strnig\" (did you mean \"string\"?)"),
    ("okit.types.int(0, { didset = print })", "okit.types.int has no option \"didset\" (did you mean \"didSet\"?)"),
    ("okit.types.double { didset = print }", "okit.types.double has no option \"didset\" (did you mean \"didSet\"?)"),
    ("okit.types.double { defualt = 3 }", "okit.types.double has no option \"defualt\" (did you mean \"default\"?)"),
    (
      "okit.types.string { default = '', didset = print }",
      "okit.types.string has no option \"didset\" (did you mean \"didSet\"?)"
    ),
    ("okit.types.date { colum = 'x' }", "okit.types.date has no option \"colum\" (did you mean \"column\"?)"),
    (
      "okit.types.transient(1, { didset = print })",
      "okit.types.transient has no option \"didset\" (did you mean \"didSet\"?)"
    ),
    ("okit.types.computed(print, {})", "okit.types.computed has no options"),
    (
      "return okit.ModelListTableController.fetchDta",
      "class ModelListTableController has no function \"fetchDta\" (did you mean \"fetchData\"?)"
    ),
    (
      "return okit.ModelListTableController:extend('items', {}).fetchDta",
      "class items has no function \"fetchDta\" (did you mean \"fetchData\"?)"
    ),
    (
      "okit.types.ref('Item', { ondelete = 1 })",
      "okit.types.ref has no option \"ondelete\" (did you mean \"onDelete\"?)"
    ),
    ("okit.alert { mesage = 'x' }", "okit.alert has no option \"mesage\" (did you mean \"message\"?)"),
    ("return okit.app.scren", "app has no member \"scren\" (did you mean \"screen\"?)"),
    ("return okit.after(1, print).runing", "a timer has no property \"runing\" (did you mean \"running\"?)"),
  ]) func knowsTheNearestName(body: String, message: String) throws {
    #expect(try self.message(body) == message)
  }

  /// A built-in class gets its functions when something asks for one; what a script has assigned before stays.
  @Test func keepsAFunctionThatWasAssignedFirst() throws {
    let script = """
      local class = okit.ModelListTableController
      local own = function() end
      class.fetchData = own
      assert(class.fetchData == own and class.sortData and class.sortData ~= own)
      assert(class.close == okit.ModelDetailTableController.close and not rawget(class, "close"))
      """
    #expect(try message(script) == "no error")
  }
}
