import OKitEngine
import OKitTestRunner

/// One run with an event of every kind, for all reporters.
enum TestSamples {
  static let run = TestRun(files: ["shop_test.lua", "odd_test.lua"])

  static let failure = TestFailure(
    .assertion, "expected to equal, but 2 places differ",
    diff: "[1].detail: expected \"marked\", got \"not marked\"\n[3]: missing, expected \"Emma\"",
    place: .init(file: "shop_test.lua", line: 22), sourceLine: "    expect(app:rows()).to_equal(all)",
    actions: ["tap \"Dune\"", "more \"Set as Marked\""], screen: "Book Shop\n\n  Dune  not marked\n",
    traceback: [
      .frame(.init(file: "shop_test.lua", line: 22, function: .named("check"))),
      .frame(.init(file: "shop_test.lua", line: 30, function: .anonymous(line: 20))),
    ],
    diagnostics: ["no property \"nam\" (did you mean \"name\"?)"])

  static let error = TestFailure(
    .error, "in after_each: boom", place: .init(file: "shop_test.lua", line: 5),
    traceback: [.frame(.init(file: "shop_test.lua", line: 5, function: .anonymous(line: 4)))])

  static let coroutineFailure = TestFailure(
    .error, "inside",
    traceback: [
      .frame(.init(file: "shop_test.lua", line: 5, function: .method("check"))), .failedClose("closed"), .coroutine,
      .omittedFrames, .frame(.init(file: "shop_test.lua", line: 9, function: .mainChunk)),
    ])

  static let events: [TestEvent] = [
    TestEvent(.start, file: "shop_test.lua", path: ["Book shop", "adds"]),
    TestEvent(
      .pass, file: "shop_test.lua", path: ["Book shop", "adds"], place: .init(file: "shop_test.lua", line: 7),
      tags: ["smoke"], duration: .milliseconds(12)),
    TestEvent(
      .fail, file: "shop_test.lua", path: ["Book shop", "marks"], place: .init(file: "shop_test.lua", line: 20),
      tags: ["smoke", "slow"], duration: .milliseconds(1500), failures: [failure, error]),
    TestEvent(
      .pending, file: "shop_test.lua", path: ["Book shop", "later"], place: .init(file: "shop_test.lua", line: 40),
      reason: "no body yet"),
    TestEvent(
      .pass, file: "odd_test.lua", path: ["a #1 \\ <&\"'>\nname ]]>"], place: .init(file: "odd_test.lua", line: 1),
      iteration: 2, attempt: 3, duration: .microseconds(400)),
    TestEvent(unreadable: "odd_test.lua", Diagnostic("lua.syntax", "unexpected \u{1}<eof>")),
    TestEvent(.skip, file: "odd_test.lua", path: ["last"], reason: "stopped after a failure"),
  ]

  static let duration: Duration = .milliseconds(1600)

  /// Returns the output of a reporter for a run.
  static func output(
    _ format: TestFormat, style: PrettyReporter.Style = .init(), run: TestRun = run, events: [TestEvent] = events
  ) throws -> String {
    var text = ""
    var reporter = format.reporter(style: style) { text += $0 }
    var summary = TestSummary(duration: duration)
    try reporter.begin(run)
    for event in events {
      summary.count(event)
      try reporter.report(event)
    }
    try reporter.finish(summary)
    return text
  }
}
