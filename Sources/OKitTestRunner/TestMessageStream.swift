/// Writes messages as lines of JSON, for `TestMessageReader`.
///
/// Almost every test starts and passes. So a pass that repeats the start is only its duration, and waits for the next
/// message, usually the start of the next test: two processes spend less on a test that does nothing.
package struct TestMessageWriter {
  private var started: TestEvent?
  private var held: [UInt8] = []

  package init() {}

  /// Returns what can be sent now.
  package mutating func bytes(of message: TestMessage) throws -> [UInt8] {
    if let duration = pass(message) {
      held += try Self.line {
        try $0.beginObject()
        $0.key("pass")
        try $0.double(duration.inSeconds)
        $0.endObject()
      }
      return []
    }
    defer { held = [] }
    return try held + Self.line { try $0.write(message.record) }
  }

  /// Returns the duration of the test that has started if the message is its pass, and says nothing else.
  private mutating func pass(_ message: TestMessage) -> Duration? {
    guard case .event(let event) = message else { return nil }
    defer { started = event.kind == .start ? event : nil }
    guard var pass = started else { return nil }
    (pass.kind, pass.duration) = (.pass, event.duration)
    return pass == event ? event.duration : nil
  }

  private static func line(_ write: (inout JSONWriter) throws -> Void) throws -> [UInt8] {
    var writer = JSONWriter()
    try write(&writer)
    return writer.finish() + [0x0A]
  }
}

/// Reads the records of `TestMessageWriter`.
package struct TestMessageReader {
  private var started: TestEvent?

  package init() {}

  /// - Throws: `test.worker` for a record that is not a message, `test.event`.
  package mutating func message(_ record: JSONValue) throws -> TestMessage {
    if let duration = record["pass"]?.seconds, var event = started {
      started = nil
      (event.kind, event.duration) = (.pass, .seconds(duration))
      return .event(event)
    }
    let message = try TestMessage(record: record)
    if case .event(let event) = message { started = event.kind == .start ? event : nil }
    return message
  }
}
