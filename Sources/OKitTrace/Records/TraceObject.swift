/// The members of a record, or of a part of it, that is read.
package struct TraceObject {
  package let members: [String: JSONValue]
  /// What messages call it: `action record`.
  let name: String

  /// - Throws: `trace.record` for anything but an object.
  package init(_ value: JSONValue, _ name: String = "record") throws(Diagnostic) {
    guard case .object(let members) = value else {
      throw Diagnostic("trace.record", "a \(name) of a trace must be an object")
    }
    self.members = members
    if case .string(let kind)? = members["kind"], name == "record" {
      self.name = "record \(PrintableText.quoted(kind))"
    } else {
      self.name = name
    }
  }

  /// Returns a member; nil where it is missing or null.
  package subscript(key: String) -> JSONValue? { members[key].flatMap { $0 == .null ? nil : $0 } }

  /// - Throws: `trace.record` for a missing member.
  package func value(_ key: String) throws(Diagnostic) -> JSONValue {
    guard let value = members[key] else {
      throw Diagnostic("trace.record", "a \(name) of a trace needs the member \"\(key)\"")
    }
    return value
  }

  package func text(_ key: String) throws(Diagnostic) -> String {
    guard let text = try optionalText(key) else { return try required(key, "a string") }
    return text
  }

  package func int(_ key: String) throws(Diagnostic) -> Int {
    guard let number = try optionalInt(key) else { return try required(key, "an integer") }
    return number
  }

  package func bool(_ key: String) throws(Diagnostic) -> Bool {
    guard case .bool(let flag)? = self[key] else { return try required(key, "a Bool") }
    return flag
  }

  package func optionalText(_ key: String) throws(Diagnostic) -> String? {
    switch self[key] {
    case nil: nil
    case .string(let text): text
    default: try required(key, "a string")
    }
  }

  package func optionalInt(_ key: String) throws(Diagnostic) -> Int? {
    switch self[key] {
    case nil: nil
    case .int(let number): number
    default: try required(key, "an integer")
    }
  }

  /// Returns the elements of a list, which is empty where the member is missing.
  package func list(_ key: String) throws(Diagnostic) -> [JSONValue] {
    switch self[key] {
    case nil: []
    case .array(let elements): elements
    default: try required(key, "a list")
    }
  }

  /// Returns the texts of a list.
  package func texts(_ key: String) throws(Diagnostic) -> [String] {
    var texts: [String] = []
    for element in try list(key) {
      guard case .string(let text) = element else { return try required(key, "a list of strings") }
      texts.append(text)
    }
    return texts
  }

  /// Returns the part that an object describes; nil where it is missing.
  package func part(_ key: String) throws(Diagnostic) -> TraceObject? {
    guard let value = self[key] else { return nil }
    return try TraceObject(value, "member \"\(key)\"")
  }

  package func place(_ key: String = "place") throws(Diagnostic) -> TracePlace? {
    guard let part = try part(key) else { return nil }
    return try TracePlace(part)
  }

  private func required<T>(_ key: String, _ what: String) throws(Diagnostic) -> T {
    throw Diagnostic("trace.record", "a \(name) of a trace needs \(what) as the member \"\(key)\"")
  }
}

/// A line of a file; in a stack with the name of the function.
package struct TracePlace: Sendable, Hashable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var function: String?

  package init(file: String, line: Int, function: String? = nil) {
    (self.file, self.line, self.function) = (file, line, function)
  }

  package init(_ place: Diagnostic.Place) { self.init(file: place.file, line: place.line) }

  init(_ object: TraceObject) throws(Diagnostic) {
    self.init(
      file: try object.text("file"), line: try object.int("line"), function: try object.optionalText("function"))
  }

  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["file": .string(file), "line": .int(line)]
    members["function"] = function.map(JSONValue.string)
    return .object(members)
  }

  package var description: String { "\(file):\(line)" }
}
