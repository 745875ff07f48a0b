import OKitEngine
import OKitTestRunner
import Testing

@Suite struct JSONReporterTests {
  @Test func lines() throws {
    let events = [
      TestEvent(.start, file: "a_test.lua", path: ["block", "one"]),
      TestEvent(
        .fail, file: "a_test.lua", path: ["block", "one"], place: .init(file: "a_test.lua", line: 3), tags: ["x"],
        duration: .milliseconds(250),
        failures: [TestFailure(.assertion, "no\n", place: .init(file: "a_test.lua", line: 4), actions: ["tap"])]),
    ]
    let expected = #"""
      {"files":["a_test.lua"],"kind":"begin","seed":1}
      {"file":"a_test.lua","iteration":1,"kind":"start","name":"block one","path":["block","one"]}
      {"attempt":1,"duration":0.25,"failures":[{"actions":["tap"],"code":"test.assertion",<PLACE>}],<REST>}
      {"duration":1.6,"failed":1,"kind":"end","passed":0,"skipped":0}

      """#
      .replacing(
        "<PLACE>", with: #""file":"a_test.lua","kind":"assertion","line":4,"message":"no\n","severity":"error""#
      )
      .replacing(
        "<REST>",
        with: #""file":"a_test.lua","iteration":1,"kind":"fail","name":"block one","path":["block","one"],"#
          + #""place":"a_test.lua:3","tags":["x"]"#)
    #expect(try TestSamples.output(.json, run: TestRun(files: ["a_test.lua"], seed: 1), events: events) == expected)
  }

  @Test(arguments: TestSamples.events)
  func eventsSurviveTheirRecord(event: TestEvent) throws {
    var event = event
    (event.occurrence, event.snapshots) = (2, 3)
    #expect(try TestEvent(record: event.record) == event)
    let messages: [TestMessage] = [
      .event(event), .print("a\u{1B}\n"), .end(TestFileEnd(total: 3, selected: 2, files: ["a.lua", "b.lua"])),
      .end(TestFileEnd(snapshots: SnapshotFiles(stale: ["a.txt"], isPruned: true, undecided: ["b_test.lua"]))),
    ]
    for message in messages { #expect(try TestMessage(record: message.record) == message) }
  }

  @Test func jobsSurviveTheirRecord() throws {
    let job = TestJob(file: "a_test.lua", lines: [3, 4], names: ["x"], iteration: 2, position: 5, seed: 7)
    #expect(try TestJob(record: job.record) == job)
    let error = #expect(throws: Diagnostic.self) { try TestJob(record: ["file": "a"]) }
    #expect(error?.code == "test.worker")
  }

  @Test(arguments: TestSamples.events.flatMap(\.failures) + [TestSamples.coroutineFailure])
  func failuresSurviveTheirRecord(failure: TestFailure) {
    #expect(TestFailure(record: failure.record) == failure)
  }

  @Test func tablesOfThePrelude() throws {
    let event = try TestEvent(record: [
      "kind": "fail", "file": "a_test.lua", "path": .object([:]), "place": ["file": "a:b.lua", "line": 12],
      "tags": .object([:]),
      "duration": 2,
      "failures": [
        ["kind": "pending", "message": "x", "source_line": "f()", "traceback": .object([:])], .object([:]),
      ],
    ])
    #expect(event.place == Diagnostic.Place(file: "a:b.lua", line: 12))
    #expect(event.duration == .seconds(2))
    #expect(event.name == "a_test.lua")
    #expect(
      event.failures == [
        TestFailure(.error, "x", sourceLine: "f()"), TestFailure(.error, "failed without a message"),
      ])
  }

  @Test func noEvent() {
    let error = #expect(throws: Diagnostic.self) { try TestEvent(record: ["kind": "passed", "file": "a"]) }
    #expect(error?.message == #"a test event needs the fields "kind" and "file""#)
  }

  @Test func sourceLines() {
    var failure = TestFailure(.error, "x", place: .init(file: "a.lua", line: 2))
    failure.takeSourceLine(from: "one\n  two\n")
    #expect(failure.sourceLine == "  two")
    failure = TestFailure(.error, "x", place: .init(file: "a.lua", line: 9))
    failure.takeSourceLine(from: "one")
    #expect(failure.sourceLine == nil)
  }
}
