import OKitCheck
import OKitEngine
import OKitLua
import Testing

/// Faulty applications state their findings; right ones state none.
@Suite struct FaultyApplicationTests {
  private static let all = Result { try CaseFile.all().flatMap(\.applications) }
  static let applications: [CaseFile.Application] = (try? all.get()) ?? []

  @Test func thereAreEnoughOfThem() throws {
    #expect(try Self.all.get().count { !$0.expectations.isEmpty } >= 150)
  }

  @Test func everyDocumentedCodeOccurs() throws {
    let found = Set(try Self.all.get().flatMap(\.expectations).map(\.code))
    // LocalizationTests have the codes of texts, CoverageFindingsTests those of coverage.
    let others: Set = ["localization.missing", "localization.unused", "coverage.missed", "coverage.stale"]
    let documented = Set(FindingCode.all.map(\.code)).subtracting(others)
    #expect(documented.subtracting(found) == [])
  }

  @Test(arguments: applications) func findsExactly(_ application: CaseFile.Application) throws {
    let result = try ApplicationCheck.check(text: application.text, file: "app.lua", options: .withParts)
    #expect(!result.isIncomplete)
    var rest = result.findings
    for expectation in application.expectations {
      let index = rest.firstIndex { Self.fits($0, expectation) }
      #expect(index != nil, "missing: \(expectation)")
      if let index { rest.remove(at: index) }
    }
    #expect(rest.map(Self.text) == [], "surplus")
  }

  private static func fits(_ finding: Finding, _ expectation: CaseFile.Expectation) -> Bool {
    let excerpt = finding.excerpt
    let marked = excerpt.text.dropFirst(excerpt.column - 1).prefix(excerpt.endColumn - excerpt.column)
    return finding.line == expectation.line && finding.severity.rawValue == expectation.severity
      && finding.code == expectation.code && expectation.marked.map { $0 == marked } ?? true
      && finding.message.contains(expectation.message)
      && expectation.hint.map { finding.hint?.contains($0) == true } ?? true
  }

  private static func text(_ finding: Finding) -> String {
    "\(finding.line):\(finding.column): \(finding.severity.rawValue) \(finding.code): \(finding.message)"
  }
}
