import OKitTestRunner
import Testing

@Suite struct PrettyReporterTests {
  @Test func aWholeRun() throws {
    let expected = #"""
      shop_test.lua
        ok    Book shop adds
        FAIL  Book shop marks (1.500 s)
        skip  Book shop later (no body yet)

      odd_test.lua
        ok    a #1 \ <&"'> name ]]> (run 2, flaky: passed on attempt 3)
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
         unexpected \u{1}<eof>

      Ran 6 tests in 1.600 s
      1 test is flaky
      2 passed, 2 failed, 2 skipped

      """#
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

  @Test func `a status line is shorter than the terminal and controls nothing`() throws {
    var style = PrettyReporter.Style(isLive: true)
    style.columns = 30
    let events = [TestEvent(.start, file: "a_test.lua", path: ["a long\u{1B}[2J name 日本語日本語日本語"])]
    let output = try TestSamples.output(.pretty, style: style, events: events)
    #expect(output.hasPrefix("\r\u{1B}[K  0 passed, 0 failed: a long\\\r\u{1B}[K"), "\(output.debugDescription)")
  }

  @Test func `control characters of names are escaped`() throws {
    let name = "red\u{1B}[31m \u{202E}back\u{9B}2J\ttab\nline"
    let escaped = #"red\u{1B}[31m \u{202E}back\u{9B}2J tab line"#
    let events = [
      TestEvent(
        .fail, file: "\u{1B}]0;a\u{7}_test.lua", path: [name],
        failures: [TestFailure(.error, "\u{1B}[2J", sourceLine: "\u{1B}", screen: "\u{9D}")]),
      TestEvent(.skip, file: "b", path: ["x"], reason: "\u{1B}c"),
    ]
    for format in [TestFormat.pretty, .tap] {
      let output = try TestSamples.output(format, events: events)
      #expect(output.contains(format == .tap ? escaped.replacing("\\", with: "\\\\") : escaped))
      #expect(!output.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || 0x7F...0x9F ~= $0.value })
    }
  }

  private static let timed = [
    TestEvent(
      .pass, file: "a_test.lua", path: ["fast"], place: .init(file: "a_test.lua", line: 1), tags: ["smoke"],
      duration: .milliseconds(1)),
    TestEvent(
      .pass, file: "a_test.lua", path: ["slow"], place: .init(file: "a_test.lua", line: 2),
      duration: .milliseconds(30)),
    TestEvent(.pass, file: "a_test.lua", path: ["middle"], duration: .milliseconds(2), snapshots: 2),
  ]

  @Test func `the slowest tests come at the end`() throws {
    var style = PrettyReporter.Style()
    (style.detail, style.slowest) = (.quiet, 2)
    #expect(
      try TestSamples.output(.pretty, style: style, events: Self.timed) == """
        Slowest tests:
          0.030 s  slow  a_test.lua:2
          0.002 s  middle

        Ran 3 tests in 1.600 s
        2 snapshots written
        3 passed, 0 failed

        """)
  }

  @Test func `verbose lines have place, tags and duration`() throws {
    var style = PrettyReporter.Style()
    style.detail = .verbose
    #expect(
      try TestSamples.output(.pretty, style: style, events: Self.timed).hasPrefix(
        """
        a_test.lua
          ok    fast (a_test.lua:1, #smoke, 0.001 s)
          ok    slow (a_test.lua:2, 0.030 s)
          ok    middle (0.002 s)

        """))
  }

  @Test func `the screen is shown once`() throws {
    let failures = (1...3).map { TestFailure(.assertion, "no \($0)", actions: ["tap"], screen: "screen \($0)") }
    let output = try TestSamples.output(
      .pretty, events: [TestEvent(.fail, file: "a_test.lua", path: ["x"], failures: failures)])
    #expect(output.contains("   no 1\n   last actions:\n     tap\n   screen:\n     screen 1\n   no 2\n   no 3\n"))
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
