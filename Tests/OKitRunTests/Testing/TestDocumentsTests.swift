import Foundation
import OKitTestSupport
import Testing

/// `okit.launch { documents = … }`
@Suite struct TestDocumentsTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "tests/app.lua": """
      local M = okit.Model:extend("M", { name = "" })
      okit.Model.register(M)
      okit.ModelDetailTableController:extend("home", { titlePath = "name" })
      """,
      "tests/own/okit/data/default.json": #"{"name": "own"}"#,
      "other/okit/data/default.json": #"{"name": "other"}"#,
      "temporary/.keep": "",
    ])
    let link = folder.path + "/tests/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../other")
  }

  static let places: [(documents: String, allow: [String], title: String?)] = [
    ("own", [], "own"), ("../other", [], nil), ("link", [], nil), ("../tests/own", [], "own"),
    ("../other", ["read=other"], "other"), ("link", ["read=other"], "other"), ("../other", ["read"], "other"),
    ("../other", ["read=tests"], nil), ("..", [], nil),
  ]

  @Test(arguments: places)
  func `documents need permission outside of the test's folder`(documents: String, allow: [String], title: String?)
    throws
  {
    let expectation =
      title.map { "expect(okit.launch('app.lua', options).screen.title).to_be('\($0)')" }
      ?? "expect(function() okit.launch('app.lua', options) end).to_fail('no permission to read')"
    try folder.write(
      "it('launches', function() local options = { documents = '\(documents)' } \(expectation) end)",
      to: "tests/a_test.lua")
    let result = try CommandProcess.run(["test", "tests"] + allow.flatMap { ["--allow", $0] }, in: folder)
    #expect(result.status == 0, "\(result)")
  }

  /// SwiftPM lets the processes of tests ignore SIGINT and SIGTERM, which are handled in the same way.
  @Test func `a signal removes the copies`() throws {
    try folder.write(
      """
      before_all(function() okit.launch("app.lua", { documents = "own" }) end)
      it("has launched", function() end)
      it("never ends", function() while true do end end)
      """, to: "tests/a_test.lua")
    let process = try CommandProcess(
      ["test", "tests", "--format", "tap"], in: folder, environment: ["TMPDIR": folder.path + "/temporary"])
    while let line = process.line(), !line.contains("has launched") {}
    let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/temporary") }
    #expect(try names().contains { $0.hasPrefix("okit-test-") })
    #expect(process.end(by: SIGHUP) == 128 + SIGHUP)
    #expect(try names() == [".keep"])
  }
}
