import OKitEngine
import OKitLua

extension Workload {
  static let world = Workload(name: "world", about: "the application of 30,000 cities, from its file to its screen") {
    surroundings, report in
    let fetched = "\(surroundings.root)/scripts/world/data/everyday/\(SameWork.documentPath)"
    let isFetched = Files.exists(fetched)
    let documents = "\(surroundings.scratch)/world"
    try Files.write(
      isFetched ? try Files.read(fetched) : WorldData.document(), to: "\(documents)/\(SameWork.documentPath)")
    let data = isFetched ? "" : ", made data"
    let script = "\(surroundings.root)/scripts/world/app.lua"

    func launch() throws -> (LuaApplication, Screen) {
      var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
      options.documents = documents
      let application = try LuaApplication(script: script, options: options)
      return (application, application.runtime.screen())
    }
    try check(launch().1.sections.reduce(0) { $0 + $1.rows.count } > 0 ? 1 : 0, equals: 1, "the first screen")
    let value = try measure(.milliseconds, repeats: 5) { use(try launch().1.sections.count) }
    try report.add("world: file to first screen\(data)", value, .milliseconds, goal: 500)

    let process = try Program.okitRun(surroundings).milliseconds([script, "--documents", documents], repeats: 5)
    try report.add("world: the whole process\(data)", process, .milliseconds)
  }
}
