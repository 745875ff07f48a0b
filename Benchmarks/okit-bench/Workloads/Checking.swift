import Foundation
import OKitCheck
import OKitEngine
import OKitLua

extension Workload {
  static let checking = Workload(
    name: "check", about: "okit-run check and the start of applications with 100 and 1,000 controllers, annotations"
  ) { _, report in
    let (small, large) = (CheckedApplication(controllers: 100), CheckedApplication(controllers: 1000))
    let time = try measure(.milliseconds, repeats: 11) { try small.check() }
    try report.add("check: 100 controllers, 2,000 bindings", time, .milliseconds, goal: 50)
    // Ten times as much work, so that a ratio of 10 is linear.
    let tenfold = "100 controllers"
    try report.add(
      "check: 1,000 controllers, 20,000 bindings", try measure(.milliseconds, repeats: 3) { try large.check() },
      .milliseconds, peer: tenfold, time, goal: 13)
    let start = try measure(.milliseconds, repeats: 11) { try small.start() }
    try report.add("check: a start, 100 controllers", start, .milliseconds)
    try report.add(
      "check: a start, 1,000 controllers", try measure(.milliseconds, repeats: 3) { try large.start() }, .milliseconds,
      peer: tenfold, start, goal: 13)
    let annotations = try measure(.milliseconds, repeats: 11) { try small.annotate() }
    try report.add("check: okit-run api, 100 controllers", annotations, .milliseconds, goal: 50)
  } verify: { _ in
    let application = CheckedApplication(controllers: 3)
    try application.check()
    try application.start()
    try application.annotate()
  }
}

/// A program that did not do its work.
struct WrongResult: Error, CustomStringConvertible {
  let description: String
}

/// An application in which all controllers open the next one and a common one, with two bindings in each of ten cells.
struct CheckedApplication {
  let script: String

  init(controllers: Int) {
    var script = """
      local okit = require "okit"
      local t = okit.types
      local Person = okit.ModelEntity:extend("Person", { name = "", born = t.date })
      local Film = okit.ModelEntity:extend("Film", { title = "", year = 0, price = 0.0, director = t.ref "Person" })
      okit.Model.register(okit.Model:extend("Shop", { films = t.list(Film), people = t.list(Person) }))
      okit.ModelListTableController:extend("home", {
        dataPath = "films", segue = "film1", cell = okit.ModelTableCell { path = "title" },
      })
      okit.ModelDetailTableController:extend("person", { titlePath = "name", sections = {} })

      """
    for number in 1...controllers {
      script +=
        "okit.ModelDetailTableController:extend(\"film\(number)\", { sections = { { header = \"#Film\", cells = {\n"
      for cell in 1...10 {
        var more = ""
        if cell == 1, number < controllers { more = ", segue = \"film\(number + 1)\"" }
        if cell == 2 { more = ", contextPath = \"director/ref\", segue = \"person\"" }
        let name = cell == 2 ? "name" : "director/ref/name"
        script +=
          """
            okit.ModelTableCell { path = "\(cell == 2 ? "born" : "title,year")", detailPath = "\(name)"\(more) },\n
          """
      }
      script += "} } } })\n"
    }
    self.script = script
  }

  fileprivate func check() throws {
    let result = try ApplicationCheck.check(text: script, file: "app.lua", options: .init())
    guard result.findings.isEmpty, !result.isIncomplete else {
      throw WrongResult(description: "\(result.findings)")
    }
  }

  fileprivate func start() throws {
    let application = try LuaApplication(text: script, options: .init())
    let screen = application.runtime.screen()
    guard screen.name == "home" else { throw WrongResult(description: screen.name) }
    application.close()
  }

  fileprivate func annotate() throws {
    let found = try ApplicationAnnotations(text: script, file: "app.lua", options: .init())
    guard found.text?.contains("---@class controllers.film1: ") == true else {
      throw WrongResult(description: "\(found.failure?.message ?? "")")
    }
  }
}
