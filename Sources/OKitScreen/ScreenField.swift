/// A member of the plain data of a part of a screen, which is declared once: for JSON, scripts and differences.
package struct ScreenField<Part>: Sendable {
  /// As a declaration for scripts writes it: with `?` after it where the member may be missing.
  package let name: String
  /// In the notation of the Lua language server.
  package var type: String { makeType() }
  /// No start needs the types, and the names of an enumeration take a tenth of a millisecond.
  private let makeType: @Sendable () -> String
  package let meaning: String
  /// The name of the member.
  package let key: String
  /// Whether scripts read the member of a screen only when they ask for it.
  package let isLazy: Bool
  /// Where the part has the member, if that is a text, which may be long.
  package let text: (any WritableKeyPath<Part, String?> & Sendable)?
  /// Nil for a member that is missing.
  package let value: @Sendable (Part) -> JSONValue?

  package init(
    _ name: String, _ type: @autoclosure @escaping @Sendable () -> String, _ meaning: String, isLazy: Bool = false,
    _ value: @escaping @Sendable (Part) -> JSONValue?
  ) {
    (self.name, self.meaning, self.isLazy, self.value) = (name, meaning, isLazy, value)
    makeType = type
    key = name.hasSuffix("?") ? String(name.dropLast()) : name
    text = nil
  }

  /// Declares a text, which is null where there is none.
  package init(_ name: String, text: any WritableKeyPath<Part, String?> & Sendable, _ meaning: String) {
    (self.name, key, self.meaning, isLazy, self.text) = (name, name, meaning, false, text)
    makeType = { "string?" }
    value = { JSONValue($0[keyPath: text]) }
  }
}

extension ScreenField {
  /// The type of the names of an enumeration.
  package static func choice<Names: CaseIterable & RawRepresentable<String>>(_ names: Names.Type) -> String {
    names.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
  }
}

/// A part of a screen that is a table for scripts and an object in JSON.
package protocol ScreenPart {
  static var fields: [ScreenField<Self>] { get }
}

extension ScreenPart {
  /// Replaces the texts that are members.
  mutating func replaceTexts(_ replace: (String) -> String) {
    for case let path? in Self.fields.map(\.text) {
      // What does not change stays shared with other copies.
      if let text = self[keyPath: path], case let replaced = replace(text), replaced != text {
        self[keyPath: path] = replaced
      }
    }
  }

  /// The members with some names, which are all by default.
  package func members(_ fields: [ScreenField<Self>] = Self.fields) -> [String: JSONValue] {
    var members = [String: JSONValue](minimumCapacity: fields.count)
    for field in fields { if let value = field.value(self) { members[field.key] = value } }
    return members
  }

  /// - Parameters:
  ///   - id: Nil for a part without an identifier.
  ///   - element: What assistive technologies know of it. Members of the part take precedence.
  package func jsonValue(_ id: (any CustomStringConvertible)? = nil, _ element: Accessibility? = nil) -> JSONValue {
    var members = members()
    if let id { members["id"] = .string(id.description) }
    if let element { members.merge(element.members()) { own, _ in own } }
    return .object(members)
  }
}
