/// The members of a JSON object, read strictly.
package struct JSONMembers {
  private let members: [String: JSONValue]
  /// What the object is, with an article: for messages.
  private let what: String

  /// - Throws: `json.value` for anything but an object.
  package init(_ json: JSONValue, _ what: String) throws(Diagnostic) {
    guard case .object(let members) = json else { throw Diagnostic("json.value", "\(what) must be an object") }
    (self.members, self.what) = (members, what)
  }

  /// Returns a member; nil for none, and for null.
  package subscript(_ key: String) -> JSONValue? {
    if case .null? = members[key] { nil } else { members[key] }
  }

  /// Returns a member that an object of the kind must have.
  package func required<Member>(
    _ key: String, _ read: (String) throws(Diagnostic) -> Member?
  ) throws(Diagnostic) -> Member {
    guard let member = try read(key) else { throw Diagnostic("json.value", "\(what) needs \"\(key)\"") }
    return member
  }

  package func string(_ key: String) throws(Diagnostic) -> String? {
    switch self[key] {
    case nil: nil
    case .string(let text): text
    default: throw wrong(key, "a string")
    }
  }

  package func int(_ key: String) throws(Diagnostic) -> Int? {
    switch self[key] {
    case nil: nil
    case .int(let number): number
    default: throw wrong(key, "an integer")
    }
  }

  package func double(_ key: String) throws(Diagnostic) -> Double? {
    switch self[key] {
    case nil: nil
    case .int(let number): Double(number)
    case .double(let number): number
    default: throw wrong(key, "a number")
    }
  }

  package func bool(_ key: String) throws(Diagnostic) -> Bool? {
    switch self[key] {
    case nil: nil
    case .bool(let flag): flag
    default: throw wrong(key, "true or false")
    }
  }

  /// Returns the elements of a list; none where there is none.
  package func array(_ key: String) throws(Diagnostic) -> [JSONValue] {
    switch self[key] {
    case nil: []
    case .array(let elements): elements
    default: throw wrong(key, "a list")
    }
  }

  package func strings(_ key: String) throws(Diagnostic) -> [String] {
    var texts: [String] = []
    for element in try array(key) {
      guard case .string(let text) = element else { throw wrong(key, "a list of strings") }
      texts.append(text)
    }
    return texts
  }

  /// Returns one of the names of an enumeration.
  package func name<Names: RawRepresentable<String> & CaseIterable>(
    _ key: String, of names: Names.Type
  ) throws(Diagnostic) -> Names? {
    guard let text = try string(key) else { return nil }
    if let name = Names(rawValue: text) { return name }
    throw wrong(key, "one of \(Names.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))")
  }

  package func wrong(_ key: String, _ expected: String) -> Diagnostic {
    Diagnostic("json.value", "\"\(key)\" of \(what) must be \(expected)")
  }
}
