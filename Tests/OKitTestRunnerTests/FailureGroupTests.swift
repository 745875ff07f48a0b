import OKitTestRunner
import OKitTestSupport
import Testing

/// Equal failures of a run are shown once, with the names of their tests.
@Suite struct FailureGroupTests {
  @Test func testsWithTheSameFailuresStandTogether() throws {
    let folder = try TestFolder([
      "a_test.lua": """
      local function check(value) expect(value).to_be(1) end
      describe("A block", function()
        before_each(function() error("no shop") end)
        it("one", function() end)
        it("two", function() end)
      end)
      it("other", function() check(2) end)
      it("third", function() expect.soft(5).to_be(6) check(2) end)
      it("calls", function()
        check(2)
      end)
      it("differs", function() check(3) end)
      """,
      "b_test.lua": "describe('B', function() it('has its own place', function() error('no shop') end) end)",
    ])
    let output = try folder.run().output
    let failures = output.split(separator: "Failures:\n\n", maxSplits: 1).last.map(String.init) ?? ""
    #expect(
      failures == """
        1) A block one
        2) A block two
           in before_each: no shop
           at a_test.lua:3
             3 |   before_each(function() error("no shop") end)

        3) other
        4) calls
           expected to be 1, got 2
           at a_test.lua:1
             1 | local function check(value) expect(value).to_be(1) end
           traceback:
             a_test.lua:1: in function 'check'
             a_test.lua:7: in function <a_test.lua:7>

        5) third
           expected to be 6, got 5
           at a_test.lua:8
             8 | it("third", function() expect.soft(5).to_be(6) check(2) end)
           expected to be 1, got 2 (see 3)

        6) differs
           expected to be 1, got 3
           at a_test.lua:1
             1 | local function check(value) expect(value).to_be(1) end
           traceback:
             a_test.lua:1: in function 'check'
             a_test.lua:12: in function <a_test.lua:12>

        7) B has its own place
           no shop
           at b_test.lua:1
             1 | describe('B', function() it('has its own place', function() error('no shop') end) end)

        Ran 7 tests in 0 s
        0 passed, 7 failed

        """, "\(failures)")
  }

  @Test func otherFormatsHaveEachFailure() throws {
    let folder = try TestFolder(["a_test.lua": "for i = 1, 3 do it('t' .. i, function() error('same') end) end"])
    for format in [TestFormat.tap, .junit, .json] {
      let report = try folder.report(format)
      #expect(report.split(separator: "\n").count { $0.contains("same") } >= 3, "\(format): \(report)")
    }
  }
}
