import Foundation
import OKitEncryption
import OKitPages
import OKitTestSupport
import OKitTrace
import Testing

/// Pages of traces, the list of a run, and events for Perfetto. `tools/check-pages.py` opens the pages in a browser.
@Suite struct TracePageTests {
  private static let files = [
    "shop.lua": """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { name = "", stock = 0 })
    function Item:sell() self.stock = self.stock - 1 end
    local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
    okit.Model.initialize(function() okit.Model.register(Shop) end)
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", quickName = "#Sell", quickTap = "sell()",
      searchPath = "name",
      cell = okit.ModelTableCell { path = "name", detailPath = "stock" },
    })
    """,
    "shop_test.lua": """
    it("sells <b>", function()
      local app = okit.launch("shop.lua", {
        fixture = { items = { { name = "</script><b>", stock = 2 }, { name = "Desk", stock = 1 } } },
      })
      app:search("Desk")
      app:search("")
      app:row("Desk"):quick()
      expect(app:row("Desk").detail).to_be "1"
    end)
    it("passes", function() okit.launch("shop.lua") end)
    """,
  ]

  private func traced(_ options: String...) throws -> TestFolder {
    let folder = try TestFolder(Self.files)
    let result = try CommandProcess.run(["test", "--trace", "t"] + options, in: folder)
    #expect(result.status == 1, "\(result.errors)")
    return folder
  }

  /// The data of a page.
  private func data(_ html: String) throws -> JSONValue {
    let data = try #require(
      html.components(separatedBy: "id=\"data\">").last?.components(separatedBy: "</script>").first)
    return try JSONValue.parse(json: Array(data.utf8))
  }

  private func members(_ value: JSONValue) throws -> [String: JSONValue] {
    guard case .object(let members) = value else { throw Diagnostic("test", "no object") }
    return members
  }

  private func elements(_ value: JSONValue?) throws -> [JSONValue] {
    guard case .array(let elements)? = value else { throw Diagnostic("test", "no list") }
    return elements
  }

  /// A value with what its references stand for.
  private func opened(_ value: JSONValue, _ shared: [JSONValue]) -> JSONValue {
    switch value {
    case .object(let members):
      if case .int(let index)? = members["$"] { return opened(shared[index], shared) }
      return .object(members.mapValues { opened($0, shared) })
    case .array(let elements): return .array(elements.map { opened($0, shared) })
    default: return value
    }
  }

  @Test func `failed tests have a page, and all traces are in the list`() throws {
    let folder = try traced("--trace-when", "always")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/t").sorted()
    #expect(names == ["index.html", "shop_test-1.html", "shop_test-1.okittrace", "shop_test-10.okittrace"])
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/t/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let tests = try elements(members(data(folder.read("t/index.html")))["tests"]).map(members)
    #expect(tests.map { $0["status"] } == ["fail", "pass"])
    #expect(tests.map { $0["page"] } == ["shop_test-1.html", nil])
    #expect(tests.map { $0["trace"] } == ["shop_test-1.okittrace", "shop_test-10.okittrace"])
    #expect(tests.map { $0["failure"] } == [#"expected to be "1", got "0""#, nil])
  }

  @Test func `a limit drops pages, and the list says so`() throws {
    let folder = try traced("--trace-limit", "50000")
    #expect(try !folder.read("t/index.html").contains("shop_test-1.html"))
    #expect(try folder.read("t/index.html").contains("1 without a page: raise the limit with --trace-limit"))
  }

  @Test func `a page has the records of its trace`() throws {
    let folder = try traced()
    let html = try folder.read("t/shop_test-1.html")
    let page = try members(data(html))
    let shared = try elements(page["shared"])
    #expect(!shared.isEmpty)
    var records: [JSONValue] = []
    try Trace.forEachLine(ofFile: "\(folder.path)/t/shop_test-1.okittrace") { record in
      var members = try members(record)
      members["models"] = nil
      records.append(.object(members))
    }
    #expect(try elements(page["records"]).map { opened($0, shared) } == records)
    #expect(html.hasPrefix(Page.beginning))
    #expect(html.contains("<title>sells &lt;b&gt;</title>"))
    #expect(html.components(separatedBy: "</script>").count == 3, "no text ends the data")
  }

  @Test func `the policy of a page has the hashes of its style and script`() throws {
    let html = String(decoding: Page(.tests, title: "", data: Array("{}".utf8)).html, as: UTF8.self)
    for (name, begin, end) in [
      ("style", "<style>", "</style>"), ("script", "</script>\n<script>", "</script>\n</body>"),
    ] {
      let text = try #require(html.components(separatedBy: begin).last?.components(separatedBy: end).first)
      let hash = try #require(
        html.components(separatedBy: "\(name)-src 'sha256-").last?.components(separatedBy: "'").first)
      let bytes = try #require(DataValue(base64: hash)).bytes
      #expect(
        try bytes.map { String(format: "%02x", $0) }.joined() == Checksum.text(of: Array(text.utf8)), "\(name)")
    }
  }

  @Test(arguments: ["html", "chrome"])
  func `a converted trace replaces only what okit has written`(_ format: String) throws {
    let folder = try traced()
    let convert = ["trace", "t/shop_test-1.okittrace", "--to", format]
    let printed = try CommandProcess.run(convert, in: folder)
    for _ in 1...2 { #expect(try CommandProcess.run(convert + ["--output", "out"], in: folder).status == 0) }
    #expect(try folder.read("out") == printed.output)
    try folder.write("mine", to: "own")
    let refused = try CommandProcess.run(convert + ["--output", "own"], in: folder)
    #expect(refused.status == 1)
    #expect(
      refused.errors.hasSuffix("own: it exists, and okit has not written it (choose another name)\n"),
      "\(refused.errors)")
    #expect(try folder.read("own") == "mine")
  }

  @Test func `events have actions with turns and bindings in them`() throws {
    let folder = try traced()
    let printed = try CommandProcess.run(["trace", "t/shop_test-1.okittrace", "--to", "chrome"], in: folder)
    let events = try elements(members(JSONValue.parse(json: Array(printed.output.utf8)))["traceEvents"]).map(members)
    let names = events.filter { $0["ph"] == "X" }.map { [$0["cat"], $0["name"]] }
    #expect(names.contains(["action", #"row "Desk": quick"#]))
    #expect(names.contains { $0[0] == "turn" })
    #expect(names.contains(["binding", "items › /items/1 › detailPath"]))
    #expect(events.contains { $0["name"] == "failed: to_be shop_test.lua:8" })
  }
}
