import Foundation
import OKitCoverage
import OKitTestRunner
import Testing

@testable import OKitLua

/// Scripts with counters behave as they do without them.
@Suite struct InstrumentedRunTests {
  /// What a script prints, and how it ends.
  private static func run(_ text: String, _ collector: CoverageCollector?) throws -> [String] {
    let scripts = CompiledScripts()
    scripts.counting = collector
    var lines: [String] = []
    let state = try LuaState(limits: LuaLimits(memory: 1 << 28, time: .seconds(20)), permissions: LuaPermissions())
    defer { state.close() }
    state.compiledScripts = scripts
    state.print = { lines.append($0) }
    do { _ = try state.call(state.load(script: text, chunk: "a.lua")) } catch let diagnostic as Diagnostic {
      lines.append("\(diagnostic.code.rawValue) \(diagnostic.description)")
      lines += DiagnosticRenderer.lines(diagnostic)
    }
    return lines
  }

  private func expectSame(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let collector = CoverageCollector()
    let counted = try Self.run(text, collector)
    #expect(try Self.run(text, nil) == counted, sourceLocation: sourceLocation)
    #expect(!collector.report().items.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "local t = {}\nprint(t.a.b)", "error('x')", "error({ code = 'a.b', message = 'm' })", "print(#nil)",
    "local function f() return nope() end\nprint(pcall(f))", "local x = 1\nx()", "return (nil)()",
    "local function f(n) if n == 0 then error('deep') end\nreturn f(n - 1) end\nf(5)",
    "local function f(...) return select('#', ...), ... end\nprint(f(nil, nil), (f(1, 2)))",
    "print(1 and 2, nil or false, false and error(), nil and 1 or 'x')",
    "for i = 1, 3 do\nif i == 2 then goto continue end\nprint(i)\n::continue::\nend",
    "local i = 0\nrepeat\ni = i + 1\nlocal done = i > 3\nuntil done\nprint(i)",
    "local i = 0\nwhile i < 3 do\ni = i + 1\nif i == 2 then break end\nend\nprint(i)",
    "do\nlocal x <close> = setmetatable({}, { __close = function() print('closed') end })\nprint('in')\nend",
    "local x <const> = 1\nlocal function f() return x end\nprint(f())",
    "local co = coroutine.wrap(function(a)\nlocal b = coroutine.yield(a and a + 1)\nif b then return b end\nend)\n"
      + "print(co(1), co(5))",
    "local _ENV = { print = print }\nx = 1\nprint(x, y)", "local function f(_ENV) return x end\nprint(f { x = 3 })",
    "local t = setmetatable({}, { __index = function(_, k) return k .. '!' end })\nprint(t.a or 1, t.b and t.c)",
    "print(pcall(function()\nlocal a = nil\nreturn a.b.c\nend))",
    "local a <close> = 42", "goto nowhere", "if x the", "local t = {}\nt.x.y = 1",
    "local s = 'a'\nprint(s:nope())", "print(('x'):rep(3), #'abc')",
    "for k, v in pairs({ 1, 2 }) do print(k, v) end\nfor i in nil do end",
    "print(string.format('%d', 'x'))", "local function f()\nlocal ok, e = pcall(error, 'a')\nprint(ok, e)\nend\nf()",
    "print(select(2, xpcall(function() local x = nil; return x + 1 end, function(m) return 'h:' .. m end)))",
  ])
  func sameOutput(_ text: String) throws {
    // A mistake of syntax has no items.
    let collector = CoverageCollector()
    #expect(try Self.run(text, collector) == Self.run(text, nil))
  }

  @Test func tailCallsStayTailCalls() throws {
    try expectSame("local function f(n)\nif n == 0 then return 'end' end\nreturn f(n - 1)\nend\nprint(f(300000))")
  }

  @Test func manyVariablesRunWithoutCounters() throws {
    let text = (1...200).map { "local v\($0) = \($0)" }.joined(separator: "\n") + "\nprint(v200)"
    let collector = CoverageCollector()
    #expect(try Self.run(text, collector) == ["200"])
    #expect(collector.report().items.isEmpty)
  }

  @Test func globalsAreThoseOfTheScript() throws {
    try expectSame(
      "local names = {}\nfor name in pairs(_G) do names[#names + 1] = name end\ntable.sort(names)\nprint(#names)")
  }

  // MARK: Lua's own tests

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: [
    "goto", "closure", "vararg", "constructs", "events", "nextvar", "coroutine", "calls", "math", "utf8",
  ])
  func luasOwnTests(_ name: String) throws {
    let folder = Self.root.appendingPathComponent("Lua").path
    let collector = CoverageCollector()
    var options = LuaApplication.Options()
    let shared = SharedDefinitions()
    shared.scripts.counting = collector
    options.shared = shared
    (options.arguments, options.luaPath) = ([name], [folder])
    options.print = { _ in }
    (options.limits.memory, options.limits.time) = (2 << 30, .seconds(300))
    options.limits.depth = 1_000_000
    let application = try LuaApplication(options: options)
    defer { application.close() }
    try application.run(script: "\(folder)/official/suite.lua")
    application.close()
    let report = collector.report()
    let lines = report.items.filter { $0.kind == .line && $0.file.hasSuffix("\(name).lua") }
    #expect(lines.count > 50 && lines.contains { $0.isReached })
  }

  // MARK: Random programs

  @Test(arguments: 0..<60) func randomPrograms(_ seed: Int) throws {
    var program = RandomProgram(seed: UInt64(seed))
    let text = program.text()
    let collector = CoverageCollector()
    let (plain, counted) = (try Self.run(text, nil), try Self.run(text, collector))
    #expect(plain == counted, "seed \(seed):\n\(text)")
    // The conditions of a program count as often as it prints them.
    let report = collector.report()
    for item in report.items where item.kind == .line {
      guard let range = item.text.firstRange(of: #/^print\("L\d+"\)/#) else { continue }
      let label = item.text[range].dropFirst("print(\"".count).dropLast("\")".count)
      #expect(item.outcomes[.run] == plain.count { $0 == label }, "seed \(seed) \(label):\n\(text)")
    }
  }
}

/// Makes programs that end: statements of all kinds, with few variables.
private struct RandomProgram {
  private var random: SplitMix64
  private var count = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func text() -> String {
    "local a, b, c, n = 1, nil, false, 0\nlocal function f(...) n = n + 1; return ... end\n" + block(depth: 0)
      + "print(a, b, c, n)"
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func block(depth: Int) -> String {
    (0...pick(3)).map { _ in statement(depth: depth) }.joined()
  }

  private mutating func statement(depth: Int) -> String {
    count += 1
    let label = "print(\"L\(count)\")\n"
    guard depth < 4 else { return label }
    switch pick(11) {
    case 0: return "if \(value(0)) then\n\(block(depth: depth + 1))end\n"
    case 1: return "if \(value(0)) then\n\(block(depth: depth + 1))else\n\(block(depth: depth + 1))end\n"
    case 2:
      return "if \(value(0)) then \(block(depth: depth + 1))elseif \(value(0)) then\n\(block(depth: depth + 1))"
        + "elseif \(value(0)) then\n\(block(depth: depth + 1))else\n\(block(depth: depth + 1))end\n"
    case 3:
      return "do local i = 0 while i < \(pick(4)) and (\(value(0)) or true) do\ni = i + 1\n"
        + "\(block(depth: depth + 1))end end\n"
    case 4:
      return "do local i = 0 repeat\ni = i + 1\n\(block(depth: depth + 1))until i > \(pick(3)) or \(value(0)) end\n"
    case 5: return "for i = 1, \(pick(3)) do\n\(block(depth: depth + 1))end\n"
    case 6: return "\(["a", "b", "c"][pick(3)]) = \(value(0))\n"
    case 7: return "local a, b = \(value(0)), f(\(value(0)))\n"
    case 8: return "pcall(function(...)\n\(block(depth: depth + 1))if \(value(0)) then error('e') end\n\(label)end)\n"
    case 9: return "print(f(\(value(0)), \(value(0))))\n"
    default: return label
    }
  }

  private mutating func value(_ depth: Int) -> String {
    guard depth < 3 else { return ["a", "b", "c", "1", "nil", "true", "n", "'x'"][pick(8)] }
    switch pick(8) {
    case 0: return "(\(value(depth + 1)) and \(value(depth + 1)))"
    case 1: return "\(value(depth + 1)) or \(value(depth + 1))"
    case 2: return "not \(value(depth + 1))"
    case 3: return "f(\(value(depth + 1)))"
    case 4: return "(\(value(depth + 1)) == \(value(depth + 1)))"
    case 5: return "(f(\(value(depth + 1)), 2))"
    default: return value(3)
    }
  }
}
