/// Diagnostics for editors and other programs: one object each, described in `docs/command-line.md`.
extension Diagnostic {
  /// The diagnostic as JSON, without members that have no value.
  public var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "code": .string(code.rawValue), "severity": .string(severity.rawValue), "message": .string(message),
    ]
    members["hint"] = hint.map(JSONValue.string)
    if let place {
      members["file"] = .string(place.file)
      if place.line > 0 { members["line"] = .int(place.line) }
      members["column"] = place.column.map(JSONValue.int)
      members["offset"] = place.offset.map(JSONValue.int)
    }
    if let excerpt { add(excerpt, to: &members) }
    if let origin {
      members["controller"] = .string(origin.owner)
      members["part"] = origin.part.map(JSONValue.string)
      members["property"] = .string(origin.property)
      members["binding"] = origin.binding.map(JSONValue.string)
    }
    if !notes.isEmpty { members["traceback"] = .array(notes.map(Self.jsonValue)) }
    return .object(members)
  }

  /// Adds the excerpt. Its columns are the diagnostic's too, except those in a binding.
  private func add(_ excerpt: Excerpt, to members: inout [String: JSONValue]) {
    let start = excerpt.source.location(of: excerpt.range?.lower ?? 0)
    var shown: [String: JSONValue] = ["text": .string(String(start.content))]
    if let range = excerpt.range {
      let end = excerpt.source.location(of: range.upper)
      // A range of several lines ends with its first one.
      let endColumn = end.line == start.line ? end.column : start.content.count + 1
      shown["column"] = .int(start.column)
      shown["endColumn"] = .int(endColumn)
      if excerpt.source.name == place?.file {
        members["column"] = .int(start.column)
        members["endColumn"] = .int(endColumn)
      }
    }
    members["excerpt"] = .object(shown)
  }

  private static func jsonValue(_ note: Note) -> JSONValue {
    guard case .frame(let frame) = note, frame.line > 0 else { return ["note": .string(note.description)] }
    var members: [String: JSONValue] = [
      "file": .string(frame.file), "line": .int(frame.line), "function": .string(frame.functionText),
    ]
    if frame.count > 1 { members["count"] = .int(frame.count) }
    return .object(members)
  }
}
