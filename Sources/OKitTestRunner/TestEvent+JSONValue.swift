extension TestEvent {
  /// The event as the prelude describes it in a table.
  ///
  /// - Throws: `test.event` for a table that is not an event.
  package init(record: JSONValue) throws {
    try self.init(of: record, failures: record["failures"]?.elements.map(TestFailure.init(record:)) ?? [])
  }

  init(of record: some EventRecord, failures: [TestFailure] = []) throws {
    guard let kind = record["kind"]?.text.flatMap(Kind.init), let file = record["file"]?.text else {
      throw Diagnostic("test.event", "a test event needs the fields \"kind\" and \"file\"")
    }
    self.init(
      kind, file: file, path: record["path"]?.texts ?? [],
      place: record["place"].flatMap(Diagnostic.Place.init(record:)), tags: record["tags"]?.texts ?? [],
      occurrence: record["occurrence"]?.whole ?? 1, iteration: record["iteration"]?.whole ?? 1,
      attempt: record["attempt"]?.whole ?? 1, duration: .seconds(record["duration"]?.seconds ?? 0),
      reason: record["reason"]?.text, snapshots: record["snapshots"]?.whole ?? 0, failures: failures)
    (caseNumber, traces, steps) = (
      record["case"]?.whole, record["traces"]?.texts ?? [], record["steps"]?.texts ?? []
    )
    stepCount = record["stepCount"]?.whole
  }

  /// The failure of a block whose hooks the prelude describes in a table.
  init(hookOf record: JSONValue) {
    self.init(
      .fail, file: record["file"]?.text ?? "", path: record["path"]?.texts ?? [],
      place: record["place"].flatMap(Diagnostic.Place.init(record:)), tags: record["tags"]?.texts ?? [])
  }

  /// The event as one JSON object says it, without its failures; members without a value are left out.
  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "file": .string(file), "path": .array(path.map(JSONValue.string)),
      "name": .string(name), "iteration": .int(iteration),
    ]
    members["place"] = place.map { .string($0.description) }
    members["tags"] = JSONValue.list(tags)
    members["reason"] = reason.map(JSONValue.string)
    if kind != .start {
      members["duration"] = .double(duration.inSeconds)
      members["attempt"] = .int(attempt)
    }
    if isFlaky { members["flaky"] = true }
    members["traces"] = JSONValue.list(traces)
    members["difference"] = difference.map(JSONValue.string)
    members["steps"] = JSONValue.list(steps)
    if snapshots > 0 { members["snapshots"] = .int(snapshots) }
    return .object(members)
  }

  /// The complete event as a table of the prelude, which `init(record:)` reads. What it assumes is left out: two
  /// processes write and read the events of each test.
  package var record: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "file": .string(file), "path": .array(path.map(JSONValue.string)),
    ]
    if occurrence != 1 { members["occurrence"] = .int(occurrence) }
    if iteration != 1 { members["iteration"] = .int(iteration) }
    if attempt != 1 { members["attempt"] = .int(attempt) }
    if duration != .zero { members["duration"] = .double(duration.inSeconds) }
    if snapshots != 0 { members["snapshots"] = .int(snapshots) }
    members["place"] = place?.record
    members["tags"] = JSONValue.list(tags)
    members["reason"] = reason.map(JSONValue.string)
    members["failures"] = failures.isEmpty ? nil : .array(failures.map(\.record))
    members["case"] = caseNumber.map(JSONValue.int)
    members["traces"] = JSONValue.list(traces)
    members["steps"] = JSONValue.list(steps)
    members["stepCount"] = stepCount.map(JSONValue.int)
    return .object(members)
  }
}

extension TestFailure {
  /// The failure as the prelude and `host.capture` describe it; a table without a message says so.
  package init(record: JSONValue) {
    self.init(
      record["kind"]?.text.flatMap(Kind.init) ?? .error, record["message"]?.text ?? "failed without a message",
      diff: record["diff"]?.text, place: record["place"].flatMap(Diagnostic.Place.init(record:)),
      column: record["column"]?.whole, actions: record["actions"]?.texts ?? [],
      screen: record["screen"]?.text,
      traceback: record["traceback"]?.elements.compactMap(Diagnostic.Note.init(frame:)) ?? [],
      diagnostics: record["diagnostics"]?.texts ?? [])
    (code, hint, steps) = (record["code"]?.text, record["hint"]?.text, record["steps"]?.texts ?? [])
    set(shown: record["source_line"]?.text, column: record["source_column"]?.whole)
  }

  /// The failure as a table of the prelude.
  package var record: JSONValue {
    var members: [String: JSONValue] = ["kind": .string(kind.rawValue), "message": .string(message)]
    members["code"] = code.map(JSONValue.string)
    members["hint"] = hint.map(JSONValue.string)
    members["diff"] = diff.map(JSONValue.string)
    members["place"] = place?.record
    members["source_line"] = sourceLine.map(JSONValue.string)
    members["source_column"] = sourceColumn.map(JSONValue.int)
    members["column"] = column.map(JSONValue.int)
    members["actions"] = JSONValue.list(actions)
    members["screen"] = screen.map(JSONValue.string)
    members["steps"] = JSONValue.list(steps)
    let frames = traceback.compactMap(\.frameRecord)
    members["traceback"] = frames.isEmpty ? nil : .array(frames)
    members["diagnostics"] = JSONValue.list(diagnostics)
    return .object(members)
  }
}

extension Diagnostic.Place {
  /// The place as a table of the prelude, with `file` and `line`; nil for what is none.
  fileprivate init?(record: some EventRecord) {
    guard let file = record["file"]?.text, let line = record["line"]?.whole else { return nil }
    self.init(file: file, line: line)
  }

  fileprivate var record: JSONValue { ["file": .string(file), "line": .int(line)] }
}

extension JSONValue: EventRecord {
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var whole: Int? {
    guard case .int(let number) = self else { return nil }
    return number
  }

  var fraction: Double? {
    guard case .double(let number) = self else { return nil }
    return number
  }

  /// An empty table of a script may have become an object.
  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// A list of texts, nil for none.
  fileprivate static func list(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
  }
}
