/// Writes messages as lines of JSON, for `TestMessageReader`.
///
/// Almost every test starts and passes. So a start is a list without names, and a pass that repeats the start is only
/// its duration, and waits for the next message, usually the start of the next test: two processes spend less on a test
/// that does nothing.
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
    return try held
      + Self.line {
        if case .event(let event) = message, event.isPlainStart { return try $0.write(start: event) }
        try $0.write(message.record)
      }
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
    let message = try TestEvent(start: record).map(TestMessage.event) ?? TestMessage(record: record)
    if case .event(let event) = message { started = event.kind == .start ? event : nil }
    return message
  }
}

extension TestEvent {
  /// Whether the event is a start, and says nothing else than a list of `JSONWriter.write(start:)`.
  fileprivate var isPlainStart: Bool {
    guard kind == .start else { return false }
    let place = place.map { Diagnostic.Place(file: $0.file, line: $0.line) }
    var plain = TestEvent(
      .start, file: file, path: path, place: place, tags: tags, occurrence: occurrence, iteration: iteration)
    plain.caseNumber = caseNumber
    return plain == self
  }

  /// Reads a list of `JSONWriter.write(start:)`; nil for any other record.
  fileprivate init?(start record: JSONValue) {
    guard case .array(let fields) = record, fields.count == 8, let file = fields[0].text,
      let occurrence = fields[5].whole, let iteration = fields[6].whole
    else { return nil }
    let place = fields[2].text.flatMap { file in
      fields[3].whole.map { Diagnostic.Place(file: file, line: $0) }
    }
    self.init(
      .start, file: file, path: fields[1].texts, place: place, tags: fields[4].texts, occurrence: occurrence,
      iteration: iteration)
    caseNumber = fields[7].whole
  }
}

extension JSONWriter {
  fileprivate mutating func write(start event: TestEvent) throws {
    try beginArray()
    string(event.file)
    try write(event.path)
    if let place = event.place { string(place.file) } else { null() }
    int(event.place?.line ?? 0)
    try write(event.tags)
    int(event.occurrence)
    int(event.iteration)
    if let number = event.caseNumber { int(number) } else { null() }
    endArray()
  }

  private mutating func write(_ texts: [String]) throws {
    try beginArray()
    for text in texts { string(text) }
    endArray()
  }
}
