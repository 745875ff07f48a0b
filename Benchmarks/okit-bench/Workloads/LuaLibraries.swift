import CFloor
import OKitLua

extension Workload {
  static let luaLibraries = Workload(name: "libraries", about: "the cost of limits: string, table and utf8 functions") {
    _, report in
    try LuaSnippet.compare { snippet, ours, theirs, peer, goal in
      try snippet.compare(ours, theirs, peer, goal: goal, report)
    }
  } verify: { _ in
    try LuaSnippet.compare { _, ours, theirs, peer, _ in try check(ours(10), equals: theirs(10), peer) }
  }
}

/// Lua code that runs a number of rounds and returns a checksum.
private struct LuaSnippet {
  let name: String
  let rounds: Int
  /// Code that runs once, before the rounds.
  var setup = ""
  /// One round; adds to the checksum `s`.
  let round: String

  typealias Work = (Int) throws -> Int

  static func compare(
    _ body: (_ snippet: LuaSnippet, _ ours: Work, _ theirs: Work, _ peer: String, _ goal: Double) throws -> Void
  ) throws {
    guard let floor = floor_open() else { throw BenchError("no Lua state for C") }
    defer { floor_close(floor) }
    let limited = try LuaState(limits: LuaLimits(time: .seconds(60)))
    let free = try LuaState(limits: LuaLimits(time: nil))
    for snippet in computing {
      try body(snippet, snippet.load(in: limited), snippet.load(in: free), "no deadline", 1.03)
    }
    for snippet in libraries {
      try body(snippet, snippet.load(in: limited), snippet.load(in: floor), "lua5.4", 1.3)
    }
  }

  private var script: String {
    "\(setup)\nreturn function(n) local s = 0 for i = 1, n do \(round) end return s end"
  }

  func load(in state: LuaState) throws -> Work {
    guard case .function(let function)? = try state.call(state.load(script, chunk: "=\(name)")).first else {
      throw BenchError("\(name) is not a function")
    }
    return { rounds in
      guard case .int(let sum)? = try state.call(function, [.int(rounds)]).first else {
        throw BenchError("\(name) did not return a number")
      }
      return sum
    }
  }

  func load(in floor: OpaquePointer) throws -> Work {
    let function = floor_load(floor, script)
    guard function != 0 else { throw BenchError("\(name) is not a function") }
    return { Int(floor_call(floor, function, Int64($0))) }
  }

  func compare(_ ours: Work, _ theirs: Work, _ peer: String, goal: Double, _ report: Report) throws {
    try check(ours(10), equals: theirs(10), peer)
    let (value, other) = try measure(.nanoseconds, per: rounds, repeats: 101) {
      use(try ours(rounds))
    } beside: {
      use(try theirs(rounds))
    }
    try report.add("libraries: \(name)", value, .nanoseconds, peer: peer, other, goal: goal)
  }
}

extension LuaSnippet {
  static let computing = [
    LuaSnippet(
      name: "calls, no library", rounds: 4,
      setup: "local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end",
      round: "s = s + fib(20)"),
    LuaSnippet(
      name: "loops, no library", rounds: 40_000, setup: "local t = {} for i = 1, 256 do t[i] = i end",
      round: "t[i & 255] = (t[(i * 7) & 255] or 1) + i % 3 s = s + t[i & 255]"),
  ]

  private static let words =
    "local text = ('The quick brown fox jumps over the lazy dog. '):rep(10) .. 'needle 42 = [value]'"
  private static let numbers = "local list = {} for i = 1, 200 do list[i] = (i * 7919) % 1009 end"

  static let libraries = [
    LuaSnippet(name: "find, plain", rounds: 20_000, setup: words, round: "s = s + text:find('needle', 1, true)"),
    LuaSnippet(name: "find, a pattern", rounds: 4000, setup: words, round: "s = s + text:find('(%a+) (%d+) = %[')"),
    LuaSnippet(name: "match", rounds: 20_000, round: "s = s + #(('key = value'):match('^(%w+)%s*=%s*(%w+)$'))"),
    LuaSnippet(
      name: "gmatch", rounds: 1000, setup: words, round: "for word in text:gmatch('%a+') do s = s + #word end"),
    LuaSnippet(name: "gsub, a text", rounds: 1000, setup: words, round: "s = s + #text:gsub('%s+', '_')"),
    LuaSnippet(name: "gsub, a function", rounds: 500, setup: words, round: "s = s + #text:gsub('%a+', string.upper)"),
    LuaSnippet(name: "format", rounds: 10_000, round: "s = s + #('%d %s %5.2f %x'):format(i, 'text', i / 7, i)"),
    LuaSnippet(name: "rep", rounds: 20_000, round: "s = s + #('abc'):rep(20, ',')"),
    LuaSnippet(
      name: "sub, byte and char", rounds: 20_000, setup: words, round: "s = s + #string.char(text:sub(5, 9):byte(1, 3))"
    ),
    LuaSnippet(name: "upper and reverse", rounds: 10_000, setup: words, round: "s = s + #text:upper():reverse()"),
    LuaSnippet(
      name: "pack and unpack", rounds: 10_000,
      round: "s = s + string.unpack('<i4', (string.pack('<i4 z d', i, 'abc', 0.5)))"),
    LuaSnippet(
      name: "table.insert and remove", rounds: 20_000, setup: "local list = {}",
      round: "table.insert(list, i) if i % 2 == 0 then s = s + table.remove(list) end if #list > 500 then list = {} end"
    ),
    LuaSnippet(
      name: "table.insert at the front", rounds: 2000, setup: "local list = {}",
      round: "table.insert(list, 1, i) if #list > 200 then s = s + table.remove(list, 1) end"),
    LuaSnippet(name: "table.concat", rounds: 1000, setup: numbers, round: "s = s + #table.concat(list, ', ')"),
    LuaSnippet(name: "table.move", rounds: 2000, setup: numbers, round: "s = s + #table.move(list, 1, 200, 1, {})"),
    LuaSnippet(
      name: "table.unpack", rounds: 10_000, setup: numbers, round: "s = s + select('#', table.unpack(list, 1, 50))"),
    LuaSnippet(
      name: "table.sort", rounds: 200, setup: numbers,
      round: "local copy = table.move(list, 1, 200, 1, {}) table.sort(copy) s = s + copy[1]"),
    LuaSnippet(
      name: "table.sort, a function", rounds: 100, setup: numbers,
      round:
        "local copy = table.move(list, 1, 200, 1, {}) table.sort(copy, function(a, b) return a > b end) s = s + copy[1]"
    ),
    LuaSnippet(name: "utf8", rounds: 10_000, round: "s = s + utf8.len('Größe, 数 and more') + utf8.codepoint('é')"),
    LuaSnippet(name: "load", rounds: 1000, round: "s = s + load('return 1 + ' .. i % 10)()"),
  ]
}
