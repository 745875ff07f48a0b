import CFloor
import OKitEngine
import OKitLua

extension Workload {
  static let luaTexts = Workload(name: "texts", about: "texts that cross between Lua and the host") { _, report in
    let count = 100_000
    guard let floor = floor_open() else { throw BenchError("no Lua state for the floor") }
    defer { floor_close(floor) }
    let lua = try TextCrossing()
    let text = TextCrossing.text

    func compare(_ name: String, _ work: (Int) throws -> Int, _ floorWork: (Int) -> Int64) throws {
      try check(work(1000), equals: Int(floorWork(1000)), "okit")
      let (value, floor) = try measure(.nanoseconds, per: count) {
        use(try work(count))
      } beside: {
        floor_use(floorWork(count))
      }
      try report.add(name, value, .nanoseconds, peer: "C", floor, goal: 2)
    }
    try compare("texts: Lua calls the host", lua.toHost) { floor_text_to_host(floor, text, Int64($0)) }
    try compare("texts: the host calls Lua", lua.toLua) { floor_text_to_lua(floor, text, Int64($0)) }
    try compare("texts: a binding calls Lua", lua.binding) {
      floor_label(floor, Int64(TextCrossing.entities), Int64($0))
    }
  }
}

/// The floor's work with texts in an application.
private final class TextCrossing {
  /// Too long to be kept without memory of its own.
  static let text = "A house beside the lake."
  static let entities = 1000

  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { price = 0 })
    local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
    local shop = okit.Model.register(Shop)
    for i = 0, \(entities - 1) do shop.items:add(Item { price = i }) end
    okit.extend("Item", { label = function(item) return "Price " .. item.price end })
    okit.ModelDetailTableController:extend("shop", { titlePath = "#Shop" })
    function textToHost(s, n) local host, sum = echo, 0 for i = 1, n do sum = sum + #host(s) end return sum end
    function same(s) return s end
    """

  private let application: LuaApplication
  private let toHostFunction, same: LuaFunction
  private let label: BindingProgram
  private let items: [EntityID]

  init() throws {
    application = try LuaApplication(
      text: Self.script, chunk: "texts.lua", folder: ".",
      options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    let (state, store) = (application.state, application.runtime.store)
    try application.register("echo") { (text: String) in text }
    toHostFunction = try state.function(named: "textToHost")
    same = try state.function(named: "same")
    label = try application.runtime.evaluator.program("label")
    guard let root = store.root(named: ModelStore.defaultModelName),
      case .collection(let collection) = store.get(root, "items")
    else { throw BenchError("no items") }
    items = store.entities(collection)
  }

  func toHost(_ count: Int) throws -> Int {
    guard case .int(let sum) = try application.state.call(toHostFunction, [.string(Self.text), .int(count)]).first
    else { throw BenchError("Lua answered no number") }
    return sum
  }

  func toLua(_ count: Int) throws -> Int {
    let (state, same) = (application.state, same)
    var sum = 0
    for _ in 0..<count {
      guard case .string(let text) = try state.value(of: same, Self.text) else {
        throw BenchError("Lua answered no text")
      }
      sum += text.utf8.count
    }
    return sum
  }

  func binding(_ count: Int) -> Int {
    let evaluator = application.runtime.evaluator
    var sum = 0
    for index in 0..<count {
      guard case .string(let text) = evaluator.get(label, items[index % items.count]) else { return -1 }
      sum += text.utf8.count
    }
    return sum
  }
}

extension LuaState {
  /// A global function of the script.
  func function(named name: String) throws -> LuaFunction {
    guard case .function(let function) = try call(load("return \(name)", chunk: "=bench")).first else {
      throw BenchError("the script has no \(name)")
    }
    return function
  }
}
