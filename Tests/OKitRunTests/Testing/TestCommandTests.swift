import Foundation
import OKitTestSupport
import Testing

/// The options of `okit-run test`.
@Suite struct TestCommandTests {
  private static let files = [
    "a_test.lua": """
    it("one", { tags = "x" }, function() print("printed by one") end)
    describe("block", function()
      it("two", function() expect(1).to_be(fixed and 1 or 2) end)
      it("three", function() end)
    end)
    """,
    "b_test.lua": "it('four', function() print('printed by four') end)",
    "sub/c_spec.lua": "it('five', function() end)\nit.skip('six', function() end)",
  ]

  private func folder() throws -> TestFolder { try TestFolder(Self.files) }

  private func test(_ arguments: String..., in folder: TestFolder? = nil) throws -> CommandProcess.Result {
    var result = try CommandProcess.run(["test"] + arguments, in: folder ?? self.folder())
    result.output = result.output.replacing(/in \d+\.\d+ s/, with: "in 0 s")
    return result
  }

  // MARK: --list

  @Test func `a list names places and runs nothing`() throws {
    let folder = try folder()
    let result = try test("--list", in: folder)
    #expect(
      result.output == """
        a_test.lua:1: one
        a_test.lua:3: block two
        a_test.lua:4: block three
        b_test.lua:1: four
        sub/c_spec.lua:1: five
        sub/c_spec.lua:2: six

        """)
    #expect(result.status == 0 && result.errors == "")
    #expect(try test("--list", "a_test.lua:3", in: folder).output == "a_test.lua:3: block two\n")
    #expect(
      try test("--list", "--format", "json", "--tags", "x", in: folder).output
        == #"{"file":"a_test.lua","kind":"test","name":"one","path":["one"],"place":"a_test.lua:1","tags":["x"]}"#
        + "\n")
    #expect(try test("--list", "--jobs", "2", in: folder).output == result.output)
    #expect(try test("--list", "--filter", "nothing", in: folder).status == 2)
  }

  @Test func `a list of a broken file fails`() throws {
    let result = try test("--list", in: TestFolder(["a_test.lua": "it(", "b_test.lua": "it('x', function() end)"]))
    #expect(result.status == 1)
    #expect(result.output.contains("unexpected symbol near <eof>") && result.output.contains("b_test.lua:1: x\n"))
  }

  // MARK: --pause

  private static let failing = [
    "app.lua": ShopScript.text,
    "app_test.lua": """
    it("fails", function() okit.launch("app.lua"):tap("Nothing") end)
    it("passes", function() end)
    """,
  ]

  @Test func `a failed test opens a session with its application`() throws {
    let folder = try TestFolder(Self.failing)
    let terminal = try TerminalProcess(["test", "--pause", "--color", "never"], in: folder)
    #expect(terminal.until("The test has failed at app_test.lua:1.") != nil)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("stack\r")
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("quit\r")
    #expect(terminal.until("1 passed, 1 failed") != nil)
    #expect(terminal.end() == 1)
  }

  @Test(arguments: [[], ["--jobs", "2"], ["--ci"], ["--watch"], ["--list"]])
  func `a session needs a terminal and one process`(_ options: [String]) throws {
    let result = try CommandProcess.run(["test", "--pause"] + options, in: TestFolder(Self.failing))
    #expect(result.status == 2 && result.errors.contains("--pause "), "\(result.errors)")
  }

  // MARK: --filter, --prune-snapshots

  @Test(arguments: [[], ["--jobs", "2"]])
  func `of several filters a test must match one`(_ options: [String]) throws {
    let folder = try folder()
    let result = try CommandProcess.run(["test", "--filter", "t[wh]", "--filter", "four"] + options, in: folder)
    let marks = result.output.split(separator: "\n").filter { $0.hasPrefix("  ok") || $0.hasPrefix("  FAIL") }
    #expect(marks == ["  FAIL  block two", "  ok    block three", "  ok    four"])
    let none = try test("--filter", "no", "--filter", "nor", in: folder)
    #expect(none.status == 2 && none.errors == "no test matches one of the filters (6 tests found)\n")
  }

  @Test(arguments: [[], ["--jobs", "2"]])
  func `stale snapshots are listed and removed`(_ options: [String]) throws {
    let folder = try TestFolder([
      "a_test.lua": "it('a', function() expect(1).to_match_snapshot('kept') end)",
      "b_test.lua": "it('b', function() end)",
      "__snapshots__/a_test/kept.txt": "1", "__snapshots__/a_test/old.txt": "1",
    ])
    let listed = try CommandProcess.run(["test"] + options, in: folder)
    #expect(listed.status == 0 && listed.output.contains("\n1 stale snapshot that no test asks for;"))
    #expect(listed.output.contains("\n  __snapshots__/a_test/old.txt\n"), "\(listed.output)")
    let pruned = try CommandProcess.run(["test", "--prune-snapshots"] + options, in: folder)
    #expect(pruned.output.contains("\n1 stale snapshot removed:\n  __snapshots__/a_test/old.txt\n2 passed"))
    #expect(folder.exists("__snapshots__/a_test/kept.txt") && !folder.exists("__snapshots__/a_test/old.txt"))
    #expect(try test("--prune-snapshots", "--ci", in: folder).status == 2)
    #expect(try test("--prune-snapshots", "--list", in: folder).status == 2)
  }

  // MARK: --jobs

  @Test(arguments: [
    [], ["--format", "tap"], ["--shuffle", "--seed", "5"], ["--repeat", "2"], ["--bail"], ["--retries", "1"],
    ["--shard", "1/2"], ["--ci"], ["--quiet"], ["a_test.lua:3", "b_test.lua"], ["--filter", "t"],
  ])
  func `processes print what one process prints`(_ options: [String]) throws {
    let folder = try folder()
    func run(_ more: [String]) throws -> CommandProcess.Result {
      var result = try CommandProcess.run(["test"] + more + options, in: folder)
      result.output = result.output.replacing(/in \d+\.\d+ s/, with: "").replacing(/duration: .*/, with: "")
      return result
    }
    let expected = try run([])
    #expect(expected.output.contains("failed"))
    for jobs in ["2", "7"] { #expect(try run(["--jobs", jobs]) == expected) }
  }

  @Test func `a missing permission is an option`() throws {
    let folder = try TestFolder(["a_test.lua": "it('reads', function() io.open('a') end)"])
    let result = try test(in: folder)
    #expect(result.output.contains("(global 'io') (run with --allow read or --allow write)"), "\(result)")
  }

  @Test func `tests and the programs that they start have no variable of the runner`() throws {
    let folder = try TestFolder([
      "a_test.lua": """
      it("has none", function()
        expect(os.getenv("GLIBC_TUNABLES")).to_be(nil)
        expect(io.popen("env | grep -c GLIBC_TUNABLES"):read("l")).to_be("0")
      end)
      """
    ])
    let result = try test("--allow", "env,os", in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test func `records are not read from the output of scripts`() throws {
    let folder = try TestFolder([
      "a_test.lua": #"""
      it("prints", function()
        print('{"event":{"kind":"fail","file":"a_test.lua"}}')
        os.execute("echo '{\"print\":\"x\"}'; echo x >&3")
      end)
      """#,
      "b_test.lua": "it('passes', function() end)",
    ])
    let result = try test("--jobs", "2", "--allow", "os", in: folder)
    #expect(result.status == 0)
    #expect(result.lines.last == "2 passed, 0 failed")
    #expect(result.errors.contains("{\"event\":"))
  }

  @Test(arguments: [[], ["--jobs", "2"]])
  func `a process that ends fails its test`(_ options: [String]) throws {
    let folder = try TestFolder([
      "a_test.lua": "it('passes', function() end)\nit('dies', function() os.execute('kill -9 $PPID') end)",
      "b_test.lua": "it('passes too', function() end)", "c_test.lua": "os.execute('kill -9 $PPID')",
    ])
    let result = try CommandProcess.run(["test", "--allow", "os"] + options, in: folder)
    #expect(result.status == 1)
    #expect(result.lines.contains("  FAIL  dies"))
    #expect(result.output.contains("the process that ran the file was ended by signal 9"))
    #expect(result.lines.last == "2 passed, 2 failed")
  }

  @Test(.timeLimit(.minutes(10)), arguments: [[], ["--jobs", "2"]])
  func `the processes end with the one that has started them`(_ options: [String]) throws {
    let folder = try TestFolder([
      "a_test.lua": "it('hangs', function() os.execute('echo started') while true do end end)"
    ])
    let process = try CommandProcess(["test", "--allow", "os", "--timeout", "1000s"] + options, in: folder)
    #expect(process.line() == "started")
    process.signal(SIGTERM)
    // The output ends when the last process that can write to it has ended.
    #expect(process.wait() == (128 + SIGTERM, false))
  }

  // MARK: Paths

  @Test(arguments: [["./sub"], ["sub/"], ["sub//a_test.lua", "./sub/../sub/a_test.lua"], ["PATH/sub"]])
  func `paths are shown relative to the working directory`(_ paths: [String]) throws {
    let folder = try TestFolder([
      "sub/a_test.lua": "it('fails', function()\n  okit.launch('../app.lua')\nend)", "app.lua": "error('bad')",
    ])
    let result = try CommandProcess.run(
      ["test"] + paths.map { $0.replacing("PATH", with: folder.path) }, in: folder)
    #expect(result.status == 1 && result.lines.last == "0 passed, 1 failed")
    #expect(result.lines.first == "sub/a_test.lua")
    #expect(result.lines.contains("   at app.lua:1"))
    #expect(!result.output.contains("./") && !result.output.contains(folder.path))
  }

  @Test func `the help has examples`() throws {
    let help = try test("--help", in: try TestFolder())
    #expect(
      help.status == 0 && help.output.contains("EXAMPLES:") && help.output.contains("okit-run test shop_test.lua:12"))
  }

  // MARK: --last-failed

  @Test func `the failed tests run again until they pass`() throws {
    let folder = try folder()
    let first = try test("--last-failed", in: folder)
    #expect(first.status == 0 && first.output == "" && first.errors.hasPrefix("no test has failed"))
    #expect(try test(in: folder).status == 1)
    let again = try test("--last-failed", "--quiet", in: folder)
    #expect(again.status == 1 && again.lines.last == "0 passed, 1 failed")
    // Another selection keeps the entry.
    #expect(try test("--filter", "three", in: folder).status == 0)
    #expect(try test("--last-failed", "b_test.lua", in: folder).status == 2)
    try folder.write("fixed = true\n" + (Self.files["a_test.lua"] ?? ""), to: "a_test.lua")
    let fixed = try test("--last-failed", "--jobs", "2", in: folder)
    #expect(fixed.status == 0 && fixed.lines.last == "1 passed, 0 failed")
    #expect(try test("--last-failed", in: folder).errors.hasPrefix("no test has failed"))
  }

  @Test func `a file that failed as a whole runs as a whole`() throws {
    let folder = try TestFolder(["a_test.lua": "it(", "b_test.lua": "it('other', function() end)"])
    #expect(try test(in: folder).status == 1)
    try folder.write("it('a', function() end)\nit('b', function() end)", to: "a_test.lua")
    #expect(try test("--last-failed", in: folder).lines.last == "2 passed, 0 failed")
  }

  // MARK: --ci

  @Test func `CI writes nothing and rejects only and new snapshots`() throws {
    let folder = try TestFolder([
      "a_test.lua": """
      it("new", function() expect("text").to_match_snapshot() end)
      it.only("only", function() end)
      """
    ])
    let result = try test("--ci", "--color", "always", in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains("there is no snapshot \"new\"; run the test without --ci to write it"))
    #expect(result.output.contains("it.only is not permitted with --ci\n   at a_test.lua:2"))
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.lines.last == "0 passed, 2 failed")
    #expect(!folder.exists("__snapshots__") && !folder.exists(".local"))
  }

  @Test func `first snapshots are counted`() throws {
    let folder = try TestFolder([
      "a_test.lua": "it('a', function() expect(1).to_match_snapshot(); expect(2).to_match_snapshot() end)",
      "b_test.lua": "it('b', function() expect(1).to_match_snapshot() end)",
    ])
    #expect(try test("--jobs", "2", in: folder).lines.suffix(2) == ["3 snapshots written", "2 passed, 0 failed"])
    #expect(try test(in: folder).lines.suffix(2) == ["Ran 2 tests in 0 s", "2 passed, 0 failed"])
    #expect(try test("--ci", in: folder).status == 0)
  }

  // MARK: Reports

  @Test func `quiet prints failures and totals`() throws {
    let result = try test("--quiet")
    #expect(
      result.output == """
        a_test.lua
          FAIL  block two

        Failures:

        1) block two
           expected to be 2, got 1
           at a_test.lua:3
             3 |   it("two", function() expect(1).to_be(fixed and 1 or 2) end)

        Ran 6 tests in 0 s
        4 passed, 1 failed, 1 skipped

        """)
  }

  @Test func `verbose and slowest print places and durations`() throws {
    let result = try test("--verbose", "--slowest", "2")
    #expect(result.output.contains(/\ \ ok    one \(a_test\.lua:1, #x, 0\.\d+ s\)/))
    #expect(result.output.contains(/Slowest tests:\n  \d\.\d+ s  .*_test.lua:\d\n  \d\.\d+ s  .*\n\nRan 6 tests/))
  }

  @Test(arguments: [
    (["--shard", "3/2"], "\"3/2\" is not a shard; use 1/3, 2/3 and 3/3 for three parts."),
    (["--shard", "0/2"], "is not a shard"), (["--shard", "x"], "is not a shard"),
    (["--shard", "1/2/3"], "is not a shard"),
    (["--jobs", "0"], "--jobs must be at least 1."), (["--retries", "-1"], "--retries"),
    (["--quiet", "--verbose"], "--quiet and --verbose exclude each other."),
    (["--ci", "--update-snapshots"], "--ci and --update-snapshots exclude each other."),
    (["--list", "--format", "tap"], "--list is for --format pretty and json."),
    (["--watch", "--ci"], "--watch and --ci exclude each other."),
    (["--slowest", "2", "--format", "json"], "--quiet, --verbose and --slowest are for --format pretty."),
    (["a_test.lua:99"], "no test contains a_test.lua:99 (3 tests found)"),
  ])
  func `wrong options exit with code 2`(_ arguments: [String], _ message: String) throws {
    let result = try CommandProcess.run(["test"] + arguments, in: folder())
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `an empty shard passes`() throws {
    let result = try test("--shard", "9/9", "b_test.lua")
    #expect(result.status == 0 && result.lines.last == "0 passed, 0 failed")
  }

  @Test func `a terminal shows the running test and no control characters of names`() throws {
    let folder = try TestFolder(["a_test.lua": #"it("red \27[31m", function() end)"#])
    let terminal = try TerminalProcess(["test", "--color", "never"], in: folder)
    let output = try #require(terminal.until("1 passed, 0 failed"))
    #expect(output.contains("\r\u{1B}[K  0 passed, 0 failed: red \\u{1B}[31m\r\u{1B}[K"))
    #expect(output.contains("  ok    red \\u{1B}[31m\r\n"))
    #expect(terminal.end() == 0)
  }
}
