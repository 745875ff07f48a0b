import Foundation
import OKitEngine
import Testing

@testable import OKitLua

/// Files behave as the manual says.
@Suite struct FileTests {
  let folder: PermittedFolder
  init() throws { folder = try PermittedFolder() }

  static let cases: [(String, String)] = [
    ("return io.open('@/in/a.txt'):read()", "one"),
    ("return io.open('@/in/a.txt'):read('l', 'L', 'l')", "one|two\n|nil"),
    ("return io.open('@/in/a.txt'):read('*l', '*a', 'a', 'a')", "one|two\n||"),
    ("return io.open('@/in/a.txt'):read(0, 2, 0, 100, 0)", "|on||e\ntwo\n|nil"),
    ("return io.open('@/in/a.txt'):read(1 << 50)", "one\ntwo\n"),
    (
      "local f = io.open('@/in/a.txt') return pcall(function() f.read(1) end)",
      "false|test.lua:1: bad argument #1 to 'read' (FILE* expected, got number)"
    ),
    (
      "local f = io.open('@/in/a.txt') return pcall(function() f:read('x') end)",
      "false|test.lua:1: bad argument #1 to 'read' (invalid format)"
    ),
    (
      "local f = io.open('@/in/a.txt') return pcall(function() f:read(-1) end)",
      "false|test.lua:1: bad argument #1 to 'read' (count is negative)"
    ),
    (
      """
      local f = io.open('@/in/n', 'w+') f:write('  12 -3.5 0x1F .5e1 0x.8p2 +7 nan 5') f:seek('set') return \
      f:read('n', 'n', 'n', 'n', 'n', 'n', 'n', 'a')
      """,
      "12|-3.5|31|5.0|2.0|7|nil"
    ),
    ("local f = io.open('@/in/n', 'w+') f:write('12e') f:seek('set') return f:read('n', 'a')", "nil"),
    (
      "local f = io.open('@/in/n', 'w+') f:write(('1'):rep(300)) f:seek('set') return f:read('n')",
      "1.1111111111111e+199"
    ),
    ("local t = {} for l in io.lines('@/in/a.txt') do t[#t + 1] = l end return #t, t[1], t[2]", "2|one|two"),
    (
      "local t = {} for a, b in io.lines('@/in/a.txt', 1, 'L') do t[#t + 1] = a .. '+' .. b end return table.concat(t)",
      "o+ne\nt+wo\n"
    ),
    ("for l in io.lines('@/in/a.txt') do return l end", "one"),
    ("local f = io.open('@/in/a.txt') for l in f:lines() do end return io.type(f), f:read()", "file|nil"),
    (
      "local n, _, _, f = io.lines('@/in/a.txt') n() n() n() return io.type(f), pcall(n)",
      "closed file|false|file is already closed"
    ),
    ("return pcall(io.lines, '@/in/none')", "false|@/in/none: No such file or directory"),
    ("return io.open('@/in/none')", "nil|@/in/none: No such file or directory|2"),
    ("return io.open('@/in/sub'):read('a')", "nil|Is a directory|21"),
    ("return io.open('@/in/sub', 'w')", "nil|@/in/sub: Is a directory|21"),
    (
      "return pcall(function() io.open('@/in/a.txt', 'rw') end)",
      "false|test.lua:1: bad argument #2 to 'open' (invalid mode)"
    ),
    ("return io.open('@/in/a.txt', 'rb'):read(), io.open('@/in/a.txt', 'r+b'):read()", "one|one"),
    ("local f = io.open('@/in/w', 'w') return f:read(), f:write('x')", "nil|file (?)"),
    ("return io.open('@/in/a.txt'):write('x')", "nil|Bad file descriptor|9"),
    (
      "local f = io.open('@/in/w', 'w') f:write('a', 1, 2.0, -0.5) f:close() return io.open('@/in/w'):read('a')",
      "a12-0.5"
    ),
    (
      "local f = io.open('@/in/w', 'w') return pcall(function() f:write({}) end)",
      "false|test.lua:1: bad argument #1 to 'write' (string expected, got table)"
    ),
    (
      "io.input('@/in/a.txt') return pcall(function() io.read('l', 'x') end)",
      "false|test.lua:1: bad argument #2 to 'read' (invalid format)"
    ),
    (
      "local f = io.open('@/in/a.txt') return pcall(function() f:read('x') end)",
      "false|test.lua:1: bad argument #1 to 'read' (invalid format)"
    ),
    ("io.input(io.stdout) return io.read()", "nil|Bad file descriptor|9"),
    ("local f = io.open('@/in/a.txt', 'r+') f:read() f:write('TWO') f:seek('set') return f:read('a')", "one\nTWO\n"),
    ("local f = io.open('@/in/a.txt', 'a+') f:write('three') f:seek('set') return f:read('a')", "one\ntwo\nthree"),
    (
      """
      local f = io.open('@/in/a.txt') return f:seek('end'), f:seek('set', 4), f:read(), f:seek('cur', -2), \
      f:read('a')
      """,
      "8|4|two|6|o\n"
    ),
    (
      "local f = io.open('@/in/a.txt') return f:read(2), f:seek(), f:read(2), f:seek('set', -1)",
      "on|2|e\n|nil|Invalid argument|22"
    ),
    (
      "local f = io.open('@/in/a.txt') return pcall(function() f:seek('x') end)",
      "false|test.lua:1: bad argument #1 to 'seek' (invalid option 'x')"
    ),
    ("local f = io.open('@/in/w', 'w') f:setvbuf('no') f:write('x') return io.open('@/in/w'):read('a')", "x"),
    ("local f = io.open('@/in/w', 'w') f:setvbuf('line') f:write('x\\n') return io.open('@/in/w'):read('a')", "x\n"),
    (
      """
      local f = io.open('@/in/w', 'w') f:write('x') local b = io.open('@/in/w'):read('a') f:flush() return b, \
      io.open('@/in/w'):read('a')
      """,
      "|x"
    ),
    (
      """
      local f = io.open('@/in/w', 'w') f:write(('x'):rep(100000)) f:write('y') f:close() return \
      #io.open('@/in/w'):read('a')
      """,
      "100001"
    ),
    (
      "local f = io.open('@/in/a.txt') return f:close(), tostring(f), io.type(f), pcall(f.read, f)",
      "true|file (closed)|closed file|false|attempt to use a closed file"
    ),
    ("local f do local g <close> = io.open('@/in/a.txt') f = g end return io.type(f)", "closed file"),
    ("return io.type(1), io.type(io.stdout), next(getmetatable(io.stdout))", "nil|file|nil"),
    (
      """
      io.output('@/in/w') io.write('x', 1) io.close() local ok, m = pcall(io.write, 'x') io.output(io.stdout) return \
      ok, m, io.lines('@/in/w')()
      """,
      "false|default output file is closed|x1"
    ),
    ("io.input('@/in/a.txt') return io.read(), io.read('n'), io.lines()()", "one|nil|two"),
    ("return io.stdout:close()", "nil|cannot close standard file"),
    ("return io.stdout:seek()", "nil|Illegal seek|29"),
    ("local f = io.open('/dev/full', 'w') f:write('x') return f:close()", "nil|No space left on device|28"),
    ("local f = io.open('/dev/full', 'w') return f:write(('x'):rep(10000))", "nil|No space left on device|28"),
    ("return loadfile('@/in/sub/b.lua')(1, 2)", "1|2"),
    ("return loadfile('@/in/none')", "nil|cannot read @/in/none: No such file or directory"),
    (
      """
      local f = io.open('@/in/x.lua', 'w') f:write('#!shell\\nreturn x, debug') f:close() return \
      loadfile('@/in/x.lua', 't', { x = 3 })()
      """,
      "3|nil"
    ),
    (
      "local f = io.open('@/in/x.lua', 'w') f:write('\\27Lua') f:close() return loadfile('@/in/x.lua', 'b')",
      "nil|attempt to load a binary chunk (mode is '')"
    ),
    (
      "local f = io.open('@/in/x.lua', 'w') f:write('x =') f:close() return pcall(dofile, '@/in/x.lua')",
      "false|@/in/x.lua:1: unexpected symbol near <eof>"
    ),
    ("return os.rename('@/in/none', '@/in/x')", "nil|@/in/none: No such file or directory|2"),
    ("return os.remove('@/in/none')", "nil|@/in/none: No such file or directory|2"),
    (
      "local f = io.open('@/in/a.txt') return pcall(function() return f < f end)",
      "false|test.lua:1: attempt to compare two FILE* values"
    ),
  ]

  @Test(arguments: cases)
  func behaves(text: String, result: String) throws {
    #expect(try folder.run(text, in: folder.sandbox("read,write")) == result)
  }

  @Test func whatIsWrittenGoesWherePrintGoes() throws {
    let sandbox = try folder.sandbox("write")
    try sandbox.run("io.write('a', 1) print('b') io.stdout:write('c\\nd\\ne') io.write('f\\n') io.write('end')")
    #expect(sandbox.printed == ["a1b", "c\nd", "ef"])
    sandbox.state.close()
    #expect(sandbox.printed == ["a1b", "c\nd", "ef", "end"])
    let other = try folder.sandbox("write")
    var pieces: [String] = []
    other.state.write = { pieces.append("\($0) \(String(decoding: $1, as: UTF8.self))") }
    try other.run("io.write('a') io.stderr:write('b', 1.5)")
    #expect(pieces == ["output a", "error b", "error 1.5"])
  }

  @Test func filesAreCountedAndClosedWithTheState() throws {
    let sandbox = try folder.sandbox("read,write")
    let text =
      """
      local t = {} for i = 1, 100 do local f, m, c = io.open('@/in/a.txt') if not f then return i, m, c end t[i] = f \
      end
      """
    #expect(try folder.run(text, in: sandbox) == "65|@/in/a.txt: Too many open files|24")
    #expect(try folder.run("for i = 1, 1000 do assert(io.open('@/in/a.txt')) end return 'fine'", in: sandbox) == "fine")
    try sandbox.run("f = io.open('\(folder.path)/in/left', 'w') f:write('not lost')")
    #expect(openFiles.contains("\(folder.path)/in/left"))
    sandbox.state.close()
    #expect(folder.text("in/left") == "not lost")
    #expect(openFiles.filter { $0.hasPrefix(folder.path) }.isEmpty)
  }

  private var openFiles: [String] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
  }

  static let endless: [(String, String)] = [
    ("io.open('/dev/zero'):read('a')", "memory limit of 8 MiB"),
    ("io.open('/dev/zero'):read('l')", "memory limit of 8 MiB"),
    ("io.open('/dev/zero'):read(1 << 40)", "memory limit of 8 MiB"),
    ("io.open('/dev/zero'):read('n')  while true do end", "time limit of 200 ms"),
    ("for l in io.lines('/dev/urandom') do end", "time limit of 200 ms"),
    ("for l in io.lines('/dev/zero', 1) do end", "time limit of 200 ms"),
    ("local f = io.open('/dev/null', 'w') while true do f:write(('x'):rep(100000)) end", "time limit of 200 ms"),
    ("io.open('@/in/fifo'):read()", "time limit of 200 ms"),
    ("io.lines('@/in/fifo')()", "time limit of 200 ms"),
    ("loadfile('/dev/zero')", "memory limit of 8 MiB"),
    ("os.execute('sleep 100')", "time limit of 200 ms"),
    ("io.popen('sleep 100'):read()", "time limit of 200 ms"),
    ("io.popen('sleep 100'):close()", "time limit of 200 ms"),
    ("io.popen('sleep 100', 'w'):write(('x'):rep(1000000))", "time limit of 200 ms"),
    ("while true do os.getenv('HOME') io.open('@/in/none') end", "time limit of 200 ms"),
  ]

  @Test(arguments: endless)
  func endsByItsLimit(text: String, message: String) throws {
    let limits = LuaLimits(memory: 8 << 20, time: .milliseconds(200))
    let sandbox = try folder.sandbox("read,write,env,os", limits: limits)
    let found = problem { _ = try folder.run("pcall(function() \(text) end)", in: sandbox) }
    #expect(found?.code == "lua.limit")
    #expect(found?.message.contains(message) == true, "\(found?.message ?? "no limit")")
    #expect(sandbox.state.isDead)
  }

  @Test func aPipeWithoutAReaderIsNotWaitedFor() throws {
    let sandbox = try folder.sandbox("write=@/in")
    #expect(
      try folder.run("return io.open('@/in/fifo', 'w')", in: sandbox) == "nil|@/in/fifo: No such device or address|6")
  }
}

/// Programs, and the end.
@Suite struct SystemPermissionTests {
  static let cases: [(String, String)] = [
    ("return os.execute()", "true"),
    ("return os.execute('exit 3')", "nil|exit|3"), ("return os.execute('true')", "true|exit|0"),
    ("return os.execute('kill -9 $$')", "nil|signal|9"),
    ("local p = io.popen('echo hello; exit 2') return p:read('a'), p:close()", "hello\n|nil|exit|2"),
    ("local p = io.popen('cat >/dev/null', 'w') return p:write('x') == p, p:close()", "true|true|exit|0"),
    ("return pcall(function() io.popen('x', 'rw') end)", "false|test.lua:1: bad argument #2 to 'popen' (invalid mode)"),
    ("return os.setlocale(), os.setlocale('de_DE'), os.setlocale('C')", "C|nil|C"),
    ("for l in io.popen('seq 3'):lines() do if l == '2' then return l end end", "2"),
  ]

  @Test(arguments: cases)
  func behaves(text: String, result: String) throws {
    let folder = try PermittedFolder()
    #expect(try folder.run(text, in: folder.sandbox("os")) == result)
  }

  @Test func exitStopsWhatCannotWait() throws {
    let folder = try PermittedFolder()
    let sandbox = try folder.sandbox("os")
    let found = try #require(sandbox.failure("pcall(os.exit, 7) print('ESCAPED')"))
    #expect(found.code == "lua.exit")
    #expect(found.message == "the script has ended the program with the exit code 7")
    #expect(sandbox.printed.isEmpty)
  }
}
