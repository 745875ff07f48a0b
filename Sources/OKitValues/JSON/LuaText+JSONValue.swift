extension LuaText {
  /// Returns data as a literal. O(size).
  package static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: return "nil"
    case .bool(let bool): return String(bool)
    case .int(let number): return String(number)
    case .double(let number): return Value.double(number).scalarText ?? "0 / 0"
    case .number(let text): return text
    case .string(let text): return quoted(text)
    case .array(let elements):
      return elements.isEmpty ? "{}" : "{ \(elements.map(literal).joined(separator: ", ")) }"
    case .object(let members):
      let fields = members.sorted { $0.key < $1.key }.map { name, value in
        (isName(name) ? name : "[\(quoted(name))]") + " = " + literal(value)
      }
      return fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
    }
  }
}
