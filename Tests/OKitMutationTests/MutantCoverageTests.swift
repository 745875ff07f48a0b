import OKitCoverage
import Testing

@testable import OKitMutation

/// The tests that cover a mutant.
@Suite struct MutantCoverageTests {
  private static let text = """
    local limit = 3
    function Shop:total()
      local sum = 1
      if sum > 2 then
        sum = sum * 2
      end
      return sum
    end
    function Shop:short() return 4 end
    """

  private static func tests() -> [Baseline.Test] {
    ["a", "b", "c", "d"].enumerated().map { index, name in
      let test = CoveringTest(file: "t.lua", line: index + 1, name: name, key: name, steps: 1000, trace: "")
      return Baseline.Test(
        test: test, sources: name == "d" ? [] : ["app.lua"], modules: name == "d" ? ["app.lua"] : [], folders: [])
    }
  }

  /// The tests with the numbers 0, 1 and 2 load the script; 0 and 1 call the first function, 1 its inner line, 2 the
  /// second function.
  private static let report = CoverageReport(
    tests: ["a", "b", "c"].enumerated().map { CoverageTest(file: "t.lua", line: $0 + 1, name: $1) },
    items: [
      item(.line, 1, [0, 1, 2]), item(.line, 2, [0, 1, 2]), item(.function, 2, [0, 1]), item(.line, 3, [0, 1]),
      item(.line, 4, [0, 1]), item(.line, 5, [1]), item(.line, 7, [0, 1]), item(.line, 9, [0, 1, 2]),
      item(.function, 9, [2]),
    ])

  private static func item(_ kind: CoverageKind, _ line: Int, _ tests: [Int]) -> CoverageItem {
    CoverageItem(
      id: "\(kind):\(line)", kind: kind, file: "app.lua", line: line, column: 1, text: "", outcomes: [.run: 1],
      tests: tests)
  }

  @Test(arguments: [
    // Where a script is loaded, each test that loads it.
    (1, "abcd"), (3, "abd"), (4, "abd"), (5, "bd"), (7, "abd"), (9, "cd"),
  ])
  func `the tests that have run its statement`(line: Int, names: String) throws {
    let mutant = try #require(
      MutantFinder(nil).mutants(ofFile: "app.lua", text: Self.text).last { $0.start.line == line })
    let found = MutantCoverage(Self.tests(), Self.report).tests(covering: mutant).map(\.name)
    #expect(found.joined() == names)
  }

  @Test func `all tests that load a script that was not counted`() throws {
    let mutant = try #require(
      MutantFinder(nil).mutants(ofFile: "app.lua", text: Self.text).first { $0.start.line == 5 })
    let found = MutantCoverage(Self.tests(), CoverageReport()).tests(covering: mutant).map(\.name)
    #expect(found == ["a", "b", "c", "d"])
  }
}
