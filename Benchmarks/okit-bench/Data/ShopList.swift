import OKitEngine
import OKitLua

/// The shop of `SameWork`, with a list of its items as the second screen.
final class ShopList {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item",
      { name = "", price = 0, marked = false, weight = t.double(0), comment = "" })
    local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
    local shop = okit.Model.register(Shop)
    okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", rowSort = "price,id", group = "marked", titlePath = "#Items",
      cell = okit.ModelTableCell { path = "name", detailPath = "price" },
    })
    """

  let application: LuaApplication
  let entities: [EntityID]
  private let price: Property
  private var number = 0

  init(_ document: [UInt8]) throws {
    let storage = TransientStorage()
    try storage.write([StorageWrite(path: SameWork.documentPath, bytes: document)]).wait()
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.storage = storage
    application = try LuaApplication(text: Self.script, chunk: "list.lua", folder: ".", options: options)
    let store = application.runtime.store
    price = try store.requireType("Item", for: "a benchmark").required("price")
    guard let root = store.root(named: ModelStore.defaultModelName),
      case .collection(let items) = store.get(root, "items")
    else { throw BenchError("no items") }
    entities = store.entities(items)
  }

  func open() throws {
    try application.runtime.turn { try application.runtime.navigate(to: "items", context: nil) }
    use(application.runtime.screen().sections.count)
  }

  func close() throws { try application.runtime.perform(.back) }

  func change() throws {
    number += 1
    let entity = entities[number * 7919 % entities.count]
    try application.runtime.turn { try application.runtime.store.set(entity, price, .int(number * 31 % 1000)) }
    use(application.runtime.screen().sections.count)
  }

  /// A checksum of the details of the first rows, to compare lists.
  func fingerprint() throws -> Int {
    let rows = application.runtime.screen().sections.flatMap(\.rows).prefix(10)
    return rows.reduce(0) { sum, row in
      let number = (row.text ?? "").split(separator: " ").last.flatMap { Int($0) } ?? 0
      return (sum * 31 + number) % 1_000_003
    }
  }
}
