import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// `okit-run test --mutate`.
@Suite struct MutationTests {
  private static let application = """
    local okit = require "okit"
    local t = okit.types

    local Item = okit.ModelEntity:extend("Item", { name = "", stock = 0 })

    function Item:sell()
      if self.stock <= 0 then return end
      self.stock = self.stock - 1
    end

    function Item:level() return self.stock > 0 and "in stock" or "sold out" end

    function Item:sum()
      local i, sum = 1, 0
      while i <= 3 do
        sum = sum + i
        i = i + 1
      end
      return sum
    end

    local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
    okit.Model.initialize(function() okit.Model.register(Shop) end)

    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", rowSort = "name",
      quickName = "#Sell", quickTap = "sell()",
      cell = okit.ModelTableCell { path = "name", detailPath = "level()" },
    })
    """

  private static let tests = """
    local items = { { name = "Lamp", stock = 1 }, { name = "Desk", stock = 5 } }
    describe("Shop", function()
      it("sells", function()
        local shop = okit.launch("app.lua", { fixture = { items = items } })
        shop:row("Lamp"):quick()
        expect(shop:model().items[1].stock).to_be(0)
        expect(shop:get "items[0]/sum()").to_be(6)
      end)
      it("lists", function()
        local app = okit.launch("app.lua", { fixture = { items = items } })
        expect(app:rows()).to_equal { "Desk", "Lamp" }
      end)
    end)
    """

  private let folder: TestFolder

  init() throws { folder = try TestFolder(["app.lua": Self.application, "shop_test.lua": Self.tests]) }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["test"] + arguments, in: folder)
  }

  /// The mutants of the report by their identifiers.
  private func mutants() throws -> [String: JSONValue] {
    let report = try JSONValue.parse(json: folder.read("mutation/mutation.json"), file: "mutation.json")
    guard case .object(let files)? = report["files"] else { return [:] }
    var found: [String: JSONValue] = [:]
    for case .array(let mutants)? in files.values.map({ $0["mutants"] }) {
      for mutant in mutants { if case .string(let id)? = mutant["id"] { found[id] = mutant } }
    }
    return found
  }

  private func statuses() throws -> [String: String] {
    try mutants().compactMapValues { if case .string(let status)? = $0["status"] { status } else { nil } }
  }

  // MARK: Results

  @Test func `survivors, with an assertion that kills them`() throws {
    let result = try run("--mutate", "app.lua:11")
    #expect(result.status == 0, "\(result)")
    let id = "app.lua:11:41 Comparison 1"
    #expect(try statuses()[id] == "Survived")
    #expect(result.output.contains("survived  app.lua:11:41  Comparison  self.stock > 0 → self.stock >= 0"))
    guard case .object(let suggestion)? = try mutants()[id]?["suggestion"],
      case .string(let text)? = suggestion["text"],
      case .int(let line)? = suggestion["line"]
    else {
      Issue.record("no suggestion: \(result.output)")
      return
    }
    #expect(suggestion["file"] == "shop_test.lua")
    let before = try statuses()
    var lines = Self.tests.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.insert(text, at: line)
    try folder.write(lines.joined(separator: "\n"), to: "shop_test.lua")
    #expect(try run().status == 0)
    _ = try run("--mutate", "app.lua:11")
    let after = try statuses()
    #expect(after[id] == "Killed")
    for (other, status) in before where status == "Killed" { #expect(after[other] == status, "\(other)") }
  }

  @Test func `what no test reaches is not covered, also beside what one reaches`() throws {
    let more = """

      -- okit: ignore coverage
      function Item:more() return self.stock + 1 end
      function Item:less() if self.stock > 9 then self.stock = 1 end end
      okit.ModelDetailTableController:extend("item", {
        titlePath = "name",
        sections = { { cells = { okit.ModelTableCell { path = "#Next", detailPath = "= stock + 1" } } } },
      })
      """
    try folder.write(Self.application + more, to: "app.lua")
    try folder.write(
      Self.tests.replacing("expect(shop:get", with: #"shop:call "items[0]/less()" expect(shop:get"#),
      to: "shop_test.lua")
    let result = try run("--mutate", "app.lua:30-36", "--no-cache")
    #expect(result.status == 0, "\(result)")
    let mutants = try mutants()
    func statuses(_ line: Int, from column: Int) -> Set<String> {
      Set(
        mutants.values.filter { mutant in
          guard case .int(let first)? = mutant["location"]?["start"]?["line"],
            case .int(let start)? = mutant["location"]?["start"]?["column"]
          else { return false }
          return first == line && start >= column
        }.compactMap { $0["status"]?.text })
    }
    // Comments about coverage say nothing about mutants.
    #expect(statuses(31, from: 1) == ["NoCoverage"])
    #expect(statuses(32, from: 45) == ["NoCoverage"])
    #expect(mutants["app.lua:32:25 Condition 1"]?["coveredBy"] == ["shop_test.lua:3 Shop sells"])
    #expect(statuses(35, from: 1) == ["NoCoverage"])
  }

  @Test func `an application that a test keeps in no variable`() throws {
    try folder.write(
      """
      local function open(items) return okit.launch("app.lua", { fixture = { items = items } }) end
      it("lists", function()
        expect(open({ { name = "Desk", stock = 0 } }):rows()).to_equal { "Desk" }
      end)
      """, to: "shop_test.lua")
    let result = try run("--mutate", "app.lua:11", "--no-cache")
    #expect(result.status == 0, "\(result)")
    let suggestion = try mutants()["app.lua:11:41 Comparison 1"]?["suggestion"]
    #expect(
      suggestion?["text"]?.text
        == #"expect(open({ { name = "Desk", stock = 0 } }):row("Desk").detail).to_be("sold out")"#, "\(result)")
  }

  /// What a start has led to besides its first screen, and a line with several actions.
  @Test(arguments: [
    (
      "local total = 2 + 3\nprint(total)\nokit.exit(total)", #"local program = okit.launch("app.lua")"#,
      "app.lua:1:15 Constant 1", "expect(program.exitCode).to_be(5)"
    ),
    (
      "local total = 2 + 3\nprint(total)", #"local program = okit.launch("app.lua")"#,
      "app.lua:1:17 Arithmetic 1", #"expect(program.output).to_be("5\n")"#
    ),
    (
      """
      local okit = require "okit"
      okit.Model.register(okit.Model:extend("Shop", { limit = 10, title = "Shop" }))
      okit.ModelDetailTableController:extend("home", { titlePath = "title" })
      """, #"local app = okit.launch("app.lua")"#,
      "app.lua:2:57 Constant 1", #"expect(app:get "limit").to_be(10)"#
    ),
  ])
  func `suggestions about a start`(application: String, launch: String, mutant: String, text: String) throws {
    try folder.write(application, to: "app.lua")
    try folder.write("it(\"starts\", function()\n  \(launch)\nend)\n", to: "shop_test.lua")
    let result = try run("--mutate", "--no-cache")
    #expect(result.status == 0, "\(result)")
    #expect(try mutants()[mutant]?["suggestion"]?["text"]?.text == text, "\(result)")
  }

  @Test func `suggestions about dates, days, bytes and entities that no screen shows`() throws {
    try folder.write(
      """
      local okit = require "okit"
      local t = okit.types
      local Entry = okit.ModelEntity:extend("Entry", { name = "" })
      local Post = okit.Model:extend("Post", {
        sent = t.optional(t.date), day = t.optional(t.day), stamp = t.data, entries = t.list(Entry),
      })
      function Post:send()
        self.sent = okit.date "2020-01-31T12:00:00Z"
        self.day = okit.day "2020-01-31"
        self.stamp = "x\\0y"
        self.entries:add { name = "new" }
      end
      okit.Model.register(Post)
      okit.ModelDetailTableController:extend("home", {
        titlePath = "#Post", right = { okit.ModelBarButtonItem { title = "#Send", tap = "send()" } },
      })
      """, to: "app.lua")
    try folder.write(
      "it(\"sends\", function()\n  local app = okit.launch(\"app.lua\")\n  app:tap \"Send\"\nend)\n",
      to: "shop_test.lua")
    let result = try run("--mutate", "app.lua:8-11", "--no-cache")
    #expect(result.status == 0, "\(result)")
    let mutants = try mutants()
    #expect(
      (8...11).map { mutants["app.lua:\($0):3 Statement 1"]?["suggestion"]?["text"]?.text } == [
        #"expect(app:get "sent").to_be(okit.date "2020-01-31T12:00:00Z")"#,
        #"expect(app:get "day").to_be(okit.day "2020-01-31")"#, #"expect(app:get "stamp/base64").to_be("eAB5")"#,
        #"expect(app:get "entries[0]/name").to_be("new")"#,
      ], "\(result)")
  }

  @Test func `a suggestion about the last action of a line`() throws {
    try folder.write(
      """
      it("sells", function()
        local shop = okit.launch("app.lua", { fixture = { items = { { name = "Lamp", stock = 2 } } } })
        shop:row("Lamp"):quick():row("Lamp"):quick()
      end)
      """, to: "shop_test.lua")
    let result = try run("--mutate", "app.lua:8", "--no-cache")
    #expect(result.status == 0, "\(result)")
    #expect(
      try mutants()["app.lua:8:27 Arithmetic 1"]?["suggestion"]?["text"]?.text
        == #"expect(shop:row("Lamp").detail).to_be("sold out")"#, "\(result)")
  }

  @Test func `an endless loop times out, whatever the time`() throws {
    let result = try run("--mutate", "app.lua:15-17", "--no-cache")
    #expect(result.status == 0, "\(result)")
    let statuses = try statuses()
    // `while i <= 3` becomes `while true`, `i = i + 1` is dropped or becomes `i = i - 1`.
    #expect(statuses["app.lua:15:9 Condition 1"] == "Timeout", "\(statuses)")
    #expect(statuses["app.lua:17:5 Statement 1"] == "Timeout", "\(statuses)")
    #expect(statuses["app.lua:17:11 Arithmetic 1"] == "Timeout", "\(statuses)")
    #expect(statuses["app.lua:16:15 Arithmetic 1"] == "Killed", "\(statuses)")
    #expect(result.output.contains(" timed out"), "\(result.output)")
  }

  @Test func `statuses are the same with several processes, and from the cache`() throws {
    let first = try run("--mutate", "--no-cache")
    #expect(first.status == 0, "\(first)")
    let statuses = try statuses()
    #expect(statuses.count > 30)
    #expect(Set(statuses.values).isSubset(of: ["Killed", "Survived", "Timeout", "NoCoverage"]))
    #expect(try run("--mutate", "--no-cache", "--jobs", "3") == first)
    #expect(try self.statuses() == statuses)
    #expect(try run("--mutate") == first)
    let cached = try run("--mutate")
    #expect(cached.output.contains("\(statuses.count) results are from the cache"), "\(cached.output)")
    #expect(try self.statuses() == statuses)
  }

  @Test func `an assertion that is strengthened in place is run again`() throws {
    _ = try run("--mutate", "app.lua:11")
    #expect(try statuses()["app.lua:11:41 Comparison 1"] == "Survived")
    let stronger = Self.tests.replacing(
      "expect(shop:model()", with: "expect(shop:row(\"Lamp\").detail).to_be \"sold out\" expect(shop:model()")
    try folder.write(stronger, to: "shop_test.lua")
    _ = try run("--mutate", "app.lua:11")
    #expect(try statuses()["app.lua:11:41 Comparison 1"] == "Killed")
  }

  @Test func `the report has the members of the schema`() throws {
    _ = try run("--mutate", "app.lua:6-8")
    let report = try JSONValue.parse(json: folder.read("mutation/mutation.json"), file: "mutation.json")
    #expect(report["schemaVersion"] == "2")
    #expect(report["thresholds"]?["high"] != nil && report["thresholds"]?["low"] != nil)
    #expect(report["files"]?["app.lua"]?["language"] == "lua")
    #expect(report["files"]?["app.lua"]?["source"] == .string(Self.application))
    guard case .array(let tests)? = report["testFiles"]?["shop_test.lua"]?["tests"] else {
      Issue.record("no tests")
      return
    }
    let ids = Set(tests.compactMap { $0["id"] })
    #expect(ids.count == 2)
    for (id, mutant) in try mutants() {
      for member in ["mutatorName", "replacement", "description", "status"] { #expect(mutant[member] != nil, "\(id)") }
      for side in ["start", "end"] {
        guard case .int(let line)? = mutant["location"]?[side]?["line"],
          case .int(let column)? = mutant["location"]?[side]?["column"]
        else {
          Issue.record("\(id) has no \(side)")
          continue
        }
        #expect(line >= 1 && column >= 1)
      }
      for member in ["coveredBy", "killedBy"] {
        guard case .array(let named)? = mutant[member] else { continue }
        #expect(ids.isSuperset(of: named), "\(id)")
      }
      if mutant["status"] == "Killed" { #expect(mutant["killedBy"] != nil && mutant["statusReason"] != nil, "\(id)") }
    }
    let page = try folder.read("mutation/index.html")
    #expect(page.hasPrefix("<!doctype html><!-- okit page -->"))
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `nothing of the application or of the tests is changed`() throws {
    let files = ["app.lua", "shop_test.lua"]
    let before = try files.map { try folder.read($0) }
    _ = try run("--mutate")
    #expect(try files.map { try folder.read($0) } == before)
    #expect(!folder.exists("__snapshots__"))
  }

  // MARK: Options

  @Test func `a minimum for the score`() throws {
    let result = try run("--mutate", "app.lua:11", "--mutate-min", "100", "--quiet")
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("is below the minimum of 100 %"), "\(result)")
    #expect(result.lines.count == 1)
    #expect(try run("--mutate", "app.lua:11", "--mutate-min", "0").status == 0)
  }

  @Test func `lines of a diff`() throws {
    try folder.write("--- a/app.lua\n+++ b/app.lua\n@@ -11 +11 @@\n-x\n+y\n", to: "change.diff")
    #expect(try run("--mutate-diff", "change.diff").status == 0)
    #expect(try mutants().keys.allSatisfy { $0.hasPrefix("app.lua:11:") })
    #expect(try !mutants().isEmpty)
    try folder.write("--- a/README\n+++ b/README\n@@ -1 +1 @@\n-x\n+y\n", to: "change.diff")
    let nothing = try run("--mutate-diff", "change.diff")
    #expect(nothing.status == 2 && nothing.errors.contains("the diff adds no line with a mutant"), "\(nothing)")
  }

  @Test func `a budget is enough for a sample`() throws {
    let result = try run("--mutate", "--budget", "0.001s", "--seed", "7", "--no-cache")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("the budget was enough for "), "\(result)")
    #expect(try statuses().values.contains("Pending"))
  }

  @Test func `findings for code scanning`() throws {
    let result = try run("--mutate", "app.lua:11", "--format", "sarif")
    let report = try JSONValue.parse(json: result.output, file: "sarif")
    guard case .array(let runs)? = report["runs"], case .array(let results)? = runs.first?["results"] else {
      Issue.record("\(result)")
      return
    }
    #expect(results.contains { $0["ruleId"] == "mutation.survived" })
  }

  @Test func `an ignored line`() throws {
    let line = "function Item:level() return"
    let ignored = Self.application.replacing(line, with: "-- okit: ignore mutation: a text for people\n" + line)
    try folder.write(ignored, to: "app.lua")
    let result = try run("--mutate", "app.lua:12")
    #expect(result.output.contains(" ignored"), "\(result)")
    #expect(try Set(statuses().values) == ["Ignored"])
    #expect(try mutants().values.allSatisfy { $0["statusReason"] == "a text for people" })
  }

  // MARK: Mistakes

  @Test func `a failing suite is no measure`() throws {
    try folder.write("it(\"fails\", function() expect(1).to_be(2) end)\n", to: "other_test.lua")
    let result = try run("--mutate")
    #expect(result.status == 2)
    #expect(result.errors.contains("the test \"fails\" fails without any mutant"), "\(result)")
    #expect(!folder.exists("mutation"))
  }

  @Test func `a test that differs from run to run is no measure`() throws {
    try folder.write(
      """
      it("differs", function()
        local app = okit.launch("app.lua", { fixture = { items = { { name = tostring(os.clock()) .. os.time() } } } })
        local file = io.open("count", "r")
        app:search(file and "a" or "b")
        if not file then file = assert(io.open("count", "w")) end
        file:close()
      end)
      """, to: "other_test.lua")
    let result = try run("--mutate", "--allow", "read,write")
    #expect(result.status == 2, "\(result)")
    #expect(result.errors.contains("two runs of the test \"differs\" differ"), "\(result)")
  }

  @Test(arguments: [
    (["--mutate", "none.lua"], "there is no file none.lua to mutate"),
    (["--mutate", "app.lua:0"], "has no lines"), (["--mutate", "app.lua:1"], "no mutant is at the chosen lines"),
    (["--mutate", "shop_test.lua"], "no mutant is at the chosen lines"),
    (["--mutate-diff", "none.diff"], "cannot read none.diff"),
    (["--mutate-diff", "app.lua"], "app.lua is not a unified diff"),
    (["--budget", "1s"], "--budget needs --mutate."), (["--mutate-min", "5"], "--mutate-min needs --mutate."),
    (["--no-cache"], "--no-cache needs --mutate."),
    (["--mutate", "--mutate-min", "101"], "--mutate-min must be from 0 to 100."),
    (["--mutate", "--shard", "1/2"], "--mutate and --shard exclude each other."),
    (["--mutate", "--trace", "t"], "--mutate and --trace exclude each other."),
    (["--mutate", "--watch"], "--mutate and --watch exclude each other."),
    (["--mutate", "--format", "junit"], "--mutate is for --format pretty, json and sarif."),
    (["--format", "sarif"], "--format sarif is for --mutate."),
  ])
  func `wrong usage`(arguments: [String], message: String) throws {
    let result = try CommandProcess.run(["test"] + arguments, in: folder)
    #expect(result.status == 2, "\(result)")
    #expect(result.errors.contains(message), "\(result)")
  }

  @Test func `a file that okit has not written stays`() throws {
    try folder.write("mine", to: "mutation/mutation.json")
    let result = try run("--mutate", "app.lua:11")
    #expect(result.status == 1, "\(result)")
    #expect(try folder.read("mutation/mutation.json") == "mine")
  }
}
