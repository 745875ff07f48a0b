import OKitLua
import Testing

/// Values of a program that nest more deeply than Lua accepts, some of them more deeply than the stack.
@Suite struct DeepValueTests {
  /// Returns lists and maps inside of each other.
  private func nested(_ levels: Int) -> Value {
    var value = Value.int(1)
    for level in 0..<levels { value = level.isMultiple(of: 2) ? .list([value]) : .map(["a": value]) }
    return value
  }

  @Test func `64 levels pass`() throws {
    let app = try LuaApplication(text: "function same(value) return value end")
    let value = nested(64)
    #expect(try app.call("same", value) == value)
    try app.setGlobal("deep", to: value)
    #expect(try app.global("deep") == value)
  }

  @Test(arguments: [65, 5000])
  func `more are refused wherever a value enters`(_ levels: Int) throws {
    let app = try Shop().app
    let value = nested(levels)
    try app.register("deep") { value }
    try app.extend("Number", "deep") { (_: Int) in value }
    let calls: [() throws -> Void] = [
      { try app.call("tostring", value) }, { try app.call("tostring", 1, [value]) },
      { try app.setGlobal("global", to: value) }, { try app.set("note", to: value) },
      { try app.set("note", to: ["a": value]) }, { _ = try app.evaluate("deep()") },
      { let _: Value = try app.get("sold/deep") },
      { try app.define("Pen", [Property("color", .string, default: value)]) },
    ]
    for (index, body) in calls.enumerated() {
      let failure = try #require(throws: Diagnostic.self, "\(index)") { try body() }
      #expect(failure.code == .luaValue, "\(index): \(failure)")
      #expect(failure.message.contains("lists and maps nest too deeply"), "\(index): \(failure)")
    }
    try app.reload()
    #expect(try app.evaluate("global, Pen") == ["nil", "nil"])
  }

  @Test func `JSON has 512 levels`() throws {
    let value = nested(512)
    #expect(try Value(json: value.json()) == value)
    #expect(value.jsonValue != nil)
    for levels in [513, 5000] {
      let deep = nested(levels)
      #expect(#expect(throws: Diagnostic.self) { try deep.json() }?.code == "json.depth", "\(levels)")
      #expect(deep.jsonValue == nil, "\(levels)")
    }
  }
}
