// The example of one application: docs/swift.md has the lines between the marks, and HostExampleTests compares them.
import OKitLua

func hostExample(in folder: String) throws -> (code: Diagnostic.Code?, stock: Int, screen: [UInt8]) {
  // <example>
  struct OutOfStock: Error { let stock: Int }

  var options = LuaApplication.Options()
  options.documents = folder
  options.limits = LuaLimits(memory: 64 << 20, time: .seconds(1))
  options.onReport = { diagnostic in diagnostic.print() }
  let app = try LuaApplication(options: options)
  try app.define("Book", [Property("name", .string), Property("stock", .int)])
  try app.extend("Book", "sell") { [unowned app] (book: EntityID, count: Int) -> Int in
    let stock: Int = try app.get("stock", of: book)
    guard stock >= count else { throw OutOfStock(stock: stock) }
    try app.set("stock", of: book, to: stock - count)
    return stock - count
  }
  try app.run(
    text: """
      local okit = require "okit"
      local shop = okit.Model.register(okit.Model:extend("Shop", { books = okit.types.list(Book) }))
      if #shop.books == 0 then shop.books:add { name = "Dune", stock = 1 } end
      okit.ModelListTableController:extend("books", {
        dataPath = "books", titlePath = "#Books", cell = okit.ModelTableCell { path = "name", detailPath = "stock" },
        right = { okit.ModelBarButtonItem { title = "#Sell", tap = function(shop) shop.books[1]:sell(1) end } },
      })
      """)

  let sell = try Action(json: #"{"tap": "right:0"}"#.utf8)
  let turn = try app.perform(sell)
  print(turn.changes.map(\.path))  // ["/books/0/stock"]
  var code: Diagnostic.Code?
  do { try app.perform(sell) } catch let error as Diagnostic {
    code = error.code
    switch error.code {
    case .luaHost: print((error.underlying as? OutOfStock)?.stock ?? -1)  // 0
    case .luaLimit: print(error.limit ?? .time)
    default: print(error.message, error.place?.description ?? "")
    }
  }
  try app.undo()
  let stock: Int = try app.get("books[0]/stock")  // 1
  let screen = try app.screen.json()
  try app.close(storing: true)
  // </example>
  return (code, stock, screen)
}

func readingExample(_ app: LuaApplication) throws -> (rows: [String], results: [String], isUndone: Bool) {
  // <reading>
  let screen = try app.screen
  let rows = screen.sections.flatMap { section in section.rows.map { row in row.text ?? "" } }
  let buttons = screen.right.map(\.title)
  print(screen.title, screen.sections.first?.header ?? "", rows, buttons, screen.alert?.message ?? "")
  let results = try app.evaluate("1 + 2, 'a', nil")  // ["3", "a", "nil"]
  let list = try app.evaluate("{ 1, 2 }", asJSON: true)  // ["[1,2]"]
  let name: String = try app.get("books[0]/name")
  try app.set("books[0]/stock", to: 7)
  let isUndone = try app.undo()  // true: there was a step to take back
  // </reading>
  print(name)
  return (rows, results + list, isUndone)
}

func observingExample(_ app: LuaApplication) async throws -> [Int] {
  var seen: [Int] = []
  // <observing>
  let observation = try app.observe("books[0]/stock", as: Int.self) { stock in seen.append(stock) }
  let values = try app.values("books[0]/stock", as: Int.self)
  let changes = app.changes
  try app.set("books[0]/stock", to: 5)
  app.close()
  for try await stock in values { seen.append(stock) }
  for try await patches in changes { seen.append(patches.count) }
  observation.cancel()
  // </observing>
  return seen
}
