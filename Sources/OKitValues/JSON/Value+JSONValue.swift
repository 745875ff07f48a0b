extension Value {
  /// Creates the value of JSON data without a schema; with one, the property's type decides what a string or number
  /// means.
  public init(_ jsonValue: JSONValue) {
    switch jsonValue {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .double(let double): self = .double(double)
    case .number(let text): self = .double(JSONValue.nearestDouble(to: text))
    case .string(let text): self = .string(text)
    case .array(let elements): self = .list(elements.map(Value.init))
    case .object(let members): self = .map(members.mapValues(Value.init))
    }
  }

  /// The value as a document stores it: dates as seconds since 2001, days as `2024-06-15`, bytes as Base64, colors as
  /// `#rrggbb`, images as their name or Base64. Nil for handles (entities, collections, functions), for values that
  /// contain one, and for more than 512 levels of lists and maps.
  public var jsonValue: JSONValue? { jsonValue(depth: 0) }

  private func jsonValue(depth: Int) -> JSONValue? {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let text): .string(text)
    case .date(let date): date.jsonValue
    case .day(let day): .string(day.text)
    case .data(let data): .string(data.base64)
    case .color(let color): .string(color.hex)
    case .image(.named(let name)): .string(name)
    case .image(.data(let data)): .string(data.base64)
    case .list(let values): Self.jsonValue(values, depth + 1)
    case .map(let members): Self.jsonValue(members, depth + 1)
    case .entity, .collection, .function, .handle: nil
    }
  }

  private static func jsonValue(_ values: [Value], _ depth: Int) -> JSONValue? {
    guard depth <= JSONReader.maximumDepth else { return nil }
    let elements = values.compactMap { $0.jsonValue(depth: depth) }
    return elements.count == values.count ? .array(elements) : nil
  }

  private static func jsonValue(_ members: [String: Value], _ depth: Int) -> JSONValue? {
    guard depth <= JSONReader.maximumDepth else { return nil }
    let jsonValue = members.compactMapValues { $0.jsonValue(depth: depth) }
    return jsonValue.count == members.count ? .object(jsonValue) : nil
  }
}

extension DateValue {
  /// Reads seconds since 2001, or an ISO 8601 text; nil for anything else.
  package init?(_ jsonValue: JSONValue) {
    switch jsonValue {
    case .int(let seconds): self.init(secondsSince2001: Double(seconds))
    case .double(let seconds): self.init(secondsSince2001: seconds)
    case .number(let text): self.init(secondsSince2001: JSONValue.nearestDouble(to: text))
    case .string(let text):
      guard let date = ISO8601.parse(text) else { return nil }
      self = date
    default: return nil
    }
  }

  /// Seconds since 2001, as an integer where it is exact.
  package var jsonValue: JSONValue {
    Int(exactly: secondsSince2001).map(JSONValue.int) ?? .double(secondsSince2001)
  }
}

extension DataValue {
  /// Reads a Base64 text; nil for anything else.
  package init?(_ jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(base64: text)
  }
}

extension ColorValue {
  /// Reads `#rrggbb` and its variants; nil for anything else.
  package init?(_ jsonValue: JSONValue) {
    guard case .string(let text) = jsonValue else { return nil }
    self.init(hex: text)
  }
}
