package import OKitEngine
import OKitLua

extension TestEvent {
  /// The event as the prelude describes it in a table.
  ///
  /// - Throws: `test.event` for a table that is no event.
  package init(jsonValue: JSONValue) throws {
    guard let kind = jsonValue["kind"]?.text.flatMap(Kind.init), let file = jsonValue["file"]?.text else {
      throw Diagnostic("test.event", "a test event needs the fields \"kind\" and \"file\"")
    }
    self.init(
      kind, file: file, path: jsonValue["path"]?.texts ?? [],
      place: jsonValue["place"]?.text.map(Diagnostic.Place.init(fileAndLine:)), tags: jsonValue["tags"]?.texts ?? [],
      iteration: jsonValue["iteration"]?.whole ?? 1, attempt: jsonValue["attempt"]?.whole ?? 1,
      duration: .seconds(jsonValue["duration"]?.seconds ?? 0), reason: jsonValue["reason"]?.text,
      failures: jsonValue["failures"]?.elements.map(TestFailure.init(jsonValue:)) ?? [])
  }

  /// The event as one JSON object says it; members without a value are left out.
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
    if !failures.isEmpty { members["failures"] = .array(failures.map(\.jsonValue)) }
    return .object(members)
  }
}

extension TestFailure {
  /// The failure as the prelude and `host.capture` describe it; a table without a message says so.
  package init(jsonValue: JSONValue) {
    self.init(
      jsonValue["kind"]?.text.flatMap(Kind.init) ?? .error, jsonValue["message"]?.text ?? "failed without a message",
      diff: jsonValue["diff"]?.text, place: jsonValue["place"]?.text.map(Diagnostic.Place.init(fileAndLine:)),
      sourceLine: jsonValue["source_line"]?.text, actions: jsonValue["actions"]?.texts ?? [],
      screen: jsonValue["screen"]?.text,
      traceback: jsonValue["traceback"]?.elements.compactMap(Diagnostic.Note.init(frame:)) ?? [],
      diagnostics: jsonValue["diagnostics"]?.texts ?? [])
  }

  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["kind": .string(kind.rawValue), "message": .string(message)]
    members["diff"] = diff.map(JSONValue.string)
    members["place"] = place.map { .string($0.description) }
    members["source_line"] = sourceLine.map(JSONValue.string)
    members["actions"] = JSONValue.list(actions)
    members["screen"] = screen.map(JSONValue.string)
    let frames = traceback.compactMap(\.frameRecord)
    members["traceback"] = frames.isEmpty ? nil : .array(frames)
    members["diagnostics"] = JSONValue.list(diagnostics)
    return .object(members)
  }
}

extension Diagnostic.Place {
  /// Reads `file:line`; a text without a line is a file.
  init(fileAndLine text: String) {
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else {
      self.init(file: text)
      return
    }
    self.init(file: String(text[..<colon]), line: line)
  }
}

extension JSONValue {
  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  fileprivate var whole: Int? {
    guard case .int(let number) = self else { return nil }
    return number
  }

  /// A number that a duration can hold.
  fileprivate var seconds: Double? {
    switch self {
    case .int(let number): min(max(Double(number), 0), 1e15)
    case .double(let number) where number.isFinite: min(max(number, 0), 1e15)
    default: nil
    }
  }

  /// An empty table of a script may have become an object.
  fileprivate var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  fileprivate var texts: [String] { elements.compactMap(\.text) }

  /// A list of texts, nil for none.
  fileprivate static func list(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
  }
}
