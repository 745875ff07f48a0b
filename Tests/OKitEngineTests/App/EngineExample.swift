// The example of an application without scripts: docs/swift.md has the lines between the marks, and ApplicationTests
// compares them.
import OKitEngine

func engineExample(in folder: String) throws -> (rows: [String?], changes: [String], seen: [Int], stock: Int) {
  var seen: [Int] = []
  // <example>
  var options = Application.Options()
  options.documents = folder
  options.fixture = ["books": [["name": "Dune", "stock": 2], ["name": "Emma", "stock": 1]]]
  let app = try Application(options: options)
  try app.define("Book", [Property("name", .string), Property("stock", .int)])
  try app.define("Shop", extending: "Model", [Property("books", .list(.entity("Book")))])
  try app.extend("Book", "sell") { [unowned app] (book: EntityID, count: Int) -> Int in
    let stock: Int = try app.get("stock", of: book)
    try app.set("stock", of: book, to: stock - count)
    return stock - count
  }
  try app.registerModel("Shop")
  let controllers = #"""
    [{
      "class": "ModelListTableController", "name": "home", "titlePath": "#Books", "dataPath": "books",
      "cell": { "class": "ModelTableCell", "path": "name", "detailPath": "stock" },
      "right": [{ "class": "ModelBarButtonItem", "title": "#Sell", "tap": "books[0]/sell(#1)" }]
    }]
    """#
  try app.define(controllers: controllers.utf8, file: "screens.json")
  try app.launch()

  let observation = try app.observe("books[0]/stock", as: Int.self) { stock in seen.append(stock) }
  let turn = try app.perform(Action(json: #"{"tap": "right:0"}"#.utf8))
  let rows = try app.screen.sections[0].rows.map(\.detail)  // ["1", "1"]
  try app.undo()
  let stock: Int = try app.get("books[0]/stock")  // 2
  observation.cancel()
  try app.close(storing: true)
  // </example>
  return (rows, turn.changes.map(\.path), seen, stock)
}
