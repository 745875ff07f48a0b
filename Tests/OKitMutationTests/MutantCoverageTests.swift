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

  /// A statement beside its condition, and the right side of an operator.
  @Test func `no test where a condition never led`() throws {
    let text = """
      function f(a, b)
        if a then g(1) elseif b then g(2) else g(3) end
        return a and b + 4
      end
      """
    func branch(_ line: Int, _ column: Int, _ outcomes: [CoverageOutcome: Int]) -> CoverageItem {
      CoverageItem(
        id: "branch:\(line):\(column)", kind: .branch, file: "app.lua", line: line, column: column, text: "",
        outcomes: outcomes, tests: [0])
    }
    let report = CoverageReport(
      tests: [CoverageTest(file: "t.lua", line: 1, name: "a")],
      items: [
        Self.item(.function, 1, [0]), Self.item(.line, 2, [0]), Self.item(.line, 3, [0]),
        branch(2, 6, [.true: 0, .false: 2]), branch(2, 25, [.true: 2, .false: 0]),
        branch(3, 12, [.true: 0, .false: 2]),
      ])
    let coverage = MutantCoverage(Array(Self.tests().prefix(1)), report)
    let mutants = MutantFinder(nil).mutants(ofFile: "app.lua", text: text)
    for (line, column, count) in [(2, 6, 1), (2, 13, 0), (2, 25, 1), (2, 32, 1), (2, 42, 0), (3, 12, 1), (3, 20, 0)] {
      let mutant = try #require(mutants.first { $0.start == .init(line: line, column: column) }, "\(line):\(column)")
      #expect(coverage.tests(covering: mutant).count == count, "\(line):\(column)")
    }
  }

  @Test func `all tests that load a script that was not counted`() throws {
    let mutant = try #require(
      MutantFinder(nil).mutants(ofFile: "app.lua", text: Self.text).first { $0.start.line == 5 })
    let found = MutantCoverage(Self.tests(), CoverageReport()).tests(covering: mutant).map(\.name)
    #expect(found == ["a", "b", "c", "d"])
  }
}
