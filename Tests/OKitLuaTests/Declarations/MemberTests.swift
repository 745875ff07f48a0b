import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// The members at run time and the declarations are the same.
@Suite struct MemberTests {
  static let script = """
    local okit = require "okit"
    local Item = okit.ModelEntity:extend("Item", { name = "" })
    local Box = okit.ModelTransient:extend("Box", { items = okit.types.list(Item) })
    function Box:slow() okit.sleep(1) end
    box = okit.Model.register(Box)
    box.items:add { name = "one" }
    okit.ModelListTableController:extend("home", {
      dataPath = "items", cell = okit.ModelTableCell { path = "name", segue = "item" },
      left = { okit.ModelBarButtonItem { title = "#Show", tap = function(_, controller) shown = controller end } },
      right = { okit.ModelBarButtonItem { title = "#Ask", tap = function()
        okit.alert { title = "?", fields = { { name = "x" } } }
      end } },
    })
    okit.ModelDetailTableController:extend("item", {
      sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
    })
    function keys(table)
      local names = {}
      for name in pairs(table) do names[#names + 1] = name end
      return names
    end
    """

  private let application: LuaApplication

  init() throws {
    let options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    application = try LuaApplication(text: Self.script, chunk: "app.lua", folder: "/tmp", options: options)
  }

  private func names(_ value: LuaValue?) -> Set<String> {
    guard case .table(let table)? = value else { return [] }
    return Set(table.array.compactMap { if case .string(let name) = $0 { name } else { nil } })
  }

  private func keys(_ expression: String) throws -> Set<String> {
    let state = application.state
    return names(try state.call(state.load("return keys(\(expression))", chunk: "=keys")).first)
  }

  private func expectSame(_ existing: Set<String>, _ declared: [String], _ what: String) {
    #expect(existing.subtracting(declared).sorted() == [], "\(what): not declared")
    #expect(Set(declared).subtracting(existing).sorted() == [], "\(what): not there")
  }

  @Test func ofTheModule() throws {
    // The application object is created on first use; its controller exists when it is launched.
    expectSame(try keys("okit").union(["app", "application"]), ModuleTypes.module.memberNames, "okit")
    expectSame(try keys("okit.log"), ModuleTypes.log.memberNames, "okit.log")
    expectSame(try keys("okit.types"), ModelTypes.types.memberNames, "okit.types")
  }

  @Test func ofClasses() throws {
    let members = try #require(application.host.environment.functions?.members)
    func existing(_ name: String) throws -> Set<String> {
      names(try application.state.call(members, [.string(name)]).first)
    }
    // A version, a migration, names in a database and a function for conflicts are written, and belong to the engine
    // then.
    expectSame(
      try existing("ModelEntity").union(["from", "history", "key", "migrateRow", "strict", "table"]),
      ModelTypes.entityClass.memberNames,
      "okit.ModelEntity")
    expectSame(
      try existing("Model").union(["version", "migrate", "file", "conflict", "content"]),
      ModelTypes.modelClass.memberNames,
      "okit.Model")
    for kind in ComponentDescriptor.all {
      let declared = try #require(Declarations.classes.first { $0.name == "okit.\(kind.name)" })
      expectSame(try existing(kind.name), declared.memberNames, declared.name)
    }
  }

  @Test func ofTheApplicationObject() throws {
    let session = AppSession(driver: AppDriver(application.runtime), bridge: application.host.bridge)
    let module = DriverModule(state: application.state, elements: try FoundElements(application.state)) { _ in session }
    let members = try module.install().members
    for declared in [
      AppTypes.app, AppTypes.title, AppTypes.clock, AppTypes.alert, AppTypes.sheet, AppTypes.row, AppTypes.cell,
    ] {
      let existing = names(try application.state.call(members, [.string(declared.name)]).first)
      expectSame(existing, declared.memberNames, declared.name)
    }
  }

  @Test func ofEntitiesAndCollections() throws {
    for name in EntityTypes.entity.memberNames where name != EntityField.super.rawValue {
      #expect(try application.evaluate("pcall(function() return box.\(name) end)").first == "true", "entity.\(name)")
    }
    for method in EntityTypes.collection.memberNames where !method.hasPrefix("[") {
      #expect(try application.evaluate("box.items.\(method)") == ["function"], "collection:\(method)")
    }
    for name in DateTypes.date.memberNames {
      #expect(try application.evaluate("okit.now().\(name) ~= nil") == ["true"], "date.\(name)")
    }
    let methods = DateKind.methods.map(\.name)
    for function in BuiltInFunctions.list(of: "Date") where function.parameters.lowerBound > 0 {
      #expect(methods.contains(function.name), "date:\(function.name)")
    }
  }

  /// The functions that each kind of object has by name, read from the kind itself.
  @Test func ofKindsOfObjects() throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    options.permissions.native = true
    let fields = """
      function fields(object)
        local _, fields = debug.getupvalue(debug.getmetatable(object).__index, 1)
        return keys(fields)
      end
      """
    let application = try LuaApplication(text: Self.script + "\n" + fields, chunk: "app.lua", options: options)
    defer { application.close() }
    func existing(_ object: String) throws -> Set<String> {
      let state = application.state
      return names(try state.call(state.load("return fields(\(object))", chunk: "=fields")).first)
    }
    let properties = Set(application.runtime.store.types.all.flatMap { $0.properties.map(\.name) + $0.functionNames })
    let entity = EntityTypes.entity.memberNames + EntityTypes.reference.memberNames
    expectSame(try existing("box").subtracting(properties).union(["refKey", "super"]), entity, "entity")
    let collection = EntityTypes.collection.memberNames.filter { !$0.hasPrefix("[") }
    expectSame(try existing("box.items"), collection, "collection")
    expectSame(try existing("okit.now()"), DateKind.methods.map(\.name), "date")
    expectSame(try existing("okit.after(1, print)"), [HandleHandler.cancel.name, HandleHandler.wait.name], "handle")
    expectSame(try existing("select(2, pcall(okit.navigate, 'nowhere'))"), [], "error")
  }

  /// The classes of the objects that scripts get from calls and functions.
  @Test func ofWhatIsGiven() throws {
    let given = [
      ("okit.after(1, print)", HandleTypes.handle), ("okit.alert { title = '?' }", HandleTypes.dialog),
      ("box:call('slow()')", HandleTypes.call), ("shown", ControllerTypes.controller),
    ]
    let tap = application.driver
    try tap.tap(Locator("Show"))
    for (expression, declared) in given {
      for name in declared.memberNames {
        let found = try application.evaluate("pcall(function() return (\(expression)).\(name) end)")
        #expect(found.first == "true", "\(declared.name).\(name): \(found)")
      }
    }
    // One of each kind has all that patches have.
    let code = """
      patches = {}
      local follows = box:onPatch(function(found) for _, patch in ipairs(found) do patches[#patches + 1] = patch end \
      end)
      """
    _ = try application.evaluate(code)
    _ = try application.evaluate("box.items:add { name = 'two' }")
    _ = try application.evaluate("box.items:move(1, 2)")
    _ = try application.evaluate("(function() box.items[1].name = 'three' end)()")
    let existing = try (1...3).reduce(into: Set<String>()) { $0.formUnion(try keys("patches[\($1)]")) }
    expectSame(existing, EntityTypes.patch.memberNames, "patch")
  }

  /// Each field that `rowFor` may give shows in the row.
  @Test func ofRows() throws {
    for name in ControllerTypes.rowValues.memberNames {
      let value = name == "accessory" ? "checkmark" : "150"
      let text = Self.script + "\nfunction controllers_home:rowFor() return { \(name) = '\(value)' } end"
      let options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
      let application = try LuaApplication(
        text: text.replacing(
          "okit.ModelListTableController:extend", with: "controllers_home = okit.ModelListTableController:extend"),
        chunk: "app.lua", options: options)
      defer { application.close() }
      let (jsonValue, own) = (application.driver.screen.jsonValue, self.application.driver.screen.jsonValue)
      #expect(jsonValue != own, "okit.RowValues.\(name)")
    }
  }

  @Test func ofScreens() throws {
    let driver = AppDriver(application.runtime)
    func keys(_ jsonValue: JSONValue?) -> Set<String> {
      if case .object(let members)? = jsonValue { Set(members.keys) } else { [] }
    }
    func first(_ jsonValue: JSONValue?) -> JSONValue? {
      if case .array(let elements)? = jsonValue { elements.first } else { nil }
    }
    /// Fields that may be missing need not be there.
    func check(_ jsonValue: JSONValue?, _ declared: DeclaredClass) {
      let optional = declared.members.filter { $0.name.hasSuffix("?") }.map(\.plainName)
      expectSame(keys(jsonValue).union(optional), declared.memberNames, declared.name)
    }
    let list = driver.screen
    check(list.jsonValue, ScreenTypes.screen)
    check(list.sections.first?.jsonValue, ScreenTypes.section)
    check(list.sections.first?.rows.first?.jsonValue, ScreenTypes.row)
    let info = ImageInfo(
      id: "x", format: nil, width: nil, height: nil, label: nil, scale: 1, isTemplate: false, size: 0, checksum: "")
    check(info.jsonValue(), ScreenTypes.imageInfo)
    check(first(list.jsonValue["right"]), ScreenTypes.barButton)
    check(list.search?.jsonValue, ScreenTypes.search)
    var grid = Screen(kind: .grid, name: "grid")
    (grid.window, grid.columnWindow) = (Window(total: 1000, from: 0), Window(total: 26, from: 0))
    grid.columns = [GridColumn(index: 0, title: "A")]
    grid.stopped = "the script exceeded the time limit"
    expectSame(keys(grid.jsonValue), ScreenTypes.screen.memberNames, "a grid of many rows and columns")
    check(first(grid.jsonValue["columns"]), ScreenTypes.column)
    let marked = Screen.Row(id: .cell(1), button: RowButton(title: "x"))
    check(marked.jsonValue["button"], ScreenTypes.button)
    var views = Screen(kind: .views, name: "views")
    views.titleView = ScreenView(.button, text: "x")
    (views.titleRuns, views.help) = ([TextRun("x")], [Callout(text: "x")])
    check(views.jsonValue["titleView"], ScreenTypes.view)
    check(first(views.jsonValue["titleRuns"]), ScreenTypes.textRun)
    check(first(views.jsonValue["help"]), ScreenTypes.callout)
    try driver.performTap(Locator("Ask"))
    check(driver.screen.alert?.jsonValue, ScreenTypes.shownDialog)
    check(first(driver.screen.alert?.jsonValue["fields"]), ScreenTypes.field)
    check(first(driver.screen.alert?.jsonValue["actions"]), ScreenTypes.action)
    try driver.tapAlert(Locator("OK"))
    try driver.performTap(Locator("one"))
    check(driver.screen.sections.first?.rows.first?.jsonValue["control"], ScreenTypes.control)
    expectSame(Set(Locator.fields), ScreenTypes.locator.memberNames, "locator")
  }
}
