import OKitEngine
import Testing

@testable import OKitMutation

/// The score, the texts and the JSON of reports.
@Suite struct MutationReportTests {
  private static let tests = [
    CoveringTest(file: "shop_test.lua", line: 7, name: "Shop sells", key: "Shop sells", steps: 1000, trace: ""),
    CoveringTest(file: "shop_test.lua", line: 9, name: "Shop buys", key: "Shop buys", steps: 1000, trace: ""),
  ]

  private static func report(_ text: String, _ results: (Mutant) -> MutantResult?) -> MutationReport {
    let mutants = MutantFinder(nil).mutants(ofFile: "app.lua", text: text)
    var report = MutationReport(
      tests: tests, files: [.init(name: "app.lua", path: "/app.lua", source: text, mutants: mutants)])
    for index in mutants.indices {
      report.files[0].entries[index].tests = tests.map(\.id)
      report.files[0].entries[index].coveredBy = tests.map(\.id)
    }
    for mutant in mutants { if let result = results(mutant) { report.add([mutant.id: result]) } }
    return report
  }

  @Test func `survivors have suggestions, and those without a difference are apart`() {
    let report = Self.report("local a = b < 1") { mutant in
      switch mutant.replacement {
      case "<=":
        var result = MutantResult(mutant.id, .survived)
        result.suggestion = Suggestion(
          place: "shop_test.lua:8 (row \"Lamp\": quick)", difference: "screen: …",
          assertion: .init(file: "shop_test.lua", line: 8, text: "expect(app:row(\"Lamp\").leading).to_equal {}"))
        return result
      case ">=": return MutantResult(mutant.id, .survived)
      case "2": return MutantResult(mutant.id, .killed, killedBy: Self.tests[0].id, reason: "expected 1, got 2")
      default: return MutantResult(mutant.id, .timeout)
      }
    }
    #expect(
      report.lines == [
        "survived  app.lua:1:13  Comparison  b < 1 → b <= 1    covered by \"Shop sells\" and 1 more",
        "  differs first at shop_test.lua:8 (row \"Lamp\": quick); add:",
        "  expect(app:row(\"Lamp\").leading).to_equal {}",
        "No test behaves differently with these:",
        "survived  app.lua:1:13  Comparison  b < 1 → b >= 1    covered by \"Shop sells\" and 1 more",
        "4 mutants: 1 killed, 2 survived, 0 not covered, 1 timed out; score 33 %",
      ])
    #expect(report.score.map { Int($0) } == 33)
  }

  @Test func `what was not tested has no result`() {
    var report = Self.report("local a = 1") { $0.replacement == "2" ? MutantResult($0.id, .notCovered) : nil }
    report.untested = 1
    #expect(
      report.summary == [
        "the budget was enough for 1 of 2 mutants", "1 mutant: 0 killed, 0 survived, 1 not covered; score 0 %",
      ])
    #expect(report.jsonValue["files"]?["app.lua"]?["mutants"].map(Self.statuses) == ["NoCoverage", "Pending"])
  }

  @Test func `what no test reaches is not covered unless a test notices it`() throws {
    let mutants = MutantFinder(nil).mutants(ofFile: "app.lua", text: "local a = 1")
    var entry = MutationReport.Entry(mutant: try #require(mutants.first))
    entry.tests = Self.tests.map(\.id)
    entry.set(MutantResult("m", .survived))
    #expect(entry.result?.status == .notCovered && entry.coveredBy == [])
    entry.set(MutantResult("m", .killed, killedBy: Self.tests[1].id))
    #expect(entry.result?.status == .killed && entry.coveredBy == [Self.tests[1].id])
    entry.coveredBy = []
    var noticed = MutantResult("m", .survived)
    noticed.suggestion = Suggestion(place: "p", difference: "d")
    entry.set(noticed)
    #expect(entry.result == noticed && entry.coveredBy == entry.tests)
  }

  private static func statuses(_ mutants: JSONValue) -> [String] {
    guard case .array(let mutants) = mutants else { return [] }
    return mutants.compactMap { $0["status"]?.text }
  }

  @Test func `the score counts ignored mutants and time-outs neither way`() {
    let report = Self.report("local a = 1") { MutantResult($0.id, $0.replacement == "2" ? .ignored : .timeout) }
    #expect(report.score == nil)
  }

  @Test func `records of jobs and results`() throws {
    let job = MutantJob(id: "m", path: "/app.lua", text: "x", tests: Self.tests)
    #expect(try MutantJob(record: job.record) == job)
    var result = MutantResult("m", .survived, reason: "r")
    result.suggestion = Suggestion(
      place: "p", difference: "d", assertion: .init(file: "f", line: 3, text: "t"))
    #expect(try MutantResult(record: result.record) == result)
    #expect { try MutantResult(record: ["mutant": "m"]) } throws: { ($0 as? Diagnostic)?.code == "test.worker" }
    #expect { try MutantJob(record: ["mutant": "m"]) } throws: { ($0 as? Diagnostic)?.code == "test.worker" }
  }
}
