extension ModelStore {
  /// Returns data as a value of a type without entities, nil when it does not fit. A date is the day of it in the time
  /// zone where the type is Day: documents may be older than the type.
  func scalar(_ jsonValue: JSONValue, _ type: PropertyType) -> Value? {
    if let value = type.scalar(jsonValue) { return value }
    guard type.unwrapped == .day else { return nil }
    if case .string(let text) = jsonValue { return localDays().day(.string(text)).map(Value.day) }
    return DateValue(jsonValue).flatMap { localDays().day(of: $0) }.map(Value.day)
  }
}

extension PropertyType {
  /// Returns data as a value of a type without entities, nil when it does not fit.
  func scalar(_ jsonValue: JSONValue) -> Value? {
    switch (self, jsonValue) {
    case (.optional(let inner), _): jsonValue == .null ? .null : inner.scalar(jsonValue)
    case (.string, .string(let text)): .string(text)
    case (.bool, .bool(let bool)): .bool(bool)
    case (.int, .int(let int)): .int(int)
    case (.int, .double(let double)): Int(exactly: double).map(Value.int)
    case (.double, .double(let double)): .double(double)
    case (.double, .int(let int)): .double(Double(int))
    case (.double, .number(let text)): .double(JSONValue.nearestDouble(to: text))
    case (.date, _): DateValue(jsonValue).map(Value.date)
    case (.day, .string(let text)): DayValue(text).map(Value.day)
    case (.data, .null), (.color, .null), (.image, .null): .null
    case (.data, _): DataValue(jsonValue).map(Value.data)
    case (.color, _): ColorValue(jsonValue).map(Value.color)
    case (.image, .string(let name)): .image(.named(name))
    case (.enumeration(let cases), .string(let text)): cases.contains(text) ? .string(text) : nil
    default: nil
    }
  }

  /// The expected data in messages.
  var expectation: String {
    if case .enumeration(let cases) = unwrapped { "one of \(cases.joined(separator: ", "))" } else { article }
  }
}
