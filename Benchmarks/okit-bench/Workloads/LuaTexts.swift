import CFloor
import OKitEngine
import OKitLua

extension Workload {
  static let luaTexts = Workload(name: "texts", about: "calls between Lua and Swift, with texts") { _, report in
    try TextCalls.compare { try $0.run(report) }
  } verify: { _ in
    try TextCalls.compare { try $0.checkResults() }
  }
}

/// The work of the C program in an application, through the API that scripts and embedding programs use.
private final class TextCalls {
  /// A text that Swift cannot store inline.
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
  private let label: BindingProgram
  private let items: [EntityID]

  init() throws {
    application = try LuaApplication(
      text: Self.script, chunk: "texts.lua", folder: ".",
      options: .init(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0))))
    let store = application.runtime.store
    try application.register("echo") { (text: String) in text }
    label = try application.runtime.evaluator.program("label")
    guard let root = store.root(named: ModelStore.defaultModelName),
      case .collection(let collection) = store.get(root, "items")
    else { throw BenchError("no items") }
    items = store.entities(collection)
  }

  static func compare(_ body: (LuaComparison) throws -> Void) throws {
    guard let floor = floor_open() else { throw BenchError("no Lua state for C") }
    defer { floor_close(floor) }
    let calls = try TextCalls()
    try body(
      .init("texts: a registered function", goal: 4, calls.registeredFunction) {
        floor_text_to_host(floor, text, Int64($0))
      })
    try body(
      .init("texts: application.call", goal: 20, calls.applicationCall) { floor_text_to_lua(floor, text, Int64($0)) })
    try body(
      .init("texts: an extension function", goal: 1.5, calls.extensionFunction) {
        floor_label(floor, Int64(entities), Int64($0))
      })
  }

  func registeredFunction(_ count: Int) throws -> Int { try application.call("textToHost", Self.text, count) }

  func applicationCall(_ count: Int) throws -> Int {
    var sum = 0
    for _ in 0..<count {
      let text: String = try application.call("same", Self.text)
      sum += text.utf8.count
    }
    return sum
  }

  func extensionFunction(_ count: Int) -> Int {
    let evaluator = application.runtime.evaluator
    var sum = 0
    for index in 0..<count {
      guard case .string(let text) = evaluator.get(label, items[index % items.count]) else { return -1 }
      sum += text.utf8.count
    }
    return sum
  }
}
