import OKitCoverage
import Testing

struct CoverageReportTests {
  private static let first = CoverageTest(file: "shop_test.lua", line: 3, name: "Shop sells")
  private static let second = CoverageTest(file: "shop_test.lua", line: 9, name: "Shop buys")

  private static func branch(_ yes: Int, _ no: Int, tests: [Int]) -> CoverageItem {
    CoverageItem(
      id: "branch:app.lua:Shop.total:2", kind: .branch, file: "app.lua", line: 12, column: 6, text: "stock > 0",
      outcomes: [.true: yes, .false: no], tests: tests)
  }

  private static let line = CoverageItem(
    id: "line:app.lua:Shop.total:1", kind: .line, file: "app.lua", line: 12, column: 3, text: "if stock > 0 then",
    outcomes: [.run: 0])

  @Test func totalsCountOutcomes() {
    let report = CoverageReport(tests: [Self.first], items: [Self.branch(2, 0, tests: [0]), Self.line])
    #expect(report.totals == [.branch: .init(covered: 1, of: 2), .line: .init(covered: 0, of: 1)])
    #expect(report.totals[.branch]?.percent == 50)
    #expect(CoverageReport.Total(covered: 199, of: 200).percent == 99)
    #expect(report.items.map(\.kind) == [.line, .branch])
    #expect(report.items[1].missed == [.false])
  }

  @Test func mergedReportsAreThoseOfOneRun() {
    let whole = CoverageReport(
      tests: [Self.first, Self.second], items: [Self.branch(3, 4, tests: [1, 0]), Self.line])
    let one = CoverageReport(tests: [Self.second], items: [Self.branch(1, 4, tests: [0])])
    let other = CoverageReport(tests: [Self.first], items: [Self.branch(2, 0, tests: [0]), Self.line])
    #expect(CoverageReport(merging: [one, other]) == whole)
    #expect(CoverageReport(merging: [other, one]) == whole)
    #expect(CoverageReport(merging: [whole]) == whole)
    #expect(CoverageReport(merging: []) == CoverageReport())
  }

  @Test func hooksOfShardsCountOnce() throws {
    let hook = CoverageHook(file: "shop_test.lua", path: ["Shop"], name: "before_all")
    let id = "branch:app.lua:Shop.total:2"
    func shard(_ yes: Int, _ no: Int, _ test: CoverageTest, _ hooks: [CoverageOutcome: Int]) -> CoverageReport {
      CoverageReport(tests: [test], items: [Self.branch(yes, no, tests: [0])], hooks: [hook: [id: hooks]])
    }
    let one = shard(5, 1, Self.first, [.true: 2, .false: 1])
    let other = shard(2, 3, Self.second, [.true: 2])
    let whole = CoverageReport(
      tests: [Self.first, Self.second], items: [Self.branch(5, 4, tests: [0, 1])],
      hooks: [hook: [id: [.true: 2, .false: 1]]])
    #expect(CoverageReport(merging: [one, other]) == whole && CoverageReport(merging: [other, one]) == whole)
    #expect(try CoverageReport(json: whole.json()) == whole)
  }

  @Test func checksumsOfShards() throws {
    let one = CoverageReport(checksums: ["a.lua": "1", "b.lua": "2"])
    let other = CoverageReport(checksums: ["a.lua": "3", "c.lua": "4"])
    let merged = CoverageReport(merging: [one, other])
    #expect(merged.checksums == ["a.lua": "", "b.lua": "2", "c.lua": "4"])
    #expect(try CoverageReport(json: merged.json()) == merged)
  }

  @Test func countsDoNotOverflow() {
    let report = CoverageReport(items: [Self.branch(.max, 0, tests: [])])
    let merged = CoverageReport(merging: [report, report])
    #expect(merged.items.first?.outcomes[.true] == .max)
  }

  @Test func testsOfALine() {
    let report = CoverageReport(
      tests: [Self.first, Self.second], items: [Self.branch(1, 1, tests: [1]), Self.line])
    #expect(report.tests(ofLine: 12, in: "app.lua") == [1])
    #expect(report.tests(ofLine: 12, in: "app.lua", kind: .line) == [])
    #expect(report.tests(ofLine: 13, in: "app.lua") == [])
    #expect(report.tests(ofLine: 12, in: "b.lua") == [])
  }

  @Test func jsonReadsBack() throws {
    let report = CoverageReport(
      tests: [Self.first, Self.second], items: [Self.branch(3, 4, tests: [0, 1]), Self.line])
    #expect(try CoverageReport(json: report.json()) == report)
  }

  @Test(arguments: [
    ("[]", "json.value"), (#"{"tests":[]}"#, "json.value"), (#"{"version":2}"#, "coverage.version"),
    (#"{"version":1,"tests":[{"file":"a","line":1}]}"#, "json.value"),
    (#"{"version":1,"items":[{"id":"a","kind":"lines"}]}"#, "json.value"),
    (
      #"{"version":1,"items":[{"id":"a","kind":"line","place":{"file":"a","line":1},"column":1,"text":"","#
        + #""outcomes":{"run":1},"tests":[0]}]}"#, "json.value"
    ),
    (
      #"{"version":1,"items":[{"id":"a","kind":"line","place":{"file":"a","line":1},"column":1,"text":"","#
        + #""outcomes":{"run":-1},"tests":[]}]}"#, "json.value"
    ),
  ])
  func wrongReports(_ json: String, _ code: Diagnostic.Code) {
    let error = #expect(throws: (any Error).self) { try CoverageReport(json: json.utf8) }
    #expect((error as? Diagnostic)?.code == code)
  }
}
