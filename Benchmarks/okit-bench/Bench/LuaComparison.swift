/// Calls between Lua and Swift, and the same calls between Lua and C.
struct LuaComparison {
  var name: String
  var goal: Double
  /// Makes a number of calls and returns their sum.
  var work: (Int) throws -> Int
  var floorWork: (Int) -> Int64

  init(_ name: String, goal: Double, _ work: @escaping (Int) throws -> Int, _ floorWork: @escaping (Int) -> Int64) {
    (self.name, self.goal, self.work, self.floorWork) = (name, goal, work, floorWork)
  }

  func checkResults() throws { try check(work(1000), equals: Int(floorWork(1000)), name) }

  func run(_ report: Report) throws {
    try checkResults()
    let count = 100_000
    let (value, floor) = try measure(.nanoseconds, per: count) {
      use(try work(count))
    } beside: {
      use(Int(floorWork(count)))
    }
    try report.add(name, value, .nanoseconds, peer: "C", floor, goal: goal)
  }
}
