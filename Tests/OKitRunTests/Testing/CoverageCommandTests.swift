import Foundation
import OKitCoverage
import OKitTestSupport
import Testing

/// `okit-run test --coverage`, `okit-run test merge` and `okit-run trace --coverage`.
@Suite struct CoverageCommandTests {
  private static let app = """
    local okit = require "okit"
    local t = okit.types
    local Task = okit.ModelEntity:extend("Task", { name = "", due = t.optional(t.date), done = false })
    function Task:state()
      if self.done and self.due then return "in time" end
      return self.done and "done" or "open"
    end
    function Task:finish() self.done = true end
    function Task:ask()
      okit.alert { title = "Sure?", actions = { { title = "Yes" }, { title = "No", style = "cancel" } } }
    end
    local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task) })
    okit.Model.initialize(function() okit.Model.register(Tasks) end)
    okit.ModelListTableController:extend("tasks", {
      type = "Task", dataPath = "tasks", titlePath = "#Tasks", quickName = "#Done", quickTap = "finish()",
      quickEnabled = "!done",
      cell = okit.ModelTableCell {
        path = "name", detailPath = "due/formatDate", accessibilityHint = "state()", segue = "task",
      },
    })
    okit.ModelDetailTableController:extend("task", {
      titlePath = "name", right = { okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" } },
      sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
    })
    """

  private static let launch = #"okit.launch("app.lua", { fixture = { tasks = { { name = "Write" } } } })"#

  private static let first = """
    it("finishes", function()
      local app = \(launch)
      app:row("Write"):quick()
      expect(app:model().tasks[1].done).to_be(true)
    end)
    """

  private static let second = """
    it("asks", function()
      local app = \(launch)
      app:row("Write"):tap()
      app:tap "Ask"
      app.alert:tap "Yes"
    end)
    """

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": Self.app, "a_test.lua": Self.first, "b_test.lua": Self.second])
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder)
  }

  private func report(_ name: String = "c") throws -> CoverageReport {
    try CoverageReport(json: Array(folder.read("\(name)/coverage.json").utf8))
  }

  private func item(_ id: String, in report: CoverageReport) throws -> CoverageItem {
    try #require(report.items.first { $0.id == id }, "\(report.items.map(\.id))")
  }

  private func names(_ item: CoverageItem, _ report: CoverageReport) -> [String] {
    item.tests.map { report.tests[$0].name }
  }

  // MARK: What is counted

  @Test func linesAndBranches() throws {
    #expect(try run("test", "--coverage", "c").status == 0)
    let report = try report()
    #expect(report.tests.map(\.name) == ["finishes", "asks"])
    let line = try item("line:app.lua:Task.ask:1", in: report)
    #expect(line.line == 10 && names(line, report) == ["asks"])
    // Both outcomes of the `and`, but no date.
    let and = try item("branch:app.lua:Task.state:2", in: report)
    #expect(and.outcomes[.true, default: 0] > 0 && and.outcomes[.false, default: 0] > 0)
    let condition = try item("branch:app.lua:Task.state:1", in: report)
    #expect(condition.missed == [.true] && condition.line == 5 && condition.column == 6)
    #expect(try item("function:app.lua:Task.ask", in: report).tests.map { report.tests[$0].name } == ["asks"])
  }

  @Test func definitions() throws {
    let result = try run("test", "--coverage", "c", "--quiet")
    let report = try report()
    let binding = try item("binding:tasks/cell/detailPath", in: report)
    #expect(binding.missed == [.value] && binding.line == 18 && binding.column == 33)
    #expect(
      result.output.contains(#"app.lua:18:33  binding tasks/cell/detailPath "due/formatDate": only nil"# + "\n"),
      "\(result.output)")
    #expect(try item("binding:tasks/quickEnabled", in: report).missed == [])
    for (id, tests) in [
      ("controller:tasks", ["finishes", "asks"]), ("controller:task", ["asks"]),
      ("cell:tasks/cell", ["finishes", "asks"]),
      ("action:tasks/quickTap", ["finishes"]), ("segue:tasks/cell/segue", ["asks"]),
      (#"action:task/bar button "Ask"/tap"#, ["asks"]), ("answer:app.lua:Task.ask:Yes", ["asks"]),
      ("answer:app.lua:Task.ask:No", []),
    ] {
      let found = try item(id, in: report)
      #expect(names(found, report) == tests, "\(id)")
    }
    #expect(try item("segue:tasks/cell/segue", in: report).outcomes == [.performed: 1])
  }

  @Test func testsAreThoseThatFailWithAnError() throws {
    try folder.write(
      """
      describe("shared", function()
        local app
        before_all(function()
          app = \(Self.launch)
          expect(app.screen.title).to_be("Tasks")
        end)
        it("one", function() end)
        it("two", function() app:row("Write"):quick() end)
      end)
      it("apart", function() end)
      """, to: "a_test.lua")
    _ = try run("test", "a_test.lua", "--coverage", "c")
    let report = try report()
    for id in ["line:app.lua:main:1", "function:app.lua:Task.finish"] {
      let item = try item(id, in: report)
      try folder.write(
        Self.app.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
          index + 1 != item.line
            ? String(line)
            : item.id.contains("finish") ? "function Task:finish() error('x') end" : "error('x')"
        }.joined(separator: "\n"), to: "app.lua")
      let failed = try run("test", "a_test.lua", "--format", "json").output.split(separator: "\n").filter {
        $0.contains(#""kind":"fail""#)
      }
      let names = failed.compactMap { line in line.firstMatch(of: #/"name":"([^"]*)"/#).map { String($0.1) } }
      #expect(names == self.names(item, report), "\(id)")
      try folder.write(Self.app, to: "app.lua")
    }
  }

  /// A function of `loadfile` may be called several times, also with an environment of its own.
  @Test func filesThatScriptsLoad() throws {
    try folder.write(
      """
      local okit = require "okit"
      print(dofile "parts/sum.lua", pcall(dofile, "./parts/sum.lua"))
      local sum = loadfile("parts/sum.lua", "t", { limit = 1, print = print })
      print(sum(), sum())
      print(select(2, loadfile "parts/wrong.lua"))
      """, to: "app.lua")
    try folder.write(
      """
      if (limit or 0) > 0 then
        return limit
      end
      local function never() return 1 end
      return 0, _ENV == _G
      """, to: "parts/sum.lua")
    try folder.write("if if", to: "parts/wrong.lua")
    try folder.write("it('runs', function() print(okit.launch('app.lua').output) end)", to: "a_test.lua")
    let plain = try run("test", "a_test.lua", "--allow", "read")
    let counted = try run("test", "a_test.lua", "--allow", "read", "--coverage", "c")
    #expect(plain.status == 0 && plain.errors == counted.errors, "\(plain) \(counted)")
    #expect(plain.errors.hasPrefix("0\ttrue\t0\ttrue\n1\t1\nparts/wrong.lua:1: "), "\(plain.errors)")
    let report = try report()
    let branch = try item("branch:parts/sum.lua:main:1", in: report)
    #expect(branch.outcomes == [.true: 2, .false: 2] && names(branch, report) == ["runs"])
    #expect(try item("function:parts/sum.lua:never", in: report).isReached == false)
  }

  /// A binding that fails in a `before_all` is reported, and fails each test of the block.
  @Test func testsOfABindingInAHook() throws {
    try folder.write(
      """
      describe("shared", function()
        local app
        before_all(function()
          app = \(Self.launch)
          expect(app.screen.title).to_be("Tasks")
        end)
        it("one", function() end)
        it("two", function() expect(app.screen.title).to_be("Tasks") end)
      end)
      """, to: "a_test.lua")
    _ = try run("test", "a_test.lua", "--coverage", "c")
    let report = try report()
    let item = try item("line:app.lua:Task.state:2", in: report)
    #expect(names(item, report) == ["shared one", "shared two"])
    try folder.write(
      Self.app.replacing("return self.done and", with: "do error('x') end return self.done and"), to: "app.lua")
    let result = try run("test", "a_test.lua")
    #expect(result.output.contains("0 passed, 2 failed"), "\(result.output)")
    try folder.write(
      folder.read("a_test.lua").replacing(
        "it(\"one\", function()", with: "it(\"one\", function() _ = #app.diagnostics"),
      to: "a_test.lua")
    #expect(try run("test", "a_test.lua").output.contains("2 passed, 0 failed"))
  }

  @Test func ignoredCode() throws {
    try folder.write(
      Self.app.replacing(
        "function Task:finish()", with: "-- okit: ignore coverage\nfunction Task:finish()"), to: "app.lua")
    _ = try run("test", "--coverage", "c")
    #expect(try !report().items.contains { $0.id.contains("Task.finish") })
  }

  // MARK: Files

  @Test func filesAgree() throws {
    _ = try run("test", "--coverage", "c")
    let report = try report()
    let lcov = try folder.read("c/lcov.info")
    func sum(_ name: String) -> Int {
      lcov.split(separator: "\n").filter { $0.hasPrefix(name + ":") }.reduce(0) {
        $0 + (Int($1.dropFirst(name.count + 1)) ?? 0)
      }
    }
    let totals = report.totals
    let branches = [CoverageKind.branch, .binding].compactMap { totals[$0] }
    #expect(sum("LF") == totals[.line]?.of && sum("LH") == totals[.line]?.covered)
    #expect(sum("BRF") == branches.reduce(0) { $0 + $1.of } && sum("BRH") == branches.reduce(0) { $0 + $1.covered })
    #expect(sum("FNF") == totals[.function]?.of && sum("FNH") == totals[.function]?.covered)
    let cobertura = try folder.read("c/cobertura.xml")
    #expect(cobertura.contains("lines-valid=\"\(totals[.line]?.of ?? 0)\""))
    #expect(try folder.read("c/index.html").contains("binding:tasks/cell/detailPath"))
  }

  @Test func processesAndShardsGiveTheSame() throws {
    _ = try run("test", "--coverage", "c")
    let whole = try folder.read("c/coverage.json")
    _ = try run("test", "--coverage", "jobs", "--jobs", "2")
    #expect(try folder.read("jobs/coverage.json") == whole)
    for shard in 1...3 { _ = try run("test", "--coverage", "s\(shard)", "--shard", "\(shard)/3") }
    let result = try run(
      "test", "merge", "s1/coverage.json", "s2/coverage.json", "s3/coverage.json", "--coverage", "all")
    #expect(result.status == 0 && result.output.hasPrefix("lines "), "\(result)")
    #expect(try folder.read("all/coverage.json") == whole)
    #expect(try folder.read("all/lcov.info") == folder.read("c/lcov.info"))
  }

  /// The hooks of a block run in each shard that has a test of it.
  @Test func hooksCountOnceInShards() throws {
    try folder.write(
      """
      local function launch() return \(Self.launch) end
      describe("shared", function()
        local app
        before_all(function() app = launch() end)
        after_all(function() launch() end)
        it("one", function() end)
        it("two", function() app:row("Write"):quick() end)
        describe("inner", function()
          before_all(function() launch() end)
          it("three", function() end)
          it("four", function() launch() end)
        end)
      end)
      """, to: "a_test.lua")
    _ = try run("test", "--coverage", "c")
    for shard in 1...3 { _ = try run("test", "--coverage", "s\(shard)", "--shard", "\(shard)/3") }
    for shards in [["s1", "s2", "s3"], ["s3", "s1", "s2"]] {
      _ = try CommandProcess.run(
        ["test", "merge", "--coverage", "all"] + shards.map { "\($0)/coverage.json" }, in: folder)
      #expect(try folder.read("all/coverage.json") == folder.read("c/coverage.json"))
    }
  }

  @Test func otherFilesStay() throws {
    try folder.write("mine", to: "c/coverage.json")
    let result = try run("test", "--coverage", "c")
    #expect(result.status == 1 && result.errors.contains("okit has not written it"), "\(result)")
    #expect(try folder.read("c/coverage.json") == "mine")
  }

  // MARK: Minimums and baselines

  @Test func minimums() throws {
    let result = try run("test", "--coverage", "c", "--coverage-min", "lines=50,bindings=100")
    #expect(result.status == 1)
    #expect(
      result.errors.contains("bindings: ") && result.errors.contains("; the minimum is 100 %"), "\(result.errors)")
    #expect(!result.errors.contains("lines: "))
    #expect(try run("test", "--coverage", "c", "--coverage-min", "lines=50").status == 0)
    #expect(
      try run("test", "merge", "c/coverage.json", "--coverage", "m", "--coverage-min", "branches=100").status == 1)
  }

  @Test func baselines() throws {
    _ = try run("test", "--coverage", "old")
    let same = try run("test", "--coverage", "c", "--coverage-baseline", "old/coverage.json")
    #expect(same.status == 0, "\(same)")
    let less = try run("test", "a_test.lua", "--coverage", "c", "--coverage-baseline", "old/coverage.json")
    #expect(less.status == 1)
    #expect(less.output.contains("action task/bar button \"Ask\"/tap \"ask()\": no longer performed"), "\(less.output)")
  }

  @Test(arguments: [
    (["test", "--coverage-min", "lines=1"], "--coverage-min needs --coverage"),
    (["test", "--coverage-baseline", "x"], "--coverage-baseline needs --coverage"),
    (["test", "--coverage", ""], "--coverage needs the name of a folder"),
    (["test", "--coverage", "c", "--list"], "--coverage excludes --list and --watch"),
    (["test", "--coverage", "c", "--coverage-min", "lins=1"], "(did you mean \"lines\"?)"),
    (["test", "--coverage", "c", "--coverage-min", "lines=101"], "expected a whole number from 0 to 100"),
    (["test", "--coverage", "c", "--coverage-min", "lines"], "write lines=90,bindings=80"),
    (["test", "--coverage", "c", "--coverage-baseline", "none.json"], "cannot read none.json"),
    (["test", "--coverage", "c", "--coverage-baseline", "app.lua"], "app.lua"),
    (["test", "merge", "none.json", "--coverage", "c"], "cannot read none.json"),
    (["test", "merge", "none.json"], "merge needs --coverage"),
    (["test", "merge", "--coverage", "c"], "Missing expected argument '<files> ...'"),
    (["test", "merge", "--coverage", "c"], "See 'okit-run test merge --help'"),
    (["test", "merge"], "USAGE: okit-run test merge <files> ... --coverage <dir>"),
    (["test", "merge", "--coverge", "c"], "--coverge"),
    (["trace", "a.okittrace", "b.okittrace"], "several are for --coverage"),
    (["trace", "a.okittrace", "--coverage", "c", "--to", "html"], "--coverage excludes"),
  ])
  func wrongUse(_ arguments: [String], _ text: String) throws {
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.status == 2, "\(result)")
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  // MARK: Traces

  @Test func traces() throws {
    _ = try run("test", "--coverage", "c", "--trace", "t", "--trace-when", "always")
    let trace = try folder.read("t/a_test-1.okittrace")
    #expect(trace.contains(#""covered":["action:tasks/quickTap"#), "\(trace)")
    let result = try run("trace", "t/a_test-1.okittrace", "t/b_test-1.okittrace", "--coverage", "r")
    #expect(result.status == 0, "\(result)")
    let (measured, replayed) = (try report(), try report("r"))
    #expect(replayed.tests == measured.tests)
    #expect(try item("action:tasks/quickTap", in: replayed).tests == item("action:tasks/quickTap", in: measured).tests)
  }

  @Test func scriptsThatCannotBeCounted() throws {
    let text = (1...200).map { "local v\($0) = \($0)" }.joined(separator: "\n") + "\n"
    try folder.write(text, to: "many.lua")
    try folder.write(Self.app.replacing("local t =", with: "require 'many'\nlocal t ="), to: "app.lua")
    let result = try run("test", "--coverage", "c")
    #expect(result.status == 0)
    #expect(result.errors.contains("the lines and branches of many.lua are not counted"), "\(result.errors)")
  }
}
