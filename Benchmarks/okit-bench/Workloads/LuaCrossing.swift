import CFloor
import OKitEngine
import OKitLua

extension Workload {
  static let luaCrossing = Workload(name: "lua", about: "calls between Lua and Swift, with numbers") { _, report in
    try NumberCalls.compare { try $0.run(report) }
  } verify: { _ in
    try NumberCalls.compare { try $0.checkResults() }
  }
}

/// The work of the C program in an application, through the API that scripts and embedding programs use.
private final class NumberCalls {
  private static let script = """
    local okit = require "okit"
    local Shop = okit.Model:extend("Shop", { price = 7 })
    local shop = okit.Model.register(Shop)
    okit.ModelDetailTableController:extend("shop", { titlePath = "price" })
    function toHost(n) local host, s = host, 0 for i = 1, n do s = host(s) end return s end
    function addOne(s) return s + 1 end
    function property(n) local e, s = shop, 0 for i = 1, n do s = s + e.price end return s end
    function get(n) local e, s = shop, 0 for i = 1, n do s = s + e:get("price") end return s end
    """

  private let application: LuaApplication

  init() throws {
    application = try LuaApplication(
      text: Self.script, chunk: "crossing.lua", folder: ".",
      options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    try application.register("host") { (number: Int) in number + 1 }
  }

  static func compare(_ body: (LuaComparison) throws -> Void) throws {
    guard let floor = floor_open() else { throw BenchError("no Lua state for C") }
    defer { floor_close(floor) }
    let calls = try NumberCalls()
    try body(.init("lua: entity.price", goal: 1.2, calls.property) { floor_property(floor, Int64($0), 7) })
    try body(.init("lua: entity:get(\"price\")", goal: 5, calls.get) { floor_get(floor, Int64($0), 7) })
    try body(
      .init("lua: a registered function", goal: 3, calls.registeredFunction) { floor_lua_to_host(floor, Int64($0)) })
    try body(.init("lua: application.call", goal: 15, calls.applicationCall) { floor_call_by_name(floor, Int64($0)) })
  }

  func property(_ count: Int) throws -> Int { try application.call("property", count) }
  func get(_ count: Int) throws -> Int { try application.call("get", count) }
  func registeredFunction(_ count: Int) throws -> Int { try application.call("toHost", count) }

  func applicationCall(_ count: Int) throws -> Int {
    var sum = 0
    for _ in 0..<count { sum = try application.call("addOne", sum) }
    return sum
  }
}
