import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// Scripts without controllers.
@Suite struct ProgramTests {
  private static let counting = """
    local Count = okit.Model:extend("Count", { lines = 0, last = "" })
    local count = okit.Model.register(Count)
    for line in okit.input:lines() do count.lines = count.lines + 1 count.last = line end
    print(arg[0], arg[1], okit.arguments[1], count.lines, count.last)
    """

  private func run(
    _ script: String, _ arguments: [String] = [], input: String = "", in folder: TestFolder? = nil
  ) throws -> CommandProcess.Result {
    let folder = try folder ?? TestFolder()
    try folder.write(script, to: "program.lua")
    return try CommandProcess.run(["program.lua", "--documents", "data"] + arguments, input: input, in: folder)
  }

  @Test func `a program reads its input and arguments, and its models are stored`() throws {
    let folder = try TestFolder()
    let first = try run(Self.counting, ["--", "x"], input: "a\n\nlast", in: folder)
    #expect(first == CommandProcess.Result(status: 0, output: "program.lua\tx\tx\t3\tlast\n", errors: ""))
    let second = try run(Self.counting, ["--", "y"], input: "tap Add\n", in: folder)
    #expect(second.output == "program.lua\ty\ty\t4\ttap Add\n")
  }

  @Test func `a program may wait, and the virtual clock skips the time`() throws {
    let script = """
      local before = okit.now()
      okit.sleep(3600)
      print(okit.now().timestamp - before.timestamp, okit.await(function(done) okit.after(60, function() done("late") \
      end) end))
      """
    let result = try run(script, ["--now", "2020-01-01"])
    #expect(result == CommandProcess.Result(status: 0, output: "3600\tlate\n", errors: ""))
  }

  @Test func `a program waits for servers, and sends what nothing waits for`() throws {
    let server = try HTTPServer { .complete(200, [], $0.line) }
    let script = """
      local url = "\(server.url)"
      print(okit.fetch(url .. "/a").body)
      okit.fetch { url = url .. "/b", json = { 1 }, wait = false }
      """
    let result = try run(script, ["--allow", "net=127.0.0.1"])
    #expect(result == CommandProcess.Result(status: 0, output: "GET /a\n", errors: ""))
    #expect(server.requests.map(\.line) == ["GET /a", "POST /b"])
  }

  /// The end of a program, its exit code, the code of its error, and the number that is stored then.
  static let ends: [(String, Int32, String?, String?)] = [
    ("", 0, nil, "1"), ("okit.exit()", 0, nil, "1"), ("okit.exit(7)", 7, nil, "1"),
    ("okit.exit(255)", 255, nil, "1"), ("okit.exit(256)", 1, "lua.error", nil), ("okit.exit(-1)", 1, "lua.error", nil),
    ("\(home) okit.exit(3)", 3, nil, "1"), ("\(home) table.sort({ 2, 1 }, function() okit.exit(4) end)", 4, nil, nil),
    ("okit.exit(true)", 0, nil, "1"),
    ("okit.exit(false)", 1, nil, "1"), ("okit.sleep(1) okit.exit(3)", 3, nil, "1"),
    ("okit.sleep(1) table.sort({ 2, 1 }, function() okit.exit(4) end)", 4, nil, "1"),
    ("error 'bad'", 1, "lua.error", nil), ("okit.sleep(1) error 'bad'", 1, "lua.error", nil),
    ("okit.await(function() end)", 1, "lua.wait", nil),
    ("okit.sleep(1) \(home)", 1, "lua.wait", nil), ("\(home) okit.sleep(1)", 1, "lua.wait", nil),
    ("\(home) error 'bad'", 1, "lua.error", nil),
    ("okit.ModelApplicationController:extend('app', { homeIdentifier = 'home' })", 1, "controller.unknown", nil),
    ("\(exiting(3)) error 'bad'", 3, "lua.error", nil), ("\(exiting(0)) error 'bad'", 1, "lua.error", nil),
    ("okit.sleep(1) \(exiting(3)) error 'bad'", 3, "lua.error", "1"),
    ("okit.sleep(1) \(exiting(0)) error 'bad'", 1, "lua.error", "1"), ("\(exiting(3))", 3, nil, "1"),
    ("while true do end", 1, "lua.limit", nil), ("okit.sleep(1) while true do end", 1, "lua.limit", nil),
  ]
  /// A variable that ends the program when it is closed.
  private static func exiting(_ status: Int) -> String {
    "local x <close> = setmetatable({}, { __close = function() okit.exit(\(status)) end })"
  }
  private static let home = "okit.ModelDetailTableController:extend('home', { titlePath = '#x' })"

  @Test(arguments: ends)
  func `a program ends`(end: String, status: Int32, code: String?, stored: String?) throws {
    let folder = try TestFolder()
    let script = "local N = okit.Model:extend('N', { n = 0 }) okit.Model.register(N).n = 1 \(end)"
    let limit = code == "lua.limit" ? "0.5s" : "60s"
    let result = try run(script, ["--now", "2020-01-01", "--limit-time", limit, "--format", "json"], in: folder)
    #expect(result.status == status)
    #expect(result.errors.contains("\"code\":\"\(code ?? "")\"") == (code != nil))
    let path = "data/okit/data/default.json"
    #expect((folder.exists(path) ? try folder.read(path).contains("\"n\": 1") : false) == (stored != nil))
  }

  @Test(arguments: [[], ["--now", "2020-01-01"]])
  func `a program may wait many times at one moment`(_ options: [String]) throws {
    let script = """
      for i = 1, 1500 do okit.sleep(0) end
      for i = 1, 1500 do okit.await(function(done) okit.after(0, done) end) end
      print "end"
      """
    #expect(try run(script, options) == CommandProcess.Result(status: 0, output: "end\n", errors: ""))
  }

  @Test(arguments: [[], ["--now", "2020-01-01"]])
  func `a program that waits without end is stopped at its limit`(_ options: [String]) throws {
    let result = try run("while true do okit.sleep(0) end", options + ["--limit-time", "0.5s", "--format", "json"])
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains("\"code\":\"lua.limit\""), "\(result.errors)")
  }

  @Test(arguments: [[], ["--now", "2020-01-01"]])
  func `timers that keep starting each other are reported once`(_ options: [String]) throws {
    let script = "local function f() okit.after(0, f) end f() for i = 1, 9 do okit.sleep(0.01) end print 'end'"
    let result = try run(script, options + ["--format", "json"])
    #expect(result.status == 1)
    #expect(result.output == "end\n")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains("\"code\":\"app.timers\""), "\(result.errors)")
  }

  @Test func `a program that waits forever is reported at the line that waits`() throws {
    let result = try run("local x = 1\nokit.await(function() end)", ["--now", "2020-01-01"])
    #expect(result.errors.hasPrefix("program.lua:2: the program waits"), "\(result.errors)")
  }

  @Test func `bytes that are not UTF-8 are read and printed unchanged`() throws {
    let folder = try TestFolder()
    try folder.write(
      "for line in okit.input:lines() do print(line .. '!', #line, utf8.len(line)) end", to: "program.lua")
    let result = try CommandProcess.run(
      ["program.lua", "--documents", "data"], input: Data([0x61, 0xFF, 0x0A, 0xE2, 0x82]), in: folder)
    #expect(result.status == 0)
    #expect(
      result.bytes == Array("a".utf8) + [0xFF] + Array("!\t2\tnil\t2\n".utf8) + [0xE2, 0x82]
        + Array("!\t2\tnil\t1\n".utf8))
  }

  @Test(arguments: ["os", "read"])
  func `io reads standard input with a permission`(_ permission: String) throws {
    let result = try run(
      "print(io.read(), io.stdin:read('n'), io.lines()(), io.read('a'))", ["--allow", permission],
      input: "one\n2 two\nthree\nfour\n")
    #expect(result == CommandProcess.Result(status: 0, output: "one\t2\t two\tthree\nfour\n\n", errors: ""))
  }

  @Test func `the main chunk of an application keeps its time limit`() throws {
    let result = try run("\(Self.home) while true do end", ["--format", "json"])
    #expect(result.status == 1)
    #expect(result.errors.contains("the script exceeded the time limit of 5 s"))
  }

  @Test(
    arguments: [["--exec", "screen"], ["--watch"], ["repl"]],
    ["", "okit.sleep(1)", "okit.sleep(0)", "okit.await(print)"])
  func `commands and reloading need an application`(_ options: [String], _ end: String) throws {
    let folder = try TestFolder()
    try folder.write("okit.Model.register(okit.Model:extend('N')) print(1) \(end)", to: "program.lua")
    let isRepl = options == ["repl"]
    let arguments = (isRepl ? options : []) + ["program.lua", "--documents", "data"] + (isRepl ? [] : options)
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("1\n"))
    #expect(
      result.errors == """
        \(options[0]) needs an application, and the script defines no controller (it runs as a program without \
        \(options[0]))

        """)
    #expect(!folder.exists("data/okit/data/default.json"))
  }

  @Test(
    arguments: [
      ("error 'bad'", 1, true), ("okit.exit(3)", 3, false), ("okit.sleep(0) okit.exit(3)", 3, false),
      ("\(exiting(0)) error 'bad'", 1, true), ("\(exiting(3)) error 'bad'", 3, true),
      ("\(home) okit.exit(3)", 3, false),
      ("\(home) \(exiting(4)) error 'bad'", 4, true),
    ] as [(String, Int32, Bool)])
  func `a script that ends itself is not rejected`(_ script: String, _ status: Int32, _ hasError: Bool) throws {
    for options in [[], ["--exec", "screen"], ["--watch"]] {
      let result = try run(script, options + ["--format", "json"])
      #expect(result.status == status, "\(options)")
      #expect(result.output == "")
      #expect(result.errors.split(separator: "\n").count == (hasError ? 1 : 0), "\(options): \(result.errors)")
      #expect(result.errors.contains("\"code\":\"lua.error\"") == hasError, "\(options): \(result.errors)")
    }
  }

  @Test func `an application cannot read the commands of its session`() throws {
    let result = try run(
      "function f() return okit.input:lines()() end \(Self.home)", ["--format", "json"], input: "eval f()\n")
    #expect(result.errors.contains("\"code\":\"input.session\""))
  }
}

/// The report of `scripts/world`.
@Suite struct ReportTests {
  private static let script = #filePath.replacing(
    "Tests/OKitRunTests/Session/ProgramTests.swift", with: "scripts/world/report.lua")

  @Test func `the report lists the ten largest countries and stores nothing`() throws {
    let folder = try TestFolder()
    let result = try CommandProcess.run([Self.script, "--documents", "data"], in: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.lines.count == 11)
    #expect(result.lines[0] == "country                cities     population")
    #expect(result.lines[1] == "China                       8      122122601")
    #expect(!folder.exists("data/okit/data"))
  }

  @Test func `a misspelt argument is rejected`() throws {
    let result = try CommandProcess.run([Self.script, "--documents", "data", "--", "--jsn"], in: try TestFolder())
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(#"unknown argument "--jsn"; the only one is --json"#))
  }

  @Test func `the report is JSON on demand`() throws {
    let result = try CommandProcess.run([Self.script, "--documents", "data", "--", "--json"], in: try TestFolder())
    guard case .array(let countries) = try JSONValue.parse(json: result.output) else {
      Issue.record("not an array: \(result)")
      return
    }
    #expect(countries.count == 10)
    #expect(countries.dropFirst().first == ["country": "India", "cities": 8, "population": 55_203_114])
  }
}
