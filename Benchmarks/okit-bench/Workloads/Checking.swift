import OKitCheck
import OKitLua

extension Workload {
  static let checking = Workload(name: "check", about: "okit-run check of 100 controllers with 2,000 bindings") {
    _, report in
    let script = checkedScript(controllers: 100, cells: 10)
    let result = try ApplicationCheck.check(text: script, file: "app.lua", options: .init())
    guard result.findings.isEmpty, !result.isIncomplete else { throw WrongResult("\(result.findings)") }
    let time = try measure(.milliseconds, repeats: 11) {
      _ = try ApplicationCheck.check(text: script, file: "app.lua", options: .init())
    }
    try report.add("check: 100 controllers, 2,000 bindings", time, .milliseconds, goal: 50)
  }

  private struct WrongResult: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// An application with two bindings in each cell.
  private static func checkedScript(controllers: Int, cells: Int) -> String {
    var script = """
      local okit = require "okit"
      local t = okit.types
      local Person = okit.ModelEntity:extend("Person", { name = "", born = t.date })
      local Film = okit.ModelEntity:extend("Film", { title = "", year = 0, price = 0.0, director = t.ref "Person" })
      okit.Model.register(okit.Model:extend("Shop", { films = t.list(Film), people = t.list(Person) }))
      okit.ModelListTableController:extend("home", {
        dataPath = "films", segue = "film1", cell = okit.ModelTableCell { path = "title" },
      })

      """
    for number in 1...controllers {
      script +=
        "okit.ModelDetailTableController:extend(\"film\(number)\", { sections = { { header = \"#Film\", cells = {\n"
      for cell in 1...cells {
        let segue = cell == 1 && number < controllers ? ", segue = \"film\(number + 1)\"" : ""
        script += "  okit.ModelTableCell { path = \"title,year\", detailPath = \"director/ref/name\"\(segue) },\n"
      }
      script += "} } } })\n"
    }
    return script
  }
}
