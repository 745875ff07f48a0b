/// A line of a trace.
package enum TraceRecord: Sendable, Hashable {
  case trace(TraceHeader)
  case source(TraceSource)
  case launch(TraceLaunch)
  case screen(TraceScreen)
  case step(TraceStep)
  case stepEnd(TraceStepEnd)
  case action(TraceAction)
  case done(TraceDone)
  case expect(TraceExpectation)
  case end(TraceEnd)
}

/// What a kind of records has.
package protocol TraceRecordContent: Sendable, Hashable {
  /// The members in the order in which they are written; those that are nil are left out.
  var members: [(String, JSONValue?)] { get }

  /// Reads the members; others are ignored.
  ///
  /// - Throws: `trace.record`.
  init(_ object: TraceObject) throws(Diagnostic)
}

extension TraceRecord {
  /// The member `kind`.
  package var kind: String {
    switch self {
    case .trace: "trace"
    case .source: "source"
    case .launch: "launch"
    case .screen: "screen"
    case .step: "step"
    case .stepEnd: "stepEnd"
    case .action: "action"
    case .done: "done"
    case .expect: "expect"
    case .end: "end"
    }
  }

  package var content: any TraceRecordContent {
    switch self {
    case .trace(let content): content
    case .source(let content): content
    case .launch(let content): content
    case .screen(let content): content
    case .step(let content): content
    case .stepEnd(let content): content
    case .action(let content): content
    case .done(let content): content
    case .expect(let content): content
    case .end(let content): content
    }
  }

  /// Reads a record.
  ///
  /// - Returns: nil for an unknown kind.
  /// - Throws: `trace.record`.
  package init?(_ object: TraceObject) throws(Diagnostic) {
    switch try object.text("kind") {
    case "trace": self = .trace(try TraceHeader(object))
    case "source": self = .source(try TraceSource(object))
    case "launch": self = .launch(try TraceLaunch(object))
    case "screen": self = .screen(try TraceScreen(object))
    case "step": self = .step(try TraceStep(object))
    case "stepEnd": self = .stepEnd(try TraceStepEnd(object))
    case "action": self = .action(try TraceAction(object))
    case "done": self = .done(try TraceDone(object))
    case "expect": self = .expect(try TraceExpectation(object))
    case "end": self = .end(try TraceEnd(object))
    default: return nil
    }
  }

  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["kind": .string(kind)]
    for (name, value) in content.members { members[name] = value }
    return .object(members)
  }

  /// The members that hold nothing of an application's models.
  private static let structure: Set = [
    "version", "okit", "command", "started", "id", "app", "step", "parent", "screen", "base", "before", "after",
    "clock", "turn", "us", "covered", "place", "stack", "status", "dropped", "passed", "matcher", "file",
    "script", "text",
  ]

  /// The line with its line feed. The kind comes first, so that a person finds it.
  ///
  /// - Parameter mask: Returns what may be written of a member; nil where nothing is secret.
  /// A value that JSON cannot hold is null.
  package func line(masking mask: ((JSONValue) -> JSONValue)? = nil) -> [UInt8] {
    do { return try line { mask?($0) ?? $0 } } catch {
      // Nothing is left to throw.
      return (try? line { (mask?($0) ?? $0).writable(depth: 2) }) ?? []
    }
  }

  private func line(_ shown: (JSONValue) -> JSONValue) throws -> [UInt8] {
    var writer = JSONWriter()
    try writer.beginObject()
    writer.key("kind")
    writer.string(kind)
    for case (let name, let value?) in content.members {
      writer.key(name)
      try writer.write(Self.structure.contains(name) ? value : shown(value))
    }
    writer.endObject()
    writer.endLine()
    return writer.finish()
  }
}

extension JSONValue {
  /// The value without numbers and nesting that JSON cannot have.
  fileprivate func writable(depth: Int) -> JSONValue {
    switch self {
    case .double(let number) where !number.isFinite: .null
    case .array(let elements):
      depth < JSONReader.maximumDepth ? .array(elements.map { $0.writable(depth: depth + 1) }) : .null
    case .object(let members):
      depth < JSONReader.maximumDepth ? .object(members.mapValues { $0.writable(depth: depth + 1) }) : .null
    default: self
    }
  }
}
