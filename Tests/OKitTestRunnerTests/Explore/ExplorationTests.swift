import Foundation
import OKitEngine
import OKitExplore
import OKitTestRunner
import OKitTestSupport
import Testing

/// The search for planted faults, and what it makes of them. `tools/check-planted.py` looks for each of them with many
/// seeds.
@Suite struct ExplorationTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Explore").path

  private static func options() -> TestFileRunner.Options {
    var options = TestFileRunner.Options()
    options.print = { _ in }
    options.configure = { $0.parts = .everything }
    return options
  }

  private func explore(
    _ file: String, seed: UInt64 = 1, steps: Int = 20_000, jobs: Int = 1
  ) throws -> ExplorationReport {
    let source = try ExplorationFile("\(Self.folder)/\(file)")
    var settings = ExplorationSettings()
    (settings.seed, settings.steps) = (seed, steps)
    if jobs > 1 {
      let team = ThreadTeam(jobs) {
        let (runner, explorations) = try source.explorations(Self.options())
        return ExplorationLauncher(try #require(explorations.first), runner)
      }
      return try Exploration.run(settings, team)
    }
    let (runner, explorations) = try source.explorations(Self.options())
    defer { runner.close() }
    return try Exploration.run(settings, SingleWorker(ExplorationLauncher(try #require(explorations.first), runner)))
  }

  /// Explores with more and more steps until there are so many findings: fewer steps are the beginning of more.
  private func find(_ count: Int = 1, in file: String, seed: UInt64 = 1) throws -> [ExploredFinding] {
    var findings: [ExploredFinding] = []
    for steps in [2500, 8500, 20_000] where findings.count < count {
      findings = try explore(file, seed: seed, steps: steps).findings
    }
    return findings
  }

  @Test(arguments: [
    "clean.lua", "clean_http_test.lua", "clean_orders.lua", "clean_timers.lua", "clean_wizard.lua", "clean_words.lua",
  ])
  func `a clean application gives no finding`(file: String) throws {
    for seed: UInt64 in LongTests.areOn ? Array(1...10) : [1] {
      let report = try explore(file, seed: seed, steps: LongTests.areOn ? 20_000 : 2500)
      #expect(report.findings.isEmpty, "\(seed): \(report.findings.map(\.fault.diagnostic))")
      #expect(report.statistics.steps >= 2500)
    }
  }

  @Test func `two faults give two findings`() throws {
    let findings = try find(2, in: "kitchen.lua")
    #expect(Set(findings.compactMap(\.fault.diagnostic.place?.line)) == [9, 15])
    #expect(findings.count == 2 && findings.allSatisfy { $0.flow != nil })
  }

  /// The search is guided by what the scripts have run, and counts it; the flow of a finding is performed without that.
  @Test func `a fault in variables of the script is confirmed from a launch`() throws {
    let findings = try find(in: "canvas.lua", seed: 3)
    #expect(findings.map(\.fault.diagnostic.place?.line) == [10])
    #expect(findings.first?.flow?.statements.last == #"app:tap("Paste")"#)
  }

  @Test(arguments: [("timer.lua", 5), ("canvas.lua", 3), ("cheer.lua", 1)])
  func `a flow has no action that can be left out`(file: String, seed: UInt64) throws {
    let flow = try #require(find(in: file, seed: seed).first { $0.flow != nil }?.flow)
    #expect(flow.steps.count == flow.statements.count)
    let source = try ExplorationFile("\(Self.folder)/\(file)")
    let (runner, explorations) = try source.explorations(Self.options())
    defer { runner.close() }
    let host = ExplorationLauncher(try #require(explorations.first), runner)
    for place in flow.steps.indices {
      let run = try host.launch(nil, [.error])
      defer { run.close() }
      for (index, step) in flow.steps.enumerated() where index != place { _ = try run.perform(step) }
      #expect(!run.takeFaults().contains { $0.cause == flow.fault.cause }, "\(flow.steps[place]) can be left out")
    }
  }

  @Test func `the findings do not depend on the number of threads`() throws {
    let one = try explore("timer.lua", seed: 5, steps: 2500)
    let four = try explore("timer.lua", seed: 5, steps: 2500, jobs: 4)
    #expect(!one.findings.isEmpty)
    #expect(one.findings.map(\.flow?.statements) == four.findings.map(\.flow?.statements))
    #expect(one.findings.map(\.after) == four.findings.map(\.after))
    #expect(one.statistics.steps == four.statistics.steps)
  }

  /// Also the steps of a look for a dead end are steps of the search.
  @Test(arguments: [1, 501, 1502, 2500])
  func `an exploration has as many steps as it is told to`(steps: Int) throws {
    for file in ["dead_end.lua", "clean_wizard.lua"] {
      #expect(try explore(file, steps: steps).statistics.steps == steps)
    }
  }

  @Test func `a flow that could not be made shorter is known as such`() throws {
    let source = try ExplorationFile("\(Self.folder)/timer.lua")
    let (runner, explorations) = try source.explorations(Self.options())
    defer { runner.close() }
    let host = ExplorationLauncher(try #require(explorations.first), runner)
    let found = try #require(try find(in: "timer.lua", seed: 5).first?.flow)
    let steps = [ExploredStep(.background), ExploredStep(.background)] + found.steps
    let whole = try #require(try Shrinker.shrink(steps, to: found.fault, host))
    #expect(whole.flow.isShortest && whole.flow.steps == found.steps)
    let ended = try #require(try Shrinker.shrink(steps, to: found.fault, host, mustEnd: { true }))
    #expect(!ended.flow.isShortest && ended.flow.steps == steps && ended.flow.statements.count == steps.count)
  }

  @Test func `rows have More... also without Delete`() throws {
    let folder = try TestFolder([
      "tasks.lua": """
      local okit = require "okit"
      local Task = okit.ModelEntity:extend("Task", { name = "" })
      local Tasks = okit.Model:extend("Tasks", { tasks = okit.types.list(Task) })
      function Task:fail() error("more") end
      okit.Model.initialize(function() okit.Model.register(Tasks).tasks = { { name = "One" } } end)
      okit.ModelListTableController:extend("tasks", {
        dataPath = "tasks", titlePath = "#Tasks", add = false, delete = false, more = true,
        moreActions = { { name = "#Fail", tap = "fail()" } }, cell = okit.ModelTableCell { path = "name" },
      })
      """
    ])
    let source = try ExplorationFile("\(folder.path)/tasks.lua")
    let (runner, explorations) = try source.explorations(Self.options())
    defer { runner.close() }
    var settings = ExplorationSettings()
    (settings.steps, settings.kinds) = (300, [.more, .delete, .tap])
    let host = ExplorationLauncher(try #require(explorations.first), runner)
    let report = try Exploration.run(settings, SingleWorker(host))
    let statements = [#"app:row("One"):more()"#, #"app.sheet:tap("Fail")"#]
    #expect(report.findings.first?.flow?.statements == statements)
    #expect(!report.statistics.possible.keys.contains { $0.action == "delete row" })
  }

  @Test func `modules have constants, too`() throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local codes = require "codes"
      local Safe = okit.Model:extend("Safe", { code = "" })
      function Safe:open() if codes.fits(self.code) then error("open") end end
      okit.Model.initialize(function() okit.Model.register(Safe) end)
      okit.ModelDetailTableController:extend("safe", {
        titlePath = "#Safe", editAlways = true,
        toolbar = { okit.ModelBarButtonItem { title = "#Open", tap = "open()" } },
        sections = { { cells = { okit.ModelTextCell { path = "#Code", textPath = "code" } } } },
      })
      """, "codes.lua": "return { fits = function(code) return code == 'plover' end }",
    ])
    let source = try ExplorationFile("\(folder.path)/app.lua")
    let (runner, explorations) = try source.explorations(Self.options())
    defer { runner.close() }
    let host = ExplorationLauncher(try #require(explorations.first), runner)
    try host.launch(nil, []).close()
    #expect(host.constants.comparedTexts.contains("plover"), "\(host.constants)")
  }

  @Test func `only the steps and oracles that are wanted`() throws {
    let source = try ExplorationFile("\(Self.folder)/variable.lua")
    let (runner, explorations) = try source.explorations(Self.options())
    defer { runner.close() }
    var settings = ExplorationSettings()
    settings.steps = 2000
    (settings.oracles, settings.kinds) = ([.store], [.tap, .relaunch])
    let host = ExplorationLauncher(try #require(explorations.first), runner)
    let report = try Exploration.run(settings, SingleWorker(host))
    #expect(report.findings.map(\.fault.oracle) == [.store])
    #expect(report.statistics.performed.keys.allSatisfy { $0.action.hasPrefix("tap") || $0.action == "relaunch" })
  }

  @Test func `the editing of a field ends with a key`() throws {
    let folder = try TestFolder([
      "tasks.lua": """
      local okit = require "okit"
      local Task = okit.ModelEntity:extend("Task", { name = "" })
      local Tasks = okit.Model:extend("Tasks", { tasks = okit.types.list(Task) })
      okit.Model.initialize(function() okit.Model.register(Tasks) end)
      okit.ModelListTableController:extend("tasks", {
        type = "Task", dataPath = "tasks", titlePath = "#Tasks", add = false, addField = "name",
        cell = okit.ModelTableCell { path = "name", segue = "task" },
      })
      okit.ModelDetailTableController:extend("task", { titlePath = "name", sections = {} })
      """
    ])
    let source = try ExplorationFile("\(folder.path)/tasks.lua")
    let (runner, explorations) = try source.explorations(Self.options())
    defer { runner.close() }
    var settings = ExplorationSettings()
    settings.steps = 2000
    let host = ExplorationLauncher(try #require(explorations.first), runner)
    let report = try Exploration.run(settings, SingleWorker(host))
    // Only a row that was added leads there.
    #expect(report.statistics.map.screens["task"] != nil, "\(report.statistics.effective)")
  }

  // MARK: Tests

  @Test func `it.explore fails with the flow to a fault`() throws {
    let folder = try TestFolder([
      "account.lua": """
      local okit = require "okit"
      local Account = okit.Model:extend("Account", { balance = 0 })
      function Account:withdraw() self.balance = self.balance - 70 end
      okit.Model.initialize(function() okit.Model.register(Account) end)
      okit.ModelDetailTableController:extend("account", {
        titlePath = "#Account", right = { okit.ModelBarButtonItem { title = "#Withdraw", tap = "withdraw()" } },
        sections = { { cells = { okit.ModelTableCell { path = "#Balance", detailPath = "balance" } } } },
      })
      """,
      "account_test.lua": """
      it.explore("limit", { app = "account.lua" }, function(app)
        app:always("at least -100", function() return app:get("balance") >= -100 end)
      end)
      it.explore("rises", { app = "account.lua" }, function(app)
        app:eventually("at least 0", function() return app:get("balance") >= 0 end, { within = 5 })
      end)
      it.explore("agrees", { app = "account.lua" }, function(app)
        app:reference {
          model = { count = 0 },
          step = function(model, action) if action.tap == "right:0" then model.count = model.count + 1 end end,
          check = function(model) return app:get("balance") == -70 * model.count or model.count > 2 end,
        }
      end)
      it("uses the properties of another file", function()
        local app = okit.explored("account_test.lua", "limit")
        app:tap("Withdraw"):check("property"):tap("Withdraw")
        expect(function() app:check("property") end).to_fail("at least %-100")
      end)
      """,
    ])
    let outcomes = try folder.outcomes()
    #expect(
      outcomes == [
        """
        FAIL limit: "at least -100" does not hold
        after:
          app:tap("Withdraw")
          app:tap("Withdraw")
          app:check("property") at account_test.lua:2
        """,
        """
        FAIL rises: "at least 0" did not hold within 5 s
        after:
          app:tap("Withdraw")
          app:check("property") at account_test.lua:5
        """,
        "ok agrees", "ok uses the properties of another file",
      ])
  }

  @Test(arguments: [
    (#"it.explore("x", { ap = "app.lua" })"#, #"it.explore "x" needs the script of an application, such as"#),
    (#"it.explore("x", { app = "app.lua", steps = 0 })"#, "steps needs a whole number from 1, got 0"),
    (#"it.explore("x", { app = "app.lua", fixtre = {} })"#, #"did you mean "fixture""#),
    (#"it("x", function() okit.launch("app.lua"):check("stal") end)"#, #"did you mean "stale""#),
    (#"it("x", function() okit.launch("app.lua"):check("undo") end)"#, "needs a function that performs the step"),
    (#"it("x", function() okit.launch("app.lua"):always("x") end)"#, "app:always needs a function, got nil"),
    (#"it("x", function() okit.launch("app.lua"):reference {} end)"#, "app:reference needs { model"),
    (#"it("x", function() okit.launch("app.lua"):fault { status = 500 } end)"#, "without an endpoint"),
    (#"it("x", function() okit.explored("a_test.lua", "y") end)"#, #"declares no exploration "y""#),
  ])
  func `mistakes name what is accepted`(test: String, message: String) throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      okit.Model.initialize(function() okit.Model.register(okit.Model:extend("M", { count = 0 })) end)
      okit.ModelDetailTableController:extend("home", { titlePath = "#Home", sections = {} })
      """, "a_test.lua": test,
    ])
    let outcomes = try folder.outcomes()
    #expect(outcomes.count == 1 && outcomes[0].hasPrefix("FAIL") && outcomes[0].contains(message), "\(outcomes)")
  }
}
