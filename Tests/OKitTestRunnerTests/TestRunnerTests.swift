import OKitEngine
import OKitTestRunner
import OKitTestSupport
import Testing

@Suite("Running tests")
struct TestRunnerTests {
  private func folder() throws -> TestFolder {
    try TestFolder([
      "a_test.lua": """
      it("one", { tags = "quick" }, function() end)
      it("two", { tags = { "slow", "quick" } }, function() expect(1).to_be(2) end)
      it("three", function() end)
      """,
      "b_test.lua": "describe('last', function() it('four', { tags = 'slow' }, function() end) end)",
    ])
  }

  @Test(
    "chooses by name and tags",
    arguments: [
      ("filter three", ["ok three"]), ("filter ^t", ["FAIL two: expected to be 2, got 1 at a_test.lua:2", "ok three"]),
      ("filter last f", ["ok last four"]),
      ("filters three|last", ["ok three", "ok last four"]), ("filters nothing|^o", ["ok one"]),
      ("tags quick", ["ok one", "FAIL two: expected to be 2, got 1 at a_test.lua:2"]),
      ("exclude slow", ["ok one", "ok three"]),
    ])
  func selection(_ choice: String, _ expected: [String]) throws {
    let parts = choice.split(separator: " ", maxSplits: 1).map(String.init)
    let outcomes = try folder().outcomes {
      switch parts[0] {
      case "filter": $0.selection.filters = [parts[1]]
      case "filters": $0.selection.filters = parts[1].split(separator: "|").map(String.init)
      case "tags": $0.selection.tags = [parts[1]]
      default: $0.selection.excludeTags = [parts[1]]
      }
    }
    #expect(outcomes == expected)
  }

  @Test("stops after a failure")
  func bail() throws {
    #expect(
      try folder().outcomes { $0.selection.bail = true } == [
        "ok one", "FAIL two: expected to be 2, got 1 at a_test.lua:2", "skip three: stopped after a failure",
      ])
  }

  @Test("shuffles by a seed")
  func shuffle() throws {
    let text = (1...12).map { "it('t\($0)', function() end)" }.joined(separator: "\n")
    let folder = try TestFolder(["a_test.lua": text, "b_test.lua": text.replacing("'t", with: "'u")])
    let jsonValue = try folder.outcomes()
    let first = try folder.outcomes { $0.selection.shuffle = 7 }
    #expect(first != jsonValue)
    #expect(first.sorted() == jsonValue.sorted())
    #expect(try folder.outcomes { $0.selection.shuffle = 7 } == first)
    #expect(try folder.outcomes { $0.selection.shuffle = 8 } != first)
  }

  @Test("repeats, each time in new states")
  func repeats() throws {
    let folder = try TestFolder(["a_test.lua": "n = (n or 0) + 1; it('once', function() expect(n).to_be(1) end)"])
    let (summary, _) = try folder.run { $0.repeats = 3 }
    #expect(summary.passed == 3)
  }

  @Test("without any test is an error")
  func none() throws {
    let empty = try TestFolder(["app.lua": ""])
    let noFile = #expect(throws: Diagnostic.self) { try empty.run() }
    #expect(
      noFile?.description == "no test files in \(empty.path) (test files are named …_test.lua or …_spec.lua)")
    let folder = try folder()
    let noMatch = #expect(throws: Diagnostic.self) { try folder.run { $0.selection.filters = ["nothing"] } }
    #expect(noMatch?.description == "no test matches the filter (4 tests found)")
    let noneOfTwo = #expect(throws: Diagnostic.self) { try folder.run { $0.selection.filters = ["no", "nor"] } }
    #expect(noneOfTwo?.description == "no test matches one of the filters (4 tests found)")
    let noPath = #expect(throws: Diagnostic.self) { try folder.run { $0.paths = ["\(folder.path)/a_tst.lua"] } }
    #expect(
      noPath?.description
        == "no such file or folder: \(folder.path)/a_tst.lua (did you mean \"\(folder.path)/a_test.lua\"?)")
  }
}
