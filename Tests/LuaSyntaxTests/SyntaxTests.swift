import LuaSyntax
import OKitEngine
import Testing

/// Lexing and parsing Lua, and the places of what strings contain.
@Suite struct SyntaxTests {
  static let strings: [(script: String, value: String, part: String)] = [
    (#"x = "abc""#, "abc", "b"),
    (#"x = 'a\tbc'"#, "a\tbc", "b"),
    (#"x = "a\u{2c}bc""#, "a,bc", "b"),
    (#"x = "a\\u{2c}bc""#, #"a\u{2c}bc"#, "b"),
    (#"x = "\x41\065\z   bc""#, "AAbc", "b"),
    ("x = [[\nabc]]", "abc", "b"),
    ("x = [==[a]]bc]==]", "a]]bc", "b"),
    ("x = \"äöbü\"", "äöbü", "b"),
    ("x = \"a\\\nbc\"", "a\nbc", "b"),
  ]

  @Test(arguments: strings) func placesInStrings(_ text: (script: String, value: String, part: String)) throws {
    let script = try LuaScript(file: "test.lua", text: text.script)
    let literal = try #require(script.strings.first)
    #expect(literal.value == text.value)
    let offset =
      text.value.utf8.count
      - text.value[(text.value.firstRange(of: text.part)?.lowerBound ?? text.value.startIndex)...].utf8.count
    let source = literal.sourceOffset(of: offset)
    #expect(Array(text.script.utf8)[source] == text.part.utf8.first)
    #expect(literal.sourceOffset(of: text.value.utf8.count) <= literal.range.upper)
  }

  static let right = [
    "", "#!/usr/bin/env lua\nprint(1)", "local a <const>, b <close> = 1, nil", "goto done ::done::", "return",
    "return 1, 2;", "for i = 1, 10, 2 do break end", "for k, v in pairs {} do end", "repeat local x = 1 until x",
    "a.b.c:d { 1 }:e 'x' [[y]]", "x = -2 ^ -3 .. 'a' .. 'b' == not true and 1 or 2 // 3 >> 1 ~ 2 & ~4 | 5",
    "local function f(...) return ... end", "function a.b:c(d, ...) end", "x = { 1, [2] = 3; a = 4, }",
    "x = 0x1p-4 + 1e+5 + .5 + 3. + 0xA.8", "--[==[ long ]] ]==] x = 1", "f() ; (g or h)()",
    "while 1 do end if a then elseif b then else end",
  ]

  @Test(arguments: right) func parses(_ text: String) throws { _ = try LuaScript(file: "test.lua", text: text) }

  static let wrong: [(String, line: Int, column: Int)] = [
    ("x = ", 1, 5), ("local 1", 1, 7), ("f(", 1, 3), ("x = 'a\n'", 1, 5), ("if x then", 1, 10), ("\n  x", 2, 4),
    ("x = \"\\q\"", 1, 6), ("--[[ open", 1, 3), ("return 1 x = 2", 1, 10), ("f() = 1", 1, 7), ("x = $", 1, 5),
  ]

  @Test(arguments: wrong) func reportsTheFirstMistake(_ text: (String, line: Int, column: Int)) throws {
    let failure = #expect(throws: Diagnostic.self) { try LuaScript(file: "test.lua", text: text.0) }
    #expect(failure?.code == "lua.syntax")
    #expect(failure?.place?.line == text.line)
    #expect(failure?.place?.column == text.column)
  }

  @Test func hostileNestingIsAnError() {
    for text in [
      "x = " + String(repeating: "(", count: 100_000), "x = " + String(repeating: "{", count: 100_000),
      String(repeating: "do ", count: 100_000), "x = " + String(repeating: "- ", count: 100_000) + "1",
      "x = 1" + String(repeating: " + 1", count: 100_000), "x = a" + String(repeating: ".b", count: 100_000),
      "x = f" + String(repeating: "()", count: 100_000), "x = " + String(repeating: "function() ", count: 100_000),
    ] {
      #expect(throws: Diagnostic.self) { try LuaScript(file: "test.lua", text: text) }
    }
  }

  @Test func namesFindTheirVariables() throws {
    let script = try LuaScript(file: "test.lua", text: "local a = a; local b = a; function f(c) d = c + b end")
    #expect(script.globals.map { "\($0.name.text)\($0.isWritten ? "=" : "")" } == ["a", "f", "f=", "d", "d="])
  }
}
