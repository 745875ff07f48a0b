extension StaticValue {
  /// A value of the type, to try whether a program can convert such values; nil where the schema does not tell the
  /// type.
  package var sample: Value? {
    switch self {
    case .entity, .anyEntity, .reference: .entity(EntityID(index: 0, generation: 0))
    case .property(let property, _): property.computed == nil ? property.type.sample : nil
    case .list(let element): .list(element.sample.map { [$0] } ?? [])
    case .value(let type): Self.sample(of: type)
    default: nil
    }
  }

  private static func sample(of type: String) -> Value? {
    switch type {
    case "Bool": .bool(false)
    case "Number": .int(0)
    case "String": .string("")
    case "Date": PropertyType.date.sample
    case "Day": PropertyType.day.sample
    default: nil
    }
  }
}

extension PropertyType {
  fileprivate var sample: Value? {
    switch unwrapped {
    case .string, .enumeration: .string("")
    case .bool: .bool(false)
    case .int: .int(0)
    case .double: .double(0.5)
    case .date: .date(DateValue(secondsSince2001: 0))
    case .day: DayValue("2001-01-01").map(Value.day)
    case .data: .data(DataValue(bytes: []))
    case .entity, .reference: .entity(EntityID(index: 0, generation: 0))
    case .list(let element), .set(let element): .list(element.sample.map { [$0] } ?? [])
    case .map(let element): .map(element.sample.map { ["": $0] } ?? [:])
    case .color, .image, .optional: nil
    }
  }
}
