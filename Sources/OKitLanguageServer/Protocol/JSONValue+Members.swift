extension JSONValue {
  var string: String? { if case .string(let value) = self { value } else { nil } }

  /// A number without a fraction.
  var integer: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The member at the end of a path of names.
  func member(_ path: String...) -> JSONValue? {
    path.reduce(Optional(self)) { value, name in value?[name] }
  }

  /// A member that a message must have.
  func required<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(ResponseError) -> Value {
    guard let member = self[name], let value = read(member) else {
      throw ResponseError(.invalidParams, "\"\(name)\" is missing or has the wrong type")
    }
    return value
  }
}

extension JSONValue {
  /// An object without the members that are nil.
  static func members(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues(\.self)) }
}
