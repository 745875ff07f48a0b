extension JSONValue {
  /// Returns the same data with an empty object instead of an empty array where `original` has an empty object: both
  /// are the same empty table in Lua.
  func withEmptyObjects(of original: JSONValue) -> JSONValue {
    switch (self, original) {
    case (.array(let elements), .object(let members)) where elements.isEmpty && members.isEmpty: original
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      .array(zip(elements, others).map { $0.withEmptyObjects(of: $1) })
    case (.object(let members), .object(let others)):
      .object(
        members.reduce(into: [:]) { result, member in
          result[member.key] = others[member.key].map(member.value.withEmptyObjects) ?? member.value
        })
    default: self
    }
  }
}
