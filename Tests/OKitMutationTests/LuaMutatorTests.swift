import LuaSyntax
import OKitEngine
import Testing

@testable import OKitMutation

/// The mutants of statements and expressions.
@Suite struct LuaMutatorTests {
  private static func all(_ text: String) -> [Mutant] { MutantFinder(nil).mutants(ofFile: "app.lua", text: text) }

  /// Mutators with the changed texts.
  private static func mutants(_ text: String, _ mutators: Mutator...) -> [String] {
    all(text).filter { mutators.isEmpty || mutators.contains($0.mutator) }.map {
      "\($0.mutator.rawValue): \($0.apply(to: text))"
    }
  }

  @Test(arguments: [
    ("if a then b() end", ["if true then b() end", "if false then b() end", "if not (a) then b() end"]),
    ("if not a then b() end", ["if true then b() end", "if false then b() end", "if a then b() end"]),
    // The opposite comparison negates it.
    ("if a < b then c() end", ["if true then c() end", "if false then c() end"]),
    ("while true do a() end", ["while false do a() end"]),
    ("repeat a() until b", ["repeat a() until true", "repeat a() until false", "repeat a() until not (b)"]),
    (
      "if a then b() elseif c then d() end",
      [
        "if true then b() elseif c then d() end", "if false then b() elseif c then d() end",
        "if not (a) then b() elseif c then d() end", "if a then b() elseif true then d() end",
        "if a then b() elseif false then d() end", "if a then b() elseif not (c) then d() end",
      ]
    ),
  ])
  func conditions(text: String, expected: [String]) {
    #expect(Self.mutants(text, .condition) == expected.map { "Condition: \($0)" })
  }

  @Test(arguments: [
    ("return a < b", ["return a <= b", "return a >= b"]), ("return a <= b", ["return a < b", "return a > b"]),
    ("return a > b", ["return a >= b", "return a <= b"]), ("return a >= b", ["return a > b", "return a < b"]),
    ("return a == b", ["return a ~= b"]), ("return a ~= b", ["return a == b"]),
    ("return (a) --[[ < ]] < b", ["return (a) --[[ < ]] <= b", "return (a) --[[ < ]] >= b"]),
  ])
  func comparisons(text: String, expected: [String]) {
    #expect(Self.mutants(text, .comparison) == expected.map { "Comparison: \($0)" })
  }

  @Test(arguments: [
    ("return a and b", ["Logic: return a or b"]), ("return a or b", ["Logic: return a and b"]),
    ("return a + b", ["Arithmetic: return a - b"]),
    ("return a+-b", ["Arithmetic: return a- -b", "Arithmetic: return a+b"]),
    ("return a * b // c", ["Arithmetic: return a / b // c", "Arithmetic: return a * b * c"]),
    ("return -a", ["Arithmetic: return a"]), ("return a .. b", []), ("return #a", []),
    ("return a << b", ["Arithmetic: return a >> b"]),
  ])
  func operators(text: String, expected: [String]) {
    #expect(Self.mutants(text, .logic, .arithmetic) == expected)
  }

  @Test(arguments: [
    ("local a = 1", ["local a = 2", "local a = 0"]), ("local a = 0", ["local a = 1", "local a = (-1)"]),
    ("local a = 0.19", ["local a = 1.19", "local a = (-0.81)"]), ("local a = 0x10", ["local a = 17", "local a = 15"]),
    ("local a = true", ["local a = false"]), ("local a = nil", []), ("local a = \"1\"", []),
    ("local a = b[2]", ["local a = b[3]", "local a = b[1]"]), ("local a = 1e300", []),
    ("local a = 9223372036854775807", []),
  ])
  func constants(text: String, expected: [String]) {
    #expect(Self.mutants(text, .constant) == expected.map { "Constant: \($0)" })
  }

  @Test(arguments: [
    ("a = b c()", ["Statement:  c()", "Statement: a = b "]),
    // Otherwise what x returns is called.
    (
      "x() a = 1 (b or c)()",
      ["Statement:  a = 1 (b or c)()", "Statement: x() ; (b or c)()", "Statement: x() a = 1 "]
    ),
    ("local function f() g() end", ["Statement: local function f()  end"]),
    ("function a.b() c = d end", ["Statement: function a.b()  end"]),
    ("print(a) io.write(b) okit.log.info(c) log.warn(d) warn(e)", []),
    ("math.log(a)", ["Statement: "]),
  ])
  func statements(text: String, expected: [String]) {
    #expect(Self.mutants(text, .statement) == expected)
  }

  @Test(arguments: [
    ("return a", ["return nil"]), ("return true", ["return false", "return nil"]), ("return nil", []), ("return", []),
    ("return false", ["return true", "return nil"]), ("return a, b", ["return nil"]),
    ("return f(1)", ["return nil"]),
  ])
  func results(text: String, expected: [String]) {
    #expect(Self.mutants(text, .result) == expected.map { "Return: \($0)" })
  }

  @Test func `texts, log calls and messages of errors stay`() {
    let text = """
      local a = "text" .. 'x'
      print(1 + 1, true)
      okit.log.debug("n " .. (1 + 2))
      local ok = assert(b, "wrong " .. 1 + 1)
      """
    #expect(Self.all(text).isEmpty, "\(Self.all(text).map(\.change))")
    #expect(Self.mutants("error(\"wrong \" .. 1 + 1)") == ["Statement: "])
  }

  @Test func `a comment with a reason excludes a line`() {
    let text = """
      a = 1 -- okit: ignore mutation: only for the log
      -- okit: ignore mutation
      b = 2
      c = 3
      """
    let reasons = Self.all(text).map { "\($0.start.line) \($0.ignoreReason ?? "-")" }
    #expect(
      reasons == [
        "1 only for the log", "1 only for the log", "1 only for the log", "3 ignored by a comment",
        "3 ignored by a comment", "3 ignored by a comment", "4 -", "4 -", "4 -",
      ])
  }

  @Test func `places count characters, and the end is exclusive`() throws {
    let mutant = try #require(Self.all("local a = \"é\" return b < 1").first)
    #expect(mutant.id == "app.lua:1:22 Return 1")
    #expect((mutant.start, mutant.end) == (.init(line: 1, column: 22), .init(line: 1, column: 27)))
    #expect(mutant.change == "b < 1 → nil")
    let lines = try #require(Self.all("f(\n  1\n)").first)
    #expect((lines.start, lines.end) == (.init(line: 1, column: 1), .init(line: 3, column: 2)))
    #expect(lines.lines == 1...3)
    #expect(lines.change == "f( 1 ) removed")
  }

  @Test func `identifiers are unique and the same in each run`() {
    let text = "if a < 1 and b then c = 1 else return not d end"
    let mutants = Self.all(text)
    #expect(Set(mutants.map(\.id)).count == mutants.count)
    #expect(mutants == Self.all(text))
    #expect(mutants.map(\.range.lower) == mutants.map(\.range.lower).sorted())
  }

  @Test func `a text that is not Lua has no mutant`() { #expect(Self.all("if if").isEmpty) }
}
