import OKitEngine
import OKitLua

/// A model with a long list, set and map, each changed in turns of its own, and a screen that shows the list.
final class GrowingShop {
  private static let script = """
    local Item = okit.ModelEntity:extend("Item", { name = "", price = 0 })
    function Item:double() return 2 * self.price end
    local t = okit.types
    okit.Model.register(okit.Model:extend("Shop", {
      items = t.list(Item), numbers = t.set(t.int), prices = t.map(t.int), texts = t.list(t.string), count = 0,
      counted = t.list(t.int, { didSet = function(self) self.count = #self.counted end }) }))
    okit.ModelDetailTableController:extend("home", {
      titlePath = "#Home", sections = { { cells = { okit.ModelTableCell { path = "#Items", segue = "items" } } } },
    })
    okit.ModelDetailTableController:extend("item", { titlePath = "name" })
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", searchPath = "name",
      cell = okit.ModelTableCell { path = "name", detailPath = "price", segue = "item" },
    })
    okit.ModelForm:extend("form", {
      titlePath = "#Form", sections = {
        { cells = { okit.ModelTextCell { path = "#Count", textPath = "count" } } },
        { header = "#Items", dataPath = "items", addField = "name", rowSort = "name,price",
          cell = okit.ModelTableCell { path = "name", detailPath = "price" } },
        { cells = { okit.ModelTableCell { path = "#Total", detailPath = "items.@sum.price" } } },
      },
    })
    okit.ModelListTableController:extend("grouped", {
      type = "Item", dataPath = "items", rowSort = "name,price", group = "price",
      cell = okit.ModelTableCell { path = "name", detailPath = "price" },
    })
    local columns = {}
    for i = 1, 26 do
      columns[i] = { title = "#" .. i, cell = okit.ModelTextCell { textPath = i % 2 == 0 and "name" or "price" } }
    end
    okit.ModelGridController:extend("grid", { dataPath = "items", rowHeader = "name", columns = columns })
    okit.ModelListTableController:extend("formulas", {
      type = "Item", dataPath = "items", titlePath = "= [items.@sum.price] / [items.@count] || ' on average'",
      rowSort = "= price * 2 + length(name)", group = "= price / 1000",
      cell = okit.ModelTableCell {
        path = "= upper(name)", detailPath = "= CASE WHEN price < 10 THEN 'few' ELSE price * 2 || ' pieces' END",
      },
    })
    """

  let count: Int
  private let application: LuaApplication
  let items, numbers, prices, texts: CollectionRef
  private let counted: CollectionRef
  private let price: Property
  let driver: AppDriver
  private var observation: RuntimeHandle?
  private var pages: LivePages?
  private var number: Int
  /// The patches that the observer has received.
  private(set) var patches = 0

  var runtime: AppRuntime { application.runtime }
  var store: ModelStore { application.runtime.store }
  var evaluator: Evaluator { application.runtime.evaluator }

  var root: EntityID {
    get throws {
      guard let root = store.root(named: ModelStore.defaultModelName) else { throw BenchError("no model") }
      return root
    }
  }

  /// The entity in the middle of the list.
  var item: EntityID {
    get throws {
      guard case .entity(let entity)? = store.element(items, count / 2) else { throw BenchError("no element") }
      return entity
    }
  }

  var itemType: EntityType { get throws { try store.requireType("Item", for: "a benchmark") } }

  init(_ count: Int) throws {
    (self.count, number) = (count, count)
    application = try LuaApplication(
      text: Self.script, chunk: "growth.lua", folder: ".",
      options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    driver = AppDriver(application.runtime)
    let store = application.runtime.store
    guard let root = store.root(named: ModelStore.defaultModelName),
      case .collection(let items) = store.get(root, "items"),
      case .collection(let numbers) = store.get(root, "numbers"),
      case .collection(let prices) = store.get(root, "prices"),
      case .collection(let texts) = store.get(root, "texts"),
      case .collection(let counted) = store.get(root, "counted")
    else { throw BenchError("no collections") }
    (self.items, self.numbers, self.prices) = (items, numbers, prices)
    (self.texts, self.counted) = (texts, counted)
    price = try store.requireType("Item", for: "a benchmark").required("price")
    for number in 0..<count {
      try store.insert(.map(["name": .string("Item \(number)"), "price": .int(number)]), into: items)
      try store.insert(.int(number), into: numbers)
      try store.set(prices, key: Self.key(number), .int(number))
    }
    try store.set(root, "texts", .list((0..<count).map { .string(Self.key($0)) }))
    try store.set(root, "counted", .list((0..<count).map { .int($0) }))
  }

  static func key(_ number: Int) -> String { String(String(10_000_000 + number).dropFirst()) }

  /// Observes the patches of the model from now on.
  func observe() throws {
    observation = runtime.patches.observe(try root) { [unowned self] in patches += $0.count }
  }

  // MARK: The list on the screen

  func open(_ controller: String = "items") throws {
    try runtime.turn { try runtime.navigate(to: controller, context: nil) }
    use(driver.screen.sections.count)
  }

  func close() throws { try driver.back() }

  func openAndClose(_ controller: String) throws {
    try open(controller)
    try close()
  }

  /// Finds a row beyond the screen by its number, and by its text.
  func findByNumber(_ number: Int) throws { use(try driver.row(Locator(index: number)).name.count) }
  func findByText(_ number: Int) throws { use(try driver.row(Locator("Item \(number)")).name.count) }

  func findCell(_ text: String) throws { use(try driver.cell(Locator(text)).target.name.count) }

  /// Types the text of a new element into the field of a section, and removes the element.
  func addByField() throws {
    try driver.cell(Locator("Name")).type("new")
    try driver.press(.done)
    use(driver.screen.sections.count)
    try remove(at: 0)
    use(driver.screen.sections.count)
  }

  func tap(_ number: Int) throws {
    try driver.row(Locator(index: number)).tap()
    try driver.back()
  }

  func changeShown(at index: Int) throws {
    try change(at: index)
    use(driver.screen.sections.count)
  }

  func insertAndRemoveShown(at index: Int) throws {
    try insert(at: index)
    use(driver.screen.sections.count)
    try remove(at: index)
    use(driver.screen.sections.count)
  }

  func moveShown(from: Int, to: Int) throws {
    try move(from: from, to: to)
    use(driver.screen.sections.count)
    try move(from: to, to: from)
    use(driver.screen.sections.count)
  }

  // MARK: The list in live pages

  /// Shows the list in live pages, until `closePages` is called.
  func openPages(_ count: Int) throws {
    let pages = LivePages(application, count: count)
    try pages.tapFirstRow()
    self.pages = pages
  }

  func closePages() {
    pages?.close()
    pages = nil
  }

  func changeInPages(at index: Int) throws {
    try change(at: index)
    try pages?.update()
  }

  func insertAndRemoveInPages(at index: Int) throws {
    try insert(at: index)
    try pages?.update()
    try remove(at: index)
    try pages?.update()
  }

  // MARK: Operations

  /// The numbers of elements and their first and last prices, to compare with what is expected.
  var fingerprint: Int {
    let (first, last) = (store.element(items, 0), store.element(items, store.count(items) - 1))
    func number(_ value: Value?) -> Int {
      guard case .entity(let entity)? = value, case .int(let number) = store.get(entity, price) else { return 0 }
      return number
    }
    return store.count(items) + store.count(numbers) + store.count(prices) + number(first) + number(last)
  }

  func insert(at index: Int) throws {
    number += 1
    let values: Value = .map(["name": .string("new"), "price": .int(number)])
    try runtime.turn { try store.insert(values, into: items, at: index) }
  }

  /// Removes an entity, which has to be found in the list.
  func remove(at index: Int) throws {
    guard let entity = store.element(items, index) else { throw BenchError("no element") }
    try runtime.turn {
      guard let index = store.index(of: entity, in: items) else { throw BenchError("not found") }
      try store.remove(from: items, at: index)
    }
  }

  func removeLast() throws { try remove(at: store.count(items) - 1) }

  func move(from: Int, to: Int) throws { try runtime.turn { try store.move(items, from: from, to: to) } }

  func change(at index: Int) throws {
    guard case .entity(let entity)? = store.element(items, index) else { throw BenchError("no element") }
    number += 1
    try runtime.turn { try store.set(entity, price, .int(number)) }
  }

  /// Adds a new number to the set and removes an old one.
  func changeSet() throws {
    number += 1
    try runtime.turn {
      try store.insert(.int(number), into: numbers)
      guard let old = store.element(numbers, count / 2), let index = store.index(of: old, in: numbers) else {
        throw BenchError("not found")
      }
      try store.remove(from: numbers, at: index)
    }
  }

  /// Adds a key in the middle of the map and removes it again.
  func changeMap() throws {
    let key = Self.key(count / 2) + "a"
    try runtime.turn { try store.set(prices, key: key, .int(1)) }
    try runtime.turn { try store.set(prices, key: key, .null) }
  }

  /// Removes a text, which has to be found in the list, and adds it at the end.
  func changeTexts() throws {
    guard let text = store.element(texts, count / 2) else { throw BenchError("no text") }
    try runtime.turn {
      guard let index = store.index(of: text, in: texts) else { throw BenchError("not found") }
      try store.remove(from: texts, at: index)
      try store.insert(text, into: texts)
    }
  }

  /// Changes a list whose `didSet` counts its elements.
  func changeCounted() throws {
    try runtime.turn { try store.insert(.int(-1), into: counted, at: count / 2) }
    try runtime.turn { try store.remove(from: counted, at: count / 2) }
  }

  /// Removes elements from the middle in one turn.
  func removeMany(_ many: Int) throws {
    try runtime.turn { for _ in 0..<many { try store.remove(from: items, at: count / 4) } }
  }

  func undo() throws { guard try runtime.undo() else { throw BenchError("nothing to undo") } }
}
