import Foundation
import OKitTestSupport
import Testing

/// `okit-run test --watch`.
@Suite struct TestWatchTests {
  private static let files = [
    "app.lua": """
    local okit = require "okit"
    local part = require "part"
    okit.Model.register(okit.Model:extend("Counter", { value = part.value }))
    okit.ModelDetailTableController:extend("home", { titlePath = "value" })
    """,
    "part.lua": "return { value = 1 }",
    "app_test.lua": "it('launches', function() expect(okit.launch('app.lua').screen.title).to_be('1') end)",
    "other_test.lua": "local helper = require 'helper'\nit('other', function() expect(helper).to_be(1) end)",
    "helper.lua": "return 1",
  ]

  /// The results of the tests of one run, up to its last line.
  private func results(_ process: CommandProcess) -> [String] {
    var lines: [String] = []
    while let line = process.line() {
      if line.hasPrefix("  ok") || line.hasPrefix("  FAIL") { lines.append(line.trimmingCharacters(in: .whitespaces)) }
      if line.contains(/^\d+ passed/) { return lines }
    }
    return lines + ["ended"]
  }

  @Test(arguments: [[], ["--jobs", "2"]])
  func `a change runs what depends on the file`(_ options: [String]) throws {
    let folder = try TestFolder(Self.files)
    let process = try CommandProcess(["test", "--watch"] + options, in: folder)
    #expect(results(process) == ["ok    launches", "ok    other"])
    // A module of the application.
    try folder.write("return { value = 2 }", to: "part.lua")
    #expect(results(process) == ["FAIL  launches"])
    // A module of a test; nothing depends on the other file.
    try folder.write("", to: "unrelated.lua")
    try folder.write("return 2", to: "helper.lua")
    #expect(results(process) == ["FAIL  other"])
    try process.send("f")
    #expect(results(process) == ["FAIL  launches", "FAIL  other"])
    // A script that fails is watched too.
    try folder.write("return {", to: "part.lua")
    #expect(results(process) == ["FAIL  launches"])
    try folder.write("return { value = 1 }", to: "part.lua")
    #expect(results(process) == ["ok    launches"])
    try process.send("f")
    #expect(results(process) == ["FAIL  other"])
    // A new test file, and a test file itself.
    try folder.write("it('new', function() end)", to: "new_test.lua")
    #expect(results(process) == ["ok    new"])
    try folder.write("it('changed', function() end)", to: "other_test.lua")
    #expect(results(process) == ["ok    changed"])
    try process.send("a")
    #expect(results(process) == ["ok    launches", "ok    new", "ok    changed"])
    try process.send("q")
    #expect(try process.end() == 0)
  }

  @Test func `files of tests that did not run again are still watched`() throws {
    var files = Self.files
    files["both_test.lua"] = """
      it('launches', function() expect(okit.launch('app.lua').screen.title).to_be('1') end)
      it('fails', function() expect(require 'helper').to_be(2) end)
      """
    let folder = try TestFolder(files)
    let process = try CommandProcess(["test", "--watch", "both_test.lua"], in: folder)
    #expect(results(process) == ["ok    launches", "FAIL  fails"])
    try process.send("f")
    #expect(results(process) == ["FAIL  fails"])
    try folder.write("return { value = 2 }", to: "part.lua")
    #expect(results(process) == ["FAIL  launches", "FAIL  fails"])
    try process.send("q")
    #expect(try process.end() == 1)
  }

  /// The marks of a run that prints its report to standard output.
  private func mark(_ process: CommandProcess) -> String? {
    while let line = process.line() { if line.hasPrefix("== run") { return line } }
    return nil
  }

  @Test func `a line marks where a run starts`() throws {
    let folder = try TestFolder(Self.files)
    let process = try CommandProcess(["test", "--watch"], in: folder)
    #expect(mark(process) == "== run 1: the chosen tests ==")
    #expect(results(process).count == 2)
    try folder.write("return { value = 2 }", to: "part.lua")
    #expect(mark(process) == "== run 2: part.lua has changed ==")
    #expect(results(process) == ["FAIL  launches"])
    try process.send("f")
    #expect(mark(process) == "== run 3: the failed tests ==")
    try process.send("a")
    #expect(mark(process) == "== run 4: all tests ==")
    #expect(results(process).count == 2)
    try process.send("q")
    #expect(try process.end() == 1)
  }

  @Test func `a report of another format has no marks in it`() throws {
    let folder = try TestFolder(["a_test.lua": "it('a', function() end)"])
    let result = try CommandProcess.run(["test", "--watch", "--format", "json"], input: "aq", in: folder)
    #expect(!result.output.contains("== run"))
    #expect(
      result.errors.contains("== run 1: the chosen tests ==") && result.errors.contains("== run 2: all tests =="))
  }

  @Test func `the end of the input quits, and a failed test is reported`() throws {
    let folder = try TestFolder(["a_test.lua": "it('fails', function() error('no') end)"])
    let process = try CommandProcess(["test", "--watch"], in: folder)
    #expect(results(process) == ["FAIL  fails"])
    #expect(try process.end() == 1)
  }

  @Test func `keys work on a terminal`() throws {
    let folder = try TestFolder(["a_test.lua": "it('a', function() end)"])
    let terminal = try TerminalProcess(["test", "--watch", "--color", "never"], in: folder)
    for _ in 1...2 {
      #expect(terminal.until("watching 1 file; press a to run all tests, f the failed ones, q to quit") != nil)
      try terminal.type("f")
      #expect(terminal.until("no test has failed") != nil)
      try terminal.type("a")
      #expect(terminal.until("1 passed, 0 failed") != nil)
    }
    try terminal.type("q")
    #expect(terminal.end() == 0)
  }

  @Test(arguments: ["q", "\u{3}", "\u{4}"])
  func `a key quits during a run`(key: String) throws {
    let folder = try TestFolder([
      "app.lua": "okit.ModelDetailTableController:extend('home', { titlePath = '#x' })",
      "a_test.lua": "it('hangs', function() okit.launch('app.lua') print('running') while true do end end)",
    ])
    let terminal = try TerminalProcess(["test", "--watch", "--color", "never"], in: folder)
    #expect(terminal.until("running") != nil)
    try terminal.type("xa" + key)
    #expect(terminal.end() == 1)
  }

  @Test func `an input that ends with q runs the tests once`() throws {
    let folder = try TestFolder(["a_test.lua": "it('a', function() end)"])
    for keys in ["q", "aq", ""] {
      let result = try CommandProcess.run(["test", "--watch"], input: keys, in: folder)
      #expect(result.status == 0)
      #expect(result.output.contains("1 passed, 0 failed"))
    }
  }

  @Test func `keys that are pressed during a run are taken after it`() throws {
    let folder = try TestFolder([
      "a_test.lua": "it('reads', function() print('running') expect(io.open('pipe'):read('l')).to_be('go') end)"
    ])
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    let terminal = try TerminalProcess(["test", "--watch", "--color", "never", "--allow", "read"], in: folder)
    for key in ["a", ""] {
      #expect(terminal.until("running") != nil)
      try terminal.type(key)
      let pipe = try #require(FileHandle(forWritingAtPath: "\(folder.path)/pipe"))
      try pipe.write(contentsOf: Data("go\n".utf8))
      try pipe.close()
      #expect(terminal.until("1 passed, 0 failed") != nil)
    }
    #expect(terminal.until("press a to run all tests") != nil)
    try terminal.type("q")
    #expect(terminal.end() == 0)
  }
}
