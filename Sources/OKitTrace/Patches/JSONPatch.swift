/// The steps that make one JSON value into another (RFC 6902).
package struct JSONPatch: Sendable, Hashable {
  package enum Operation: Sendable, Hashable {
    case add(JSONPointer, JSONValue)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONValue)
    case move(from: JSONPointer, to: JSONPointer)
    case copy(from: JSONPointer, to: JSONPointer)
    case test(JSONPointer, JSONValue)
  }

  package var operations: [Operation]

  package init(_ operations: [Operation] = []) { self.operations = operations }

  package var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch {
  package var jsonValue: JSONValue { .array(operations.map(\.jsonValue)) }

  /// Reads a patch; unknown members of an operation are ignored.
  ///
  /// - Throws: `trace.patch`.
  package init(_ json: JSONValue) throws(Diagnostic) {
    guard case .array(let elements) = json else { throw Diagnostic("trace.patch", "a patch must be a list") }
    operations = []
    for element in elements { operations.append(try Operation(element)) }
  }
}

extension JSONPatch.Operation {
  package var jsonValue: JSONValue {
    switch self {
    case .add(let path, let value): Self.json("add", path, ["value": value])
    case .remove(let path): Self.json("remove", path)
    case .replace(let path, let value): Self.json("replace", path, ["value": value])
    case .move(let from, let path): Self.json("move", path, ["from": .string(from.description)])
    case .copy(let from, let path): Self.json("copy", path, ["from": .string(from.description)])
    case .test(let path, let value): Self.json("test", path, ["value": value])
    }
  }

  private static func json(_ name: String, _ path: JSONPointer, _ more: [String: JSONValue] = [:]) -> JSONValue {
    .object(more.merging(["op": .string(name), "path": .string(path.description)]) { own, _ in own })
  }

  /// - Throws: `trace.patch`.
  fileprivate init(_ json: JSONValue) throws(Diagnostic) {
    func pointer(_ key: String) throws(Diagnostic) -> JSONPointer {
      guard case .string(let text)? = json[key] else { throw Self.missing(key) }
      return try JSONPointer(text)
    }
    func value() throws(Diagnostic) -> JSONValue {
      guard let value = json["value"] else { throw Self.missing("value") }
      return value
    }
    guard case .string(let name)? = json["op"] else { throw Self.missing("op") }
    let path = try pointer("path")
    switch name {
    case "add": self = .add(path, try value())
    case "remove": self = .remove(path)
    case "replace": self = .replace(path, try value())
    case "move": self = .move(from: try pointer("from"), to: path)
    case "copy": self = .copy(from: try pointer("from"), to: path)
    case "test": self = .test(path, try value())
    default:
      throw Diagnostic(
        "trace.patch", "unknown operation \(PrintableText.quoted(name)) in a patch",
        hint: "expected add, remove, replace, move, copy or test")
    }
  }

  private static func missing(_ member: String) -> Diagnostic {
    Diagnostic("trace.patch", "an operation of a patch needs the member \"\(member)\"")
  }
}
