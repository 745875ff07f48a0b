/// Converting values to the types of properties.
extension ModelStore {
  /// Returns a value converted to a type, only where that loses nothing: number or Bool to String, numeric text to
  /// number, ISO 8601 text to Date or Day, Date to its Day in the time zone, Day to its first moment, color and image
  /// names from texts, the bytes of an image or another blob to a Base64 text.
  ///
  /// - Throws: `model.type`, naming the property and the value.
  package func convert(_ value: Value, to type: PropertyType, for name: @autoclosure () -> String) throws -> Value {
    if value.isNull, type.isNullable { return .null }
    switch (type.unwrapped, value) {
    case (.string, .string), (.bool, .bool), (.int, .int), (.data, .data), (.color, .color), (.image, .image):
      return value
    case (.string, .int(let int)): return .string(String(int))
    case (.string, .data):
      throw Diagnostic("model.type", "\(name()) needs a String, got bytes that are not valid UTF-8")
    case (.string, .image(.data(let data))): return .string(data.base64)
    case (.string, .entity(let entity)) where isBlob(entity):
      if case .data(let data) = graph.withoutTracking({ image(of: entity) }) { return .string(data.base64) }
    case (.string, .bool(let bool)): return .string(bool ? "true" : "false")
    case (.string, .double), (.string, .day): if let text = value.scalarText { return .string(text) }
    case (.int, _): if let int = value.int { return .int(int) }
    case (.double, .int(let int)): if let double = Double(exactly: int) { return .double(double) }
    // JSON cannot store numbers that are not finite.
    case (.double, _): if let double = value.double, double.isFinite { return .double(double) }
    case (.date, .date), (.date, .string), (.date, .day):
      if let date = localDays.date(value), date.secondsSince2001.isFinite { return .date(date) }
    case (.day, .day): return value
    case (.day, .date), (.day, .string): if let day = localDays.day(value) { return .day(day) }
    case (.color, .string(let text)): if let color = ColorValue(hex: text) { return .color(color) }
    case (.image, .string(let text)): return .image(.named(text))
    case (.data, .string(let text)): return .data(DataValue(bytes: Array(text.utf8)))
    case (.enumeration(let cases), .string(let text)):
      if cases.contains(text) { return value }
      throw Diagnostic(
        "model.type", "\(name()) is one of \(PrintableText.list(cases)), not \"\(text)\"",
        hint: NearestName.hint(for: text, in: cases))
    case (.entity(let typeName), .entity(let entity)):
      guard let type = self.type(of: entity) else { throw gone() }
      if type.isSubtype(of: typeName) { return value }
    case (.entity(let typeName), .list(let values)) where values.isEmpty:
      // An empty Lua table may be a list or a map.
      return .entity(try create(try requireType(typeName, for: name()), [:]))
    case (.entity(let typeName), .map(let values)):
      return .entity(try create(try requireType(typeName, for: name()), values))
    default: break
    }
    throw Diagnostic(
      "model.type", "\(name()) needs \(type.article), got \(summary(value))",
      hint: type.unwrapped.example.map { "use \($0)" })
  }

  /// Converts a property's default value.
  ///
  /// - Throws: `model.type`.
  package func convert(
    default value: Value, to type: PropertyType, for name: @autoclosure () -> String
  ) throws -> Value {
    try convert(value, to: type, for: "the default of \(name())")
  }

  /// Returns a value as messages show it: its type and, when short, itself.
  package func summary(_ value: Value) -> String {
    switch value {
    case .null: return "nil"
    case .string(let text): return "String \"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
    case .entity(let entity): return type(of: entity)?.name ?? "a removed entity"
    case .date(let date) where !date.secondsSince2001.isFinite: return "Date \(date.secondsSince2001)"
    default: return value.scalarText.map { "\(value.typeName) \($0)" } ?? value.typeName
    }
  }
}

extension PropertyType {
  /// An example of a text that is a value of the type, for messages; nil for types that need none.
  fileprivate var example: String? {
    switch self {
    case .date: "2020-01-31 or 2020-01-31T12:00:00Z"
    case .day: "2020-01-31"
    default: nil
    }
  }

  /// The type in a message, with its article.
  package var article: String {
    if case .enumeration(let cases) = unwrapped { return "an enum (\(PrintableText.list(cases)))" }
    if case .reference(let target, _) = unwrapped { return "a reference to \(PropertyType.entity(target).article)" }
    return description.withArticle
  }
}
