import OKitEngine
import OKitLua
import Testing

/// The cost of one assignment: linear, not quadratic.
@Suite struct LargeListTests {
  private func run(_ script: String) throws -> [String] {
    var options = LuaApplication.Options()
    options.limits = LuaLimits(time: nil)
    var printed: [String] = []
    options.print = { printed.append($0) }
    let application = try LuaApplication(
      text: """
        local M = okit.Model:extend("M", { texts = okit.types.list(okit.types.string), set = \
        okit.types.set(okit.types.int) })
        local m = okit.Model.register(M)
        \(script)
        """, chunk: "app.lua", options: options)
    application.close()
    return printed
  }

  @Test func `a list of jsonValue values changes its order, and is rolled back`() throws {
    let script = """
      local before, after = {}, {}
      for i = 1, 100000 do before[i], after[i] = "t" .. i, "t" .. (i * 7919 % 100000 + 1) end
      m.texts = before
      m.texts = after
      print(#m.texts, m.texts[1], m.texts[100000])
      pcall(okit.app.transaction, okit.app, function()
        m.texts = before
        error("no")
      end)
      print(#m.texts, m.texts[1], m.texts[100000])
      for i = 1, 100000, 2 do after[i] = "u" .. i end
      m.texts = after
      print(#m.texts, m.texts[1], m.texts[2])
      m.set = { 1, 2, 3, 2, 1 }
      print(#m.set)
      """
    #expect(
      try run(script) == [
        "100000\tt7920\tt1", "100000\tt7920\tt1", "100000\tu1\tt15839", "3",
      ])
  }

  @Test func `texts with many combining marks are compared byte by byte`() throws {
    let script = """
      local text = "e" .. ("\\u{327}\\u{301}"):rep(100000)
      m.texts = { text, text .. "a" }
      m.texts = { text .. "a", text }
      print(#m.texts, m.texts[1] == text .. "a")
      m.texts = { "\\u{E9}" }
      m.texts = { "e\\u{301}" }
      print(#m.texts[1])
      """
    #expect(try run(script) == ["2\ttrue", "3"])
  }
}
