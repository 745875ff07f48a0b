extension ModelStore {
  /// Returns data as a value of a type without entities, nil when it does not fit.
  ///
  /// Documents may be older than the type, or come from others: in the time zone, a date is its day where the type is
  /// Day, and a day is its first moment where the type is Date.
  func scalar(_ jsonValue: JSONValue, _ type: PropertyType) -> Value? {
    if let value = type.scalar(jsonValue) { return value }
    switch (type.unwrapped, jsonValue) {
    case (.date, .string(let text)): return localDays.date(text).map(Value.date)
    case (.day, .string): return localDays.day(Value(jsonValue)).map(Value.day)
    case (.day, _): return DateValue(jsonValue).flatMap { localDays.day(of: $0) }.map(Value.day)
    default: return nil
    }
  }

  /// Returns the value of a row, which is converted as for any write where a document would not contain it in this
  /// form; nil when it does not fit.
  func rowScalar(_ jsonValue: JSONValue, _ type: PropertyType) throws -> Value? {
    if let value = scalar(jsonValue, type) { return value }
    // A document has bytes as Base64, and any text would be bytes otherwise.
    guard type.unwrapped != .data else { return nil }
    switch jsonValue {
    case .bool, .int, .double, .string: break
    case .null, .number, .array, .object: return nil
    }
    do { return try convert(Value(jsonValue), to: type, for: "") } catch let diagnostic as Diagnostic
      where diagnostic.code == "model.type"
    {
      // The caller names the expected type.
      return nil
    }
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
    case (.date, .string(let text)) where DayValue(text) != nil: nil
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
    switch unwrapped {
    case .enumeration(let cases): "one of \(PrintableText.list(cases))"
    case .data: "\(article) as Base64 text"
    default: article
    }
  }
}
