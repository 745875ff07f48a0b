import CFloor
import OKitEngine
import OKitLua

extension Workload {
  static let luaCrossing = Workload(name: "lua", about: "crossing between Lua and the host") { _, report in
    let count = 200_000
    guard let floor = floor_open() else { throw BenchError("no Lua state for the floor") }
    defer { floor_close(floor) }
    let lua = try Crossing()

    func compare(_ name: String, _ expected: Int, _ work: (Int) throws -> Int, _ floorWork: (Int64) -> Int64) throws {
      try check(work(1000), equals: expected, "okit")
      try check(Int(floorWork(1000)), equals: expected, "C")
      let (value, floor) = try measure(.nanoseconds, per: count) {
        use(try work(count))
      } beside: {
        floor_use(floorWork(Int64(count)))
      }
      try report.add(name, value, .nanoseconds, peer: "C", floor, goal: 1.3)
    }
    try compare("lua: e.price", 7000, lua.property) { floor_property(floor, $0, 7) }
    try compare("lua: calls the host", 1000, lua.toHost) { floor_lua_to_host(floor, $0) }
    try compare("lua: the host calls", 1000, lua.toLua) { floor_host_to_lua(floor, $0) }
  }
}

/// The floor's work in an application.
private final class Crossing {
  private static let script = """
    local okit = require "okit"
    local Shop = okit.Model:extend("Shop", { price = 7 })
    local shop = okit.Model.register(Shop)
    okit.ModelDetailTableController:extend("shop", { titlePath = "price" })
    function toHost(n) local host, s = host, 0 for i = 1, n do s = host(s) end return s end
    function addOne(s) return s + 1 end
    function property(n) local e, s = shop, 0 for i = 1, n do s = s + e.price end return s end
    """

  private let application: LuaApplication
  private let toHostFunction, addOne, propertyFunction: LuaFunction

  init() throws {
    application = try LuaApplication(
      text: Self.script, chunk: "crossing.lua", folder: ".",
      options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    let state = application.state
    try application.register("host") { (number: Int) in number + 1 }
    toHostFunction = try state.function(named: "toHost")
    addOne = try state.function(named: "addOne")
    propertyFunction = try state.function(named: "property")
  }

  private func call(_ function: LuaFunction, _ number: Int) throws -> Int {
    guard case .int(let result) = try application.state.value(of: function, number) else {
      throw BenchError("Lua answered no number")
    }
    return result
  }

  func property(_ count: Int) throws -> Int { try call(propertyFunction, count) }
  func toHost(_ count: Int) throws -> Int { try call(toHostFunction, count) }

  func toLua(_ count: Int) throws -> Int {
    let (state, addOne) = (application.state, addOne)
    var sum = 0
    for _ in 0..<count {
      guard case .int(let next) = try state.value(of: addOne, sum) else {
        throw BenchError("Lua answered no number")
      }
      sum = next
    }
    return sum
  }
}
