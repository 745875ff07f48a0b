import Foundation
import OKitCoverage
import OKitEngine
import OKitLanguageServer
import Testing

/// The diagnostics of what tests do not cover, which the client asks for.
@Suite struct CoverageDiagnosticsTests {
  private static let app = """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { title = "" })
    okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))
    okit.ModelListTableController:extend("films", { dataPath = "films", titlePath = "#Films",
      cell = okit.ModelTableCell { path = "title" } })
    """

  private static let missed = #"""
    4:38-4:45 4 "coverage.missed" "the binding films/cell/path \"title\" never has a value"
    """#

  private static let stale = #"""
    0:0-0:27 3 "coverage.stale" "this file has changed since its coverage was measured\nrun okit-run test --coverage \#
    again"
    """#

  private static func report(of text: String, line: Int = 5) throws -> String {
    let binding = CoverageItem(
      id: "binding:films/cell/path", kind: .binding, file: "app.lua", line: line, column: 39,
      text: #"films/cell/path "title""#, outcomes: [.value: 0, .nil: 2])
    let report = CoverageReport(items: [binding], checksums: ["app.lua": CoverageReport.checksum(of: text)])
    return String(decoding: try report.file(), as: UTF8.self)
  }

  private func client(_ options: JSONValue) throws -> TestClient {
    try TestClient(["app.lua": Self.app, "c/coverage.json": Self.report(of: Self.app)], options: options)
  }

  @Test func theClientAsksForIt() throws {
    for (options, expected) in [(["coverage": "c/coverage.json"] as JSONValue, [Self.missed]), (.object([:]), [])] {
      let client = try client(options)
      try client.open("app.lua", Self.app)
      try client.settle()
      #expect(client.diagnostics("app.lua") == expected)
    }
  }

  /// What is typed has other lines than what was measured.
  @Test func changedTextsHaveNoPlaces() throws {
    let client = try client(["coverage": "c/coverage.json"])
    try client.open("app.lua", Self.app)
    try client.settle()
    let changed = Self.app.replacing("\nokit.ModelList", with: "\n-- Films\nokit.ModelList")
    try client.change("app.lua", changed, version: 2)
    try client.settle()
    #expect(client.diagnostics("app.lua") == [Self.stale])
    // The tests have run again.
    try client.folder.write(changed, to: "app.lua")
    try client.folder.write(Self.report(of: changed, line: 6) + "\n", to: "c/coverage.json")
    try client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    try client.settle()
    #expect(client.diagnostics("app.lua") == [Self.missed.replacing("4:", with: "5:")])
  }

  @Test func theReportMayComeLater() throws {
    let client = try TestClient(["app.lua": Self.app], options: ["coverage": "c/coverage.json"])
    #expect(notes(client).map { $0.contains("cannot read") } == [true])
    try client.open("app.lua", Self.app)
    try client.settle()
    #expect(client.diagnostics("app.lua") == [])
    try client.folder.write(Self.report(of: Self.app), to: "c/coverage.json")
    try client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    try client.settle()
    #expect(client.diagnostics("app.lua") == [Self.missed])
  }

  @Test(arguments: [(5, "is a path, such as"), ("app.lua", "app.lua")] as [(JSONValue, String)])
  func thePersonIsToldAboutWrongReports(_ coverage: JSONValue, _ text: String) throws {
    let client = try client(["coverage": coverage])
    #expect(notes(client).map { $0.contains(text) && $0.contains("initializationOptions.coverage") } == [true])
  }

  @Test func thePersonIsToldOnceAboutAReportThatIsDamagedLater() throws {
    let client = try client(["coverage": "c/coverage.json"])
    try client.open("app.lua", Self.app)
    try client.settle()
    #expect(notes(client) == [])
    try client.folder.write("{", to: "c/coverage.json")
    for _ in 0..<2 {
      try client.notify("workspace/didChangeWatchedFiles", ["changes": []])
      try client.settle()
    }
    #expect(client.diagnostics("app.lua") == [])
    #expect(
      notes(client).map { $0.contains("initializationOptions.coverage") && $0.contains("c/coverage.json") } == [true])
    try FileManager.default.removeItem(atPath: "\(client.folder.path)/c/coverage.json")
    try client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    try client.settle()
    #expect(notes(client).count == 2)
    try client.folder.write(Self.report(of: Self.app), to: "c/coverage.json")
    try client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    try client.settle()
    #expect(client.diagnostics("app.lua") == [Self.missed])
    #expect(notes(client).count == 2)
  }

  private func notes(_ client: TestClient) -> [String] {
    client.notifications.filter { $0["method"] == "window/showMessage" }.compactMap { $0["params"]?["message"]?.text }
  }
}
