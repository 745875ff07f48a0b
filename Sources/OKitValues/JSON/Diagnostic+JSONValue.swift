/// Diagnostics for editors and other programs: one object each, described in `docs/command-line.md`.
extension Diagnostic {
  /// The diagnostic as JSON, without members that have no value.
  public var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "code": .string(code.rawValue), "severity": .string(severity.rawValue), "message": .string(message),
    ]
    members["hint"] = hint.map(JSONValue.string)
    members["limit"] = (limit?.rawValue).map(JSONValue.string)
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

  /// Adds the excerpt, cut as in a text; the diagnostic has the columns in the whole line, unless they are in a
  /// binding.
  private func add(_ excerpt: Excerpt, to members: inout [String: JSONValue]) {
    let line = excerpt.shown
    var shown: [String: JSONValue] = ["text": .string(line.text)]
    if let range = excerpt.range {
      shown["column"] = .int(line.column)
      shown["endColumn"] = .int(line.endColumn)
      if excerpt.source.name == place?.file {
        let start = excerpt.source.location(of: range.lower)
        let end = excerpt.source.location(of: range.upper)
        members["column"] = .int(start.column)
        // A range of several lines ends with its first one.
        members["endColumn"] = .int(end.line == start.line ? end.column : start.content.count + 1)
      } else {
        members["endColumn"] = excerpt.endColumn.map(JSONValue.int)
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
