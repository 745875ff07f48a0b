package import OKitEngine

extension Value {
  /// A date, from its ISO 8601 text.
  package static func moment(_ text: String) -> Value { ISO8601.parse(text).map(Value.date) ?? .null }
}
