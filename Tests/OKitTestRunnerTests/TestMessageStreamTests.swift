import OKitEngine
import OKitTestRunner
import Testing

/// What `test` and the processes that it starts tell each other.
@Suite struct TestMessageStreamTests {
  private static let start = TestEvent(
    .start, file: "a_test.lua", path: ["block", "one"], place: .init(file: "a_test.lua", line: 3), tags: ["x"],
    occurrence: 2)
  private static let pass = ending(.pass)

  private static func ending(_ kind: TestEvent.Kind, _ change: (inout TestEvent) -> Void = { _ in }) -> TestEvent {
    var event = start
    (event.kind, event.duration) = (kind, .milliseconds(3))
    change(&event)
    return event
  }

  private static func records(_ bytes: [UInt8]) throws -> [JSONValue] {
    try bytes.split(separator: 0x0A).map { try JSONValue.parse(json: Array($0), file: "record") }
  }

  /// Every message arrives as it was sent.
  @Test(arguments: [
    pass, ending(.fail) { $0.failures = [TestFailure(.assertion, "no")] }, ending(.pending) { $0.reason = "later" },
    ending(.pass) { $0.attempt = 2 }, ending(.pass) { $0.traces = ["one.trace"] }, ending(.pass) { $0.snapshots = 1 },
    ending(.pass) { $0.stepCount = 5 }, ending(.pass) { $0.path = ["block", "two"] },
  ])
  func messagesArrive(event: TestEvent) throws {
    var (writer, reader) = (TestMessageWriter(), TestMessageReader())
    let messages: [TestMessage] = [
      .event(Self.start), .print("a"), .event(event), .event(Self.pass), .event(Self.start), .event(event), .hook,
      .event(Self.start), .event(event), .end(TestFileEnd(total: 3)),
    ]
    let bytes = try messages.flatMap { try writer.bytes(of: $0) }
    #expect(try Self.records(bytes).map { try reader.message($0) } == messages)
  }

  /// A pass waits for what follows, so that a process is woken once for a test.
  @Test func onePieceForEachTest() throws {
    var writer = TestMessageWriter()
    #expect(try Self.records(writer.bytes(of: .event(Self.start))).count == 1)
    #expect(try writer.bytes(of: .event(Self.pass)) == [])
    let records = try Self.records(writer.bytes(of: .event(Self.start)))
    #expect(records.count == 2)
    #expect(records.first == ["pass": 0.003])
  }

  /// A process that a hook ends has not ended during the test before.
  @Test func aHookSendsWhatWaits() throws {
    var writer = TestMessageWriter()
    _ = try writer.bytes(of: .event(Self.start))
    _ = try writer.bytes(of: .event(Self.pass))
    #expect(try Self.records(writer.bytes(of: .hook)) == [["pass": 0.003], ["hook": true]])
  }

  @Test func aPassWithoutAStartIsNoMessage() {
    var reader = TestMessageReader()
    let error = #expect(throws: Diagnostic.self) { try reader.message(["pass": 0.003]) }
    #expect(error?.code == "test.worker")
  }
}
