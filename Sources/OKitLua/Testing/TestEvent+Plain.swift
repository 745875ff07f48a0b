public import OKitEngine

extension TestEvent {
  /// The event as the prelude describes it in a table.
  ///
  /// - Throws: `test.event` for a table that is no event.
  public init(plain: Plain) throws {
    guard let kind = plain["kind"]?.text.flatMap(Kind.init), let file = plain["file"]?.text else {
      throw Diagnostic("test.event", "a test event needs the fields \"kind\" and \"file\"")
    }
    self.init(
      kind, file: file, path: plain["path"]?.texts ?? [],
      place: plain["place"]?.text.map(Diagnostic.Place.init(fileAndLine:)), tags: plain["tags"]?.texts ?? [],
      iteration: plain["iteration"]?.whole ?? 1, attempt: plain["attempt"]?.whole ?? 1,
      duration: .seconds(plain["duration"]?.seconds ?? 0), reason: plain["reason"]?.text,
      failures: plain["failures"]?.elements.map(TestFailure.init(plain:)) ?? [])
  }

  /// The event as one JSON object says it; members without a value are left out.
  public var plain: Plain {
    var members: [String: Plain] = [
      "kind": .string(kind.rawValue), "file": .string(file), "path": .array(path.map(Plain.string)),
      "name": .string(name), "iteration": .int(iteration),
    ]
    members["place"] = place.map { .string($0.description) }
    members["tags"] = Plain.list(tags)
    members["reason"] = reason.map(Plain.string)
    if kind != .start {
      members["duration"] = .double(duration.inSeconds)
      members["attempt"] = .int(attempt)
    }
    if !failures.isEmpty { members["failures"] = .array(failures.map(\.plain)) }
    return .object(members)
  }
}

extension TestFailure {
  /// The failure as the prelude and `host.capture` describe it; a table without a message says so.
  public init(plain: Plain) {
    self.init(
      plain["kind"]?.text.flatMap(Kind.init) ?? .error, plain["message"]?.text ?? "failed without a message",
      diff: plain["diff"]?.text, place: plain["place"]?.text.map(Diagnostic.Place.init(fileAndLine:)),
      sourceLine: plain["source_line"]?.text, actions: plain["actions"]?.texts ?? [],
      screen: plain["screen"]?.text, traceback: plain["traceback"]?.texts ?? [],
      diagnostics: plain["diagnostics"]?.texts ?? [])
  }

  public var plain: Plain {
    var members: [String: Plain] = ["kind": .string(kind.rawValue), "message": .string(message)]
    members["diff"] = diff.map(Plain.string)
    members["place"] = place.map { .string($0.description) }
    members["source_line"] = sourceLine.map(Plain.string)
    members["actions"] = Plain.list(actions)
    members["screen"] = screen.map(Plain.string)
    members["traceback"] = Plain.list(traceback)
    members["diagnostics"] = Plain.list(diagnostics)
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

extension Plain {
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
  fileprivate var elements: [Plain] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  fileprivate var texts: [String] { elements.compactMap(\.text) }

  /// A list of texts, nil for none.
  fileprivate static func list(_ texts: [String]) -> Plain? {
    texts.isEmpty ? nil : .array(texts.map(Plain.string))
  }
}
