import Foundation
import OKitTestSupport
import OKitTrace
import Testing

/// Traces of tests and sessions, and `okit-run trace`.
@Suite struct TraceTests {
  private static let files = [
    "shop.lua": """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { name = "", stock = 0 })
    function Item:sell()
      self.stock = self.stock - 1
      okit.log.info("sold " .. self.name)
    end
    function Item:hang() while true do end end
    local Shop = okit.Model:extend("Shop", { items = t.list(Item), code = "", owner = "" })
    function Shop:ask()
      okit.fetch { url = "http://endpoint.test/shop", headers = { Authorization = "Bearer token-5150" } }
    end
    okit.Model.initialize(function() okit.Model.register(Shop) end)
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", quickName = "#Sell", quickTap = "sell()",
      right = {
        okit.ModelBarButtonItem { title = "#Code", segue = "code" },
        okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" },
      },
      cell = okit.ModelTableCell { path = "name", detailPath = "stock" },
    })
    okit.ModelDetailTableController:extend("code", { titlePath = "#Code", editAlways = true, sections = { { cells = {
      okit.ModelTextCell { path = "#Code", textPath = "code", secure = true } } } } })
    """,
    "sub/shop_test.lua": """
    local function launch()
      return okit.launch("../shop.lua", {
        fixture = { code = "fixture-4711", owner = "Ann Example", items = { { name = "Lamp", stock = 2 } } },
        endpoint = { ["GET /shop"] = { status = 200, headers = { ["Set-Cookie"] = "session=abc-123" }, body = "{}" } },
      })
    end
    it("sells", function()
      local app = launch()
      app:row("Lamp"):quick()
      expect(app:row("Lamp").detail).to_be "1"
      app:step("type", function()
        app:tap "Code"
        app:cell("Code"):type "typed-0815"
        app:back()
        app:tap "Ask"
      end)
      app:row("Lmap"):tap()
    end)
    it("passes", function() launch():row("Lamp"):quick() end)
    it.each { 1, 2 } ("case %d", function(number)
      launch():row("Lamp"):quick()
      expect(number).to_be(1)
    end)
    """,
  ]

  private func folder() throws -> TestFolder { try TestFolder(Self.files) }

  private func traces(_ folder: TestFolder, in name: String = "t") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/\(name)").filter { $0.hasSuffix("okittrace") }
      .sorted()
  }

  private func trace(_ name: String, in folder: TestFolder) throws -> Trace {
    try Trace(contentsOf: "\(folder.path)/\(name)")
  }

  @Test(arguments: [[], ["--jobs", "2"]])
  func `failed tests have a trace, which the report names`(_ options: [String]) throws {
    let folder = try folder()
    let result = try CommandProcess.run(["test", "--trace", "t"] + options, in: folder)
    #expect(result.status == 1)
    #expect(try traces(folder) == ["sub/shop_test-20.2.okittrace", "sub/shop_test-7.okittrace"])
    #expect(result.output.contains("\n   trace: t/sub/shop_test-7.okittrace\n"), "\(result.output)")
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/t/sub/shop_test-7.okittrace")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let printed = try CommandProcess.run(["trace", "t/sub/shop_test-7.okittrace"], in: folder)
    #expect(
      printed.output == """
        sells (sub/shop_test.lua:7): fail, 6 actions
          1  row "Lamp": quick             sub/shop_test.lua:9   items  /items/0/stock 2 → 1
             step "type"
          2    button "Code": tap          sub/shop_test.lua:12  code
          3    textbox "Code": type "•••"  sub/shop_test.lua:13  code   /code "•••" → "•••"
          4    back                        sub/shop_test.lua:14  items
          5    button "Ask": tap           sub/shop_test.lua:15  items
        ! 6  row "Lmap"                    sub/shop_test.lua:17  items  no row matches "Lmap" on "items"; available: \
        "Lamp" (did you mean "Lamp"?)

        """)
    #expect(printed.status == 0 && printed.errors == "")
  }

  @Test func `a trace becomes a test that passes, and that has no secret`() throws {
    let folder = try folder()
    _ = try CommandProcess.run(["test", "--trace", "t"], in: folder)
    let trace = "t/sub/shop_test-7.okittrace"
    let made = try CommandProcess.run(["trace", trace, "--to", "test", "--output", "again_test.lua"], in: folder)
    #expect(made.status == 0 && made.output == "" && made.errors == "")
    let text = try folder.read("again_test.lua")
    #expect(text.contains("okit.launch(\"shop.lua\", {"))
    #expect(text.contains("app:step(\"type\", function()\n    app:tap(\"Code\")"))
    for secret in ["4711", "0815", "abc-123", "5150"] { #expect(!text.contains(secret)) }
    let result = try CommandProcess.run(["test", "again_test.lua"], in: folder)
    #expect(result.output.contains("1 passed, 0 failed"), "\(text)\(result.output)")
    try folder.write("-- mine", to: "own_test.lua")
    let refused = try CommandProcess.run(["trace", trace, "--to", "test", "--output", "own_test.lua"], in: folder)
    #expect(refused.status == 1)
    #expect(try folder.read("own_test.lua") == "-- mine")
  }

  @Test func `traces of passed tests are kept on request`() throws {
    let folder = try folder()
    let result = try CommandProcess.run(["test", "--trace", "t", "--trace-when", "always"], in: folder)
    #expect(try traces(folder).count == 4)
    #expect(result.status == 1)
    let passed = try trace("t/sub/shop_test-20.1.okittrace", in: folder)
    #expect(passed.end?.status == .pass && passed.end?.failures == [])
    #expect(passed.actions.map(\.summary) == [#"row "Lamp": quick"#])
    #expect(passed.actions.first?.expectations.map(\.passed) == [true])
    let line = passed.actions.first?.action.line
    #expect(line == #"app:row("Lamp"):quick()"#)
  }

  @Test func `two runs give equal traces but for their times`() throws {
    let folder = try folder()
    func records(_ name: String, _ options: String...) throws -> [TraceRecord] {
      _ = try CommandProcess.run(["test", "--trace", name] + options, in: folder)
      return try trace("\(name)/sub/shop_test-7.okittrace", in: folder).records.map { record in
        switch record {
        case .trace(var header):
          header.started = ""
          return .trace(header)
        case .done(var done):
          done.us = 0
          return .done(done)
        default: return record
        }
      }
    }
    #expect(try records("a") == records("b", "--jobs", "2"))
  }

  @Test func `screens are those that json prints`() throws {
    let folder = try folder()
    let commands = ["quick Lamp", "tap Code", "back", "set-path owner = 5"]
    let run = ["run", "shop.lua", "--documents", "d", "--seed", "1"]
    let lua = "okit.Model.get().items = { { name = 'Lamp', stock = 2 }, { name = 'Desk' } }"
    _ = try CommandProcess.run(run + ["--exec", "eval \(lua)"], in: folder)
    let printed = try CommandProcess.run(
      run + ["--no-store", "--trace", "s.okittrace", "--exec", commands.map { "\($0); json" }.joined(separator: ";")],
      in: folder)
    #expect(printed.status == 0, "\(printed.errors)")
    let session = try trace("s.okittrace", in: folder)
    let shown = try session.actions.map { action in
      try #require(action.done?.after.flatMap { session.screens[$0] }).json()
    }
    #expect(shown == printed.lines)
    #expect(session.header.command == .run && session.end?.status == .pass)
    #expect(session.actions.last?.summary == #"set "owner" 5"#)
  }

  @Test func `no secret is in a trace, except in the texts of sources`() throws {
    let folder = try folder()
    _ = try CommandProcess.run(
      ["test", "--trace", "t", "--trace-when", "always", "--redact", "/owner", "--redact", "/items/*/name"], in: folder)
    for name in try traces(folder) {
      let lines = try folder.read("t/\(name)").split(separator: "\n").filter { !$0.hasPrefix(#"{"kind":"source""#) }
      for secret in ["fixture-4711", "typed-0815", "token-5150", "abc-123", "Ann Example"] {
        #expect(!lines.contains { $0.contains(secret) }, "\(secret) in \(name)")
      }
      // The name of an element is a value of the model.
      #expect(!lines.contains { $0.contains("Lamp") }, "\(name)")
    }
  }

  @Test(arguments: ["pretty", "json", "junit", "tap"])
  func `no secret is in a report, or in the list of traces`(_ format: String) throws {
    let folder = try folder()
    try folder.write(
      """
      it("fails", function()
        local app = okit.launch("shop.lua", { fixture = { owner = "Ann" .. " Example" } })
        app:tap "Code"
        app:cell("Code"):type("typed" .. "-0815")
        app:back()
        app:step("with " .. app:model().code, function() end)
        error(app:model().code .. " of " .. app:model().owner)
      end)
      """, to: "secret_test.lua")
    let result = try CommandProcess.run(
      [
        "test", "secret_test.lua", "--trace", "t", "--redact", "/owner", "--format", format, "--output", "report",
      ], in: folder)
    #expect(result.status == 1)
    for file in ["report", "t/index.html", "t/secret_test-1.html"] {
      let text = try folder.read(file)
      #expect(!text.contains("typed-0815") && !text.contains("Ann Example"), "\(file)")
    }
    #expect(try folder.read("report").contains("•••"))
  }

  @Test(arguments: LongTests.areOn ? ["failed", "always"] : ["failed"])
  func `a trace says why it has no models`(_ condition: String) throws {
    let folder = try folder()
    try folder.write(
      """
      it("has much", function()
        local app = okit.launch("shop.lua", { documents = true })
        app:model().owner = ("x"):rep(17 << 20)
        app:background()
        app:relaunch()
        error "stop"
      end)
      """, to: "large_test.lua")
    _ = try CommandProcess.run(
      ["test", "large_test.lua", "--trace", "t", "--trace-when", condition], in: folder)
    let launches = try trace("t/large_test-1.okittrace", in: folder).launches
    #expect(launches.count == 2 && launches.first?.models != nil && launches.first?.missingModels == nil)
    #expect(launches.last?.models == nil && launches.last?.missingModels == "they are larger than 16 MiB")
  }

  @Test func `a limit drops the traces that do not fit`() throws {
    let folder = try folder()
    let result = try CommandProcess.run(["test", "--trace", "t", "--trace-limit", "9000"], in: folder)
    #expect(result.output.contains("\n1 trace did not fit; raise the limit with --trace-limit\n"), "\(result.output)")
    let kept = try traces(folder)
    #expect(kept.count == 1)
    let tiny = try CommandProcess.run(["test", "--trace", "u", "--trace-limit", "100"], in: folder)
    #expect(tiny.output.contains("\n2 traces did not fit; raise the limit"))
  }

  @Test func `a test that takes too long has the error in its trace`() throws {
    let folder = try folder()
    try folder.write(
      """
      it("hangs", function()
        local app = okit.launch("shop.lua", { fixture = { items = { { name = "Lamp" } } } })
        app:call "items[0]/hang()"
      end)
      it("waits", function()
        okit.launch "shop.lua"
        while true do end
      end)
      """, to: "hang_test.lua")
    let result = try CommandProcess.run(["test", "hang_test.lua", "--trace", "t", "--timeout", "2s"], in: folder)
    #expect(result.status == 1)
    let hanging = try trace("t/hang_test-1.okittrace", in: folder)
    #expect(hanging.actions.map(\.summary) == [#"call "items[0]/hang()""#])
    #expect(hanging.end?.status == .fail && hanging.end?.failures.isEmpty == false)
    let waiting = try trace("t/hang_test-5.okittrace", in: folder)
    #expect(waiting.end?.failures.first?.contains("time limit") == true, "\(waiting.records)")
  }

  @Test func `the trace of a killed session ends with the action`() throws {
    let folder = try folder()
    let process = try CommandProcess(
      ["run", "shop.lua", "--documents", "d", "--limit-time", "1h", "--trace", "s.okittrace"], in: folder,
      errors: "errors")
    try process.send("eval okit.Model.get().items = { { name = 'Lamp' } }\ncall items[0]/hang()\n")
    while try !folder.exists("s.okittrace") || !folder.read("s.okittrace").contains("hang()\\\"") {
      guard folder.exists("errors"), try folder.read("errors").isEmpty else { break }
    }
    _ = process.kill()
    let killed = try trace("s.okittrace", in: folder)
    #expect(killed.isTruncated && killed.end == nil)
    #expect(killed.actions.last?.summary == #"call "items[0]/hang()""# && killed.actions.last?.done == nil)
    let printed = try CommandProcess.run(["trace", "s.okittrace"], in: folder)
    #expect(printed.lines.first == "run shop.lua: the process was killed, 2 actions")
    #expect(printed.lines.last?.hasPrefix("! 2  call") == true)
  }

  @Test func `a cut file is read up to its last complete line`() throws {
    let folder = try folder()
    _ = try CommandProcess.run(["test", "--trace", "t"], in: folder)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/t/sub/shop_test-7.okittrace")))
    let whole = try Trace(bytes, file: "x")
    let first = try #require(bytes.firstIndex(of: 10)) + 1
    for end in stride(from: first, to: bytes.count, by: 97) {
      let cut = try Trace(Array(bytes[..<end]), file: "x")
      #expect(cut.isTruncated && whole.records.starts(with: cut.records))
    }
  }

  @Test(arguments: [
    (["trace", "missing"], "cannot read missing: No such file or directory\n"),
    (["trace", "shop.lua"], "shop.lua:1:1: expected a value, found 'l'\n"),
    (
      ["trace", "two.okittrace"],
      "two.okittrace:1: the trace has the version 2, and this okit reads version 1 (use the version "
        + "of okit that has written it)\n"
    ),
    (["trace", "empty.okittrace"], "empty.okittrace: the trace is empty\n"),
    (["trace", "action.okittrace"], "action.okittrace:1: a trace begins with a record of the kind \"trace\"\n"),
    (["trace", "screen.okittrace"], "screen.okittrace:2: there is no screen 7 before this record\n"),
  ])
  func `what is not a trace is an error`(_ arguments: [String], _ message: String) throws {
    let folder = try folder()
    try folder.write(#"{"kind":"trace","version":2}"# + "\n", to: "two.okittrace")
    try folder.write("", to: "empty.okittrace")
    try folder.write(#"{"kind":"stepEnd","id":1}"# + "\n", to: "action.okittrace")
    try folder.write(
      #"{"kind":"trace","version":1,"command":"run","future":1}"# + "\n"
        + #"{"kind":"done","id":1,"after":7}"# + "\n", to: "screen.okittrace")
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.status == 2 && result.errors == message, "\(result.errors)")
  }

  @Test func `no other file is replaced`() throws {
    let folder = try folder()
    try folder.write("text", to: "notes")
    let result = try CommandProcess.run(["run", "shop.lua", "--trace", "notes", "--exec", "json"], in: folder)
    #expect(result.status == 1 && result.errors == "cannot write notes: it exists and is not a trace\n")
    #expect(try folder.read("notes") == "text" && result.output == "")
  }

  @Test func `steps are in reports for CI`() throws {
    let folder = try folder()
    let junit = try CommandProcess.run(
      ["test", "sub/shop_test.lua:7", "--format", "junit", "--trace", "t"], in: folder)
    #expect(junit.output.contains(#"<property name="step" value="type"/>"#), "\(junit.output)")
    #expect(junit.output.contains("[[ATTACHMENT|t/sub/shop_test-7.okittrace]]"))
    try folder.write(
      """
      it("a", function()
        local app = okit.launch "shop.lua"
        app:step("outer", function() app:step("inner", function() expect(1).to_be(2) end) end)
      end)
      """, to: "step_test.lua")
    let pretty = try CommandProcess.run(["test", "step_test.lua"], in: folder)
    #expect(pretty.output.contains("   expected to be 2, got 1\n   in step outer > inner\n"), "\(pretty.output)")
  }
}
