import OKitTesting
import Testing

@Suite struct PrettyReporterTests {
  @Test func aWholeRun() throws {
    let expected = #"""
      shop_test.lua
        ok    Book shop adds
        FAIL  Book shop marks (1.500 s)
        skip  Book shop later (no body yet)

      odd_test.lua
        ok    a #1 \ <&"'> name ]]> (run 2, attempt 3)
        FAIL  odd_test.lua
        skip  last (stopped after a failure)

      Failures:

      1) Book shop marks
         expected to equal, but 2 places differ
           [1].detail: expected "marked", got "not marked"
           [3]: missing, expected "Emma"
         at shop_test.lua:22
           22 |     expect(app:rows()).to_equal(all)
         last actions:
           tap "Dune"
           more "Set as Marked"
         screen:
           Book Shop

             Dune  not marked
         diagnostics:
           no property "nam" (did you mean "name"?)
         traceback:
           shop_test.lua:22: in function 'check'
           shop_test.lua:30: in function <shop_test.lua:20>
         in after_each: boom
         at shop_test.lua:5

      2) odd_test.lua
         unexpected <CONTROL><eof>

      Ran 6 tests in 1.600 s
      2 passed, 2 failed, 2 skipped

      """#.replacing("<CONTROL>", with: "\u{1}")
    #expect(try TestSamples.output(.pretty) == expected)
  }

  @Test func colorsAndStatusLine() throws {
    let events = [
      TestEvent(.start, file: "a_test.lua", path: ["one"]), TestEvent(.pass, file: "a_test.lua", path: ["one"]),
    ]
    let style = PrettyReporter.Style(isColored: true, isLive: true)
    let clear = "\r\u{1B}[K"
    let expected =
      clear + "  0 passed, 0 failed: one" + clear + "a_test.lua\n  \u{1B}[32mok  \u{1B}[0m  one\n" + clear
      + "\nRan 1 test in 1.600 s, seed 42\n\u{1B}[32m1 passed, 0 failed\u{1B}[0m\n"
    let run = TestRun(files: ["a_test.lua"], seed: 42)
    #expect(try TestSamples.output(.pretty, style: style, run: run, events: events) == expected)
  }

  @Test func nothingToRun() throws {
    let output = try TestSamples.output(.pretty, run: TestRun(files: []), events: [])
    #expect(output == "Ran 0 tests in 1.600 s\n0 passed, 0 failed\n")
  }

  @Test(arguments: [
    (TestSummary(passed: 12, failed: 1), "12 passed, 1 failed"),
    (TestSummary(passed: 12, skipped: 2), "12 passed, 0 failed, 2 skipped"),
  ])
  func closingLine(summary: TestSummary, line: String) { #expect(summary.line == line) }

  @Test func aWriterThatFailsEndsTheRun() {
    struct Full: Error {}
    var reporter = TestFormat.pretty.reporter { _ in throw Full() }
    #expect(throws: Full.self) { try reporter.finish(TestSummary()) }
  }
}
